//! The types that the rest of the runtime names if array-fn is built without CUDA. None of them has a value.

use std::sync::Arc;

use super::{Autotune, CudaError, Executor};
use crate::buffer::Buffer;
use crate::executor::{Call, Execute};
use crate::instance::Instance;
use crate::{Contractions, Error};

/// A GPU. There is none.
#[derive(Debug, PartialEq)]
pub(crate) enum Context {}

/// Memory of a GPU. There is none.
#[derive(Debug)]
pub(crate) enum Memory {}

/// The executor of plans on a GPU. There is none.
pub(crate) enum Engine {}

fn absent() -> CudaError {
    let reason = "array-fn was built without it (features `cuda-13000`, `cuda-12080`)".to_owned();
    CudaError::NoDriver { reason }
}

pub(crate) fn device_count() -> Result<usize, CudaError> {
    Err(absent())
}

impl Context {
    pub(crate) fn get(_: usize) -> Result<&'static Context, CudaError> {
        Err(absent())
    }

    pub(crate) fn ordinal(&self) -> usize {
        match *self {}
    }

    pub(crate) fn describe(&self) -> String {
        match *self {}
    }

    pub(crate) fn synchronize(&self) -> Result<(), CudaError> {
        match *self {}
    }
}

impl Memory {
    pub(crate) fn context(&self) -> &'static Context {
        match *self {}
    }

    pub(crate) fn address(&self) -> u64 {
        match *self {}
    }

    pub(crate) fn bytes(&self) -> usize {
        match *self {}
    }
}

impl Engine {
    pub(crate) fn new(
        context: &'static Context,
        _: Executor,
        _: Contractions,
        _: Autotune,
        _: &Instance,
    ) -> Result<Arc<Engine>, Error> {
        match *context {}
    }
}

impl Execute for Engine {
    unsafe fn call(&self, _: Call<'_, '_, '_, '_>) -> Result<(), Error> {
        match *self {}
    }

    fn is_by_library(&self, _: usize) -> bool {
        match *self {}
    }
}

pub(crate) fn allocate(context: &'static Context, _: usize) -> Result<Arc<Memory>, CudaError> {
    match *context {}
}

pub(crate) fn upload(context: &'static Context, _: &Buffer) -> Result<Arc<Memory>, CudaError> {
    match *context {}
}

pub(crate) fn download(memory: &Memory) -> Result<Buffer, Error> {
    match *memory {}
}

pub(crate) fn duplicate(memory: &Memory) -> Result<Arc<Memory>, CudaError> {
    match *memory {}
}
