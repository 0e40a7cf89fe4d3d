//! Names with the prefixes of NumPy and its kin.

use array_fn::array_fn;

array_fn! {
    pub fn transform<N>(x: [f64; N]) -> [f64; N] { np.fft.fft(x) }
    pub fn total<N>(x: [f64; N]) -> f64 { np.sum(x) }
    pub fn inverse(a: [f64; 3, 3]) -> [f64; 3, 3] { np.linalg.inv(a) }
    pub fn root<N>(x: [f64; N]) -> [f64; N] { math.sqrt(x) * np.pi }
    pub fn rectified<N>(x: [f64; N]) -> [f64; N] { jax.nn.relu(x) }
    pub fn drawn<N>(x: [f64; N]) -> [f64; N] { x + np.random.randn(N) }
}

fn main() {}
