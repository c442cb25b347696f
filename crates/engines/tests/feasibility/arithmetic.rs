//! arithmetic
