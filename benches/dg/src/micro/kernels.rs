//! Kernels that do almost nothing.

use crate::error::Error;
use array_fn::cuda::{CudaError, DType, Gpu, Kernel, Module, Parameter};

/// The CUDA C++ of the kernels.
pub const SOURCE: &str = include_str!("kernels.cu");

/// The PTX that nvcc makes of it, for machines without NVRTC. The command is in the source.
pub const PTX: &str = include_str!("kernels.ptx");

/// The loaded kernels.
pub struct Kernels {
    /// `add(x, amount)`: adds to all elements of a buffer.
    pub add: Kernel,
    /// `count_down(left, more)`: takes one from the first element, and clears the condition at 0.
    pub count_down: Kernel,
    /// The compiler that they come from.
    pub origin: &'static str,
}

impl Kernels {
    pub fn load(gpu: Gpu) -> Result<Kernels, Error> {
        let (module, origin) = match Module::from_source(gpu, "dg-bench", SOURCE) {
            Ok(module) => (module, "compiled by NVRTC"),
            Err(CudaError::Rejected { log, .. }) => {
                let module = Module::from_ptx(gpu, "dg-bench", PTX);
                let module = module.map_err(|error| format!("{error}; its source: {log}"))?;
                (module, "compiled by nvcc ahead of time")
            }
            Err(error) => return Err(error.into()),
        };
        let (x, left) = (Parameter::Write(DType::F32), Parameter::Write(DType::U32));
        let amount = Parameter::Value(DType::F32);
        // SAFETY: the kernels of the source have these parameters, and touch only elements below the length of their
        // buffer. `count_down` sets the condition that it is given.
        let [add, count_down] = unsafe {
            [
                module.kernel("add", &[x, amount, Parameter::Length(0)])?,
                module.kernel("count_down", &[left, Parameter::Condition, Parameter::Length(0)])?,
            ]
        };
        Ok(Kernels { add, count_down, origin })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change of the source needs new PTX.
    #[test]
    fn the_ptx_has_the_kernels_of_the_source() {
        let names = |text: &str, before: &str| -> Vec<String> {
            let rest = text.split(before).skip(1);
            rest.map(|rest| rest.split('(').next().unwrap_or_default().to_owned()).collect()
        };
        let kernels = names(SOURCE, "__global__ void ");
        assert_eq!(kernels, ["add", "count_down"]);
        assert_eq!(names(PTX, ".visible .entry "), kernels);
    }
}
