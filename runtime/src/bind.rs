//! Binds arguments to parameters: everything that a call checks before it runs.

use crate::arg::{Arg, ArgKind, Fault};
use crate::instance::{Instance, ResultLayout};
use crate::plan::{DType, Param, ParamKind, Program, Size, SizeOp};
use crate::ranks::Ranks;
use crate::shape::MAX_RANK;
use crate::size::{dims_of, evaluate, evaluate_for, text};
use crate::storage::Storage;
use crate::{Device, Error};

/// Checks everything about single arguments: number, kind, dtype, rank, contiguity.
pub(crate) fn check_kinds(program: &Program, args: &[Arg<'_>]) -> Result<(), Error> {
    check_count(program, "arguments", program.params.len(), args.len())?;
    for (param, arg) in program.params.iter().zip(args) {
        let fits = match (&param.kind, arg.kind) {
            (ParamKind::Scalar, ArgKind::Scalar(_))
            | (ParamKind::Array, ArgKind::Array)
            | (ParamKind::ArrayMut, ArgKind::ArrayMut) => arg.dtype == param.dtype,
            (ParamKind::Index { .. }, ArgKind::Index { .. }) => true,
            _ => false,
        };
        if !fits {
            return Err(Error::DTypeMismatch {
                function: program.name,
                argument: param.name.to_owned(),
                declared: param.text.to_owned(),
                expected: param_text(param),
                actual: arg_text(arg),
            });
        }
        if let Some(fault) = &arg.fault {
            return Err(fault_error(program, param.name, param.text, fault));
        }
        if arg.shape.len() != param.shape.len() {
            return Err(rank_error(program, param.name, param.text, &arg.shape, param.shape.len()));
        }
    }
    Ok(())
}

pub(crate) fn check_count(
    program: &Program,
    what: &'static str,
    expected: usize,
    actual: usize,
) -> Result<(), Error> {
    match expected == actual {
        true => Ok(()),
        false => Err(Error::ArgumentCount { function: program.name, what, expected, actual }),
    }
}

fn param_text(param: &Param) -> String {
    match param.kind {
        ParamKind::Scalar => format!("a scalar of {}", param.dtype),
        ParamKind::Array => format!("an array of {}", param.dtype),
        ParamKind::ArrayMut => format!("a mutable array of {}", param.dtype),
        ParamKind::Index { .. } => "an index array".to_owned(),
    }
}

fn arg_text(arg: &Arg<'_>) -> String {
    match arg.kind {
        ArgKind::Scalar(_) => format!("a scalar of {}", arg.dtype),
        ArgKind::Array => format!("an array of {}", arg.dtype),
        ArgKind::ArrayMut => format!("a mutable array of {}", arg.dtype),
        ArgKind::Index { .. } => "an index array".to_owned(),
    }
}

fn fault_error(program: &Program, argument: &str, declared: &str, fault: &Fault) -> Error {
    match fault {
        Fault::NotContiguous => {
            Error::NotContiguous { function: program.name, argument: argument.to_owned() }
        }
        Fault::TooManyAxes(axes) => Error::ShapeMismatch {
            function: program.name,
            argument: argument.to_owned(),
            declared: declared.to_owned(),
            actual: axes.to_vec(),
            conflict: format!(
                "it has {} axes, more than the {MAX_RANK} that are supported",
                axes.len()
            ),
        },
        Fault::Other(error) => error.clone(),
    }
}

fn rank_error(
    program: &Program,
    argument: &str,
    declared: &str,
    actual: &[usize],
    expected: usize,
) -> Error {
    Error::ShapeMismatch {
        function: program.name,
        argument: argument.to_owned(),
        declared: declared.to_owned(),
        actual: actual.to_vec(),
        conflict: format!("it has {} axes where {expected} are declared", actual.len()),
    }
}

/// Finds every dimension: explicit ones from `explicit`, all others from the shapes.
pub(crate) fn solve_dims(
    program: &Program,
    explicit: &[usize],
    args: &[Arg<'_>],
    dims: &mut [i64],
) -> Result<(), Error> {
    check_count(program, "leading sizes", program.explicit_dims.len(), explicit.len())?;
    for (&dim, &value) in program.explicit_dims.iter().zip(explicit) {
        let name = program.dims[usize::from(dim)];
        dims[usize::from(dim)] = i64::try_from(value)
            .map_err(|_| Error::SizeOverflow { what: format!("dimension {name}") })?;
    }
    for source in program.dim_sources {
        let param = &program.params[usize::from(source.param)];
        let arg = &args[usize::from(source.param)];
        let shape = &arg.shape;
        let overflow = || format!("dimension {}", program.dims[usize::from(source.dim)]);
        let (axis, size) = match (source.axis, arg.kind) {
            (Some(axis), _) => (usize::from(axis), shape[usize::from(axis)]),
            (None, ArgKind::Index { bound }) => (0, bound),
            // Kinds have been checked before, and no other kind has a domain.
            (None, ArgKind::Scalar(_) | ArgKind::Array | ArgKind::ArrayMut) => (0, 0),
        };
        let size = i64::try_from(size).map_err(|_| Error::SizeOverflow { what: overflow() })?;
        let offset = evaluate_for(source.offset, dims, overflow)?;
        let scaled = size.checked_sub(offset);
        let scaled = scaled.ok_or_else(|| Error::SizeOverflow { what: overflow() })?;
        if scaled < 0 || scaled % source.scale != 0 {
            let name = program.dims[usize::from(source.dim)];
            return Err(Error::NotDivisible {
                function: program.name,
                argument: param.name.to_owned(),
                declared: param.text.to_owned(),
                actual: shape.to_vec(),
                axis,
                must_be: format!(
                    "{} for a whole number {name}{}",
                    text(param.shape[axis], program.dims),
                    // Dimensions of the offset are known by now.
                    known_dims(program, source.offset, dims),
                ),
            });
        }
        dims[usize::from(source.dim)] = scaled / source.scale;
    }
    Ok(())
}

/// A text such as " (M is 3 from `x` axis 0)"; empty for a size without dimensions.
fn known_dims(program: &Program, size: Size, dims: &[i64]) -> String {
    let origins: Vec<_> = dims_of(size).into_iter().map(|dim| origin(program, dim, dims)).collect();
    if origins.is_empty() { String::new() } else { format!(" ({})", origins.join(", ")) }
}

/// A text such as "E is 8 from `u` axis 0".
fn origin(program: &Program, dim: u16, dims: &[i64]) -> String {
    let (name, value) = (program.dims[usize::from(dim)], dims[usize::from(dim)]);
    match program.dim_sources.iter().find(|source| source.dim == dim) {
        Some(source) => {
            let param = &program.params[usize::from(source.param)];
            match source.axis {
                Some(axis) => format!("{name} is {value} from `{}` axis {axis}", param.name),
                None => format!("{name} is {value}, the domain of `{}`", param.name),
            }
        }
        None => format!("{name} is {value} from the call"),
    }
}

/// Whether all shapes and index bounds are those of an instance. If so, they need no further check: they are right for
/// the dimensions that the instance was made for.
pub(crate) fn fits(instance: &Instance, args: &[Arg<'_>]) -> bool {
    instance.params.iter().zip(args).all(|(layout, arg)| {
        layout.shape == arg.shape
            && match arg.kind {
                ArgKind::Index { bound } => bound == layout.bound,
                ArgKind::Scalar(_) | ArgKind::Array | ArgKind::ArrayMut => true,
            }
    })
}

/// Compares the shapes and index bounds of all arguments with what the dimensions say.
pub(crate) fn check_shapes(program: &Program, args: &[Arg<'_>], dims: &[i64]) -> Result<(), Error> {
    for (param, arg) in program.params.iter().zip(args) {
        check_shape(program, param.name, param.text, param.shape, arg, dims)?;
        if let (&ParamKind::Index { bound }, ArgKind::Index { bound: actual }) =
            (&param.kind, arg.kind)
        {
            let what = || format!("the bound of `{}`", param.name);
            let expected = evaluate_for(bound, dims, what)?;
            if i64::try_from(actual) != Ok(expected) {
                let formula = text(bound, program.dims);
                return Err(Error::IndexBound {
                    function: program.name,
                    argument: param.name.to_owned(),
                    declared: param.text.to_owned(),
                    bound: formula,
                    expected: usize::try_from(expected).unwrap_or(0),
                    actual,
                });
            }
        }
    }
    Ok(())
}

fn check_shape(
    program: &Program,
    name: &str,
    declared: &str,
    shape: &'static [Size],
    arg: &Arg<'_>,
    dims: &[i64],
) -> Result<(), Error> {
    for (axis, (&size, &actual)) in shape.iter().zip(arg.shape.iter()).enumerate() {
        let expected = evaluate(size, dims);
        if expected.is_some() && expected == i64::try_from(actual).ok() {
            continue;
        }
        let expected = expected.map_or("too large".to_owned(), |value| value.to_string());
        let formula = text(size, program.dims);
        let conflict = match *size {
            [SizeOp::Const(value)] => format!("axis {axis} must be {value}"),
            [SizeOp::Dim(dim)] => origin(program, dim, dims),
            _ => format!("{formula} is {expected}{}", known_dims(program, size, dims)),
        };
        return Err(Error::ShapeMismatch {
            function: program.name,
            argument: name.to_owned(),
            declared: declared.to_owned(),
            actual: arg.shape.to_vec(),
            conflict: format!("{conflict}, but `{name}` axis {axis} has {actual}"),
        });
    }
    Ok(())
}

/// Checks the arrays that results are written into.
pub(crate) fn check_outs(
    program: &Program,
    layouts: &[ResultLayout],
    outs: &[Arg<'_>],
    dims: &[i64],
) -> Result<(), Error> {
    check_count(program, "output arrays", program.results.len(), outs.len())?;
    for (k, arg) in outs.iter().enumerate() {
        let (result, layout) = (&program.results[k], &layouts[k]);
        if arg.kind == ArgKind::ArrayMut
            && arg.dtype == result.dtype
            && arg.fault.is_none()
            && arg.shape == layout.shape
        {
            continue;
        }
        let name = result.name;
        let declared = result_text(program, result.dtype, result.shape);
        if let Some(fault) = &arg.fault {
            return Err(fault_error(program, name, &declared, fault));
        }
        if arg.kind != ArgKind::ArrayMut || arg.dtype != result.dtype {
            return Err(Error::DTypeMismatch {
                function: program.name,
                argument: name.to_owned(),
                declared,
                expected: format!("a mutable array of {}", result.dtype),
                actual: arg_text(arg),
            });
        }
        if arg.shape.len() != result.shape.len() {
            return Err(rank_error(program, name, &declared, &arg.shape, result.shape.len()));
        }
        check_shape(program, name, &declared, result.shape, arg, dims)?;
    }
    Ok(())
}

/// The name of the `k`-th argument in messages. Arrays for results come after the parameters.
fn name_of(program: &Program, k: usize) -> String {
    let names = program.params.iter().map(|param| param.name);
    let mut names = names.chain(program.results.iter().map(|result| result.name));
    names.nth(k).unwrap_or_default().to_owned()
}

fn result_text(program: &Program, dtype: DType, shape: &[Size]) -> String {
    let axes: Vec<_> = shape.iter().map(|&size| text(size, program.dims)).collect();
    if axes.is_empty() { dtype.to_string() } else { format!("[{dtype}; {}]", axes.join(", ")) }
}

/// Refuses operands that are written to and share memory with others. Rust's borrows exclude that, but
/// not every view type of other crates does.
pub(crate) fn check_aliasing(
    program: &Program,
    args: &[Arg<'_>],
    outs: &[Arg<'_>],
) -> Result<(), Error> {
    let get = |k: usize| args.get(k).unwrap_or_else(|| &outs[k - args.len()]);
    let count = args.len() + outs.len();
    for written in (0..count).filter(|&k| get(k).kind == ArgKind::ArrayMut) {
        let range = range(get(written));
        if range.is_empty() {
            continue;
        }
        for other in (0..count).filter(|&k| k != written) {
            let others = self::range(get(other));
            if !others.is_empty() && range.start < others.end && others.start < range.end {
                return Err(Error::Aliasing {
                    function: program.name,
                    argument: name_of(program, written),
                    other: name_of(program, other),
                });
            }
        }
    }
    Ok(())
}

/// Refuses arrays that are on another device than the one that the call runs on.
pub(crate) fn check_devices(
    program: &Program,
    device: &Device,
    args: &[Arg<'_>],
    outs: &[Arg<'_>],
) -> Result<(), Error> {
    for (k, arg) in args.iter().chain(outs).enumerate() {
        let Some(actual) = arg.place.storage().and_then(Storage::context) else { continue };
        if device.context() != Some(actual) {
            return Err(Error::DeviceMismatch {
                function: program.name,
                argument: name_of(program, k),
                actual: actual.describe(),
                expected: device.to_string(),
            });
        }
    }
    Ok(())
}

/// Addresses of an operand's elements.
fn range(arg: &Arg<'_>) -> std::ops::Range<usize> {
    match arg.kind {
        ArgKind::Scalar(_) => 0..0,
        ArgKind::Array | ArgKind::ArrayMut | ArgKind::Index { .. } => {
            let start = arg.pointer.addr();
            start..start + arg.bytes
        }
    }
}

/// The rank that runs a call, if the device has one and the function exchanges elements with others.
///
/// # Errors
/// [`Error::NotForRanks`], [`Error::RankRows`].
pub(crate) fn ranks<'d>(
    program: &Program,
    device: &'d Device,
    args: &[Arg<'_>],
    dims: &[i64],
) -> Result<Option<&'d Ranks>, Error> {
    let Some(ranks) = device.ranks() else { return Ok(None) };
    let all = ranks.rows().all;
    let Some(rows) = program.ranks else {
        // Indices into all positions of the rank would read a halo that nobody has filled.
        let across = |arg: &Arg<'_>| match arg.kind {
            ArgKind::Index { bound } => ranks
                .halos()
                .iter()
                .any(|halo| !halo.neighbours.is_empty() && halo.per_row * all == bound),
            ArgKind::Scalar(_) | ArgKind::Array | ArgKind::ArrayMut => false,
        };
        return match args.iter().position(across) {
            None => Ok(None),
            Some(k) => {
                let param = &program.params[k];
                let rows = match param.kind {
                    ParamKind::Index { bound } => dims_of(bound).first().copied(),
                    ParamKind::Scalar | ParamKind::Array | ParamKind::ArrayMut => None,
                };
                let rows = rows.map_or("..", |dim| program.dims[usize::from(dim)]).to_owned();
                let (function, argument) = (program.name, param.name.to_owned());
                Err(Error::NotForRanks { function, argument, rows })
            }
        };
    };
    let actual = usize::try_from(dims[usize::from(rows)]).unwrap_or(usize::MAX);
    if actual != all {
        let (function, rows) = (program.name, program.dims[usize::from(rows)].to_owned());
        return Err(Error::RankRows { function, rows, expected: all, actual });
    }
    if ranks.is_alone() {
        return Ok(None);
    }
    Ok(Some(ranks))
}
