//! Kernels with local arrays, phases and reductions, on sizes that do not fit the blocks.

mod support;

use array_fn_compiler::dag::{Binary, Const, DType, Reduce};
use array_fn_compiler::emit::cuda::mapping::{
    MAX_SHARED_BYTES, Mapping, Neighbours, Sharing, Strategy, Terms,
};
use array_fn_compiler::schedule::kernel::*;
use array_fn_plan::Spread;
use support::{Builder, Memory, emit, run};

const SIZES: [i64; 6] = [0, 1, 31, 33, 257, 1025];

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|x| x.to_bits()).collect()
}

fn sequence(n: i64) -> Vec<f64> {
    (0..n).map(|k| ((k * 37 % 101) as f64 - 50.0) / 8.0).collect()
}

/// Longest sums: enough to be a loop, and the widest kernels stay quick.
const TERMS: usize = 64;

/// Per element `e` of `E`: `v = 2 u[e, :]` (local), then `w[i] = sum over j of d[i + j] v[j]` (local),
/// then in place `u[e, :] += w * sum(v)` and `out[e] = max(w)`; sums have at most `TERMS` terms.
fn element_kernel(width: usize) -> KernelIr {
    let (n, terms) = (width as i64, width.min(TERMS) as i64);
    let mut b = Builder::default();
    let e = b.parallel(Extent::Size(0));
    b.size();
    let u = b.buffer(DType::F64, Access::ReadWrite);
    let d = b.buffer(DType::F64, Access::Read);
    let out = b.buffer(DType::F64, Access::Write);
    let (v, w) = (b.local(DType::F64, width), b.local(DType::F64, width));

    let (l, i) = b.fresh_loop(Extent::Const(n));
    let place = b.at(e, n, i);
    let x = b.load(u, place);
    let two = b.kernel.add(Value::Const(Const::f64(2.0)), DType::F64);
    let value = b.mul(two, x);
    b.phase(vec![l], vec![Stmt::StoreLocal { local: v, offset: i, value }]);

    let (l, i) = b.fresh_loop(Extent::Const(n));
    let (inner, j) = b.fresh_loop(Extent::Const(terms));
    let place = b.at(i, 1, j);
    let (coefficient, x) = (b.load(d, place), b.load_local(v, j));
    let product = b.mul(coefficient, x);
    let (temp, value) = b.temp(DType::F64);
    let reduce = Stmt::Reduce {
        loops: vec![inner],
        body: vec![],
        accumulators: vec![Accumulator { id: temp, op: Reduce::Sum, value: product }],
    };
    b.phase(vec![l], vec![reduce, Stmt::StoreLocal { local: w, offset: i, value }]);

    let (l, i) = b.fresh_loop(Extent::Const(n));
    let (inner, j) = b.fresh_loop(Extent::Const(terms));
    let x = b.load_local(v, j);
    let (temp, total) = b.temp(DType::F64);
    let reduce = Stmt::Reduce {
        loops: vec![inner],
        body: vec![],
        accumulators: vec![Accumulator { id: temp, op: Reduce::Sum, value: x }],
    };
    let place = b.at(e, n, i);
    let (old, x) = (b.load(u, place), b.load_local(w, i));
    let change = b.mul(x, total);
    let value = b.add(old, change);
    b.phase(vec![l], vec![reduce, Stmt::Store { buffer: u, offset: place, value }]);

    let (inner, j) = b.fresh_loop(Extent::Const(n));
    let x = b.load_local(w, j);
    let (temp, value) = b.temp(DType::F64);
    let reduce = Stmt::Reduce {
        loops: vec![inner],
        body: vec![],
        accumulators: vec![Accumulator { id: temp, op: Reduce::Max, value: x }],
    };
    b.phase(vec![], vec![reduce, Stmt::Store { buffer: out, offset: e, value }]);
    b.kernel
}

