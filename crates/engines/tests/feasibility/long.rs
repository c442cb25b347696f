//! long
