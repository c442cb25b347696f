//! Loops folded: iterations that show the same steps are shown once.
//!
//! The log is read as a tree of calls and loops. A run of iterations with the same steps keeps its first and its last;
//! how often an inner loop ran does not count as a difference. Only the kept iterations are held in memory, so a loop of
//! a million iterations costs as much as one of three.

use std::hash::{Hash, Hasher};

use crate::ids::EdgeId;
use crate::interpret::{Event, Log};
use crate::loops::{LoopId, Loops};
use crate::program::{Op, Program};

/// A line of the story, before it has its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// The event with this index happens, `depth` calls deep.
    Event { event: usize, depth: usize },
    /// Iterations that show the same as an earlier one.
    Same { first: u64, last: u64, like: u64, depth: usize, head: EdgeId },
    /// Iterations of several kinds.
    Various { first: u64, last: u64, depth: usize, head: EdgeId },
    /// Events that were not logged.
    Gap { events: u64 },
}

/// A sequence of lines that may be repeated.
#[derive(Clone, Debug, Default)]
struct Sequence {
    lines: Vec<Line>,
    /// A digest of the steps in `lines`, whatever the number of iterations.
    digest: u64,
}

impl Sequence {
    fn mix(&mut self, value: impl Hash) {
        let mut hasher = crate::expr::PoolHasher::default();
        (self.digest, value).hash(&mut hasher);
        self.digest = hasher.finish();
    }

    fn append(&mut self, other: Sequence, most: usize) {
        if !other.lines.is_empty() {
            self.mix(other.digest);
            self.lines.extend(other.lines);
            shorten(&mut self.lines, most);
        }
    }
}

/// Iterations one after the other that show the same.
struct Run {
    from: u64,
    count: u64,
    first: Sequence,
    last: Option<Sequence>,
}

/// Runs of one loop that are kept at its start and at its end.
const RUNS_KEPT: usize = 8;

struct OpenLoop {
    id: LoopId,
    /// The edge by which the loop was first gone through.
    head: EdgeId,
    iteration: u64,
    current: Sequence,
    runs: Vec<Run>,
    /// Iterations of runs that were dropped between the first and the last ones.
    dropped: Option<(u64, u64)>,
}

enum Open {
    Call,
    Loop(Box<OpenLoop>),
}

struct Folder<'a> {
    program: &'a Program,
    loops: &'a Loops,
    most_lines: usize,
    /// Calls and loops, outermost first; the lines of a call stand in the innermost loop around it.
    open: Vec<Open>,
    /// The places of loops in `open`.
    open_loops: Vec<usize>,
    /// What is in no loop.
    outside: Sequence,
    depth: usize,
}

/// Keeps the start and the end of what is too long; the end matters more.
fn shorten(lines: &mut Vec<Line>, most: usize) {
    if lines.len() <= 2 * most {
        return;
    }
    let (start, end) = (most / 3, lines.len() - (most - most / 3));
    let steps = lines[start..end].iter().map(Line::steps).sum();
    lines.splice(start..end, [Line::Gap { events: steps }]);
}

/// The lines of a log, with only the events that are shown; at least the last `most_lines / 2` are kept.
pub(super) fn fold(
    program: &Program,
    loops: &Loops,
    log: &Log,
    most_lines: usize,
    is_shown: impl Fn(usize) -> bool,
) -> Vec<Line> {
    let mut folder = Folder {
        program,
        loops,
        most_lines: most_lines / 2,
        open: Vec::new(),
        open_loops: Vec::new(),
        outside: Sequence::default(),
        depth: 0,
    };
    let mut calls = Vec::new();
    for (at, &event) in log.events.iter().enumerate() {
        if let Some(gap) = log.gap.as_ref().filter(|gap| gap.before == at) {
            folder.close_all();
            folder.current().lines.push(Line::Gap { events: gap.events });
            folder.open.extend(gap.calls.iter().map(|_| Open::Call));
            folder.depth = gap.calls.len();
            calls.clone_from(&gap.calls);
        }
        match event {
            Event::Step(edge) => {
                folder.arrive(edge);
                if is_shown(at) {
                    folder.show(at, edge);
                }
                if matches!(program.edge(edge).op, Op::Call { .. }) {
                    calls.push(edge);
                    folder.open.push(Open::Call);
                    folder.depth += 1;
                }
            }
            Event::Leave => {
                folder.close_call();
                if let (Some(edge), true) = (calls.pop(), is_shown(at)) {
                    folder.show(at, edge);
                }
            }
        }
    }
    folder.close_all();
    shorten(&mut folder.outside.lines, folder.most_lines);
    folder.outside.lines
}

