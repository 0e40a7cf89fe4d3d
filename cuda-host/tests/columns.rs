//! Kernels that read along another dimension than neighbouring threads of plain kernels: transpositions by tiles, and
//! sums down columns.

mod support;

use array_fn_compiler::dag::{Binary, DType, Reduce, Rounding};
use array_fn_compiler::emit::cuda::mapping::{Mapping, Neighbours, Sharing, Strategy, Terms};
use array_fn_compiler::schedule::kernel::*;
use array_fn_plan::Spread;
use support::{Builder, Memory, emit, run};

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|x| x.to_bits()).collect()
}

fn sequence(n: i64) -> Vec<f64> {
    (0..n).map(|k| ((k * 37 % 101) as f64 - 50.0) / 8.0).collect()
}

/// `out[a, i, j] = x[a, j, i] + y[a, i, j]` for elements of a dtype, `a, i, j` in the order of `parallel`.
fn transposition(dtype: DType, order: [usize; 3]) -> KernelIr {
    let mut b = Builder::default();
    let sizes = [b.size(), b.size(), b.size()];
    let mut vars = [sizes[0]; 3];
    for k in order {
        vars[k] = b.parallel(Extent::Size(k as u32));
    }
    let [a, i, j] = vars;
    let x = b.buffer(dtype, Access::Read);
    let y = b.buffer(dtype, Access::Read);
    let out = b.buffer(dtype, Access::Write);
    let matrix = b.mul(sizes[1], sizes[2]);
    let first = b.mul(a, matrix);
    let (row, column) = (b.mul(i, sizes[2]), b.mul(j, sizes[1]));
    let (across, along) = (b.add(column, i), b.add(row, j));
    let (across, along) = (b.add(first, across), b.add(first, along));
    let (far, near) = (b.load(x, across), b.load(y, along));
    let value = b.add(far, near);
    b.phase(vec![], vec![Stmt::Store { buffer: out, offset: along, value }]);
    b.kernel
}

#[test]
fn tiles_are_transposed() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let mut few_threads = transposition(DType::F64, [0, 1, 2]);
    few_threads.threads = Some(128);
    let kernels = [
        ("batched", transposition(DType::F64, [0, 1, 2])),
        // The dimension that is read along comes first.
        ("rows_first", transposition(DType::F64, [1, 0, 2])),
        ("narrow", transposition(DType::I16, [0, 1, 2])),
        ("few_threads", few_threads),
    ];
    let kernels = kernels.map(|(name, kernel)| (name.to_string(), kernel));
    let along: Vec<Strategy> = kernels.iter().map(|(_, k)| Mapping::choose(k).strategy).collect();
    assert_eq!(along, [1, 0, 1, 1].map(Strategy::Tiles));
    let (source, host) = emit("tiles", &kernels);
    let shapes = [
        [1, 1, 1],
        [1, 32, 32],
        [1, 33, 31],
        [2, 65, 40],
        [1, 3, 700],
        [1, 700, 3],
        [5, 3, 4],
        [67, 3, 4],
        [3, 17, 2],
        [1, 1, 500],
        [9, 500, 1],
        [1, 300, 20],
    ];
    for (k, (name, kernel)) in kernels.iter().enumerate() {
        let order = if name == "rows_first" { [1, 0, 2] } else { [0, 1, 2] };
        let dtype = kernel.buffers[0].dtype;
        for shape in shapes {
            let [na, ni, nj] = shape;
            let count = na * ni * nj;
            let element = |k: i64| match dtype {
                DType::F64 => (k as f64).to_bits(),
                _ => (k % 1000).cast_unsigned(),
            };
            let x: Vec<u64> = (0..count).map(element).collect();
            let y: Vec<u64> = (0..count).map(|k| element(7 * k % 11)).collect();
            let mut memory = [
                Memory::new(dtype, false, &x),
                Memory::new(dtype, false, &y),
                Memory::poisoned(dtype, count as usize),
            ];
            run(&source, &host, k, &mut memory, &[], &shape, &order.map(|axis| shape[axis]));
            let elements = memory.each_ref().map(Memory::elements);
            for place in 0..count {
                let (rest, j) = (place / nj, place % nj);
                let (a, i) = (rest / ni, rest % ni);
                let [x, y] = [(0, a * ni * nj + j * ni + i), (1, place)]
                    .map(|(buffer, at)| elements[buffer][at as usize].to_f64());
                let got = elements[2][place as usize].to_f64();
                assert_eq!(got, x + y, "{name} {shape:?}: {place}");
            }
        }
    }
}

/// A block of threads that cannot have equal parts of a tile, or too few of them, gets no tile; nor does a dimension of
/// two.
#[test]
fn other_transpositions_have_no_tiles() {
    for threads in [64, 96, 192, 768] {
        let mut kernel = transposition(DType::F64, [0, 1, 2]);
        kernel.threads = Some(threads);
        assert_eq!(Mapping::choose(&kernel).spread(), Spread::Points(threads));
    }
    for (axis, tiled) in [(0, true), (1, false), (2, false)] {
        let mut kernel = transposition(DType::F64, [0, 1, 2]);
        kernel.parallel[axis].extent = Extent::Const(2);
        let strategy = Mapping::choose(&kernel).strategy;
        assert_eq!(strategy == Strategy::Tiles(1), tiled, "{axis}");
    }
}