#[test]
fn element_local_kernels_of_every_strategy() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    // Registers, blocks of 128, 64, 32 and 8 points, opt-in shared memory, local memory.
    let widths = [2, 5, 20, 35, 220, 4000, 14_000];
    let kernels: Vec<(String, KernelIr)> =
        widths.iter().map(|n| (format!("element_{n}"), element_kernel(*n))).collect();
    let strategies: Vec<Strategy> =
        kernels.iter().map(|(_, k)| Mapping::choose(k).strategy).collect();
    use Strategy::*;
    let [first, shared @ .., last] = strategies.as_slice() else { panic!("{strategies:?}") };
    assert_eq!([first, last], [&Registers, &LocalMemory]);
    assert!(shared.iter().all(|s| matches!(s, Shared { .. })), "{shared:?}");
    let (source, host) = emit("element_kernels", &kernels);
    assert!(source.kernels.iter().all(|k| i64::from(k.launch.shared_bytes) <= MAX_SHARED_BYTES));
    assert!(source.kernels[5].launch.shared_bytes > 48 * 1024);
    for (k, width) in widths.into_iter().enumerate() {
        let sizes = if width > 1000 { &SIZES[..2] } else { &SIZES[..] };
        for points in sizes {
            let n = width as i64;
            let (u, d) = (sequence(points * n), sequence(2 * n));
            let mut memory = [
                Memory::new(DType::F64, false, &bits(&u)),
                Memory::new(DType::F64, false, &bits(&d)),
                Memory::poisoned(DType::F64, *points as usize),
            ];
            run(&source, &host, k, &mut memory, &[], &[*points], &[*points]);
            let (got_u, got_out) = (memory[0].f64(), memory[2].f64());
            for e in 0..*points as usize {
                let v: Vec<f64> = (0..width).map(|i| 2.0 * u[e * width + i]).collect();
                let terms = width.min(TERMS);
                let total = v[..terms].iter().fold(0.0, |s, x| s + x);
                let w: Vec<f64> =
                    (0..width).map(|i| (0..terms).fold(0.0, |s, j| s + d[i + j] * v[j])).collect();
                for i in 0..width {
                    let want = u[e * width + i] + w[i] * total;
                    assert_eq!(got_u[e * width + i], want, "width {width}, u[{e}, {i}]");
                }
                let largest = w.iter().fold(f64::NEG_INFINITY, |m, x| m.max(*x));
                assert_eq!(got_out[e], largest, "width {width}, out[{e}]");
            }
        }
    }
}

/// `v = 2 u[e, :]` (local), then `out[e, k] = d[k] * sum(v)` for a number of `k` that is known at run time; sums have at
/// most `TERMS` terms.
fn kernel_with_a_long_loop(width: usize) -> KernelIr {
    let (n, terms) = (width as i64, width.min(TERMS) as i64);
    let mut b = Builder::default();
    let e = b.parallel(Extent::Size(0));
    let (_, columns) = (b.size(), b.size());
    let u = b.buffer(DType::F64, Access::Read);
    let d = b.buffer(DType::F64, Access::Read);
    let out = b.buffer(DType::F64, Access::Write);
    let v = b.local(DType::F64, width);

    let (l, i) = b.fresh_loop(Extent::Const(n));
    let place = b.at(e, n, i);
    let x = b.load(u, place);
    let two = b.kernel.add(Value::Const(Const::f64(2.0)), DType::F64);
    let value = b.mul(two, x);
    b.phase(vec![l], vec![Stmt::StoreLocal { local: v, offset: i, value }]);

    let (l, k) = b.fresh_loop(Extent::Size(1));
    let (inner, j) = b.fresh_loop(Extent::Const(terms));
    let x = b.load_local(v, j);
    let (temp, total) = b.temp(DType::F64);
    let reduce = Stmt::Reduce {
        loops: vec![inner],
        body: vec![],
        accumulators: vec![Accumulator { id: temp, op: Reduce::Sum, value: x }],
    };
    let factor = b.load(d, k);
    let value = b.mul(factor, total);
    let row = b.mul(e, columns);
    let place = b.add(row, k);
    b.phase(vec![l], vec![reduce, Stmt::Store { buffer: out, offset: place, value }]);
    b.kernel
}

