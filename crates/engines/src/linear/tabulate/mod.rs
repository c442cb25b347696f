//! The tabulation procedure (paper 002; paper 000 §4): path edges for every location, found by a worklist.

mod path_edge;

pub use path_edge::{Parent, PathEdge, PathEdgeId};
