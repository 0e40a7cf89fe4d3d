//! Records as a Rust program sees them: made of operands of any kind, returned as arrays, updated in place.

use array_fn::explain::Explanation;
use array_fn::{Array, Device, Error, IndexArray, array_fn};
use std::collections::BTreeSet;

array_fn! {
    /// What is conserved, at each node.
    #[derive(PartialEq)]
    pub struct State<E, N> {
        /// Mass density.
        rho: [f64; E, N],
        momentum: [f64; 3, E, N],
    }

    pub struct Gas<T: f32 | f64> { gamma: T, viscosity: T }

    /// What a mesh is for a function.
    pub(crate) struct Mesh<E, N, F> {
        volume: [f64; E],
        faces: Faces,
    }

    pub(crate) struct Faces<E, N, F> { outside: [index<E * N>; E, F], normal: [f64; 3, E, F] }

    pub struct Scaled<N, T: f32 | f64> { x: [T; N], gas: Gas, length: f64 }

    struct Sums<N> { first: [f64; N], second: [f64; N] }

    #[unfused]
    pub fn step<E, N>(q: State, k: State, dt: f64) -> State {
        State { rho: q.rho + dt * k.rho, ..k }
    }

    pub(crate) fn flux<E, N, F>(q: &mut State, mesh: Mesh, gas: Gas<f64>) -> [f64; E, F] {
        let Mesh { volume, faces } = mesh;
        q.rho /= volume[.., newaxis];
        q.momentum[0] = gas.gamma;
        let sums = Sums { first: sum(q.rho, axis=1), second: volume };
        let sums = Sums { second: 2 * sums.second, ..sums };
        let Sums { first, second: twice } = sums;
        q.rho.ravel()[faces.outside] * faces.normal[0] + (first + twice)[.., newaxis]
    }

    pub fn scaled<N, T: f32 | f64>(x: [T; N], by: T) -> (Scaled, [T; N]) {
        (Scaled { x: x * by, gas: Gas { gamma: by, viscosity: 2 * by }, length: 3 }, x)
    }

    pub fn unscaled<N, T: f32 | f64>(s: Scaled) -> [T; N] {
        s.x / s.gas.gamma
    }

    pub fn swap<N>(a: &mut Both, by: f64) -> f64 {
        let old = a.left;
        a.left = a.right * by;
        a.right = old;
        exchange(a.left, a.right);
        by
    }

    pub struct Both<N> { left: [f64; N], right: [f64; N] }

    fn exchange<N>(x: &mut [f64; N], y: &mut [f64; N]) {
        let old = x;
        x = y;
        y = old;
    }
}

fn state(rho: f64) -> Result<State, Error> {
    Ok(State { rho: Array::full([2, 3], rho)?, momentum: Array::full([3, 2, 3], 4.0)? })
}

#[test]
fn operands_of_any_kind_make_a_record() -> Result<(), Error> {
    let k = state(2.0)?;
    let owned = step(&state(1.0)?, &k, 0.5)?;
    let rho = vec![[1.0; 3]; 2];
    let momentum = ndarray::Array3::from_elem((3, 2, 3), 7.0);
    let borrowed = step(&State { rho: &rho, momentum: momentum.view() }, &k, 0.5)?;
    assert_eq!(owned.rho.to_vec(), [2.0; 6]);
    assert_eq!(borrowed.rho.to_vec(), [2.0; 6]);
    assert_eq!(owned.momentum.to_vec(), [4.0; 18]);
    // A record of references is as cheap to copy as they are.
    let views = State { rho: &owned.rho, momentum: &owned.momentum };
    let copy = views;
    assert_eq!(views.rho.shape(), copy.rho.shape());
    assert!(State { rho: 1, momentum: 2 } == State { rho: 1, momentum: 2 });
    Ok(())
}

#[test]
fn companions_take_records() -> Result<(), Error> {
    let (q, k) = (state(1.0)?, state(2.0)?);
    let mut out = State { rho: vec![[0.0; 3]; 2], momentum: Array::zeros([3, 2, 3])? };
    step::into(&q, &k, 0.5, &mut out)?;
    assert_eq!(out.rho, [[2.0; 3]; 2]);
    let unfused = step::unfused(&q, &k, 0.5)?;
    assert_eq!(unfused.rho.to_vec(), [2.0; 6]);
    let plan = format!("{:?}", step::plan(&Device::cpu(), 2, 3)?);
    assert!(!plan.is_empty());
    let explained = step::explain(&Device::cpu(), 2, 3)?.to_string();
    assert!(explained.contains("q.rho") && explained.contains("k.momentum"), "{explained}");
    Ok(())
}

