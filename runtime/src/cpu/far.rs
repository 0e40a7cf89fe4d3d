//! Finds the launches that use arrays that no cache holds, and gives them the kernels that are made for such arrays.

use std::sync::OnceLock;

use super::isa::Isa;
use super::launch::Code;
use super::tasks::Stage;
use crate::instance::Instance;
use crate::model::Touched;
use crate::plan::Place;

/// The bytes of about the second cache, which belongs to one core. Processors themselves find elements that are nearer
/// early enough.
const SECOND_CACHE: u64 = 2 << 20;
/// The bytes of the last cache of machines that do not tell them.
const LAST_CACHE: u64 = 32 << 20;
/// The most bytes of a last cache that count. Larger ones belong to many cores, and are hardly faster than memory for one
/// of them.
const MOST_LAST_CACHE: u64 = 64 << 20;

/// Tells each launch whether some of its arrays are far, and chooses kernels that are made for that. `stages` are the
/// instance's.
pub(super) fn choose(instance: &Instance, code: &mut [Code], stages: &[&Stage]) {
    let (touched, cache) = (Touched::new(instance), last_cache());
    let near = SECOND_CACHE.min(cache);
    if touched.total() <= near {
        return;
    }
    for (k, code) in code.iter_mut().enumerate() {
        if code.library.is_some() {
            continue;
        }
        let (together, cpu) = (together(stages, k), &instance.launches[k].kernel.cpu);
        let reads_beyond = |bytes| reads_beyond(instance, &touched, k, together, bytes);
        let far = reads_beyond(near);
        let streams = cpu.far.is_some_and(|far| far.streams);
        let chosen = match streams {
            true => writes_beyond(instance, &touched, k, together, cache),
            // Programs share the cache, so only half of it counts. To ask for elements that are in the cache costs less
            // than not to ask for those that are not.
            false => reads_beyond(cache / 2),
        };
        code.far = far;
        // Other arrays of the launch pass through the same cache, so only half of it counts.
        code.gathers = instance.launches[k].cost.gathered_from > near / 2;
        if let Some(kernel) = Isa::selected().far(cpu).filter(|_| chosen) {
            code.kernel = kernel;
            code.streams = streams;
        }
    }
}

/// Whether a launch reads an array since whose last use more than `bytes` bytes were touched. If launches run together,
/// strip by strip, each finds in a cache what the launches before it touched.
fn reads_beyond(
    instance: &Instance,
    touched: &Touched,
    k: usize,
    together: &[u32],
    bytes: u64,
) -> bool {
    let touches = |other: u32, place: Place| touched.touches(instance, other as usize, place);
    let before = together.iter().take_while(|&&other| other as usize != k);
    written_and_read(instance, k).1.into_iter().any(|place| {
        let first = together.iter().filter(|&&other| touches(other, place)).min();
        let first = first.map_or(k, |&first| first as usize);
        !before.clone().any(|&other| touches(other, place))
            && touched.is_beyond(instance, first, place, bytes)
    })
}

/// Whether nobody, not even the launch itself, reads its results before more than `bytes` bytes were touched.
fn writes_beyond(
    instance: &Instance,
    touched: &Touched,
    k: usize,
    together: &[u32],
    bytes: u64,
) -> bool {
    let (written, read) = written_and_read(instance, k);
    let touches = |other: u32, place: Place| touched.touches(instance, other as usize, place);
    written.into_iter().all(|place| {
        !read.contains(&place)
            && !together.iter().any(|&other| other as usize != k && touches(other, place))
            && touched.until_next(instance, k, place) > bytes
    })
}

/// The places that a launch writes, and those that it only reads.
fn written_and_read(instance: &Instance, k: usize) -> (Vec<Place>, Vec<Place>) {
    let launch = &instance.launches[k];
    let places = instance.places_of(launch);
    let is_written = |at: &usize| launch.kernel.writes.iter().any(|&w| w as usize == *at);
    let (written, read): (Vec<usize>, Vec<usize>) = (0..places.len()).partition(is_written);
    let of = |all: Vec<usize>| all.into_iter().map(|at| places[at]).collect();
    (of(written), of(read))
}

/// The launches that run together with a launch, including itself, in their order.
fn together<'a>(stages: &[&'a Stage], k: usize) -> &'a [u32] {
    let units = stages.iter().flat_map(|stage| &stage.units);
    units.map(|unit| &**unit).find(|unit| unit.contains(&(k as u32))).unwrap_or_default()
}

/// The bytes of the machine's last cache, which programs share. The environment variable `ARRAY_FN_CACHE_BYTES`
/// overrides them.
pub(crate) fn last_cache() -> u64 {
    static BYTES: OnceLock<u64> = OnceLock::new();
    *BYTES.get_or_init(|| {
        let asked = std::env::var("ARRAY_FN_CACHE_BYTES").ok().and_then(|value| value.parse().ok());
        asked.or_else(measured).unwrap_or(LAST_CACHE)
    })
}

/// The bytes of the largest cache of the first processor, as Linux tells them, but no more than
/// [`MOST_LAST_CACHE`].
fn measured() -> Option<u64> {
    let size = |k: usize| {
        let file = format!("/sys/devices/system/cpu/cpu0/cache/index{k}/size");
        parse(&std::fs::read_to_string(file).ok()?)
    };
    Some((0..8).filter_map(size).max()?.min(MOST_LAST_CACHE))
}

/// Reads a size such as `32768K`.
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
