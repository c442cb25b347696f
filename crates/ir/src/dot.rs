//! The program graph for Graphviz: one cluster for each procedure, one node for each location, steps on the edges.

use std::fmt::Write;

use crate::ids::{LocId, ProcId};
use crate::program::{LocKind, Program};
use crate::text::{Names, step};

/// Labels longer than this many characters are cut.
const LONGEST: usize = 70;

/// The text that `dot` reads.
pub fn dot(program: &Program) -> String {
    let names = Names::of(program);
    let mut out = String::from("digraph program {\n");
    out.push_str("  node [shape=box, style=rounded, fontname=\"monospace\", fontsize=10, height=0.25];\n");
    out.push_str("  edge [fontname=\"monospace\", fontsize=10, arrowsize=0.7];\n");
    let mut locs: Vec<Vec<LocId>> = vec![Vec::new(); program.procs.len()];
    for loc in program.loc_ids() {
        locs[program.loc(loc).proc.index()].push(loc);
    }
    for proc in entry_first(program) {
        let _ = writeln!(out, "  subgraph cluster_{proc} {{");
        let _ = writeln!(
            out,
            "    label={}; labeljust=l; fontname=\"monospace\";",
            quoted(&heading(program, &names, proc))
        );
        for &loc in &locs[proc.index()] {
            let _ = writeln!(out, "    {loc} [{}];", node(program, loc));
        }
        for id in locs[proc.index()].iter().flat_map(|&loc| program.out_edges(loc)) {
            let (edge, text) = (program.edge(id), step(program, &names, id));
            let _ = writeln!(out, "    {} -> {} [label={}];", edge.from, edge.to, quoted(&shortened(&text, LONGEST)));
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

/// `main(argc, argv) → result`
pub(crate) fn heading(program: &Program, names: &Names, proc: ProcId) -> String {
    let procedure = program.proc(proc);
    let list =
        |vars: &[crate::ids::VarId]| vars.iter().map(|&var| names.var(var, Some(proc))).collect::<Vec<_>>().join(", ");
    let results =
        if procedure.results.is_empty() { String::new() } else { format!(" → {}", list(&procedure.results)) };
    format!("{}({}){results}", names.proc(proc).trim_matches('`'), list(&procedure.params))
}

/// The procedures with the one first where execution starts.
pub(crate) fn entry_first(program: &Program) -> Vec<ProcId> {
    let mut procs: Vec<ProcId> = program.proc_ids().collect();
    procs.sort_by_key(|&proc| proc != program.entry);
    procs
}

pub(crate) fn shortened(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some(_) => text.chars().take(longest - 1).chain(['…']).collect(),
        None => text.to_owned(),
    }
}

fn node(program: &Program, id: LocId) -> String {
    let loc = program.loc(id);
    let proc = program.proc(loc.proc);
    let line = if loc.span.is_none() { String::new() } else { format!(" line {}", loc.span.line) };
    match &loc.kind {
        LocKind::Error { fault, note } => {
            let label = quoted(&shortened(&format!("{id}{line}\n{fault}\n{note}"), LONGEST));
            format!("label={label}, shape=octagon, style=filled, fillcolor=\"#f8d0d0\", color=\"#b02020\"")
        }
        LocKind::Unsupported { what } => {
            let label = quoted(&shortened(&format!("{id}{line}\nnot modelled: {what}"), LONGEST));
            format!("label={label}, shape=octagon, style=filled, fillcolor=\"#fbe6c0\", color=\"#a06000\"")
        }
        LocKind::Halt => format!("label={}, style=filled, fillcolor=\"#e0e0e0\"", quoted(&format!("{id}{line}\nhalt"))),
        LocKind::Normal if proc.entry == id => format!("label={}, penwidth=2", quoted(&format!("{id}{line}\nentry"))),
        LocKind::Normal if proc.exit == id => format!("label={}, peripheries=2", quoted(&format!("{id}{line}\nexit"))),
        LocKind::Normal => format!("label={}", quoted(&format!("{id}{line}"))),
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    #[test]
    fn clusters_nodes_and_edges() {
        let program = parse(
            "file \"a.c\" global x: i32 entry main
             proc main() { entry L0: assume x == 1 -> L1 assume x != 1 -> L2 @3:4
               L1: error assertion \"x != \\\"1\\\"\" @5:1  exit L2: }
             proc f(p) -> (r) { local p: i32 local r: i32 entry L3: return p -> L4 exit L4: }",
        )
        .unwrap();
        let text = dot(&program);
        assert!(text.contains("subgraph cluster_p0") && text.contains("label=\"f(p) → r\""), "{text}");
        assert!(text.contains("L0 -> L1 [label=\"assume x == 1\"]"), "{text}");
        assert!(text.contains("L1 [label=\"L1 line 5\\nassertion failed\\nx != \\\"1\\\"\", shape=octagon"), "{text}");
        assert_eq!(text.matches('{').count(), text.matches('}').count());
    }
}