#[test]
fn local_arrays_between_loops_of_unknown_length() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    // 2048 bytes of a thread are the most.
    let widths = [20, 256, 257, 1000, 8192];
    let kernels: Vec<(String, KernelIr)> =
        widths.iter().map(|n| (format!("long_loop_{n}"), kernel_with_a_long_loop(*n))).collect();
    let strategies: Vec<Strategy> =
        kernels.iter().map(|(_, k)| Mapping::choose(k).strategy).collect();
    use Strategy::*;
    let (in_threads, shared) = strategies.split_at(2);
    assert_eq!(in_threads, [LocalMemory; 2]);
    assert!(shared.iter().all(|s| matches!(s, Shared { .. })), "{shared:?}");
    let (source, host) = emit("kernels_with_long_loops", &kernels);
    for (k, width) in widths.into_iter().enumerate() {
        for (points, columns) in [(1, 1), (5, 300), (40, 7), (3, 0)] {
            let (u, d) = (sequence(points * width as i64), sequence(columns));
            let mut memory = [
                Memory::new(DType::F64, false, &bits(&u)),
                Memory::new(DType::F64, false, &bits(&d)),
                Memory::poisoned(DType::F64, (points * columns) as usize),
            ];
            run(&source, &host, k, &mut memory, &[], &[points, columns], &[points]);
            let got = memory[2].f64();
            for e in 0..points as usize {
                let terms = &u[e * width..][..width.min(TERMS)];
                let total = terms.iter().fold(0.0, |s, x| s + 2.0 * x);
                for (k, factor) in d.iter().enumerate() {
                    let value = got[e * d.len() + k];
                    assert_eq!(value, factor * total, "width {width}, out[{e}, {k}]");
                }
            }
        }
    }
}

/// The compiler refuses constants that their type cannot hold.
#[test]
fn counts_of_points_fit_their_type() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let counted = |extents: &[Extent]| {
        let mut b = Builder::default();
        b.parallel(Extent::Size(0));
        b.size();
        let out = b.buffer(DType::F64, Access::Write);
        let loops = extents.iter().map(|&extent| b.fresh_loop(extent));
        let (loops, vars): (Vec<Loop>, Vec<ValueId>) =
            loops.collect::<Vec<_>>().into_iter().unzip();
        let place = vars.into_iter().reduce(|a, c| b.add(a, c)).unwrap();
        let value = b.kernel.add(Value::Const(Const::f64(1.0)), DType::F64);
        b.phase(loops, vec![Stmt::Store { buffer: out, offset: place, value }]);
        b.kernel
    };
    use Extent::{Const as Known, Size};
    let kernels = [
        ("fits", counted(&[Known(1000), Known(1000), Size(0)])),
        ("known", counted(&[Known(65536), Known(65536)])),
        ("partly_known", counted(&[Known(65536), Known(65536), Size(0)])),
        ("long_enough", counted(&[Size(0), Known(65536), Known(65536)])),
        ("one_is_long", counted(&[Known(5_000_000_000), Known(3)])),
    ];
    let kernels = kernels.map(|(name, kernel)| (name.to_string(), kernel));
    let (source, _) = emit("counts_of_points", &kernels);
    for text in [
        "item < 4 * 1000 * 1000 * n0;",
        "item < 1LL * 65536 * 65536;",
        "item < 4LL * 65536 * 65536 * n0;",
        "item / (65536LL * 65536 * n0)",
        "item < 4 * n0 * 65536 * 65536;",
        "item < 1 * 5000000000 * 3;",
    ] {
        assert!(source.source.contains(text), "`{text}` is not in:\n{}", source.source);
    }
}

