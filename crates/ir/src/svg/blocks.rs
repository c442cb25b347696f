//! A procedure as blocks of steps that follow each other, the way people draw control flow.

use std::collections::HashMap;

use crate::ids::{EdgeId, LocId, ProcId};
use crate::program::{LocKind, Op, Program};
use crate::text::{Names, step};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Plain,
    Entry,
    Exit,
    Halt,
    Error,
    Unsupported,
}

pub struct Block {
    pub kind: Kind,
    pub lines: Vec<Line>,
}

/// A step, or words about a location.
pub struct Line {
    pub loc: LocId,
    pub text: String,
    /// The line in the source; 0 when there is none.
    pub source: u32,
}

pub struct Link {
    pub from: usize,
    pub to: usize,
    /// The guard; empty when there is none.
    pub label: String,
}

pub struct Chart {
    pub blocks: Vec<Block>,
    pub links: Vec<Link>,
}

/// The blocks of a procedure with its entry first; `locs` are its locations and `into` counts the edges into each.
pub fn chart(program: &Program, names: &Names, proc: ProcId, locs: &[LocId], into: &[u32]) -> Chart {
    let procedure = program.proc(proc);
    let only_step = |loc: LocId| {
        let mut edges = program.out_edges(loc);
        edges.next().filter(|&edge| edges.next().is_none() && program.edge(edge).op.guard().is_none())
    };
    // A location goes on within a block when one step without a guard leads there and nothing else does.
    let mut is_start: HashMap<LocId, bool> = locs.iter().map(|&loc| (loc, true)).collect();
    for &loc in locs {
        if let Some(edge) = only_step(loc) {
            let to = program.edge(edge).to;
            let plain = program.loc(to).kind == LocKind::Normal && to != procedure.entry && to != procedure.exit;
            if plain && into[to.index()] == 1 && to != loc {
                is_start.insert(to, false);
            }
        }
    }
    let mut starts: Vec<LocId> = locs.iter().copied().filter(|loc| is_start[loc]).collect();
    starts.sort_by_key(|&loc| (loc != procedure.entry, loc));
    // A cycle of such steps that nothing enters has no start; it cannot be reached and is not drawn.
    let number: HashMap<LocId, usize> = starts.iter().enumerate().map(|(at, &loc)| (loc, at)).collect();
    let mut chart = Chart { blocks: Vec::new(), links: Vec::new() };
    for (at, &start) in starts.iter().enumerate() {
        let mut block = Block { kind: kind(program, proc, start), lines: about(program, proc, start) };
        let mut loc = start;
        loop {
            let Some(edge) = only_step(loc) else {
                if block.lines.is_empty() || (loc != start && program.out_edges(loc).len() > 0) {
                    block.lines.push(Line { loc, text: String::new(), source: program.loc(loc).span.line });
                }
                for id in program.out_edges(loc) {
                    let label = step(program, names, id).trim_start_matches("assume ").to_owned();
                    link(&mut chart, &number, at, program.edge(id).to, label);
                }
                break;
            };
            let from = loc;
            if program.edge(edge).op != Op::Skip {
                block.lines.push(line(program, names, edge));
            }
            loc = program.edge(edge).to;
            if is_start[&loc] {
                if block.lines.is_empty() {
                    block.lines.push(Line { loc: from, text: String::new(), source: program.loc(from).span.line });
                }
                link(&mut chart, &number, at, loc, String::new());
                break;
            }
        }
        chart.blocks.push(block);
    }
    chart
}

fn link(chart: &mut Chart, number: &HashMap<LocId, usize>, from: usize, to: LocId, label: String) {
    if let Some(&to) = number.get(&to) {
        chart.links.push(Link { from, to, label });
    }
}

fn line(program: &Program, names: &Names, id: EdgeId) -> Line {
    let edge = program.edge(id);
    Line { loc: edge.from, text: step(program, names, id), source: edge.span.line }
}

fn kind(program: &Program, proc: ProcId, loc: LocId) -> Kind {
    match program.loc(loc).kind {
        LocKind::Halt => Kind::Halt,
        LocKind::Error { .. } => Kind::Error,
        LocKind::Unsupported { .. } => Kind::Unsupported,
        LocKind::Normal if program.proc(proc).entry == loc => Kind::Entry,
        LocKind::Normal if program.proc(proc).exit == loc => Kind::Exit,
        LocKind::Normal => Kind::Plain,
    }
}

/// What is said of special locations.
fn about(program: &Program, proc: ProcId, loc: LocId) -> Vec<Line> {
    let location = program.loc(loc);
    let line = |text: String| Line { loc, text, source: location.span.line };
    match (&location.kind, kind(program, proc, loc)) {
        (LocKind::Error { fault, note }, _) if note.is_empty() || **note == *fault.to_string() => {
            vec![line(fault.to_string())]
        }
        (LocKind::Error { fault, note }, _) => vec![line(fault.to_string()), line(note.to_string())],
        (LocKind::Unsupported { what }, _) => vec![line(format!("not modelled: {what}"))],
        (LocKind::Halt, _) => vec![line("halt".to_owned())],
        (_, Kind::Exit) => vec![line("exit".to_owned())],
        _ => Vec::new(),
    }
}
