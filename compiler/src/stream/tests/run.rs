//! Runs streamed functions tile by tile in the reference interpreter.

use crate::check::CheckedFunction;
use crate::dag::evaluate;
use crate::dag::interpret::{Tensor, interpret};
use crate::dag::{Binary, Const, DType, Size};
use crate::plan::{Along, AxisView, BoxAxis, Fold, Goal, Length, Source, Step, TileInput};
use crate::stream::{Cuts, Refusal, Streamed, stream};
use std::collections::HashMap;

/// A call of a streamed function.
pub(super) struct Run<'a> {
    pub streamed: &'a Streamed,
    pub dims: HashMap<String, i64>,
    pub params: &'a [Tensor],
    /// About how many units of a cut belong to a tile, given the number of the cut.
    pub tile: &'a dyn Fn(usize) -> i64,
    values: Vec<Option<Tensor>>,
    results: Vec<Option<Tensor>>,
}

/// The function taken apart. Its large parameters are those with a cut dimension.
pub(super) fn streamed(function: &CheckedFunction, cut: &[&str]) -> Result<Streamed, Refusal> {
    let cuts = Cuts { dims: cut.iter().map(|dim| dim.to_string()).collect() };
    let instance = &function.instances[0];
    let is_large = |input: &crate::dag::Input| {
        use crate::dag::ParamKind::{Array, ArrayMut};
        matches!(input.kind, Array | ArrayMut) && input.shape.iter().any(|s| cuts.mentioned(s))
    };
    let large: Vec<bool> = instance.dag.inputs.iter().map(is_large).collect();
    stream(&instance.dag, &instance.results, &large, &cuts)
}

impl<'a> Run<'a> {
    pub(super) fn new(
        streamed: &'a Streamed,
        dims: HashMap<String, i64>,
        params: &'a [Tensor],
        tile: &'a dyn Fn(usize) -> i64,
    ) -> Self {
        let values = vec![None; streamed.values.len()];
        Run { streamed, dims, params, tile, values, results: Vec::new() }
    }

    /// The results of the function, which has this many.
    pub(super) fn results(mut self, shapes: &[(DType, Vec<Size>)]) -> Result<Vec<Tensor>, String> {
        let dims = self.dims.clone();
        self.results = vec![None; shapes.len()];
        for number in 0..self.streamed.passes.len() {
            for step in &self.streamed.passes[number].before {
                self.step(step)?;
            }
            self.pass(number, shapes)?;
        }
        if let Some(last) = &self.streamed.last {
            self.step(last)?;
        }
        let zeros = |(dtype, shape): &(DType, Vec<Size>)| empty(*dtype, &extents(shape, &dims), 0);
        let results = self.results.into_iter().zip(shapes);
        Ok(results.map(|(result, shape)| result.unwrap_or_else(|| zeros(shape))).collect())
    }

    fn source(&self, source: Source) -> &Tensor {
        match source {
            Source::Param(k) => &self.params[k.0],
            Source::Value(k) => self.values[k].as_ref().expect("a value that is computed"),
        }
    }

    fn step(&mut self, step: &Step) -> Result<(), String> {
        let program = &self.streamed.programs[step.program];
        let args: Vec<Tensor> = step.inputs.iter().map(|s| self.source(*s).clone()).collect();
        let dims = |name: &str| self.dims.get(name).copied();
        let outcome = interpret(&program.dag, &dims, &args)?;
        for (goal, result) in step.outputs.iter().zip(outcome.results) {
            match goal {
                Goal::Result(k) => self.results[k.0] = Some(result),
                Goal::Value(k) => self.values[*k] = Some(result),
            }
        }
        Ok(())
    }

