//! The engines: each asks whether any execution of a program reaches an error, in its own way.
//!
//! [`engine`] says what an engine is given and what it owes, [`registry`] lists the engines, [`portfolio`] says which are tried; each engine has a folder.

pub mod arrays;
pub mod bmc;
mod common;
pub mod engine;
pub mod horn;
pub mod learned;
pub mod linear;
mod memory;
pub mod portfolio;
pub mod predicates;
pub mod registry;
mod relations;
pub mod sil;
pub mod simulate;

pub use engine::{Context, Engine, EngineError, EngineInfo, Outcome, StopReason, Task};