/// `out[p, j] = sum over r of x[p * size 0 + r, j]`, where rows end at size 1, and columns are size 2.
fn column_kernel(dtype: DType) -> KernelIr {
    let mut b = Builder::default();
    let part = b.parallel(Extent::Size(0));
    let column = b.parallel(Extent::Size(0));
    let (step, rows, columns) = (b.size(), b.size(), b.size());
    let x = b.buffer(dtype, Access::Read);
    let out = b.buffer(dtype, Access::Write);
    let zero = b.int(0);
    let first = b.mul(part, step);
    let rest = b.binary(Binary::Sub, rows, first);
    let high = b.binary(Binary::Min, step, rest);
    let (inner, r) = b.fresh_loop(Extent::Range { low: zero, high });
    let in_part = b.mul(r, columns);
    let first = b.mul(first, columns);
    let place = b.add(first, in_part);
    let place = b.add(place, column);
    let element = b.load(x, place);
    let (total, value) = b.temp(dtype);
    let accumulators = vec![Accumulator { id: total, op: Reduce::Sum, value: element }];
    let reduce = Stmt::Reduce { loops: vec![inner], body: vec![], accumulators };
    let row = b.mul(part, columns);
    let place = b.add(row, column);
    b.phase(vec![], vec![reduce, Stmt::Store { buffer: out, offset: place, value }]);
    b.kernel
}

#[test]
fn threads_share_the_terms_of_a_column() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let mut few_threads = column_kernel(DType::F64);
    few_threads.threads = Some(32);
    let mut strict = column_kernel(DType::F64);
    strict.rounding = Rounding::Strict;
    let kernels = [
        ("wide".to_string(), column_kernel(DType::F64)),
        ("narrow".to_string(), column_kernel(DType::F32)),
        ("few_threads".to_string(), few_threads),
        ("strict".to_string(), strict),
    ];
    let of = |most| {
        Strategy::Terms(Sharing { terms: Terms::Size(0), most, neighbours: Neighbours::Points })
    };
    let strategies: Vec<Strategy> =
        kernels.iter().map(|(_, k)| Mapping::choose(k).strategy).collect();
    assert_eq!(strategies, [of(64), of(32), of(8), Strategy::Registers]);
    let (source, host) = emit("shared_columns", &kernels);
    for (k, (name, kernel)) in kernels.iter().enumerate() {
        for (step, rows) in [(4, 10), (15, 15), (16, 40), (130, 129), (130, 400), (1100, 2300)] {
            for columns in [1, 3, 8, 33, 300] {
                let (x, parts) = (sequence(rows * columns), (rows + step - 1) / step);
                let dtype = kernel.buffers[0].dtype;
                let elements: Vec<u64> = match dtype {
                    DType::F32 => x.iter().map(|x| u64::from((*x as f32).to_bits())).collect(),
                    _ => bits(&x),
                };
                let mut memory = [
                    Memory::new(dtype, false, &elements),
                    Memory::poisoned(dtype, (parts * columns) as usize),
                ];
                let sizes = [step, rows, columns];
                run(&source, &host, k, &mut memory, &[], &sizes, &[parts, columns]);
                let got = memory[1].f64();
                for part in 0..parts {
                    for column in 0..columns {
                        let rows = part * step..rows.min((part + 1) * step);
                        // Multiples of 1/8: exact in any order.
                        let of = |row: i64| x[(row * columns + column) as usize];
                        let expected = rows.map(of).sum::<f64>();
                        let sum = got[(part * columns + column) as usize];
                        assert_eq!(sum, expected, "{name} {sizes:?}: {part}, {column}");
                    }
                }
            }
        }
    }
}

/// The bits of a sum do not depend on the number of columns.
#[test]
fn sums_of_columns_do_not_depend_on_other_columns() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let (source, host) =
        emit("bits_of_columns", &[("sums".to_string(), column_kernel(DType::F64))]);
    let rows = 1000;
    let term = |row: i64| 1.0 / (row as f64 + 0.3);
    let sums: Vec<Vec<f64>> = [1, 2, 5, 70]
        .into_iter()
        .map(|columns| {
            let x: Vec<f64> = (0..rows * columns).map(|k| term(k / columns)).collect();
            let mut memory = [
                Memory::new(DType::F64, false, &bits(&x)),
                Memory::poisoned(DType::F64, columns as usize),
            ];
            run(&source, &host, 0, &mut memory, &[], &[rows, rows, columns], &[1, columns]);
            memory[1].f64()
        })
        .collect();
    assert!(sums.iter().flatten().all(|sum| sum.to_bits() == sums[0][0].to_bits()));
}
