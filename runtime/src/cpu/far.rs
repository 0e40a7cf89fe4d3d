//! Which launches meet arrays that no cache holds, and take the kernels that are made for them.

use std::sync::OnceLock;

use super::isa::Isa;
use crate::instance::Instance;
use crate::model::Touched;
use crate::plan::{CpuFn, Place};

/// Of machines that do not tell.
const LAST_CACHE: u64 = 32 << 20;

/// Chooses the kernels for arrays that no cache holds where they save time.
pub(crate) fn choose(instance: &mut Instance) {
    let of = |k: usize| {
        let launch = &instance.launches[k];
        let far = Isa::selected().far(&launch.kernel.cpu).filter(|_| launch.library.is_none())?;
        Some((k, far))
    };
    let mut able: Vec<(usize, CpuFn)> = (0..instance.launches.len()).filter_map(of).collect();
    if able.is_empty() {
        return;
    }
    let (touched, cache) = (Touched::new(instance), last_cache());
    able.retain(|&(k, _)| is_far(instance, &touched, k, cache));
    for (k, far) in able {
        instance.launches[k].cpu = far;
    }
}

fn is_far(instance: &Instance, touched: &Touched, k: usize, cache: u64) -> bool {
    let launch = &instance.launches[k];
    let places = instance.places_of(launch);
    let is_written = |at: usize| launch.kernel.writes.iter().any(|&w| w as usize == at);
    let (written, read): (Vec<usize>, Vec<usize>) =
        (0..places.len()).partition(|&at| is_written(at));
    // Launches that run together, strip by strip, find what the others touched in a cache.
    let together = together(instance, k);
    let touches = |other: u32, place: Place| touched.touches(instance, other as usize, place);
    if !launch.kernel.cpu.far.is_some_and(|far| far.streams) {
        let before = together.iter().take_while(|&&other| other as usize != k);
        return read.iter().map(|&at| places[at]).any(|place| {
            let first = together.iter().filter(|&&other| touches(other, place)).min();
            let first = first.map_or(k, |&first| first as usize);
            !before.clone().any(|&other| touches(other, place))
                // Programs share the cache. Who asks for what is there loses less than who does not ask.
                && touched.array(instance, first, place).distance > cache / 2
        });
    }
    let is_read = |place: Place| read.iter().any(|&at| places[at] == place);
    written.iter().map(|&at| places[at]).all(|place| {
        !is_read(place)
            && !together.iter().any(|&other| other as usize != k && touches(other, place))
            && touched.until_next(instance, k, place) > cache
    })
}

/// The launches that a launch runs together with, itself among them, in their order.
fn together(instance: &Instance, k: usize) -> &[u32] {
    let units = instance.check_stage.units.iter().chain(&instance.stage.units);
    units.map(|unit| &**unit).find(|unit| unit.contains(&(k as u32))).unwrap_or_default()
}

/// Bytes of the machine's last cache, which programs share; or what the environment variable
/// `ARRAY_FN_CACHE_BYTES` says.
fn last_cache() -> u64 {
    static BYTES: OnceLock<u64> = OnceLock::new();
    *BYTES.get_or_init(|| {
        let asked = std::env::var("ARRAY_FN_CACHE_BYTES").ok().and_then(|value| value.parse().ok());
        asked.or_else(measured).unwrap_or(LAST_CACHE)
    })
}

/// What Linux tells of the first processor's caches.
fn measured() -> Option<u64> {
    let size = |k: usize| {
        let file = format!("/sys/devices/system/cpu/cpu0/cache/index{k}/size");
        parse(&std::fs::read_to_string(file).ok()?)
    };
    (0..8).filter_map(size).max()
}

/// `32768K` and the like.
fn parse(text: &str) -> Option<u64> {
    let text = text.trim();
    let (digits, factor) = match text.strip_suffix('K') {
        Some(digits) => (digits, 1 << 10),
        None => text.strip_suffix('M').map_or((text, 1), |digits| (digits, 1 << 20)),
    };
    digits.parse::<u64>().ok()?.checked_mul(factor).filter(|&bytes| bytes > 0)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn sizes_of_caches() {
        assert_eq!(parse("32768K\n"), Some(32 << 20));
        assert_eq!(parse("105M"), Some(105 << 20));
        assert_eq!(parse("512"), Some(512));
        for text in ["", "K", "0K", "x", "-1K", "99999999999999999999K"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
