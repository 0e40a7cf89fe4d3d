//! The parameters of a kernel (buffers, scalars, sizes), and its variables.

use super::Lowerer;
use crate::dag::{Binary, Const, DType, Size};
use crate::plan::{Place, ScalarArg};
use crate::schedule::kernel::{Access, Buffer, Extent, Value, ValueId, VarId};

impl Lowerer<'_> {
    pub(super) fn new_var(&mut self, extent: &Size) -> (VarId, ValueId) {
        let var = VarId(self.next_var);
        self.next_var += 1;
        let value = self.kernel.add(Value::Var(var), DType::I64);
        if let Some(n) = extent.as_constant() {
            self.var_extents.insert(value, n);
        }
        (var, value)
    }

    fn size_param(&mut self, size: &Size) -> u32 {
        if let Some(k) = self.sizes.iter().position(|s| s == size) {
            return k as u32;
        }
        self.sizes.push(size.clone());
        self.sizes.len() as u32 - 1
    }

    pub(super) fn extent(&mut self, size: &Size) -> Extent {
        match size.as_constant() {
            Some(n) => Extent::Const(n),
            None => Extent::Size(self.size_param(size)),
        }
    }

    pub(super) fn buffer(
        &mut self,
        place: Place,
        dtype: DType,
        index: bool,
        access: Access,
    ) -> u32 {
        if let Some(k) = self.buffers.iter().position(|p| *p == place) {
            let buffer = &mut self.kernel.buffers[k];
            if buffer.access != access {
                buffer.access = Access::ReadWrite;
            }
            return k as u32;
        }
        self.buffers.push(place);
        self.kernel.buffers.push(Buffer { dtype, access, index });
        self.buffers.len() as u32 - 1
    }

    pub(super) fn scalar(&mut self, arg: ScalarArg, dtype: DType) -> ValueId {
        let known = |(k, d): (usize, &DType)| self.scalars[k] == arg && *d == dtype;
        let k = match self.kernel.scalars.iter().enumerate().position(known) {
            Some(k) => k,
            None => {
                self.scalars.push(arg);
                self.kernel.scalars.push(dtype);
                self.scalars.len() - 1
            }
        };
        self.kernel.add(Value::Scalar(k as u32), dtype)
    }

    /// Constants become parameters, except the most common ones. So kernels that differ only in constants are one
    /// kernel.
    pub(super) fn constant(&mut self, c: Const) -> ValueId {
        let common = [0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5];
        let keep = !c.dtype.is_float() || common.contains(&c.to_f64());
        if keep {
            self.kernel.add(Value::Const(c), c.dtype)
        } else {
            self.scalar(ScalarArg::Const(c.bits), c.dtype)
        }
    }

    pub(super) fn int(&mut self, value: i64) -> ValueId {
        self.kernel.add(Value::Const(Const::i64(value)), DType::I64)
    }

    pub(super) fn size_value(&mut self, size: &Size) -> ValueId {
        match size.as_constant() {
            Some(n) => self.int(n),
            None => {
                let k = self.size_param(size);
                self.kernel.add(Value::Size(k), DType::I64)
            }
        }
    }

    pub(super) fn i64_binary(&mut self, op: Binary, a: ValueId, b: ValueId) -> ValueId {
        self.fold_binary(op, a, b, DType::I64)
    }
}
