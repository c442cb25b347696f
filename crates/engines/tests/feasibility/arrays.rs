//! arrays
