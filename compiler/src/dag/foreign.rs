//! Functions that are written in another language, and applied to elements.

use super::{Const, DType, Size};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// What the interpreters compute in place of a foreign function.
pub type Judge = fn(&[Const]) -> Const;

/// What the interpreters compute in place of a foreign function of arrays: of the elements of all arguments the result
/// with this position, which has so many elements.
pub type ArrayJudge = fn(&[Vec<Const>], usize, usize) -> Vec<Const>;

/// A foreign function: equal scalars give an equal scalar. The compiler knows its types, and how code calls it, but
/// nothing of what it computes. So calls are merged, moved and removed, but never folded.
#[derive(Clone, Debug)]
pub struct Foreign(Arc<ForeignFunction>);

#[derive(Debug)]
pub struct ForeignFunction {
    /// The name in the block. In C it is the name of the function, too.
    pub name: String,
    pub params: Vec<DType>,
    /// The dtypes of the results. A function of scalars has one here: where the code has several, `which` is its
    /// position.
    pub results: Vec<DType>,
    /// Of a function of scalars whose code has several results, the position of the one that this function stands for.
    pub which: Option<usize>,
    pub code: Code,
    /// Interpreters call no foreign code. A test says here what they compute instead.
    pub judge: OnceLock<Judge>,
    pub array_judge: OnceLock<ArrayJudge>,
}

/// Where the code of a foreign function is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Code {
    /// A C function.
    C {
        /// The name of the library with its loops, and the beginning of the names of these loops.
        library: String,
        /// What a CUDA source needs in front of its kernels, or the reason why GPUs cannot run the function.
        device: Result<DeviceText, String>,
    },
    /// A C function of whole arrays.
    CArrays {
        library: String,
        /// For each parameter, whether it is an array.
        arrays: Vec<bool>,
        /// Whether the header declares a function that puts the same work on a stream of a GPU, or why it does not.
        enqueued: Result<(), String>,
    },
    /// A Rust function, by its path.
    Rust { path: String },
}

/// Parts of a CUDA source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeviceText {
    /// The text of the header. Several functions may have the same.
    pub header: String,
    /// The function that kernels call.
    pub function: String,
}

/// One result of a call of a foreign function of arrays. Its operands are the arguments, scalars as arrays of one
/// element; a call without arguments has an operand that nobody reads.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ForeignCall {
    pub function: Foreign,
    /// The position of the result.
    pub result: usize,
    /// The sizes that the function is given.
    pub sizes: Vec<Size>,
    /// The shapes of all results. Results that nothing needs have no nodes, but have to be written.
    pub shapes: Vec<Vec<Size>>,
}

impl ForeignCall {
    /// The number of operands.
    pub fn operands(&self) -> usize {
        self.function.params.len().max(1)
    }

    /// The call with other sizes.
    pub fn map(&self, size: impl Fn(&Size) -> Size) -> ForeignCall {
        ForeignCall {
            function: self.function.clone(),
            result: self.result,
            sizes: self.sizes.iter().map(&size).collect(),
            shapes: self.shapes.iter().map(|shape| shape.iter().map(&size).collect()).collect(),
        }
    }
}

impl Foreign {
    /// A function with one result.
    pub fn new(name: String, params: Vec<DType>, result: DType, code: Code) -> Foreign {
        Foreign::with_results(name, params, vec![result], None, code)
    }

    pub fn with_results(
        name: String,
        params: Vec<DType>,
        results: Vec<DType>,
        which: Option<usize>,
        code: Code,
    ) -> Foreign {
        let (judge, array_judge) = (OnceLock::new(), OnceLock::new());
        let function = ForeignFunction { name, params, results, which, code, judge, array_judge };
        Foreign(Arc::new(function))
    }

    /// The dtype of the first result, which is the only one of a function of scalars.
    pub fn result(&self) -> DType {
        self.results[0]
    }

    /// The library with its code, if it is in C.
    pub fn library(&self) -> Option<&str> {
        match &self.code {
            Code::C { library, .. } | Code::CArrays { library, .. } => Some(library),
            Code::Rust { .. } => None,
        }
    }

    /// What an interpreter computes.
    ///
    /// # Errors
    /// No test has said what that is.
    pub fn evaluate(&self, arguments: &[Const]) -> Result<Const, String> {
        match self.judge.get() {
            Some(judge) => Ok(judge(arguments)),
            None => Err(format!("the interpreter has no definition of `{}`", self.name)),
        }
    }

    /// What an interpreter computes for a function of arrays.
    ///
    /// # Errors
    /// No test has said what that is.
    pub fn evaluate_arrays(
        &self,
        arguments: &[Vec<Const>],
        result: usize,
        elements: usize,
    ) -> Result<Vec<Const>, String> {
        match self.array_judge.get() {
            Some(judge) => Ok(judge(arguments, result, elements)),
            None => Err(format!("the interpreter has no definition of `{}`", self.name)),
        }
    }

    /// The name of the function that puts its work on a stream, if it is one of arrays for GPUs.
    pub fn enqueue(&self) -> Option<String> {
        match &self.code {
            Code::CArrays { library, enqueued: Ok(()), .. } => Some(format!("{library}_cuda")),
            _ => None,
        }
    }

    /// Why GPUs cannot run it, if they cannot.
    pub fn only_on_cpus(&self) -> Option<String> {
        match &self.code {
            Code::C { device: Ok(_), .. } => None,
            Code::C { device: Err(reason), .. } => Some(reason.clone()),
            Code::CArrays { enqueued, .. } => enqueued.clone().err(),
            Code::Rust { .. } => {
                Some(format!("`{}` is a Rust function, which GPUs cannot call", self.name))
            }
        }
    }
}

impl std::ops::Deref for Foreign {
    type Target = ForeignFunction;

    fn deref(&self) -> &ForeignFunction {
        &self.0
    }
}

impl ForeignFunction {
    /// Everything but what interpreters compute.
    fn identity(&self) -> (&str, &[DType], &[DType], Option<usize>, &Code) {
        (&self.name, &self.params, &self.results, self.which, &self.code)
    }
}

impl PartialEq for Foreign {
    fn eq(&self, other: &Foreign) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.identity() == other.identity()
    }
}

impl Eq for Foreign {}

impl PartialOrd for Foreign {
    fn partial_cmp(&self, other: &Foreign) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Foreign {
    fn cmp(&self, other: &Foreign) -> Ordering {
        self.identity().cmp(&other.identity())
    }
}

impl Hash for Foreign {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}
