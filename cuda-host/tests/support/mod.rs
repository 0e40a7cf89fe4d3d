//! Building kernels by hand, and running them on the host.

#![allow(dead_code, reason = "each test calls some of them")]

use array_fn_compiler::dag::{Binary, Const, DType, Unary};
use array_fn_compiler::emit::cuda::{CudaSource, emit_kernels};
use array_fn_compiler::schedule::kernel::*;
use array_fn_cuda_host::HostCuda;
use std::ffi::c_void;
use std::path::Path;

/// Emits kernels; where `ARRAY_FN_DUMP` names a folder, the source is kept there for nvcc.
pub fn emit(title: &str, kernels: &[(String, KernelIr)]) -> (CudaSource, HostCuda) {
    let named: Vec<(&str, &KernelIr)> = kernels.iter().map(|(n, k)| (n.as_str(), k)).collect();
    let source = emit_kernels(title, &named);
    assert_eq!(source, emit_kernels(title, &named), "emission is deterministic");
    if let Some(dir) = std::env::var_os("ARRAY_FN_DUMP") {
        std::fs::create_dir_all(&dir).unwrap();
        std::fs::write(Path::new(&dir).join(format!("{title}.cu")), &source.source).unwrap();
    }
    let names = source.names();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-host");
    let host = HostCuda::load(&source.source, names, &cache).unwrap_or_else(|e| panic!("{e}"));
    (source, host)
}

/// Memory of a buffer: 64 bits an element as in `Const`, stored in the dtype's own width, with guard
/// elements behind it.
pub struct Memory {
    dtype: DType,
    index: bool,
    bytes: Vec<u8>,
    len: usize,
}

const GUARD: [u8; 64] = [0xA5; 64];

impl Memory {
    pub fn new(dtype: DType, index: bool, elements: &[u64]) -> Memory {
        let mut memory = Memory { dtype, index, bytes: Vec::new(), len: elements.len() };
        for bits in elements {
            memory.bytes.extend_from_slice(&bits.to_le_bytes()[..memory.width()]);
        }
        memory.bytes.extend_from_slice(&GUARD);
        memory
    }

    /// Filled with NaNs.
    pub fn poisoned(dtype: DType, len: usize) -> Memory {
        let mut bytes = vec![0xFF; len * dtype.bytes() as usize];
        bytes.extend_from_slice(&GUARD);
        Memory { dtype, index: false, bytes, len }
    }

    fn width(&self) -> usize {
        if self.index { 4 } else { self.dtype.bytes() as usize }
    }

    pub fn elements(&self) -> Vec<Const> {
        let width = self.width();
        assert_eq!(self.bytes[self.len * width..], GUARD, "a kernel wrote behind a buffer");
        self.bytes[..self.len * width]
            .chunks_exact(width)
            .map(|chunk| {
                let mut word = [0; 8];
                word[..width].copy_from_slice(chunk);
                let bits = u64::from_le_bytes(word);
                let bits = match self.dtype {
                    DType::I8 => bits as i8 as i64 as u64,
                    DType::I16 => bits as i16 as i64 as u64,
                    DType::I32 => bits as i32 as i64 as u64,
                    _ if self.index => bits as i32 as i64 as u64,
                    _ => bits,
                };
                Const { dtype: self.dtype, bits }
            })
            .collect()
    }

    pub fn f64(&self) -> Vec<f64> {
        self.elements().into_iter().map(Const::to_f64).collect()
    }
}

