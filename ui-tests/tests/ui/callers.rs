//! Callers of a block with errors have none of their own.

use array_fn::{Array, Device, Error, array_fn};

array_fn! {
    pub const SCALE: f64 = 2;

    pub fn wrong<E, N, T: f32 | f64>(u: [T; E, N], idx: [index<N>; E], dt: T) -> ([T; E], [T; E, N]) {
        (u[.., idx], u * dtt)
    }

    #[unfused]
    pub fn right<N>(u: &mut [f64; N]) {
        u *= SCALE;
    }

    pub fn unparsed<N>(x: [f64; N]) -> [f64; N] {
        x +
    }

    pub fn strange<N>(x: [float; N]) -> [float; N] {
        x
    }
}

fn run(
    device: &Device,
    u: &Array<f64, 2>,
    v: &mut Array<f64, 1>,
    idx: &array_fn::IndexArray<1>,
) -> Result<(), Error> {
    let (a, mut b): (Array<f64, 1>, Array<f64, 2>) = wrong(u, idx, SCALE)?;
    let mut c = unparsed(&a)?;
    unparsed::into(&a, &mut c)?;
    wrong::into(u, idx, 1.0, v, &mut b)?;
    right(v)?;
    right::unfused(v)?;
    right::plan(device, 8)?;
    strange(&c)?;
    Ok(())
}

fn main() {}
