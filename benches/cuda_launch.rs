//! What a call of many small kernels on a GPU costs the host: with the arrays of the call before, and
//! with others. The driver is the stand-in, whose launches do nothing here; with
//! `ARRAY_FN_TEST_DRIVER=real` it is that of the machine.

#![allow(missing_docs)]

use afn_mock_cuda::StandIn;
use array_fn::{Array, Device, Error, Plan, array_fn};
use criterion::{Criterion, criterion_group, criterion_main};

array_fn! {
    #![unfused]

    /// 10 kernels; one reads `x`, one writes the result.
    pub fn chain_10<N>(x: [f32; N]) -> [f32; N] {
        let mut y = x;
        for _ in 0..10 {
            y = 0.5 * y;
        }
        y
    }

    /// 200 kernels; one reads `x`, one writes the result.
    pub fn chain_200<N>(x: [f32; N]) -> [f32; N] {
        let mut y = x;
        for _ in 0..200 {
            y = 0.5 * y;
        }
        y
    }

    /// 1000 kernels; one reads `x`, one writes the result.
    pub fn chain_1000<N>(x: [f32; N]) -> [f32; N] {
        let mut y = x;
        for _ in 0..1000 {
            y = 0.5 * y;
        }
        y
    }

    /// 200 kernels, all of which read `x`.
    pub fn reads_200<N>(x: [f32; N]) -> [f32; N] {
        let mut y = x;
        for _ in 0..200 {
            y = y + x;
        }
        y
    }
}

/// One of the functions.
struct Function {
    name: &'static str,
    kernels: usize,
    plan: fn(&Device, usize) -> Result<Plan, Error>,
    call: fn(&Array<f32, 1>, &mut Array<f32, 1>) -> Result<(), Error>,
}

const FUNCTIONS: [Function; 4] = [
    Function {
        name: "10 kernels",
        kernels: 10,
        plan: chain_10::plan,
        call: |x, y| chain_10::into(x, y),
    },
    Function {
        name: "200 kernels",
        kernels: 200,
        plan: chain_200::plan,
        call: |x, y| chain_200::into(x, y),
    },
    Function {
        name: "1000 kernels",
        kernels: 1000,
        plan: chain_1000::plan,
        call: |x, y| chain_1000::into(x, y),
    },
    Function {
        name: "200 kernels that read a parameter",
        kernels: 200,
        plan: reads_200::plan,
        call: |x, y| reads_200::into(x, y),
    },
];

fn calls(criterion: &mut Criterion) {
    if std::env::var("ARRAY_FN_TEST_DRIVER").is_ok_and(|driver| driver == "real") {
        return measure(criterion, None);
    }
    let stand_in = StandIn::install().unwrap();
    let functions =
        [&chain_10::FUNCTION, &chain_200::FUNCTION, &chain_1000::FUNCTION, &reads_200::FUNCTION];
    for function in functions {
        let cuda = &function.program().cuda;
        stand_in.register(cuda.ptx, cuda.source, &std::env::temp_dir());
    }
    measure(criterion, Some(stand_in));
}

fn measure(criterion: &mut Criterion, stand_in: Option<&StandIn>) {
    let device = Device::cuda(0).unwrap().unfused();
    if let Some(stand_in) = stand_in {
        stand_in.set_execution(false);
    }
    let mut group = criterion.benchmark_group(format!("host cost of a call on {device}"));
    for Function { name, kernels, plan, call } in FUNCTIONS {
        let plan = plan(&device, 32).unwrap();
        assert_eq!(plan.kernel_count(), kernels, "{name}");
        let x = [1.0, 2.0].map(|value| Array::full([32], value).unwrap());
        let mut y = [0, 1].map(|_| Array::zeros([32]).unwrap());
        for (changes, arrays) in [(false, "the same arrays"), (true, "other arrays")] {
            let mut turn = 0;
            group.bench_function(format!("{name}, {arrays}"), |bencher| {
                device.run(|| {
                    bencher.iter(|| {
                        turn = if changes { 1 - turn } else { 0 };
                        call(&x[turn], &mut y[turn]).unwrap();
                    });
                });
            });
            device.synchronize().unwrap();
        }
    }
    group.finish();
}

criterion_group!(benches, calls);
criterion_main!(benches);