    fn pass(&mut self, number: usize, shapes: &[(DType, Vec<Size>)]) -> Result<(), String> {
        let pass = &self.streamed.passes[number];
        for output in &pass.outputs {
            if let (Goal::Value(k), Some(fold)) = (output.goal, output.fold) {
                let value = &self.streamed.values[k];
                let shape = extents(&value.shape, &self.dims);
                self.values[k] = Some(empty(value.dtype, &shape, identity(fold, value.dtype)));
            }
            if let Goal::Result(k) = output.goal {
                let (dtype, shape) = &shapes[k.0];
                let shape = extents(shape, &self.dims);
                self.results[k.0].get_or_insert_with(|| empty(*dtype, &shape, 0));
            }
        }
        // How far each cut goes, and its pieces.
        let mut ends = vec![0; pass.cuts.len()];
        for length in &pass.lengths {
            if let Length::Part { along, extent } = length {
                let extent = value(extent, &self.dims);
                let end = (extent * along.denominator + along.numerator - 1) / along.numerator;
                ends[along.cut] = end.max(ends[along.cut]);
            }
        }
        let pieces: Vec<Vec<(i64, i64)>> = ends
            .iter()
            .enumerate()
            .map(|(k, end)| {
                let step = (self.tile)(k) * pass.cuts[k].unit;
                (0..*end).step_by(step as usize).map(|a| (a, (a + step).min(*end))).collect()
            })
            .collect();
        let mut at = vec![0; pieces.len()];
        if pieces.iter().any(Vec::is_empty) {
            return Ok(());
        }
        loop {
            let tile: Vec<(i64, i64)> = at.iter().zip(&pieces).map(|(k, p)| p[*k]).collect();
            self.tile_of(number, &tile, &ends)?;
            let Some(k) = (0..at.len()).rev().find(|k| at[*k] + 1 < pieces[*k].len()) else {
                return Ok(());
            };
            at[k] += 1;
            at[k + 1..].fill(0);
        }
    }

    /// An array, the shape of a view of it, and the function for [`part`].
    #[allow(clippy::type_complexity)]
    fn viewed<'v>(
        &'v self,
        array: &'v Tensor,
        views: &'v [AxisView],
    ) -> (&'v Tensor, Vec<usize>, Box<dyn Fn(usize, i64) -> i64 + 'v>) {
        let mut shape = array.shape.clone();
        for (size, view) in shape.iter_mut().zip(views) {
            if let AxisView::Gathered(index) = view {
                *size = self.source(*index).shape[0];
            }
        }
        let element = move |axis: usize, j: i64| {
            let n = array.shape[axis] as i64;
            let there = |period: i64| j.rem_euclid(period.max(1));
            match views.get(axis) {
                None | Some(AxisView::Same) => j,
                Some(AxisView::Reversed) => n - 1 - j,
                Some(AxisView::Wrapped { low, size }) => {
                    value(low, &self.dims) + there(value(size, &self.dims))
                }
                Some(AxisView::WrappedBack { low, size }) => {
                    let size = value(size, &self.dims);
                    value(low, &self.dims) + size - 1 - there(size)
                }
                Some(AxisView::Rolled { size, by, times }) => {
                    let by = self.source(*by).element(0).to_i128().unwrap_or(0) as i64;
                    (j + times * by).rem_euclid(value(size, &self.dims).max(1))
                }
                Some(AxisView::ClampedBack { low, size }) => {
                    let last = value(size, &self.dims) - 1;
                    value(low, &self.dims) + last - j.max(0).min(last)
                }
                Some(AxisView::Clamped { low, size }) => {
                    value(low, &self.dims) + j.max(0).min(value(size, &self.dims) - 1)
                }
                Some(AxisView::Reflected) => there(2 * n - 2).min(2 * n - 2 - there(2 * n - 2)),
                Some(AxisView::Mirrored) => there(2 * n).min(2 * n - 1 - there(2 * n)),
                Some(AxisView::Gathered(index)) => {
                    let index = self.source(*index);
                    usize::try_from(j)
                        .ok()
                        .filter(|j| *j < index.shape[0])
                        .map_or(-1, |j| index.element(j).to_i128().unwrap_or(-1) as i64)
                }
            }
        };
        (array, shape, Box::new(element))
    }

    fn tile_of(&mut self, number: usize, tile: &[(i64, i64)], ends: &[i64]) -> Result<(), String> {
        let pass = &self.streamed.passes[number];
        let program = &self.streamed.programs[pass.program];
        let begin = |along: &Along| tile[along.cut].0 * along.numerator / along.denominator;
        let mut dims = self.dims.clone();
        let names = program.dims[program.dims.len() - pass.lengths.len()..].iter();
        for (name, length) in names.zip(&pass.lengths) {
            let length = match length {
                Length::Part { along, extent } => {
                    let extent = value(extent, &dims);
                    let b = tile[along.cut].1;
                    let end = match b == ends[along.cut] {
                        true => extent,
                        false => (b * along.numerator / along.denominator).min(extent),
                    };
                    (end - begin(along)).max(0)
                }
                Length::Cover { reaches } => {
                    let needed = reaches.iter().filter(|(needed, _)| value(needed, &dims) > 0);
                    needed.map(|(_, end)| value(end, &dims)).max().unwrap_or(0).max(0)
                }
            };
            dims.insert(name.clone(), length);
        }
        let boxed = |axes: &[BoxAxis], shape: &[usize]| -> Vec<(i64, usize)> {
            let axes = axes.iter().zip(shape);
            axes.map(|(axis, size)| match axis {
                BoxAxis::Whole => (0, *size),
                BoxAxis::Part { along, low, length } => {
                    let begin = along.as_ref().map_or(0, &begin);
                    (begin + value(low, &dims), value(length, &dims) as usize)
                }
            })
            .collect()
        };
        let args: Vec<Tensor> = pass
            .inputs
            .iter()
            .map(|input| match input {
                TileInput::Start(along) => Tensor::scalar(Const::i64(begin(along))),
                TileInput::Box { source, axes, views } => {
                    let viewed = self.viewed(self.source(*source), views);
                    part(viewed.0, &boxed(axes, &viewed.1), &viewed.2)
                }
            })
            .collect();
        let outcome = interpret(&program.dag, &|name: &str| dims.get(name).copied(), &args)?;
        for (output, result) in pass.outputs.iter().zip(outcome.results) {
            let array = match output.goal {
                Goal::Result(k) => self.results[k.0].as_mut().expect("a result"),
                Goal::Value(k) => self.values[k].as_mut().expect("a value"),
            };
            let at = boxed(&output.axes, &array.shape);
            assert_eq!(at.iter().map(|a| a.1).collect::<Vec<_>>(), result.shape);
            for (k, index) in positions(&result.shape).enumerate() {
                let index: Vec<i64> = index.iter().zip(&at).map(|(i, a)| i + a.0).collect();
                let place = flat(&index, &array.shape).expect("a result inside of its array");
                array.bits[place] = match output.fold {
                    None => result.bits[k],
                    Some(fold) => combined(fold, array.element(place), result.element(k)),
                };
            }
        }
        Ok(())
    }
}

