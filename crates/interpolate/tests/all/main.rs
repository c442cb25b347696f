//! Sequence interpolants: each is checked, whatever the formulas; of small ones the text is known.

mod bad_input;
mod booleans;
mod classics;
mod common;
mod functions;
mod integers;
mod machine;
mod paths;
mod properties;