/// `out[i, j, k] = a[i, j] + sum over r of sum over s of idx[(j + r) % J] * b[s]`, with run-time extents,
/// as parallel `i, j` and an inner loop over `k`.
#[test]
fn flat_kernels_with_run_time_extents() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let mut b = Builder::default();
    let i = b.parallel(Extent::Size(0));
    let j = b.parallel(Extent::Size(1));
    let (_, big_j, big_k) = (b.size(), b.size(), b.size());
    let a = b.buffer(DType::F64, Access::Read);
    let idx = b.buffer(DType::I64, Access::Read);
    b.kernel.buffers[idx as usize].index = true;
    let vector = b.buffer(DType::F64, Access::Read);
    let out = b.buffer(DType::F64, Access::Write);
    let (l, k) = b.fresh_loop(Extent::Size(2));
    let (outer, r) = b.fresh_loop(Extent::Size(1));
    let (inner, s) = b.fresh_loop(Extent::Size(2));
    let shifted = b.add(j, r);
    let place = b.binary(Binary::Rem, shifted, big_j);
    let entry = b.load(idx, place);
    let x = b.load(vector, s);
    let entry = b.kernel.add(Value::Cast(DType::F64, entry), DType::F64);
    let product = b.mul(entry, x);
    let (inner_temp, inner_value) = b.temp(DType::F64);
    let (smallest_temp, smallest) = b.temp(DType::F64);
    let (temp, total) = b.temp(DType::F64);
    let body = Stmt::Reduce {
        loops: vec![inner],
        body: vec![],
        accumulators: vec![
            Accumulator { id: inner_temp, op: Reduce::Sum, value: product },
            Accumulator { id: smallest_temp, op: Reduce::Min, value: x },
        ],
    };
    let summand = b.add(inner_value, smallest);
    let reduce = Stmt::Reduce {
        loops: vec![outer],
        body: vec![body],
        accumulators: vec![Accumulator { id: temp, op: Reduce::Sum, value: summand }],
    };
    let row = b.mul(i, big_j);
    let row = b.add(row, j);
    let x = b.load(a, row);
    let value = b.add(x, total);
    let place = b.mul(row, big_k);
    let place = b.add(place, k);
    b.phase(vec![l], vec![reduce, Stmt::Store { buffer: out, offset: place, value }]);

    let (source, host) = emit("flat_kernels", &[("flat".to_string(), b.kernel)]);
    for (ni, nj, nk) in [(3, 5, 7), (1, 1, 1), (33, 2, 31), (0, 4, 2), (4, 3, 0), (17, 19, 1)] {
        let (a, vector) = (sequence(ni * nj), sequence(nk));
        let idx: Vec<u64> = (0..nj).map(|k| (k * k % 5).cast_unsigned()).collect();
        let count = (ni * nj * nk) as usize;
        let mut memory = [
            Memory::new(DType::F64, false, &bits(&a)),
            Memory::new(DType::I64, true, &idx),
            Memory::new(DType::F64, false, &bits(&vector)),
            Memory::poisoned(DType::F64, count),
        ];
        run(&source, &host, 0, &mut memory, &[], &[ni, nj, nk], &[ni, nj]);
        let smallest = vector.iter().fold(f64::INFINITY, |m, x| m.min(*x));
        for (place, got) in memory[3].f64().into_iter().enumerate() {
            let row = place / nk as usize;
            let (i, j) = (row / nj as usize, row % nj as usize);
            let mut total = 0.0;
            for r in 0..nj as usize {
                let entry = idx[(j + r) % nj as usize] as f64;
                total += vector.iter().fold(0.0, |s, x| s + entry * x) + smallest;
            }
            assert_eq!(got, a[i * nj as usize + j] + total, "{ni} {nj} {nk}: [{i}, {j}]");
        }
    }
}

/// Two stores at one point: the second sees the memory as it was when the phase began.
#[test]
fn values_are_read_before_they_are_overwritten() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let mut b = Builder::default();
    let i = b.parallel(Extent::Size(0));
    b.size();
    let u = b.buffer(DType::F64, Access::ReadWrite);
    let v = b.buffer(DType::F64, Access::Write);
    let old = b.load(u, i);
    let one = b.kernel.add(Value::Const(Const::f64(1.0)), DType::F64);
    let double = b.add(old, old);
    b.phase(
        vec![],
        vec![
            Stmt::Store { buffer: u, offset: i, value: one },
            Stmt::Store { buffer: v, offset: i, value: double },
        ],
    );
    let (source, host) = emit("overwriting", &[("overwriting".to_string(), b.kernel)]);
    for n in SIZES {
        let values = sequence(n);
        let mut memory = [
            Memory::new(DType::F64, false, &bits(&values)),
            Memory::poisoned(DType::F64, n as usize),
        ];
        run(&source, &host, 0, &mut memory, &[], &[n], &[n]);
        assert!(memory[0].f64().iter().all(|x| *x == 1.0));
        assert!(memory[1].f64().iter().zip(&values).all(|(x, y)| *x == 2.0 * y));
    }
}

