//! Loads: the elements that lanes read, and where these are.

use super::analysis::Offset;
use super::value::{Tile, unwrapped};
use super::{Emitter, ops};
use crate::dag::DType;
use crate::schedule::kernel::{Access, Value, ValueId};

impl Emitter<'_> {
    /// If each element of a load is read by several lanes: the number of these lanes, and the other summands of the
    /// offset.
    pub(super) fn repeated(&self, id: ValueId) -> Option<(i64, Vec<ValueId>)> {
        let Value::Load { buffer, offset } = *self.kernel.value(id) else { return None };
        let info = self.kernel.buffers[buffer as usize];
        if info.index || info.dtype == DType::Bool || self.neighbours.contains_key(&id) {
            return None;
        }
        self.analysis.repeated(self.kernel, offset)
    }

    /// The expression of a load. Its elements may be in memory, in a local array, in a table, or in a register already.
    pub(super) fn loaded(
        &mut self,
        id: ValueId,
        buffer: u32,
        offset: ValueId,
        tile: &Tile,
    ) -> String {
        if let Some((row, var)) = self.columns.get(&id).copied() {
            let iteration = match var {
                None => "r".to_string(),
                Some(var) => {
                    let var = self.kernel.find(&Value::Var(var));
                    var.map_or("0".into(), |var| self.name(var, tile))
                }
            };
            return format!("V(*{})", row.at(&iteration));
        }
        if let Some(tabled) = self.tabled.get(&id) {
            return tabled.clone();
        }
        if let Some((by, rest)) = self.repeated(id) {
            let ty = ops::element(self.kernel.dtype(id));
            let lane = self.first_lane(tile);
            let mut from = self.read_pointer(buffer);
            for part in rest {
                let part = self.name(part, tile);
                from = format!("{from}.wrapping_offset({part} as isize)");
            }
            return format!("l::load_repeated::<{ty}, W, {by}>({from}, {lane})");
        }
        match self.gather_neighbours(id, tile) {
            Some(gathered) => gathered,
            None => self.load(buffer, offset, tile),
        }
    }

    /// The variable that runs in lanes, in lane 0.
    pub(super) fn first_lane(&self, tile: &Tile) -> String {
        match (self.row, self.analysis.lane) {
            _ if self.wrapped.is_some() => "at".to_string(),
            (Some(_), _) => self.bases[&tile.copy].clone(),
            (None, Some(v)) => format!("v{}", v.0),
            (None, None) => "0i64".to_string(),
        }
    }

    /// A plain `i64` expression for the offset of lane 0, and the stride between lanes (`None`: 1).
    pub fn linear(
        &mut self,
        stride: Option<ValueId>,
        rest: &[ValueId],
        tile: &Tile,
    ) -> (String, Option<String>) {
        let lane = self.first_lane(tile);
        let stride = stride.map(|s| self.name(s, tile));
        let mut sum = match &stride {
            Some(s) => format!("{lane}.wrapping_mul({s})"),
            None => lane,
        };
        for term in rest {
            let term = self.name(*term, tile);
            sum = format!("{sum}.wrapping_add({term})");
        }
        (sum, stride)
    }

    pub fn read_pointer(&self, buffer: u32) -> String {
        match self.kernel.buffers[buffer as usize].access {
            Access::Read => format!("b{buffer}"),
            _ => format!("b{buffer}.cast_const()"),
        }
    }

    fn load(&mut self, buffer: u32, offset: ValueId, tile: &Tile) -> String {
        let info = self.kernel.buffers[buffer as usize];
        let pointer = self.read_pointer(buffer);
        let kind = match (info.index, info.dtype) {
            (true, _) => "_index",
            (_, DType::Bool) => "_bool",
            _ => "",
        };
        match self.analysis.offset(self.kernel, offset) {
            Offset::Uniform => {
                let at = self.name(offset, tile);
                let generics = match kind {
                    "" => format!("{}, 1", ops::element(info.dtype)),
                    _ => "1".to_string(),
                };
                let load = format!(
                    "l::load{kind}::<{generics}>({pointer}.wrapping_offset({at} as isize))"
                );
                unwrapped(load, if info.index { DType::I64 } else { info.dtype }, false)
            }
            Offset::Linear { stride, rest } => {
                let (at, stride) = self.linear(stride, &rest, tile);
                match stride {
                    None => match &self.partial {
                        Some(count) => {
                            format!(
                                "l::load_first{kind}({pointer}.wrapping_offset(({at}) as isize), {count})"
                            )
                        }
                        None => {
                            format!("l::load{kind}({pointer}.wrapping_offset(({at}) as isize))")
                        }
                    },
                    Some(stride) if stride == "(-1i64)" && kind.is_empty() => {
                        format!("l::load_reversed({pointer}.wrapping_offset(({at}) as isize))")
                    }
                    Some(stride)
                        if stride == "(2i64)"
                            && !info.index
                            && self.moves_as_floats(info.dtype) =>
                    {
                        let ty = ops::element(info.dtype);
                        format!(
                            "l::load_alternate::<{ty}, W>({pointer}.wrapping_offset(({at}) as isize))"
                        )
                    }
                    Some(stride) if self.is_kept(buffer, offset) => {
                        format!("kept.load({pointer}.wrapping_offset(({at}) as isize), {stride})")
                    }
                    Some(stride) => format!(
                        "l::load_strided{kind}({pointer}.wrapping_offset(({at}) as isize), {stride})"
                    ),
                }
            }
            Offset::Other => match self.load_of_rows(buffer, offset, tile) {
                Some(load) => load,
                None => {
                    let (base, at) = self.gathered_from(buffer, offset, tile);
                    format!("l::gather{kind}({base}, {at})")
                }
            },
        }
    }

    /// The pointer and the offsets of a gather. Parts of the offset that are the same in all lanes are added to the
    /// pointer, not to the offset of each lane. The pointer by itself may lie outside of the array, so its addition
    /// wraps.
    pub(super) fn gathered_from(
        &mut self,
        buffer: u32,
        offset: ValueId,
        tile: &Tile,
    ) -> (String, String) {
        let (varying, uniform) = self.analysis.summands(self.kernel, offset);
        let mut at = self.varying(varying[0], tile);
        for part in &varying[1..] {
            let part = self.varying(*part, tile);
            at = format!("l::add({at}, {part})");
        }
        let mut base = self.read_pointer(buffer);
        for part in uniform {
            let part = self.name(part, tile);
            base = format!("{base}.wrapping_offset({part} as isize)");
        }
        (base, at)
    }

    pub(super) fn load_local(&mut self, local: u32, offset: ValueId, tile: &Tile) -> String {
        let bool = self.kernel.locals[local as usize].dtype == DType::Bool;
        if self.analysis.is_varying(offset) {
            // Each lane reads its own element of the array.
            let at = self.varying(offset, tile);
            let ty = ops::element(self.kernel.locals[local as usize].dtype);
            let lanes = format!(
                "::core::array::from_fn(|k| l{local}.cast::<{ty}>().offset({at}.0[k] as isize * W as isize + k as isize).read())"
            );
            return if bool {
                format!("l::from_bools::<W>({lanes})")
            } else {
                format!("V({lanes})")
            };
        }
        let at = self.name(offset, tile);
        let load = format!("*l{local}.offset({at} as isize)");
        if bool { format!("l::from_bools::<W>({load})") } else { format!("V({load})") }
    }
}