impl Line {
    /// How many steps a line stands for, at least.
    fn steps(&self) -> u64 {
        match self {
            Line::Event { .. } => 1,
            Line::Same { first, last, .. } | Line::Various { first, last, .. } => last - first + 1,
            Line::Gap { events } => *events,
        }
    }
}

impl Folder<'_> {
    fn current(&mut self) -> &mut Sequence {
        let innermost = self.open_loops.last().map(|&at| &mut self.open[at]);
        match innermost {
            Some(Open::Loop(open)) => &mut open.current,
            _ => &mut self.outside,
        }
    }

    fn show(&mut self, event: usize, edge: EdgeId) {
        let (depth, most) = (self.depth, self.most_lines);
        let sequence = self.current();
        sequence.lines.push(Line::Event { event, depth });
        sequence.mix(edge);
        shorten(&mut sequence.lines, most);
    }

    /// Leaves the loops that the step is not in, and begins an iteration if it starts at the head of one.
    fn arrive(&mut self, edge: EdgeId) {
        let data = self.program.edge(edge);
        let at_head = self.loops.is_head(data.from);
        while let Some(Open::Loop(open)) = self.open.last() {
            // The step that leaves at the head belongs to what follows.
            let leaves = at_head && self.loops.get(open.id).head == data.from && !self.loops.contains(open.id, data.to);
            if self.loops.contains(open.id, data.from) && !leaves {
                break;
            }
            self.close_loop();
        }
        let Some(id) = self.loops.innermost(data.from).filter(|&id| at_head && self.loops.contains(id, data.to)) else {
            return;
        };
        match self.open.last_mut() {
            Some(Open::Loop(open)) if open.id == id => open.next_iteration(),
            _ => {
                self.open_loops.push(self.open.len());
                self.open.push(Open::Loop(Box::new(OpenLoop {
                    id,
                    head: edge,
                    iteration: 1,
                    current: Sequence::default(),
                    runs: Vec::new(),
                    dropped: None,
                })));
            }
        }
    }

    fn close_loop(&mut self) {
        if let Some(Open::Loop(mut open)) = self.open.pop() {
            self.open_loops.pop();
            open.next_iteration();
            let (folded, most) = (open.fold(self.depth, self.most_lines), self.most_lines);
            self.current().append(folded, most);
        }
    }

    fn close_call(&mut self) {
        while let Some(Open::Loop(_)) = self.open.last() {
            self.close_loop();
        }
        self.open.pop();
        self.depth = self.depth.saturating_sub(1);
    }

    fn close_all(&mut self) {
        while !self.open.is_empty() {
            self.close_call();
        }
        self.depth = 0;
    }
}

impl OpenLoop {
    /// Puts the current iteration with those before it.
    fn next_iteration(&mut self) {
        let current = std::mem::take(&mut self.current);
        match self.runs.last_mut() {
            Some(run) if run.first.digest == current.digest => {
                run.count += 1;
                run.last = Some(current);
            }
            _ => self.runs.push(Run { from: self.iteration, count: 1, first: current, last: None }),
        }
        self.iteration += 1;
        if self.runs.len() > 2 * RUNS_KEPT {
            let run = self.runs.remove(RUNS_KEPT);
            if !run.first.lines.is_empty() {
                let last = run.from + run.count - 1;
                self.dropped = Some((self.dropped.map_or(run.from, |(first, _)| first), last));
            }
        }
    }

    fn fold(self, depth: usize, most: usize) -> Sequence {
        let mut whole = Sequence::default();
        for (at, run) in self.runs.into_iter().enumerate() {
            if let Some((first, last)) = self.dropped.filter(|_| at == RUNS_KEPT) {
                whole.lines.push(Line::Various { first, last, depth, head: self.head });
            }
            let is_empty = run.first.lines.is_empty();
            whole.append(run.first, most);
            if run.count > 2 && !is_empty {
                let (first, last) = (run.from + 1, run.from + run.count - 2);
                whole.lines.push(Line::Same { first, last, like: run.from, depth, head: self.head });
            }
            if let Some(last) = run.last {
                whole.lines.extend(last.lines);
            }
        }
        whole
    }
}
