//! Streams and events.

use std::ffi::{c_int, c_uint, c_void};

use cudarc::driver::sys::{CUevent, CUstream};

use super::{
    INVALID_VALUE, SUCCESS, Status, Tag, current, enter, handle, index, outcome, unsafe_in_captures,
};
use crate::state::lock;
use crate::streams::{Event, Operation};

/// The index of a stream; 0 for the default stream.
pub(crate) fn stream_index(stream: CUstream) -> Option<usize> {
    if stream.is_null() { Some(0) } else { index(Tag::Stream, stream) }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamCreate(target: *mut CUstream, _: c_uint) -> Status {
    enter!("cuStreamCreate");
    current!();
    // SAFETY: promised by the caller.
    unsafe { target.write(handle(Tag::Stream, lock().new_stream())) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamCreateWithPriority(
    target: *mut CUstream,
    flags: c_uint,
    _: c_int,
) -> Status {
    // SAFETY: forwarded.
    unsafe { cuStreamCreate(target, flags) }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamDestroy_v2(stream: CUstream) -> Status {
    let Some(stream) = stream_index(stream) else { return INVALID_VALUE };
    let mut state = lock();
    state.synchronize_stream(stream);
    state.streams[stream].alive = false;
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamSynchronize(stream: CUstream) -> Status {
    enter!("cuStreamSynchronize");
    let Some(stream) = stream_index(stream) else { return INVALID_VALUE };
    let mut state = lock();
    if state.invalidate_capture(stream) {
        return Status::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    state.synchronize_stream(stream);
    drop(state);
    outcome()
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamQuery(stream: CUstream) -> Status {
    enter!("cuStreamQuery");
    let Some(stream) = stream_index(stream) else { return INVALID_VALUE };
    let mut state = lock();
    if state.invalidate_capture(stream) {
        return Status::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    match state.is_idle(stream) {
        true => outcome(),
        false => Status::CUDA_ERROR_NOT_READY,
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWaitEvent(stream: CUstream, event: CUevent, _: c_uint) -> Status {
    enter!("cuStreamWaitEvent");
    let (Some(stream), Some(event)) = (stream_index(stream), index(Tag::Event, event)) else {
        return INVALID_VALUE;
    };
    lock().wait(stream, event);
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchHostFunc(
    stream: CUstream,
    function: *mut c_void,
    argument: *mut c_void,
) -> Status {
    enter!("cuLaunchHostFunc");
    let Some(stream) = stream_index(stream) else { return INVALID_VALUE };
    let operation = Operation::Host(function.expose_provenance(), argument.expose_provenance());
    lock().enqueue(stream, operation);
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventCreate(target: *mut CUevent, _: c_uint) -> Status {
    enter!("cuEventCreate");
    current!();
    let mut state = lock();
    let mut event = Event::default();
    event.alive = true;
    // Handles of destroyed events are not reused: a late use would not be seen.
    state.events.push(event);
    // SAFETY: promised by the caller.
    unsafe { target.write(handle(Tag::Event, state.events.len() - 1)) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventDestroy_v2(event: CUevent) -> Status {
    let Some(event) = index(Tag::Event, event) else { return INVALID_VALUE };
    lock().events[event].alive = false;
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventRecord(event: CUevent, stream: CUstream) -> Status {
    enter!("cuEventRecord");
    let (Some(stream), Some(event)) = (stream_index(stream), index(Tag::Event, event)) else {
        return INVALID_VALUE;
    };
    let mut state = lock();
    if !state.events[event].alive {
        return super::mistake(state, "cuEventRecord", "the event is destroyed");
    }
    state.record(event, stream);
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventQuery(event: CUevent) -> Status {
    enter!("cuEventQuery");
    unsafe_in_captures!();
    let Some(event) = index(Tag::Event, event) else { return INVALID_VALUE };
    match lock().is_reached(event) {
        true => outcome(),
        false => Status::CUDA_ERROR_NOT_READY,
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventSynchronize(event: CUevent) -> Status {
    enter!("cuEventSynchronize");
    let Some(event) = index(Tag::Event, event) else { return INVALID_VALUE };
    lock().synchronize_event(event);
    outcome()
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventElapsedTime_v2(
    milliseconds: *mut f32,
    start: CUevent,
    end: CUevent,
) -> Status {
    enter!("cuEventElapsedTime_v2");
    let (Some(start), Some(end)) = (index(Tag::Event, start), index(Tag::Event, end)) else {
        return INVALID_VALUE;
    };
    let state = lock();
    if ![start, end].iter().all(|&event| state.events[event].is_recorded()) {
        return Status::CUDA_ERROR_INVALID_HANDLE;
    }
    let (Some(start), Some(end)) = (state.events[start].time, state.events[end].time) else {
        return Status::CUDA_ERROR_NOT_READY;
    };
    // SAFETY: promised by the caller.
    unsafe { milliseconds.write(end.saturating_duration_since(start).as_secs_f32() * 1e3) };
    SUCCESS
}
