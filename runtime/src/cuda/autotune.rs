//! [`Autotune`]: whether a GPU finds out which kernels are fastest.

use std::sync::OnceLock;

/// How a GPU chooses among the candidates of a kernel. These are blocks of other numbers of threads, and several launches
/// as one kernel or as several.
///
/// A device has the choice that the environment variable `ARRAY_FN_AUTOTUNE` names (`measure`, `kept`, `off`), or else
/// [`Measure`](Autotune::Measure). [`Device::with_autotune`](crate::Device::with_autotune) sets another one.
///
/// Candidates compute each element by the same operations in the same order. So the choice changes nothing in a function
/// that is `#[strict]`. Elsewhere it may change which products and sums are one fused multiply-add, and so the last bits.
/// With [`Off`](Autotune::Off) all runs on a device have the same kernels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Autotune {
    /// The first calls with large arrays measure the candidates. The choice is kept in the user's cache folder for later
    /// runs.
    #[default]
    Measure,
    /// Nothing is measured. What earlier runs have kept is used, and otherwise what the compiler chose.
    Kept,
    /// Nothing is measured, and nothing that was kept is used: always what the compiler chose.
    Off,
    /// For tests: the candidate with this number, or the last one if there are fewer.
    #[doc(hidden)]
    Candidate(u8),
}

impl Autotune {
    /// The choice for devices of which the program says nothing. The environment is read once.
    pub(crate) fn of_process() -> Autotune {
        static CHOICE: OnceLock<Autotune> = OnceLock::new();
        let mut ignored = None;
        let choice = *CHOICE.get_or_init(|| {
            let wanted = std::env::var("ARRAY_FN_AUTOTUNE").unwrap_or_default();
            Autotune::named(&wanted).unwrap_or_else(|| {
                ignored = Some(wanted);
                Autotune::default()
            })
        });
        // Reported after it is decided, because a listener may call an array function.
        if let Some(name) = ignored {
            tracing::warn!(
                target: "array_fn",
                "ARRAY_FN_AUTOTUNE is `{name}`: expected `measure`, `kept` or `off`; ignored"
            );
        }
        choice
    }

    /// The same where calls should not measure.
    #[cfg(feature = "cuda")]
    pub(super) fn without_measuring(self) -> Autotune {
        if self == Autotune::Measure { Autotune::Kept } else { self }
    }

    /// The choice with a name; the default for an empty one.
    fn named(name: &str) -> Option<Autotune> {
        match name {
            "" => Some(Autotune::default()),
            "measure" => Some(Autotune::Measure),
            "kept" => Some(Autotune::Kept),
            "off" => Some(Autotune::Off),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Autotune;

    #[test]
    fn names() {
        assert_eq!(Autotune::named(""), Some(Autotune::Measure));
        assert_eq!(Autotune::named("off"), Some(Autotune::Off));
        assert_eq!(Autotune::named("kept"), Some(Autotune::Kept));
        assert_eq!(Autotune::named("no"), None);
    }
}
