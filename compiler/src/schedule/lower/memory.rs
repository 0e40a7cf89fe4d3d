//! Finds where elements lie: offsets, local arrays, registers.

use super::Lowerer;
use crate::dag::{Binary, NodeId, NodeKind, ParamKind, Size};
use crate::plan::{ParamId, Place, ScalarArg};
use crate::schedule::affine::Affine;
use crate::schedule::group::is_index_input;
use crate::schedule::kernel::{Access, Local, Value, ValueId};
use crate::schedule::phases::inner_elements;

impl Lowerer<'_> {
    pub(super) fn load(&mut self, node: NodeId, index: &[Affine]) -> ValueId {
        if self.members.contains(&node) {
            let unrolled = &self.plan.unrolled[&node];
            let copy: Option<Vec<i64>> = unrolled.iter().map(|k| index[*k].as_constant()).collect();
            let at_point = copy.and_then(|copy| self.registers.get(&(node, copy)).copied());
            if let Some(value) = at_point {
                return value;
            }
            let local = self.local(node);
            let offset = self.local_offset(node, index);
            let dtype = self.dag.node(node).dtype;
            return self.kernel.add(Value::LoadLocal { local, offset }, dtype);
        }
        if self.plan.staged.contains(&node) && self.is_own_point(node, index) {
            let local = self.local(node);
            let offset = self.local_offset(node, index);
            let dtype = self.dag.node(node).dtype;
            return self.kernel.add(Value::LoadLocal { local, offset }, dtype);
        }
        self.load_global(node, index)
    }

    /// Whether an array from outside is read at this point of the parallel dimensions.
    fn is_own_point(&self, node: NodeId, index: &[Affine]) -> bool {
        let axes = &self.groups.info[&node].axes.parallel;
        axes.len() == self.parallel.len()
            && axes.iter().zip(&self.parallel).all(|(k, v)| index[*k].as_value() == Some(*v))
    }

    pub(super) fn local(&mut self, node: NodeId) -> u32 {
        if let Some(k) = self.locals.get(&node) {
            return *k;
        }
        let len = inner_elements(self.dag, self.groups, node) as usize;
        let k = self.kernel.locals.len() as u32;
        self.kernel.locals.push(Local { dtype: self.dag.node(node).dtype, len });
        self.locals.insert(node, k);
        k
    }

    pub(super) fn local_offset(&mut self, node: NodeId, index: &[Affine]) -> ValueId {
        let (mut offset, mut stride) = (Affine::default(), Size::one());
        for axis in self.groups.info[&node].axes.inner.iter().rev() {
            offset = offset.add(&index[*axis].scale(&stride));
            stride = stride.mul(&self.dag.node(node).shape[*axis]);
        }
        self.affine_value(&offset)
    }

    pub(super) fn global_offset(&mut self, node: NodeId, index: &[Affine]) -> ValueId {
        let (mut offset, mut stride) = (Affine::default(), Size::one());
        let shape = &self.dag.node(node).shape;
        for axis in (0..shape.len()).rev() {
            // The index of an axis of extent 1 is always 0.
            if !shape[axis].is_one() {
                offset = offset.add(&index[axis].scale(&stride));
            }
            stride = stride.mul(&shape[axis]);
        }
        self.offset_value(offset)
    }

    pub(super) fn load_global(&mut self, node: NodeId, index: &[Affine]) -> ValueId {
        let n = self.dag.node(node);
        let (dtype, kind) = (n.dtype, n.kind.clone());
        let place = match kind {
            NodeKind::Input(p) if self.dag.inputs[p as usize].kind == ParamKind::Scalar => {
                return self.scalar(ScalarArg::Param(ParamId(p as usize)), dtype);
            }
            NodeKind::Input(p) => Place::Param(ParamId(p as usize)),
            NodeKind::Compute(_) | NodeKind::Routine { .. } | NodeKind::Loop { .. } => {
                self.places[&node][0]
            }
        };
        let offset = self.global_offset(node, index);
        let is_index = is_index_input(self.dag, node);
        let buffer = self.buffer(place, dtype, is_index, Access::Read);
        self.kernel.add(Value::Load { buffer, offset }, dtype)
    }

    /// The value of an affine expression.
    pub(super) fn affine_value(&mut self, affine: &Affine) -> ValueId {
        if affine.terms.keys().any(|t| self.merged.iter().any(|m| m.vars.contains(t))) {
            self.not_flat = true;
        }
        let mut sum: Option<ValueId> = None;
        for (id, c) in &affine.terms {
            let term = if c.is_one() {
                *id
            } else {
                let c = self.size_value(c);
                self.i64_binary(Binary::Mul, *id, c)
            };
            sum = Some(match sum {
                Some(s) => self.i64_binary(Binary::Add, s, term),
                None => term,
            });
        }
        match sum {
            None => self.size_value(&affine.constant),
            Some(s) if affine.constant.is_zero() => s,
            Some(s) => {
                let c = self.size_value(&affine.constant);
                self.i64_binary(Binary::Add, s, c)
            }
        }
    }

    /// The value of a flat offset. Quotients and remainders by the same size are recombined, and the variables of
    /// merged loops are replaced by the flat one.
    fn offset_value(&mut self, mut offset: Affine) -> ValueId {
        loop {
            let pair = offset.terms.iter().find_map(|(rem, c)| {
                let Value::Binary(Binary::Rem, x, n) = *self.kernel.value(*rem) else {
                    return None;
                };
                let div = Value::Binary(Binary::FloorDiv, x, n);
                let n = self.size_of(n)?;
                offset
                    .terms
                    .iter()
                    .find(|(d, k)| *self.kernel.value(**d) == div && **k == c.mul(&n))
                    .map(|(d, _)| (*rem, *d, x, c.clone()))
            });
            let Some((rem, div, x, c)) = pair else { break };
            offset.terms.remove(&rem);
            offset.terms.remove(&div);
            offset.add_term(x, &c);
        }
        for merged in &self.merged {
            let unit =
                merged.vars.last().and_then(|v| offset.terms.get(v)).cloned().unwrap_or_default();
            let mut expected = unit.clone();
            for (var, extent) in merged.vars.iter().zip(&merged.extents).rev() {
                let found = offset.terms.remove(var).unwrap_or_default();
                // An axis of extent 1 has index 0, whatever its stride.
                if found != expected && !extent.is_one() {
                    self.not_flat = true;
                }
                expected = expected.mul(extent);
            }
            if !unit.is_zero() {
                offset.add_term(merged.flat, &unit);
            }
        }
        self.affine_value(&offset)
    }

    pub(super) fn size_of(&self, id: ValueId) -> Option<Size> {
        match *self.kernel.value(id) {
            Value::Const(c) => Some(Size::constant(c.bits as i64)),
            Value::Size(k) => Some(self.sizes[k as usize].clone()),
            _ => None,
        }
    }
}