fn value(size: &Size, dims: &HashMap<String, i64>) -> i64 {
    size.evaluate(&|name| dims.get(name).copied()).expect("all dimensions are known")
}

fn extents(shape: &[Size], dims: &HashMap<String, i64>) -> Vec<usize> {
    shape.iter().map(|size| value(size, dims) as usize).collect()
}

fn empty(dtype: DType, shape: &[usize], bits: u64) -> Tensor {
    let len = shape.iter().product();
    Tensor { dtype, shape: shape.to_vec(), bits: vec![bits; len] }
}

fn reduction(fold: Fold) -> crate::dag::Reduce {
    use crate::dag::Reduce;
    match fold {
        Fold::Sum => Reduce::Sum,
        Fold::Prod => Reduce::Prod,
        Fold::Min => Reduce::Min,
        Fold::Max => Reduce::Max,
        Fold::All => Reduce::All,
        Fold::Any => Reduce::Any,
    }
}

fn identity(fold: Fold, dtype: DType) -> u64 {
    reduction(fold).identity(dtype).bits
}

fn combined(fold: Fold, a: Const, b: Const) -> u64 {
    let op: Binary = reduction(fold).combine();
    evaluate::binary(op, a, b).expect("a reduction of this dtype").bits
}

fn positions(shape: &[usize]) -> impl Iterator<Item = Vec<i64>> + use<> {
    let shape = shape.to_vec();
    (0..shape.iter().product::<usize>()).map(move |mut k| {
        let mut index = vec![0; shape.len()];
        for axis in (0..shape.len()).rev() {
            index[axis] = (k % shape[axis]) as i64;
            k /= shape[axis];
        }
        index
    })
}

fn flat(index: &[i64], shape: &[usize]) -> Option<usize> {
    index.iter().zip(shape).try_fold(0, |at, (i, size)| {
        let i = usize::try_from(*i).ok().filter(|i| i < size)?;
        Some(at * size + i)
    })
}

/// A box of a view of an array: `element` has the position in the array of each of an axis. Elements outside of the array
/// are a value that would be noticed.
fn part(array: &Tensor, at: &[(i64, usize)], element: &dyn Fn(usize, i64) -> i64) -> Tensor {
    let shape: Vec<usize> = at.iter().map(|a| a.1).collect();
    let bits = positions(&shape).map(|index| {
        let index = index.iter().zip(at).enumerate();
        let index: Vec<i64> = index.map(|(axis, (i, a))| element(axis, i + a.0)).collect();
        let outside = match array.dtype {
            DType::Bool => 1,
            dtype => Const::from_f64(dtype, 77.0).bits,
        };
        flat(&index, &array.shape).map_or(outside, |k| array.bits[k])
    });
    let bits = bits.collect();
    Tensor { dtype: array.dtype, shape, bits }
}
