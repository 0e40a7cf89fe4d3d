//! The stand-in catches what it promises to catch: every test plants one bug, by its name, or shows that
//! the same without the bug is fine.

mod capture;
mod graphs;
mod hazards;
mod host_cost;
mod limits;
mod loading;
mod memory;
mod recording;
mod streams;
mod support;
