//! A program with records is the same as the program without them: the same graph, the same kernels, the same plan.

use crate::diagnostic::Errors;
use crate::{check_tokens, cuda_programs, schedule_function};

fn tokens(source: &str) -> proc_macro2::TokenStream {
    source.parse().expect("the source lexes")
}

/// The programs of a block as text: CUDA C++, then schedules, without the names of parameters.
fn emitted(source: &str) -> Vec<String> {
    let mut errors = Errors::default();
    let checked = check_tokens(tokens(source), &mut errors);
    let messages: Vec<String> = errors.sorted().iter().map(|d| d.message()).collect();
    assert!(messages.is_empty(), "{messages:?}");
    let sources = cuda_programs(tokens(source)).into_iter().map(|program| program.source);
    let launches = checked.functions.iter().flat_map(|function| {
        let programs = function.instances.iter();
        programs.map(|instance| {
            let program = schedule_function(&checked.block, function, instance);
            let launches = program.variants.iter().flat_map(|v| &v.fused.launches);
            let launches: Vec<_> =
                launches.map(|l| format!("{} {:?} {:?}", l.name, l.extents, l.cost)).collect();
            format!("{:?} {:?} {launches:?}", function.dim_sources, function.explicit_dims)
        })
    });
    let all: Vec<String> = sources.chain(launches).collect();
    assert!(!all.is_empty());
    all
}

const WITH: &str = "
    pub struct State<E, N, T: f32 | f64> { rho: [T; E, N], momentum: [T; 3, E, N], energy: [T; E, N] }
    pub struct Geometry<E, T: f32 | f64> { normal: [T; 3, E, 4], volume: [T; E] }
    pub struct Space<E, N, F, T: f32 | f64> {
        geometry: Geometry,
        outside: [index<E * N>; E, 4, F],
        inside: [i64; 4, F],
        lift: [T; N, 4 * F],
    }
    struct Flux<E, F, T: f32 | f64> { rho: [T; E, F], energy: [T; E, F] }

    pub fn rhs<E, N, F, T: f32 | f64>(q: State, space: Space, dt: T) -> State {
        let State { rho, energy, .. } = q;
        let flux = Flux { rho: q.rho[.., space.inside[0]], energy: faces(energy, space, 1) };
        let flux = Flux { rho: flux.rho + faces(rho, space, 0), ..flux };
        let change = einsum(\"nf,ef->en\", space.lift[.., ..F], flux.rho * flux.energy);
        State { rho: rho + dt * change, momentum: pressure(q) * q.momentum, energy: rho }
    }

    fn faces<E, N, F, T: f32 | f64>(x: [T; E, N], space: Space<E, N, F, T>, k: i64) -> [T; E, F] {
        x.ravel()[space.outside[.., k]] * space.geometry.normal[0, .., k, newaxis]
    }

    fn pressure<E, N, T: f32 | f64>(q: State) -> [T; E, N] {
        0.4 * (q.energy - 0.5 * sum(q.momentum ** 2, axis=0) / q.rho)
    }

    pub fn update<E, N>(q: &mut State<E, N, f64>, k: State<E, N, f64>, dt: f64) -> [f64; E] {
        for s in 0..2 { add(q, k, dt * s); }
        q.momentum[1] = 0;
        sum(q.rho, axis=1)
    }

    fn add<E, N>(q: &mut State<E, N, f64>, k: State<E, N, f64>, dt: f64) {
        q = State { rho: q.rho + dt * k.rho, ..q };
        add_one(q.energy, k.energy, dt);
    }

    fn add_one<E, N>(x: &mut [f64; E, N], k: [f64; E, N], dt: f64) { x += dt * k; }
";

const WITHOUT: &str = "

    pub fn rhs<E, N, F, T: f32 | f64>(
        rho: [T; E, N], momentum: [T; 3, E, N], energy: [T; E, N],
        normal: [T; 3, E, 4], volume: [T; E],
        outside: [index<E * N>; E, 4, F], inside: [i64; 4, F], lift: [T; N, 4 * F], dt: T,
    ) -> ([T; E, N], [T; 3, E, N], [T; E, N]) {
        let flux_rho = rho[.., inside[0]];
        let flux_energy = faces(energy, normal, outside, 1);
        let flux_rho = flux_rho + faces(rho, normal, outside, 0);
        let change = einsum(\"nf,ef->en\", lift[.., ..F], flux_rho * flux_energy);
        (rho + dt * change, pressure(rho, momentum, energy) * momentum, rho)
    }

    fn faces<E, N, F, T: f32 | f64>(
        x: [T; E, N], normal: [T; 3, E, 4], outside: [index<E * N>; E, 4, F], k: i64,
    ) -> [T; E, F] {
        x.ravel()[outside[.., k]] * normal[0, .., k, newaxis]
    }

    fn pressure<E, N, T: f32 | f64>(
        rho: [T; E, N], momentum: [T; 3, E, N], energy: [T; E, N],
    ) -> [T; E, N] {
        0.4 * (energy - 0.5 * sum(momentum ** 2, axis=0) / rho)
    }

    pub fn update<E, N>(
        rho: &mut [f64; E, N], momentum: &mut [f64; 3, E, N], energy: &mut [f64; E, N],
        k_rho: [f64; E, N], k_momentum: [f64; 3, E, N], k_energy: [f64; E, N], dt: f64,
    ) -> [f64; E] {
        for s in 0..2 {
            rho = rho + dt * s * k_rho;
            add_one(energy, k_energy, dt * s);
        }
        momentum[1] = 0;
        sum(rho, axis=1)
    }

    fn add_one<E, N>(x: &mut [f64; E, N], k: [f64; E, N], dt: f64) { x += dt * k; }
";

#[test]
fn records_change_nothing_of_what_is_emitted() {
    let (with, without) = (emitted(WITH), emitted(WITHOUT));
    assert_eq!(with.len(), without.len());
    for (with, without) in with.iter().zip(&without) {
        assert_eq!(with, without);
    }
}

/// Sizes that no field determines come from the place where the record is passed on.
#[test]
fn a_record_may_be_made_before_its_sizes_are_known() {
    let programs = emitted(
        "struct Faces<E, N, F> { nodes: [index<E * N>; F], x: [f64; F] }
         pub fn f<E, N, F>(u: [f64; E, N], nodes: [index<E * N>; F], x: [f64; F]) -> [f64; F] {
             let faces = Faces { nodes, x };
             gathered(u, Faces { x: 2 * faces.x, ..faces })
         }
         fn gathered<E, N, F>(u: [f64; E, N], faces: Faces) -> [f64; F] {
             u.ravel()[faces.nodes] * faces.x
         }",
    );
    assert_eq!(programs.len(), 2);
}

/// The types of fields depend on the arguments of the surrounding record.
#[test]
fn arguments_reach_records_in_records() {
    let programs = emitted(
        "pub struct Pair<A, T: f32 | f64> { x: [T; A], y: [T; A + 1] }
         pub struct Two<M, N> { first: Pair<M * N, f32>, second: Pair<N, f64> }
         pub fn f<K>(two: Two<2, K>) -> ([f32; 2 * K + 1], [f64; K + 1]) {
             (two.first.y, two.second.y)
         }",
    );
    assert_eq!(programs.len(), 2);
}
