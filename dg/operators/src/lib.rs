//! The equations of [`array-fn-dg`](https://docs.rs/array-fn-dg) as array programs: right-hand sides, time steps and
//! limiters.
//!
//! `array-fn-dg` makes the arguments (matrices of the reference element, geometric factors, neighbours) and calls the
//! programs. They are a package of their own, because they take a minute to compile and seldom change.
//!
//! | module | programs |
//! | --- | --- |
//! | [`wave`], [`curved_wave`] | the wave equation, on elements with plane faces and on curved elements |
//! | [`euler`], [`curved_euler`] | the compressible Euler equations, on both kinds of elements |
//! | [`behind`] | states in the elements behind those of the mesh |
//! | [`limit`] | limiters and filters for the Euler equations, between steps |
//! | [`maxwell`] | Maxwell's equations in vacuum |
//! | [`space`], [`stepping`] | the records and the Runge-Kutta factors that programs take (from `array-fn-dg-laws`) |
//!
//! Two more packages hold the Navier-Stokes equations (`array-fn-dg-navier-stokes`) and the entropy correction of flows
//! (`array-fn-dg-entropy`).
//!
//! # Arrays
//!
//! A mesh has E elements with N nodes each, and a face has F nodes. A state is an array `[variables, E, N]`, such as
//! `[5, E, N]` for the Euler equations. The element type is T where a program exists in both precisions, and `f64`
//! otherwise.
//!
//! # Programs
//!
//! - `..._rhs` returns a right-hand side: the rate of change of a state.
//! - `..._step` advances a state by one step, in place. Its five stages are one call. `..._steps` of the linear
//!   equations does several steps in one call. Most steps are compiled for each
//!   of the orders 1 to 7 (their `where` clauses have the numbers of nodes), because steps take most of the time.
//! - `stage` of the curved modules is one stage of a step, compiled once for all orders.
//! - `signal_rate` and `summary` reduce a state to the numbers that drivers need.

#![warn(missing_docs)]

pub mod behind;
pub mod curved_euler;
pub mod curved_wave;
pub mod euler;
pub mod limit;
pub mod maxwell;
pub mod wave;
pub use array_fn_dg_laws::{space, stepping};
