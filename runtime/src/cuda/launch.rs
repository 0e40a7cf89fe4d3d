//! Launch configurations: the number of threads that run a kernel, and the limits of devices and kernels.

use cudarc::driver::sys::CUdevice_attribute as Attribute;

use super::CudaError;
use super::context::Context;
use super::driver::functions as api;
use super::graph::RuleError;

/// A launch configuration: the number of blocks, the threads per block, and the bytes of dynamic shared memory per
/// block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchConfig {
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// Threads per block along x, y and z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory per block.
    pub shared_bytes: u32,
}

impl LaunchConfig {
    /// At least `elements` threads in a row, and at least one block, in blocks of `threads`.
    ///
    /// # Panics
    /// If `threads` is 0.
    pub fn linear(elements: usize, threads: u32) -> LaunchConfig {
        // A grid that is too large for `u32` is too large for every device, and the check of the node says so.
        let blocks = u32::try_from(elements.div_ceil(threads as usize)).unwrap_or(u32::MAX);
        LaunchConfig { grid: [blocks.max(1), 1, 1], block: [threads, 1, 1], shared_bytes: 0 }
    }

    /// The same with so many bytes of dynamic shared memory.
    pub fn with_shared_bytes(self, shared_bytes: u32) -> LaunchConfig {
        LaunchConfig { shared_bytes, ..self }
    }
}

/// The limits of a device, or of a kernel on it.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    grid: [u32; 3],
    block: [u32; 3],
    pub(super) threads: u32,
    pub(super) shared_bytes: u32,
}

impl Limits {
    pub(super) fn of(context: &Context) -> Result<Limits, CudaError> {
        let _current = context.bind()?;
        let get = |attribute: Attribute| {
            let mut value = 0;
            // SAFETY: the device exists; one integer is written.
            let result =
                unsafe { api::cuDeviceGetAttribute(&raw mut value, attribute, context.device()) };
            context.check("cuDeviceGetAttribute", result)?;
            Ok::<u32, CudaError>(u32::try_from(value).unwrap_or(0))
        };
        Ok(Limits {
            grid: [
                get(Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X)?,
                get(Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y)?,
                get(Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)?,
            ],
            block: [
                get(Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X)?,
                get(Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y)?,
                get(Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)?,
            ],
            threads: get(Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
            shared_bytes: u32::try_from(context.max_shared).unwrap_or(u32::MAX),
        })
    }

    /// Whether the kernel can be launched so.
    pub(super) fn check(&self, kernel: &str, launch: &LaunchConfig) -> Result<(), RuleError> {
        let refuse = |what: &str, value: u64, most: u32| {
            let (kernel, what) = (kernel.to_owned(), what.to_owned());
            Err(RuleError::Launch { kernel, what, value, least: 1, most: u64::from(most) })
        };
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            let (grid, block) = (launch.grid[axis], launch.block[axis]);
            if grid == 0 || grid > self.grid[axis] {
                return refuse(&format!("blocks along {name}"), grid.into(), self.grid[axis]);
            }
            if block == 0 || block > self.block[axis] {
                let what = format!("threads of a block along {name}");
                return refuse(&what, block.into(), self.block[axis]);
            }
        }
        let threads = launch.block.iter().map(|&n| u64::from(n)).product();
        if threads > u64::from(self.threads) {
            return refuse("threads of a block", threads, self.threads);
        }
        if launch.shared_bytes > self.shared_bytes {
            let (kernel, what) = (kernel.to_owned(), "bytes of dynamic shared memory".to_owned());
            let (value, most) = (launch.shared_bytes.into(), self.shared_bytes.into());
            return Err(RuleError::Launch { kernel, what, value, least: 0, most });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_launches_cover_all_elements() {
        assert_eq!(LaunchConfig::linear(0, 128).grid, [1, 1, 1]);
        assert_eq!(LaunchConfig::linear(128, 128).grid, [1, 1, 1]);
        assert_eq!(LaunchConfig::linear(129, 128).grid, [2, 1, 1]);
        assert_eq!(LaunchConfig::linear(usize::MAX, 1).grid, [u32::MAX, 1, 1]);
    }

    #[test]
    fn launches_are_compared_with_the_limits() {
        let limits =
            Limits { grid: [100, 10, 10], block: [64, 64, 8], threads: 128, shared_bytes: 1024 };
        let launch = |grid, block, shared_bytes| {
            let launch = LaunchConfig { grid, block, shared_bytes };
            limits.check("k", &launch).map_err(|error| error.to_string())
        };
        assert_eq!(launch([100, 10, 10], [64, 2, 1], 1024), Ok(()));
        let refused = |grid, block, shared, text: &str| {
            let message = launch(grid, block, shared).unwrap_err();
            assert!(message.contains(text), "{message}");
        };
        refused([0, 1, 1], [1, 1, 1], 0, "blocks along x");
        refused([1, 11, 1], [1, 1, 1], 0, "blocks along y");
        refused([1, 1, 1], [1, 1, 9], 0, "threads of a block along z");
        refused([1, 1, 1], [64, 64, 1], 0, "4096 threads of a block");
        refused([1, 1, 1], [1, 1, 1], 1025, "bytes of dynamic shared memory");
    }
}
