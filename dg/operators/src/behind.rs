//! What is in the elements behind those of the mesh.

use array_fn::array_fn;

array_fn! {
    /// Writes states into the last H of the elements, where they are on the device.
    pub fn write_behind<V, E, H, N, T: f32 | f64>(q: &mut [T; V, E, N], behind: [f64; V, H, N]) {
        q[.., E - H..E, ..] = behind as T;
    }
}