#[test]
fn explanations_name_fields_of_results() -> Result<(), Error> {
    let writes = |explanation: &Explanation| -> Vec<String> {
        let writes = explanation.launches.iter().flat_map(|launch| &launch.writes);
        writes.map(ToString::to_string).collect()
    };
    let explanation = step::explain(&Device::cpu(), 2, 3)?;
    let written: BTreeSet<_> = writes(&explanation).into_iter().collect();
    assert_eq!(written, BTreeSet::from(["out.momentum".into(), "out.rho".into()]));
    // The pictures of operations and of kernels.
    for picture in [explanation.dot_before(), explanation.dot_after()] {
        assert!(
            picture.contains("\"out.momentum\"") && picture.contains("\"out.rho\""),
            "{picture}"
        );
    }
    assert!(!explanation.to_string().contains("result"), "{explanation}");
    // Of a tuple, the first a record: the fields, and the number of the array beside it.
    let explanation = scaled::explain::<f64>(&Device::cpu(), 4)?;
    let written = writes(&explanation);
    for name in ["out 0.x", "out 0.gas.gamma", "out 0.length", "result 1"] {
        assert!(written.iter().any(|written| written == name), "{name}: {written:?}");
    }
    Ok(())
}

#[test]
fn a_record_is_updated_in_place() -> Result<(), Error> {
    let mut q = state(6.0)?;
    let outside = IndexArray::new([2, 1], [5usize, 0], 6)?;
    let mesh = Mesh {
        volume: [1.0, 2.0],
        faces: Faces { outside: &outside, normal: [[[1.0], [10.0]], [[0.0]; 2], [[0.0]; 2]] },
    };
    let values = flux(&mut q, &mesh, &Gas { gamma: 1.5, viscosity: 0.0 })?;
    assert_eq!(q.rho.to_vec(), [6.0, 6.0, 6.0, 3.0, 3.0, 3.0]);
    assert_eq!(q.momentum.to_vec()[..7], [1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 4.0]);
    // rho at the node outside, times the normal, and 18 + 2, 9 + 4.
    assert_eq!(values.to_vec(), [3.0 + 20.0, 60.0 + 13.0]);
    let mesh = Mesh {
        volume: [1.0, 2.0],
        faces: Faces {
            outside: IndexArray::new([2, 1], [0usize, 0], 7)?,
            normal: mesh.faces.normal,
        },
    };
    let error = flux(&mut q, &mesh, &Gas { gamma: 1.5, viscosity: 0.0 }).unwrap_err().to_string();
    assert!(error.contains("`mesh.faces.outside"), "{error}");
    let mut both = Both { left: [1.0, 2.0], right: vec![3.0, 4.0] };
    swap(&mut both, 2.0)?;
    assert_eq!((both.left, both.right), ([1.0, 2.0], vec![6.0, 8.0]));
    Ok(())
}

#[test]
fn what_a_function_returns_is_passed_on() -> Result<(), Error> {
    let (s, x): (ScaledOf<f32>, Array<f32, 1>) = {
        let (s, x) = scaled(&[1f32, 2.0], 4.0)?;
        // Scalars that are returned are arrays without axes.
        let gas = Gas { gamma: s.gas.gamma.item(), viscosity: s.gas.viscosity.item() };
        assert_eq!(unscaled(&s)?.to_vec(), [1.0, 2.0]);
        (Scaled { x: s.x, gas, length: s.length.item() }, x)
    };
    assert_eq!(s.x.to_vec(), [4.0, 8.0]);
    assert_eq!(unscaled(&s)?.to_vec(), x.to_vec());
    let double = scaled(&[1f64], 3.0)?.0;
    assert_eq!(unscaled(&double)?.to_vec(), [1.0]);
    Ok(())
}

#[test]
fn errors_name_fields() -> Result<(), Error> {
    let q = state(1.0)?;
    let k = State { rho: vec![[1.0; 2]; 2], momentum: vec![[[1.0; 3]; 2]; 3] };
    let error = step(&q, &k, 0.5).unwrap_err().to_string();
    assert!(error.contains("argument `k.rho: [f64; E, N]` has shape [2, 2]"), "{error}");
    assert!(error.contains("N is 3 from `q.rho` axis 1"), "{error}");
    let mut out = State { rho: vec![[0.0; 3]; 2], momentum: Array::zeros([3, 2, 2])? };
    let error = step::into(&q, &q, 0.5, &mut out).unwrap_err().to_string();
    assert!(error.contains("`out.momentum: [f64; 3, E, N]` has shape [3, 2, 2]"), "{error}");
    // The record as it was.
    let mut left = Both { left: vec![1.0, 2.0], right: vec![3.0] };
    let error = swap(&mut left, 2.0).unwrap_err().to_string();
    assert!(error.contains("`a.right"), "{error}");
    assert_eq!((left.left, left.right), (vec![1.0, 2.0], vec![3.0]));
    Ok(())
}

/// In a block among statements a record is as local as the function.
#[test]
fn a_block_in_a_function_has_records() -> Result<(), Error> {
    array_fn! {
        pub struct Line<N> { x: [f64; N] }
        pub fn moved<N>(line: Line, by: f64) -> Line { Line { x: line.x + by } }
    }
    assert_eq!(moved(&Line { x: [1.0, 2.0] }, 1.0)?.x.to_vec(), [2.0, 3.0]);
    Ok(())
}