/// Without locals, phases meet in a buffer: a barrier is needed, and a kernel of one point still works.
#[test]
fn phases_that_meet_in_a_buffer() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let mut b = Builder::default();
    let out = b.buffer(DType::I32, Access::ReadWrite);
    let count = b.buffer(DType::I64, Access::Write);
    b.kernel.scalars.push(DType::I32);
    let scale = b.kernel.add(Value::Scalar(0), DType::I32);
    let (l, i) = b.fresh_loop(Extent::Const(300));
    let x = b.kernel.add(Value::Cast(DType::I32, i), DType::I32);
    let value = b.mul(x, scale);
    b.phase(vec![l], vec![Stmt::Store { buffer: out, offset: i, value }]);
    let (l, j) = b.fresh_loop(Extent::Const(300));
    let last = b.int(299);
    let mirrored = b.binary(Binary::Sub, last, j);
    let x = b.load(out, mirrored);
    let value = b.kernel.add(Value::Cast(DType::I64, x), DType::I64);
    b.phase(vec![l], vec![Stmt::Store { buffer: count, offset: j, value }]);
    let (source, host) = emit("meeting", &[("meeting".to_string(), b.kernel)]);
    assert!(source.source.contains("__syncthreads()"));
    let mut memory = [Memory::poisoned(DType::I32, 300), Memory::poisoned(DType::I64, 300)];
    run(&source, &host, 0, &mut memory, &[(-7i64).cast_unsigned()], &[], &[]);
    let want: Vec<f64> = (0..300).map(|j| -7.0 * (299 - j) as f64).collect();
    assert_eq!(memory[1].f64(), want);
}

/// Per row: its maximum, whether it has a negative element, and then the sum of the distances from the maximum, which is
/// added to `out`. The third reduction needs the first.
fn row_kernel() -> KernelIr {
    let mut b = Builder::default();
    let m = b.parallel(Extent::Size(0));
    let n = b.size();
    b.size();
    let x = b.buffer(DType::F64, Access::Read);
    let out = b.buffer(DType::F64, Access::ReadWrite);
    let negative = b.buffer(DType::Bool, Access::Write);
    let row = b.mul(m, n);
    let (first, i) = b.fresh_loop(Extent::Size(0));
    let place = b.add(row, i);
    let element = b.load(x, place);
    let zero = b.kernel.add(Value::Const(Const::f64(0.0)), DType::F64);
    let below = b.binary(Binary::Lt, element, zero);
    let (largest, maximum) = b.temp(DType::F64);
    let (any, some) = b.temp(DType::Bool);
    let accumulators = vec![
        Accumulator { id: largest, op: Reduce::Max, value: element },
        Accumulator { id: any, op: Reduce::Max, value: below },
    ];
    let extrema = Stmt::Reduce { loops: vec![first], body: vec![], accumulators };
    let (second, i) = b.fresh_loop(Extent::Size(0));
    let place = b.add(row, i);
    let element = b.load(x, place);
    let distance = b.binary(Binary::Sub, maximum, element);
    let (total, sum) = b.temp(DType::F64);
    let accumulators = vec![Accumulator { id: total, op: Reduce::Sum, value: distance }];
    let distances = Stmt::Reduce { loops: vec![second], body: vec![], accumulators };
    let old = b.load(out, m);
    let value = b.add(old, sum);
    let stores = vec![
        Stmt::Store { buffer: out, offset: m, value },
        Stmt::Store { buffer: negative, offset: m, value: some },
    ];
    b.phase(vec![], [vec![extrema, distances], stores].concat());
    b.kernel
}

