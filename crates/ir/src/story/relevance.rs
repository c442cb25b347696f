//! The steps that matter to the failure: a dynamic slice.
//!
//! A step matters when the failure depends on what it wrote (data), or on the way it went (control), directly or through
//! other steps. A step depends by control on the last branch that decided that it was taken, else on the call that its
//! procedure was entered by. What is done to heap blocks has rules of its own, see `blocks`.

use std::collections::BTreeMap;

use super::blocks::{Releases, change, leaking};
use super::control::Control;
use crate::fault::Fault;
use crate::ids::LocId;
use crate::interpret::{Event, Failure, Log, Point};
use crate::loops::Loops;
use crate::program::{Op, Program};

/// Why an event matters.
const BY_CONTROL: u8 = 1;
const BY_DATA: u8 = 2;

/// For each event of the log whether it matters to the failure.
pub(super) fn relevant(program: &Program, log: &Log, control: &Control, loops: &Loops, failure: &Failure) -> Vec<bool> {
    let parents = parents(program, log, control);
    let mut marks = vec![0u8; log.events.len()];
    for &writer in &log.pending {
        marks[writer as usize - 1] |= BY_DATA;
    }
    if let Some(last) = log.events.len().checked_sub(1) {
        // A fault in a guard comes before the step of the guard: the last step only led there.
        let in_last_step = match (failure.point, log.events[last]) {
            (Point::Edge(edge), Event::Step(step)) => edge == step,
            (Point::Loc(_), _) => true,
            (Point::Edge(_), Event::Leave) => false,
        };
        match (in_last_step, parents[last]) {
            (true, _) => marks[last] |= BY_CONTROL | BY_DATA,
            (false, Some(parent)) => marks[parent as usize] |= BY_CONTROL,
            (false, None) => {}
        }
    }
    if failure.fault == Fault::Leak {
        mark_passed_releases(program, log, control, &mut marks);
    }
    for event in (0..log.events.len()).rev() {
        let mark = marks[event];
        if mark == 0 {
            continue;
        }
        // The step before looks whether the block was there to be freed: so it leads to the allocation.
        if let Event::Step(edge) = log.events[event]
            && change(program, edge).is_some_and(|(_, allocates)| !allocates)
            && let Some(check) = event.checked_sub(1)
        {
            marks[check] |= BY_DATA;
        }
        if let Some(parent) = parents[event] {
            marks[parent as usize] |= BY_CONTROL;
        }
        // That a call was made does not make its arguments matter: that takes somebody who reads them.
        let is_call = match log.events[event] {
            Event::Step(edge) => matches!(program.edge(edge).op, Op::Call { .. }),
            Event::Leave => false,
        };
        if !is_call || mark & BY_DATA != 0 {
            for dependency in log.dependencies(event) {
                marks[dependency] |= BY_DATA;
            }
        }
    }
    let mut relevant: Vec<bool> = marks.into_iter().map(|mark| mark != 0).collect();
    widen(program, log, loops, &mut relevant);
    relevant
}

/// The branches behind the first allocation of what leaks that went past a release of it.
fn mark_passed_releases(program: &Program, log: &Log, control: &Control, marks: &mut [u8]) {
    let Some(books) = leaking(program, log) else { return };
    let releases = Releases::of(program, books);
    let allocates = |event: &Event| matches!(*event, Event::Step(edge) if change(program, edge) == Some((books, true)));
    let first = log.events.iter().position(allocates).unwrap_or(0);
    let mut known = BTreeMap::new();
    for (event, mark) in log.events.iter().zip(marks).skip(first) {
        let Event::Step(edge) = *event else { continue };
        let is_branch = program.out_edges(program.edge(edge).from).len() > 1;
        if is_branch && *known.entry(edge).or_insert_with(|| releases.is_passed_by(program, control, edge)) {
            *mark |= BY_CONTROL | BY_DATA;
        }
    }
}

/// What matters once is shown always, where that reads better: the values of a variable that matters, and how often a loop
/// goes round. Cells of arrays stay as they are: it is the single cell that matters.
fn widen(program: &Program, log: &Log, loops: &Loops, relevant: &mut [bool]) {
    let mut edges = vec![false; program.edges().len()];
    for (event, _) in log.events.iter().zip(&*relevant).filter(|&(_, &relevant)| relevant) {
        let Event::Step(edge) = *event else { continue };
        let data = program.edge(edge);
        match data.op {
            Op::Assign(_) | Op::Havoc { .. } => edges[edge.index()] = true,
            Op::Assume(_) if loops.is_head(data.from) => {
                program.out_edges(data.from).for_each(|edge| edges[edge.index()] = true);
            }
            _ => {}
        }
    }
    for (event, relevant) in log.events.iter().zip(relevant) {
        if let Event::Step(edge) = event {
            *relevant |= edges[edge.index()];
        }
    }
}

/// The branches that are open in a call, each with the place where its arms meet.
struct Frame {
    call: Option<u32>,
    branches: Vec<(u32, Option<LocId>)>,
}

/// For each event the branch or call that decided that it happened (Xin and Zhang, "Efficient online detection of
/// dynamic control dependence", 2007).
fn parents(program: &Program, log: &Log, control: &Control) -> Vec<Option<u32>> {
    let mut parents = Vec::with_capacity(log.events.len());
    let mut frames = vec![Frame { call: None, branches: Vec::new() }];
    for (at, event) in log.events.iter().enumerate() {
        if let Some(gap) = log.gap.as_ref().filter(|gap| gap.before == at) {
            frames.clear();
            frames.extend((0..=gap.calls.len()).map(|_| Frame { call: None, branches: Vec::new() }));
        }
        let Some(frame) = frames.last_mut() else {
            unreachable!("the entry procedure is never left while there are events")
        };
        let edge = match *event {
            Event::Step(edge) => edge,
            Event::Leave => {
                parents.push(frame.call);
                frames.pop();
                continue;
            }
        };
        let data = program.edge(edge);
        while frame.branches.last().is_some_and(|&(_, meeting)| meeting == Some(data.from)) {
            frame.branches.pop();
        }
        parents.push(frame.branches.last().map(|&(branch, _)| branch).or(frame.call));
        if program.out_edges(data.from).len() > 1 {
            if control.is_doomed(data.to) {
                frame.branches.push((at as u32, None));
            } else if control.decides(program, data.from) {
                let meeting = control.meeting(data.from);
                // Another iteration: what is decided now was decided by the one before.
                if frame.branches.last().is_some_and(|&(_, other)| other == meeting) {
                    frame.branches.pop();
                }
                frame.branches.push((at as u32, meeting));
            }
        }
        if matches!(data.op, Op::Call { .. }) {
            frames.push(Frame { call: Some(at as u32), branches: Vec::new() });
        }
    }
    parents
}
