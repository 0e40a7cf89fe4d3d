//! With execution off, calls cost next to nothing and leave results alone.

use crate::support::*;
use cudarc::driver::sys::*;
use std::ptr::null_mut;
use std::time::{Duration, Instant};

#[test]
fn launches_and_set_params_do_no_work_with_execution_off() {
    let Some(cuda) = cuda() else { return };
    let (a, b) = (cuda.upload(&[1.0, 2.0]), cuda.upload(&[0.0, 0.0]));
    let graph = cuda.graph();
    let node = graph.kernel("scale", &scale(a, b, 3.0, 2), &[]);
    let exec = graph.run();
    assert_eq!(cuda.download::<f64>(b, 2), [3.0, 6.0]);
    cuda.standin.set_execution(false);
    let before = cuda.standin.counters();
    let mut arguments = Arguments::new(&scale(a, b, 5.0, 2));
    let params = params(cuda.function("scale"), &mut arguments);
    const CALLS: u32 = 10_000;
    // The best of several, because the machine may be busy with other things.
    let best = |run: &dyn Fn() -> CUresult| {
        let once = || {
            let start = Instant::now();
            (0..CALLS).for_each(|_| ok(run()));
            start.elapsed() / CALLS
        };
        (0..20).map(|_| once()).min().unwrap()
    };
    let launch = best(&|| call!(cuGraphLaunch(exec, null_mut())));
    let set = best(&|| call!(cuGraphExecKernelNodeSetParams_v2(exec, node, &params)));
    let after = cuda.standin.counters();
    eprintln!("cuGraphLaunch {launch:?}, cuGraphExecKernelNodeSetParams {set:?}");
    assert_eq!(after.graph_launches - before.graph_launches, u64::from(20 * CALLS));
    assert_eq!(after.set_params - before.set_params, u64::from(20 * CALLS));
    assert_eq!(after.kernels, before.kernels);
    // Much less than a driver takes; unoptimised builds are slower.
    let most = Duration::from_nanos(if cfg!(debug_assertions) { 2000 } else { 100 });
    assert!(launch < most && set < most, "{launch:?}, {set:?}");
    cuda.standin.set_execution(true);
    assert_eq!(cuda.download::<f64>(b, 2), [3.0, 6.0]);
    ok(call!(cuGraphLaunch(exec, null_mut())));
    ok(call!(cuCtxSynchronize()));
    assert_eq!(cuda.download::<f64>(b, 2), [5.0, 10.0], "the parameters were set");
    cuda.standin.check();
}