/// Sums of parts of 100 elements, the last of which may be shorter.
fn part_kernel() -> KernelIr {
    let mut b = Builder::default();
    let part = b.parallel(Extent::Size(1));
    let n = b.size();
    b.size();
    let x = b.buffer(DType::F64, Access::Read);
    let out = b.buffer(DType::F64, Access::Write);
    let (hundred, zero) = (b.int(100), b.int(0));
    let first = b.mul(part, hundred);
    let rest = b.binary(Binary::Sub, n, first);
    let high = b.binary(Binary::Min, rest, hundred);
    let (inner, i) = b.fresh_loop(Extent::Range { low: zero, high });
    let place = b.add(first, i);
    let element = b.load(x, place);
    let (total, value) = b.temp(DType::F64);
    let accumulators = vec![Accumulator { id: total, op: Reduce::Sum, value: element }];
    let reduce = Stmt::Reduce { loops: vec![inner], body: vec![], accumulators };
    b.phase(vec![], vec![reduce, Stmt::Store { buffer: out, offset: part, value }]);
    b.kernel
}

/// Up to `most` neighbouring threads have the terms of a point.
fn shared(terms: Terms, most: u32) -> Strategy {
    Strategy::Terms(Sharing { terms, most, neighbours: Neighbours::Terms })
}

#[test]
fn threads_share_the_terms_of_a_part() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let mapping = Mapping::choose(&part_kernel());
    assert_eq!(mapping.strategy, shared(Terms::Known(100), 256));
    assert_eq!(mapping.spread(), Spread::Points(32));
    let (source, host) = emit("shared_parts", &[("parts".to_string(), part_kernel())]);
    for n in [1, 99, 100, 101, 3599, 3700] {
        let (x, parts) = (sequence(n), (n + 99) / 100);
        let mut memory = [
            Memory::new(DType::F64, false, &bits(&x)),
            Memory::poisoned(DType::F64, parts as usize),
        ];
        run(&source, &host, 0, &mut memory, &[], &[n, parts], &[parts]);
        let expected: Vec<f64> = x.chunks(100).map(|part| part.iter().sum()).collect();
        assert_eq!(memory[1].f64(), expected, "{n}");
    }
}

#[test]
fn threads_share_the_terms_of_a_row() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let mut few_threads = row_kernel();
    few_threads.threads = Some(32);
    let kernels = [("rows".to_string(), row_kernel()), ("rows_32".to_string(), few_threads)];
    for (_, kernel) in &kernels {
        let mapping = Mapping::choose(kernel);
        let threads = mapping.threads;
        assert_eq!(mapping.strategy, shared(Terms::Size(0), threads));
        assert_eq!(mapping.spread(), Spread::Terms { size: 0, threads, most: threads });
    }
    let (source, host) = emit("shared_terms", &kernels);
    for k in 0..kernels.len() {
        for n in [0, 1, 7, 15, 16, 17, 33, 127, 128, 129, 1000, 4097] {
            for m in [1, 3, 32, 33, 65] {
                let x = sequence(m * n);
                let mut memory = [
                    Memory::new(DType::F64, false, &bits(&x)),
                    Memory::new(DType::F64, false, &bits(&vec![1.0; m as usize])),
                    Memory::poisoned(DType::Bool, m as usize),
                ];
                run(&source, &host, k, &mut memory, &[], &[n, 0], &[m]);
                let (sums, negative) = (memory[1].f64(), memory[2].elements());
                for row in 0..m as usize {
                    let x = &x[row * n as usize..][..n as usize];
                    let largest = x.iter().fold(f64::NEG_INFINITY, |m, x| m.max(*x));
                    // Multiples of 1/8: exact in any order.
                    let expected = x.iter().fold(1.0, |sum, x| sum + (largest - x));
                    assert_eq!(sums[row], expected, "{k}: {m} rows of {n}: row {row}");
                    let some = x.iter().any(|x| *x < 0.0);
                    assert_eq!(negative[row].bits != 0, some, "{k}: {m} rows of {n}: row {row}");
                }
            }
        }
    }
}
