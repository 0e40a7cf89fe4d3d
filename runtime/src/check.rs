//! Checks of values: which one failed, and its message, a template with its gaps filled.
//!
//! `{position}` is the flat position of the first bad element, `{value:2}` the element of parameter 2 there,
//! `{here:N M}` the values of dimensions.

use crate::Error;
use crate::instance::Instance;
use crate::plan::DType;

/// Fails for the first check of an instance whose value is a position. For the message, `element` gives the bits of an
/// element of a parameter.
pub(crate) fn judge(
    instance: &Instance,
    value: impl Fn(usize) -> i64,
    element: impl Fn(usize, usize) -> Option<u64>,
) -> Result<(), Error> {
    for (k, failed) in instance.schedule.checks.iter().enumerate() {
        let position = value(k);
        if position != i64::MAX {
            return Err(Error::CheckFailed {
                function: instance.program.name,
                message: message(instance, failed.message, position, &element),
                position,
            });
        }
    }
    Ok(())
}

/// The message of a check that failed at `position`. `element` gives the bits of an element, by the numbers of the
/// parameter and of the element.
fn message(
    instance: &Instance,
    template: &str,
    position: i64,
    element: impl Fn(usize, usize) -> Option<u64>,
) -> String {
    let value = |param: usize| {
        let dtype = instance.program.params.get(param)?.dtype;
        integer(dtype, element(param, usize::try_from(position).ok()?)?)
    };
    let dim = |name: &str| {
        let k = instance.program.dims.iter().position(|dim| *dim == name)?;
        instance.dims().get(k).copied()
    };
    fill(template, position, value, dim)
}

fn fill(
    template: &str,
    position: i64,
    value: impl Fn(usize) -> Option<i128>,
    dim: impl Fn(&str) -> Option<i64>,
) -> String {
    let mut message = String::new();
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        message.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.find('}').map_or(rest.len(), |end| end + 1);
        let (gap, behind) = rest.split_at(end);
        let inside = gap.trim_start_matches('{').trim_end_matches('}');
        if inside == "position" {
            message.push_str(&position.to_string());
        } else if let Some(param) = inside.strip_prefix("value:") {
            let value = param.parse().ok().and_then(&value);
            message.push_str(&value.map_or("unknown".to_string(), |v| v.to_string()));
        } else if let Some(names) = inside.strip_prefix("here:") {
            let equal = |name: &str| Some(format!("{name} = {}", dim(name)?));
            let texts: Vec<String> = names.split(' ').filter_map(equal).collect();
            message.push_str(&format!(" (here {})", texts.join(", ")));
        } else {
            message.push_str(gap);
        }
        rest = behind;
    }
    message + rest
}

/// The integer of type `dtype` that these low bits stand for.
fn integer(dtype: DType, bits: u64) -> Option<i128> {
    Some(match dtype {
        DType::Bool => i128::from(bits & 1),
        DType::I8 => i128::from(bits as i8),
        DType::I16 => i128::from(bits as i16),
        DType::I32 => i128::from(bits as i32),
        DType::I64 => i128::from(bits as i64),
        DType::U8 => i128::from(bits as u8),
        DType::U16 => i128::from(bits as u16),
        DType::U32 => i128::from(bits as u32),
        DType::U64 => i128::from(bits),
        DType::F16 | DType::BF16 | DType::F32 | DType::F64 => return None,
    })
}

/// The bits of an element of `size` bytes, as the low bits of a `u64`.
///
/// # Safety
/// `pointer` must be valid for reads of `size` bytes.
pub(crate) unsafe fn read_bits(pointer: *const u8, size: usize) -> u64 {
    // SAFETY: promised by the caller, in each case for as many bytes.
    unsafe {
        match size {
            1 => pointer.read().into(),
            2 => pointer.cast::<u16>().read_unaligned().into(),
            4 => pointer.cast::<u32>().read_unaligned().into(),
            _ => pointer.cast::<u64>().read_unaligned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_filled() {
        let filled = fill(
            "`i` of `{ ... }` is bad, at position {position}, where it is {value:2}{here:N M}: do",
            3,
            |k| (k == 2).then_some(-7),
            |name| (name == "N").then_some(5),
        );
        let expected = "`i` of `{ ... }` is bad, at position 3, where it is -7 (here N = 5): do";
        assert_eq!(filled, expected);
    }

    #[test]
    fn integers_have_their_signs() {
        let bits = u64::from_le_bytes([0xFE, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]);
        assert_eq!(integer(DType::I32, bits), Some(-2));
        assert_eq!(integer(DType::U32, bits), Some(0xFFFF_FFFE));
        assert_eq!(integer(DType::I8, bits), Some(-2));
        assert_eq!(integer(DType::F64, bits), None);
    }
}
