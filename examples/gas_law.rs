//! A shock tube whose gas law is in C: `gas_law.h`, which a solver in C or CUDA may include, too.
//!
//! A membrane parts a dense gas from a thin one. It bursts, and a shock runs to the right. The same steps with the gas
//! law in Rust give the same numbers.
//!
//! ```text
//! cargo run --release --example gas_law
//! ```
//!
//! It prints the density at ten points:
//!
//! ```text
//! 1.000 1.000 0.979 0.722 0.511 0.462 0.428 0.228 0.228 0.125
//! ```

use array_fn::{Array, Device, array_fn};

array_fn! {
    unsafe extern "gas_law.h" fn pressure(density: f64, momentum: f64, energy: f64) -> f64;
    unsafe extern "gas_law.h" fn sound_speed(density: f64, pressure: f64) -> f64;

    /// Does `steps` steps of Rusanov's method for the density, the momentum and the energy of N cells. `ratio` is the
    /// length of a step divided by that of a cell. The cells at both ends stay as they are.
    pub fn advance<N>(state: &mut [f64; 3, N], ratio: f64, steps: i64) {
        for _ in 0..steps {
            let p = pressure(state[0], state[1], state[2]);
            state = step(state, p, sound_speed(state[0], p), ratio);
        }
    }

    fn step<N>(state: [f64; 3, N], p: [f64; N], c: [f64; N], ratio: f64) -> [f64; 3, N] {
        let velocity = state[1] / state[0];
        let flux = stack((state[1], state[1] * velocity + p, (state[2] + p) * velocity));
        let speed = abs(velocity) + c;
        let most = maximum(speed[..-1], speed[1..]);
        let jump = state[.., 1..] - state[.., ..-1];
        let between = 0.5 * (flux[.., ..-1] + flux[.., 1..] - most * jump);
        let new = state;
        new[.., 1..-1] -= ratio * (between[.., 1..] - between[.., ..-1]);
        new
    }

    unsafe extern fn crate::law::in_rust(density: f64, momentum: f64, energy: f64) -> f64;
    unsafe extern fn crate::law::speed(density: f64, pressure: f64) -> f64;

    /// [`advance`] with the gas law in Rust.
    pub fn advance_in_rust<N>(state: &mut [f64; 3, N], ratio: f64, steps: i64) {
        for _ in 0..steps {
            let p = in_rust(state[0], state[1], state[2]);
            state = step(state, p, speed(state[0], p), ratio);
        }
    }
}

/// The gas law of `gas_law.h` in Rust.
mod law {
    const GAMMA: f64 = 1.4;
    const STIFFNESS: f64 = 0.05;

    pub fn in_rust(density: f64, momentum: f64, energy: f64) -> f64 {
        let kinetic = 0.5 * momentum * momentum / density;
        (GAMMA - 1.0) * (energy - kinetic) - GAMMA * STIFFNESS
    }

    pub fn speed(density: f64, pressure: f64) -> f64 {
        (GAMMA * (pressure + STIFFNESS) / density).sqrt()
    }
}

/// Gas at rest with these densities and pressures on the left and on the right.
fn at_rest(cells: usize) -> Result<Array<f64, 2>, array_fn::Error> {
    Array::from_fn([3, cells], |[field, cell]| {
        let (density, pressure) = if 2 * cell < cells { (1.0, 1.0) } else { (0.125, 0.1) };
        match field {
            0 => density,
            1 => 0.0,
            _ => (pressure + 1.4 * 0.05) / 0.4,
        }
    })
}

fn main() -> Result<(), array_fn::Error> {
    const CELLS: usize = 1000;
    let mut state = at_rest(CELLS)?;
    advance(&mut state, 0.25, 800)?;
    let density = &state.to_vec()[..CELLS];
    let shown: Vec<String> =
        (0..10).map(|k| format!("{:.3}", density[CELLS / 20 + k * CELLS / 10])).collect();
    println!("{}", shown.join(" "));
    // GPUs call no Rust.
    let same = Device::cpu().run(|| {
        let mut state = at_rest(CELLS)?;
        advance_in_rust(&mut state, 0.25, 800)?;
        Ok::<_, array_fn::Error>(state.to_vec())
    })?;
    let differs = density.iter().zip(&same).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(differs < 1e-12, "the gas laws differ by {differs:e}");
    Ok(())
}
