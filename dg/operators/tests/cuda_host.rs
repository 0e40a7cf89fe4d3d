//! Runs the emitted CUDA kernels of the operators, compiled for the host, and compares them with the CPU executor:
//! every order, on numbers of elements that fit no block.

use array_fn::__rt::Instantiated;
use array_fn::__rt::plan::Param;
use array_fn::__rt::{DynArray, DynData, Function, Mode, call_dynamic};
use array_fn_cuda_host::agreement::{arguments, check_adjusted, check_against_cpu, dims};
use array_fn_dg_entropy as entropy;
use array_fn_dg_operators::euler::{hll_step, hllc_step, llf_rhs, llf_step, signal_rate, summary};
use array_fn_dg_operators::limit::{
    curved_filter, curved_keep_positive, filter, keep_positive, limit_slopes,
};
use array_fn_dg_operators::wave::{blended_rhs, blended_steps, upwind_rhs, upwind_steps};
use array_fn_dg_operators::{curved_euler, curved_wave};
use std::path::{Path, PathBuf};

fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-host")
}

#[test]
fn right_hand_sides_agree() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let sizes = [0, 1, 33];
    check_against_cpu(<f64 as Instantiated<upwind_rhs::Choices>>::function(), &sizes, 10, &cache());
    check_against_cpu(<f32 as Instantiated<upwind_rhs::Choices>>::function(), &sizes, 10, &cache());
    check_against_cpu(
        <f64 as Instantiated<blended_rhs::Choices>>::function(),
        &sizes,
        10,
        &cache(),
    );
}

/// Replaces arbitrary numbers by densities and energies of a gas, so that pressures are positive.
fn gas(param: &Param, arg: &mut DynArray) {
    match arg {
        DynArray::Array { data: DynData::F64(q), .. } if param.name == "q" => {
            let field = q.len() / 5;
            q[..field].iter_mut().for_each(|rho| *rho = 1.0 + rho.abs());
            q[4 * field..].iter_mut().for_each(|energy| *energy += 80.0);
        }
        DynArray::Scalar(DynData::F64(gamma)) if param.name == "gamma" => gamma[0] = 1.4,
        DynArray::Scalar(DynData::F64(dt)) if param.name == "dt" => dt[0] = 1e-4,
        DynArray::Scalar(DynData::F64(wide)) if param.name == "wide" => wide[0] = 0.5,
        DynArray::Scalar(DynData::F64(least)) if param.name == "least" => least[0] = 0.4,
        DynArray::Array { data: DynData::F64(weights), .. } if param.name == "weights" => {
            let share = 1.0 / weights.len() as f64;
            weights.iter_mut().for_each(|weight| *weight = share);
        }
        _ => {}
    }
}

#[test]
fn right_hand_sides_of_euler_agree() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let function = <f64 as Instantiated<llf_rhs::Choices>>::function();
    check_adjusted(function, &[1, 33], 10, &cache(), &gas);
}

#[test]
fn time_steps_of_euler_agree() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    for function in [
        <f64 as Instantiated<llf_step::Choices>>::function(),
        <f64 as Instantiated<hll_step::Choices>>::function(),
        <f64 as Instantiated<hllc_step::Choices>>::function(),
        <f64 as Instantiated<signal_rate::Choices>>::function(),
        <f64 as Instantiated<keep_positive::Choices>>::function(),
        <f64 as Instantiated<limit_slopes::Choices>>::function(),
        <f64 as Instantiated<filter::Choices>>::function(),
        <f64 as Instantiated<summary::Choices>>::function(),
    ] {
        check_adjusted(function, &[9], 10, &cache(), &gas);
    }
}

#[test]
fn time_steps_agree() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    check_against_cpu(<f64 as Instantiated<upwind_steps::Choices>>::function(), &[9], 10, &cache());
    check_against_cpu(
        <f64 as Instantiated<blended_steps::Choices>>::function(),
        &[9],
        10,
        &cache(),
    );
}

#[test]
fn stages_of_curved_elements_agree() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    for function in [
        &curved_euler::llf_jump::FUNCTION,
        &curved_euler::hll_jump::FUNCTION,
        &curved_euler::hllc_jump::FUNCTION,
        &curved_euler::stage::FUNCTION,
        &curved_euler::summary::FUNCTION,
        &curved_keep_positive::FUNCTION,
        &curved_filter::FUNCTION,
    ] {
        check_adjusted(function, &[1, 33], 10, &cache(), &gas);
    }
    check_against_cpu(&curved_wave::stage::FUNCTION, &[1, 33], 10, &cache());
}

/// [`gas`] on elements whose matrices are like those of a reference element. The mass matrix is positive, the matrix
/// that keeps high modes is near the identity, and values between nodes are near averages of the values at nodes.
fn gas_in_elements(param: &Param, arg: &mut DynArray) {
    gas(param, arg);
    match arg {
        DynArray::Array { shape, data: DynData::F64(elements) } => match param.name {
            "mass" | "roughness" => {
                let n = shape[1];
                let diagonal = |k: usize| if k / n == k % n { 1.0 } else { 0.0 };
                for (k, x) in elements.iter_mut().enumerate() {
                    *x = diagonal(k) + 0.01 * *x;
                }
            }
            "interpolation" => {
                let n = shape[1] as f64;
                elements.iter_mut().for_each(|x| *x = (1.0 + 0.1 * *x) / n);
            }
            "jacobian" | "inverse_jacobian" => {
                elements.iter_mut().for_each(|x| *x = 0.5 + x.abs());
            }
            _ => {}
        },
        DynArray::Scalar(DynData::F64(dt)) if param.name == "dt" => dt[0] = 1e-3,
        _ => {}
    }
}

/// The number of elements of `q` `[5, E, N]` that a call changes.
fn changed_elements(function: &'static Function, e: i64, n: i64) -> usize {
    let program = function.program();
    let mut args = arguments(program, &dims(program, e, n)[0]);
    program.params.iter().zip(&mut args).for_each(|(param, arg)| gas_in_elements(param, arg));
    let numbers = |array: &DynArray| match array {
        DynArray::Array { data: DynData::F64(q), .. } => q.clone(),
        _ => panic!("q is an array of f64"),
    };
    let before = numbers(&args[0]);
    let after = numbers(&call_dynamic(function, Mode::Fused, &[], args).unwrap()[0]);
    assert!(after.iter().all(|q| q.is_finite()));
    let n = n as usize;
    let energy = before.len() / 5 * 4;
    let elements = before[energy..].chunks(n).zip(after[energy..].chunks(n));
    elements.filter(|(before, after)| before != after).count()
}

#[test]
fn entropy_corrections_agree() {
    let corrections = [
        <f64 as Instantiated<entropy::keep_entropy::Choices>>::function(),
        &entropy::curved_keep_entropy::FUNCTION,
    ];
    for function in corrections {
        // Both branches are taken: elements that produce no entropy stay as they are.
        let changed = changed_elements(function, 33, 10);
        assert!((1..33).contains(&changed), "{} changes {changed}", function.program().name);
    }
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let energies = [
        <f64 as Instantiated<entropy::kinetic_energy::Choices>>::function(),
        &entropy::curved_kinetic_energy::FUNCTION,
    ];
    for function in corrections.into_iter().chain(energies) {
        check_adjusted(function, &[1, 33], 10, &cache(), &gas_in_elements);
    }
}