/// Runs kernel `k` of a source.
pub fn run(
    source: &CudaSource,
    host: &HostCuda,
    k: usize,
    memory: &mut [Memory],
    scalars: &[u64],
    sizes: &[i64],
    extents: &[i64],
) {
    let info = &source.kernels[k];
    let points: i64 = extents.iter().product();
    if points == 0 {
        return;
    }
    let launch = info.launch;
    let grid = launch.spread.blocks(sizes, extents) as u32;
    let mut pointers: Vec<*mut u8> = memory.iter_mut().map(|m| m.bytes.as_mut_ptr()).collect();
    let mut words: Vec<u64> = scalars.to_vec();
    words.extend(sizes.iter().chain(extents).map(|n| n.cast_unsigned()));
    let mut parameters: Vec<*mut c_void> =
        pointers.iter_mut().map(|p| std::ptr::from_mut(p).cast()).collect();
    parameters.extend(words.iter_mut().map(|w| std::ptr::from_mut(w).cast::<c_void>()));
    // SAFETY: the tests pass buffers, scalars (little-endian words), sizes and extents as their kernels
    // declare them.
    let result = unsafe {
        host.launch(
            &info.name,
            grid,
            info.launch.threads,
            info.launch.shared_bytes as usize,
            &mut parameters,
        )
    };
    result.unwrap_or_else(|e| panic!("{e}"));
}

/// Shorthands for building a kernel.
#[derive(Default)]
pub struct Builder {
    pub kernel: KernelIr,
    vars: u32,
    temps: u32,
}

impl Builder {
    pub fn buffer(&mut self, dtype: DType, access: Access) -> u32 {
        self.kernel.buffers.push(Buffer { dtype, access, index: false });
        self.kernel.buffers.len() as u32 - 1
    }

    pub fn local(&mut self, dtype: DType, len: usize) -> u32 {
        self.kernel.locals.push(Local { dtype, len });
        self.kernel.locals.len() as u32 - 1
    }

    pub fn size(&mut self) -> ValueId {
        self.kernel.sizes += 1;
        self.kernel.add(Value::Size(self.kernel.sizes - 1), DType::I64)
    }

    pub fn fresh_loop(&mut self, extent: Extent) -> (Loop, ValueId) {
        let var = VarId(self.vars);
        self.vars += 1;
        (Loop { var, extent }, self.kernel.add(Value::Var(var), DType::I64))
    }

    /// A parallel dimension.
    pub fn parallel(&mut self, extent: Extent) -> ValueId {
        let (l, var) = self.fresh_loop(extent);
        self.kernel.parallel.push(l);
        var
    }

    pub fn int(&mut self, value: i64) -> ValueId {
        self.kernel.add(Value::Const(Const::i64(value)), DType::I64)
    }

    pub fn unary(&mut self, op: Unary, a: ValueId) -> ValueId {
        let dtype = match op {
            Unary::IsNan | Unary::IsInf | Unary::IsFinite => DType::Bool,
            _ => self.kernel.dtype(a),
        };
        self.kernel.add(Value::Unary(op, a), dtype)
    }

    pub fn binary(&mut self, op: Binary, a: ValueId, b: ValueId) -> ValueId {
        let dtype = if op.is_comparison() { DType::Bool } else { self.kernel.dtype(a) };
        self.kernel.add(Value::Binary(op, a, b), dtype)
    }

    pub fn add(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.binary(Binary::Add, a, b)
    }

    pub fn mul(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.binary(Binary::Mul, a, b)
    }

    /// `row * width + column`
    pub fn at(&mut self, row: ValueId, width: i64, column: ValueId) -> ValueId {
        let width = self.int(width);
        let start = self.mul(row, width);
        self.add(start, column)
    }

    pub fn load(&mut self, buffer: u32, offset: ValueId) -> ValueId {
        let Buffer { dtype, index, .. } = self.kernel.buffers[buffer as usize];
        let dtype = if index { DType::I64 } else { dtype };
        self.kernel.add(Value::Load { buffer, offset }, dtype)
    }

    pub fn load_local(&mut self, local: u32, offset: ValueId) -> ValueId {
        let dtype = self.kernel.locals[local as usize].dtype;
        self.kernel.add(Value::LoadLocal { local, offset }, dtype)
    }

    pub fn temp(&mut self, dtype: DType) -> (AccumulatorId, ValueId) {
        let temp = AccumulatorId(self.temps);
        self.temps += 1;
        (temp, self.kernel.add(Value::Accumulator(temp), dtype))
    }

    pub fn phase(&mut self, loops: Vec<Loop>, body: Vec<Stmt>) {
        self.kernel.phases.push(Phase { loops, body });
    }
}
