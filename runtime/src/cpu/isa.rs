//! The choice of the instruction set that kernels run on.

use std::sync::OnceLock;

use crate::plan::{CpuFn, CpuKernel};

/// The instruction sets that kernels are compiled for, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Isa {
    Baseline,
    Avx2,
    Avx512,
}

impl Isa {
    /// The best instruction set of this machine, or a lesser one that the environment variable
    /// `ARRAY_FN_ISA` names (`baseline`, `avx2`, `avx512`). Decided once.
    pub(crate) fn selected() -> Isa {
        static SELECTED: OnceLock<Isa> = OnceLock::new();
        if let Some(isa) = SELECTED.get() {
            return *isa;
        }
        let present = Isa::present();
        let wanted = std::env::var("ARRAY_FN_ISA").ok();
        let (isa, warning) = wanted.map_or((present, None), |name| Isa::wanted(&name, present));
        // Reported after it is decided, because a listener may call an array function.
        if SELECTED.set(isa).is_ok() {
            if let Some(warning) = warning {
                tracing::warn!(target: "array_fn", "{warning}");
            }
            tracing::debug!(target: "array_fn", ?isa, ?present, "instruction set selected");
        }
        isa
    }

    /// The number of points that a kernel computes at a time, for floats of 32 bits (`single`) or of 64.
    pub(crate) fn width(self, single: bool) -> usize {
        let width = match self {
            Isa::Baseline => return 1,
            Isa::Avx2 => 4,
            Isa::Avx512 => 8,
        };
        if single { 2 * width } else { width }
    }

    /// Whether the selected instruction set is the best one of this machine.
    pub(crate) fn is_best() -> bool {
        Isa::selected() == Isa::present()
    }

    /// The named instruction set if the machine has it, or else another one and a warning.
    fn wanted(name: &str, present: Isa) -> (Isa, Option<String>) {
        let wanted = match name {
            "baseline" => Isa::Baseline,
            "avx2" => Isa::Avx2,
            "avx512" => Isa::Avx512,
            _ => {
                let expected = "expected `baseline`, `avx2` or `avx512`";
                return (present, Some(format!("ARRAY_FN_ISA is `{name}`: {expected}; ignored")));
            }
        };
        let lacks =
            || format!("ARRAY_FN_ISA is `{name}`, which this machine lacks: using {present:?}");
        (wanted.min(present), (wanted > present).then(lacks))
    }

    /// The best instruction set of this machine.
    #[cfg(target_arch = "x86_64")]
    fn present() -> Isa {
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("f16c")
            && is_x86_feature_detected!("popcnt");
        let avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        match (avx2, avx512) {
            (true, true) => Isa::Avx512,
            (true, false) => Isa::Avx2,
            (false, _) => Isa::Baseline,
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn present() -> Isa {
        Isa::Baseline
    }

    /// The kernel compiled for this instruction set, or for the best lesser one.
    pub(crate) fn of(self, kernel: &CpuKernel) -> CpuFn {
        let avx512 = kernel.avx512.filter(|_| self >= Isa::Avx512);
        let avx2 = kernel.avx2.filter(|_| self >= Isa::Avx2);
        avx512.or(avx2).unwrap_or(kernel.baseline)
    }

    /// The version for this instruction set and for arrays that no cache holds, if there is one.
    pub(crate) fn far(self, kernel: &CpuKernel) -> Option<CpuFn> {
        let far = kernel.far?;
        match self {
            Isa::Baseline => None,
            Isa::Avx2 => Some(far.avx2),
            Isa::Avx512 => Some(far.avx512),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{CpuArgs, Lanes};

    unsafe fn baseline(_: &CpuArgs, begin: usize, _: usize) {
        assert_eq!(begin, 0);
    }

    unsafe fn avx2(_: &CpuArgs, begin: usize, _: usize) {
        assert_eq!(begin, 1);
    }

    #[test]
    #[cfg_attr(miri, ignore = "a function has several addresses there")]
    fn selects_the_best_that_is_compiled_and_present() {
        let kernel = CpuKernel {
            lanes: Lanes::Points,
            baseline,
            avx2: Some(avx2),
            avx512: None,
            far: None,
            few_terms: None,
            turns: None,
            ends_anywhere: true,
        };
        assert!(std::ptr::fn_addr_eq(Isa::Baseline.of(&kernel), baseline as CpuFn));
        assert!(std::ptr::fn_addr_eq(Isa::Avx2.of(&kernel), avx2 as CpuFn));
        assert!(std::ptr::fn_addr_eq(Isa::Avx512.of(&kernel), avx2 as CpuFn));
    }

    #[test]
    fn the_environment_can_only_ask_for_less() {
        assert_eq!(Isa::wanted("baseline", Isa::Avx512), (Isa::Baseline, None));
        for (name, warned) in [("avx512", "this machine lacks"), ("sse9", "ignored")] {
            let (isa, warning) = Isa::wanted(name, Isa::Avx2);
            assert_eq!(isa, Isa::Avx2);
            assert!(warning.is_some_and(|warning| warning.contains(warned)));
        }
    }
}
