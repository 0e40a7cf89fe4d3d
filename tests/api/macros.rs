//! Blocks in the bodies of `macro_rules!` macros. Rust splits `**`, `**=` and `@=` there, since none of them is a token
//! of its own.

use array_fn::Array;

/// A module with a block. The block consists of tokens of this body, except the dtype and the exponent.
macro_rules! powers {
    ($module:ident, $dtype:ident, $exponent:expr) => {
        mod $module {
            array_fn::array_fn! {
                pub fn powers<N>(x: [$dtype; N]) -> [$dtype; N] { 2 * x ** $exponent + -x**2 }

                pub fn raise<N>(x: &mut [$dtype; N]) { x **= 3; }

                pub fn multiply<N>(x: &mut [$dtype; N, N], y: [$dtype; N, N]) { x @= y; }
            }
        }
    };
}

powers!(single, f32, 3);
powers!(double, f64, 1 + 2);

#[test]
fn powers_in_a_macros_body_are_powers() {
    let x = Array::from(vec![1.0, 2.0, -3.0]);
    let powers = double::powers(&x).expect("it runs");
    assert_eq!(powers.as_slice(), [1.0, 12.0, -63.0]);
    let x = Array::from(vec![1.0f32, 2.0, -3.0]);
    assert_eq!(single::powers(&x).expect("it runs").as_slice(), [1.0, 12.0, -63.0]);
}

#[test]
fn assignments_of_powers_and_products_in_a_macros_body() {
    let mut x = Array::from(vec![1.0, 2.0, -3.0]);
    double::raise(&mut x).expect("it runs");
    assert_eq!(x.as_slice(), [1.0, 8.0, -27.0]);
    let mut x = Array::from_slice([2, 2], &[1.0, 2.0, 3.0, 4.0]).expect("it fits");
    let y = Array::from_slice([2, 2], &[0.0, 1.0, 1.0, 0.0]).expect("it fits");
    double::multiply(&mut x, &y).expect("it runs");
    assert_eq!(x.as_slice(), [2.0, 1.0, 4.0, 3.0]);
}
