//! The evidence: what holds at the heads of loops of the inlined program.

use heureka_ir::Certificate;
use heureka_ir::certificate::HeadInvariants;

use super::graph::{DEPTH, Graph};
use super::names::Names;
use super::walk::Findings;

pub fn certificate(_graph: &Graph, _names: &Names, _findings: &Findings) -> Certificate {
    Certificate::AtHeads(HeadInvariants { depth: DEPTH, at: Vec::new() })
}
