//! Runs code.
//!
//! One loop over the instructions, on a register stack and a stack of array contents. Calls push a frame on both; the
//! host's stack is not used, so recursion is bounded by the limits alone.

use std::convert::Infallible;
use std::time::Duration;

use super::Limits;
use super::code::{Code, Instr};
use super::execution::{Ending, Failure, Point};
use super::inputs::{Inputs, ValueRequest};
use super::memory::{Budget, OutOfMemory, Store};
use super::observe::Observer;
use super::words::{Trap, Word};
use crate::fault::Fault;
use crate::ids::{ArrayId, EdgeId, LocId};
use crate::program::{Array, LocKind, Op, Program};

/// How often the clock and the cancellation flag are looked at, in steps.
const POLL: u64 = 1 << 16;

/// What a step takes, about, where time is counted.
const STEP: Duration = Duration::from_nanos(10);

/// An array of the program, or of a call.
#[derive(Clone, Debug)]
pub(super) struct Instance<W> {
    pub(super) array: ArrayId,
    pub(super) store: Store<W>,
}

/// The block in which an execution ended, and how many of its edges were taken or tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) block: usize,
    pub(super) kept: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) site: u32,
    pub(super) base: usize,
    array_base: usize,
}

/// Why the loop ended, before it is put in the terms of the program.
pub(super) enum Stop {
    /// It can go on.
    Pause,
    Ending(Ending),
    Fault(Fault),
    TooLarge,
    NotWhole(&'static str),
    Exhausted,
    OutOfMemory,
}

impl From<Trap> for Stop {
    fn from(trap: Trap) -> Stop {
        match trap {
            Trap::Fault(fault) => Stop::Fault(fault),
            Trap::TooLarge => Stop::TooLarge,
            Trap::NotWhole(what) => Stop::NotWhole(what),
        }
    }
}

impl From<OutOfMemory> for Stop {
    fn from(_: OutOfMemory) -> Stop {
        Stop::OutOfMemory
    }
}

#[derive(Clone)]
pub(super) struct Machine<'a, W> {
    pub(super) program: &'a Program,
    pub(super) code: &'a Code,
    limits: &'a Limits<'a>,
    pub(super) regs: Vec<W>,
    pub(super) arrays: Vec<Instance<W>>,
    pub(super) base: usize,
    pub(super) array_base: usize,
    pub(super) frames: Vec<Frame>,
    pub(super) budget: Budget,
    /// Row number of the access at hand.
    pub(super) key: Vec<u64>,
    /// The instruction to go on with; `None` before the start.
    pc: Option<usize>,
    pub(super) steps: u64,
    /// Those of which the clock knows.
    counted: u64,
    /// How many calls were left.
    pub(super) left: u64,
    /// The least number of open calls since somebody set this.
    pub(super) floor: usize,
    /// By block.
    pub(super) visits: Vec<u64>,
    pub(super) cut: Option<Cut>,
    /// By havoc site and by fill site: was it executed?
    pub(super) havocs_passed: Vec<bool>,
    pub(super) fills_passed: Vec<bool>,
    /// The greatest number of nested calls.
    pub(super) depth: usize,
}

impl<'a, W: Word> Machine<'a, W> {
    pub(super) fn new(program: &'a Program, code: &'a Code, limits: &'a Limits<'a>) -> Machine<'a, W> {
        let mut regs: Vec<W> = code.start.iter().map(|&(value, ty)| W::from_value(value, ty)).collect();
        regs.resize(code.absolute, W::default());
        Machine {
            program,
            code,
            limits,
            regs,
            arrays: Vec::new(),
            base: 0,
            array_base: 0,
            frames: Vec::new(),
            budget: Budget { left: limits.memory },
            key: Vec::new(),
            pc: None,
            steps: 0,
            counted: 0,
            left: 0,
            floor: 0,
            visits: vec![0; code.blocks.len()],
            cut: None,
            havocs_passed: vec![false; code.havocs.len()],
            fills_passed: vec![false; code.fills.len()],
            depth: 0,
        }
    }

    /// Executes the program from its start.
    pub(super) fn run<O: Observer<W>>(&mut self, inputs: &mut dyn Inputs, observer: &mut O) -> Ending {
        self.run_until(u64::MAX, inputs, observer).unwrap_or(Ending::Interrupted)
    }

    /// Executes the program, from its start or from where it paused, until it has taken this many steps or the observer
    /// has seen enough; the ending, if it ends before.
    pub(super) fn run_until<O: Observer<W>>(
        &mut self,
        steps: u64,
        inputs: &mut dyn Inputs,
        observer: &mut O,
    ) -> Option<Ending> {
        let started = if self.pc.is_none() { self.start(inputs) } else { Ok(()) };
        let stopped = started.and_then(|()| self.execute(steps, inputs, observer));
        self.count_steps();
        match stopped {
            Err(Stop::Pause) => None,
            Err(stop) => {
                observer.end(self);
                Some(self.end(stop))
            }
            Ok(never) => match never {},
        }
    }

    /// Steps are work.
    fn count_steps(&mut self) {
        let new = self.steps.saturating_sub(self.counted);
        heureka_clock::worked(STEP * u32::try_from(new).unwrap_or(u32::MAX));
        self.counted = self.steps;
    }

    fn start(&mut self, inputs: &mut dyn Inputs) -> Result<(), Stop> {
        self.budget.take((self.regs.len() * size_of::<W>()) as u64)?;
        for at in 0..self.code.global_arrays.len() {
            self.create(self.code.global_arrays[at], inputs)?;
        }
        let entry = &self.code.procs[self.program.entry.index()];
        self.base = self.regs.len();
        self.array_base = self.arrays.len();
        self.regs.resize(self.base + entry.frame, W::default());
        for &array in &entry.arrays {
            self.create(array, inputs)?;
        }
        self.pc = Some(entry.entry.0 as usize);
        Ok(())
    }

    /// Runs until something stops it; `pc` is then the instruction that did.
    fn execute<O: Observer<W>>(
        &mut self,
        until: u64,
        inputs: &mut dyn Inputs,
        observer: &mut O,
    ) -> Result<Infallible, Stop> {
        let code = self.code;
        let instrs = &code.instrs[..];
        let mut pc = self.pc.expect("the machine has started");
        let mut base = self.base;
        let last = until.min(self.limits.steps);
        let mut pause = (self.steps + POLL).min(last);
        macro_rules! get {
            ($slot:expr) => {
                self.regs[$slot.at(base)]
            };
        }
        macro_rules! set {
            ($slot:expr, $value:expr) => {{
                let value = $value;
                self.regs[$slot.at(base)] = value;
            }};
        }
        macro_rules! attempt {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(stop) => {
                        self.pc = Some(pc - 1);
                        return Err(stop.into());
                    }
                }
            };
        }
        macro_rules! branch {
            ($condition:expr, $target:expr) => {
                if $condition {
                    pc = $target.0 as usize;
                }
            };
        }
        loop {
            let instr = &instrs[pc];
            if O::ACTIVE && observer.before(instr, code.origin[pc], self).is_break() {
                self.pc = Some(pc);
                return Err(Stop::Pause);
            }
            pc += 1;
            match *instr {
                Instr::Block { id, edges } => {
                    self.steps += edges as u64;
                    self.visits[id as usize] += 1;
                    if self.steps > pause {
                        if self.steps > last {
                            self.steps -= edges as u64;
                            self.visits[id as usize] -= 1;
                            self.pc = Some(pc - 1);
                            let is_limit = self.limits.steps <= until;
                            return Err(if is_limit { Stop::Ending(Ending::StepLimit) } else { Stop::Pause });
                        }
                        self.count_steps();
                        if self.limits.is_interrupted() {
                            return Err(Stop::Ending(Ending::Interrupted));
                        }
                        pause = (self.steps + POLL).min(last);
                    }
                }
                Instr::Jump(target) => pc = target.0 as usize,
                Instr::Move { dst, src } => set!(dst, get!(src)),
                Instr::AddSigned { bits, dst, a, b } => set!(dst, attempt!(get!(a).add::<true>(get!(b), bits))),
                Instr::AddUnsigned { bits, dst, a, b } => set!(dst, attempt!(get!(a).add::<false>(get!(b), bits))),
                Instr::SubSigned { bits, dst, a, b } => set!(dst, attempt!(get!(a).sub::<true>(get!(b), bits))),
                Instr::SubUnsigned { bits, dst, a, b } => set!(dst, attempt!(get!(a).sub::<false>(get!(b), bits))),
                Instr::MulSigned { bits, dst, a, b } => set!(dst, attempt!(get!(a).mul::<true>(get!(b), bits))),
                Instr::MulUnsigned { bits, dst, a, b } => set!(dst, attempt!(get!(a).mul::<false>(get!(b), bits))),
                Instr::Binary { op, ty, dst, a, b } => set!(dst, attempt!(W::binary(op, ty, get!(a), get!(b)))),
                Instr::Unary { op, ty, dst, src } => set!(dst, attempt!(W::unary(op, ty, get!(src)))),
                Instr::Cast { to, dst, src } => set!(dst, attempt!(get!(src).cast(to))),
                Instr::CheckShift { ty, a, b } => {
                    if W::shift_overflows(ty, get!(a), get!(b)) {
                        attempt!(Err(Stop::Fault(Fault::ShiftOverflow)))
                    }
                }
                Instr::IfEqual { a, b, target } => branch!(get!(a) == get!(b), target),
                Instr::IfNotEqual { a, b, target } => branch!(get!(a) != get!(b), target),
                Instr::IfLess { a, b, target } => branch!(get!(a).less(get!(b)), target),
                Instr::IfLessOrEqual { a, b, target } => branch!(get!(a).less_or_equal(get!(b)), target),
                Instr::IfLessUnsigned { a, b, target } => branch!(get!(a).less_unsigned(get!(b)), target),
                Instr::IfLessOrEqualUnsigned { a, b, target } => {
                    branch!(get!(a).less_or_equal_unsigned(get!(b)), target)
                }
                Instr::Read { dst, array, index } => {
                    let index = attempt!(get!(index).index());
                    let value = match &self.arrays[array.at(self.array_base)].store {
                        Store::One(cells) => cells.near(index),
                        Store::Rows(_) | Store::Set(_) => None,
                    };
                    match value {
                        Some(value) => set!(dst, value),
                        None => set!(dst, attempt!(self.read_far(array, index))),
                    }
                }
                Instr::Write { array, index, value } => {
                    let (index, value) = (attempt!(get!(index).index()), get!(value));
                    let cell = match &mut self.arrays[array.at(self.array_base)].store {
                        Store::One(cells) => cells.near_mut(index),
                        Store::Rows(_) | Store::Set(_) => None,
                    };
                    match cell {
                        Some(cell) => *cell = value,
                        None => attempt!(self.write_far(array, index, value)),
                    }
                }
                Instr::ReadAt { dst, array, indices } => {
                    let value = attempt!(self.locate(array, indices).map(|cell| self.read(array, cell)));
                    set!(dst, value);
                }
                Instr::WriteAt { array, indices, value } => {
                    let value = get!(value);
                    let cell = attempt!(self.locate(array, indices));
                    attempt!(self.write(array, cell, value));
                }
                Instr::Fill { site, value } => {
                    let value = get!(value);
                    let site = &code.fills[site as usize];
                    attempt!(self.fill(site, value));
                }
                Instr::Contains { dst, set, element } => {
                    let is_in = self.contains(set, get!(element));
                    set!(dst, W::from_value(is_in.into(), Array::MEMBERSHIP));
                }
                Instr::Put { set, element, value } => {
                    let (element, is_member) = (get!(element), get!(value) != W::default());
                    attempt!(self.put(set, element, is_member));
                }
                Instr::CopySet { to, from } => attempt!(self.copy_set(to, from)),
                Instr::IfEmpty { set, target } => branch!(!self.has_elements(set), target),
                Instr::IfNotEmpty { set, target } => branch!(self.has_elements(set), target),
                Instr::Havoc { site } => {
                    let havoc = &code.havocs[site as usize];
                    self.havocs_passed[site as usize] = true;
                    let request =
                        ValueRequest { var: havoc.var, ty: havoc.ty, source: &havoc.source, edge: havoc.edge };
                    set!(havoc.slot, attempt!(W::choose(inputs, &request).ok_or(Stop::Exhausted)));
                }
                Instr::HavocArray { site } => attempt!(self.havoc_array(site, inputs)),
                Instr::Call { site } => {
                    attempt!(self.enter(site, inputs));
                    base = self.base;
                    pc = code.procs[code.calls[site as usize].proc.index()].entry.0 as usize;
                }
                Instr::Leave => {
                    let Some(frame) = self.frames.pop() else {
                        let results = &self.program.proc(self.program.entry).results;
                        let results =
                            results.iter().map(|&var| get!(code.slots[var.index()]).number(self.program.var(var).ty));
                        return Err(Stop::Ending(Ending::Finished(results.collect())));
                    };
                    self.leave(&frame);
                    base = self.base;
                    pc = code.calls[frame.site as usize].return_to.0 as usize;
                }
                Instr::Halt(loc) => return Err(Stop::Ending(Ending::Halted(loc))),
                Instr::Blocked(loc) => return Err(Stop::Ending(Ending::Blocked(loc))),
                Instr::Error(loc) => return Err(Stop::Ending(error(self.program, loc))),
                Instr::Unsupported(loc) => return Err(Stop::Ending(unsupported(self.program, loc))),
            }
        }
    }

    /// Pushes a frame for the call and gives its parameters their values.
    fn enter(&mut self, site: u32, inputs: &mut dyn Inputs) -> Result<(), Stop> {
        let call = &self.code.calls[site as usize];
        let proc = &self.code.procs[call.proc.index()];
        if self.frames.len() >= self.limits.depth {
            return Err(Stop::Ending(Ending::CallDepth));
        }
        self.budget.take((proc.frame * size_of::<W>() + size_of::<Frame>()) as u64)?;
        let (base, array_base) = (self.regs.len(), self.arrays.len());
        self.regs.resize(base + proc.frame, W::default());
        for (at, arg) in call.args.iter().enumerate() {
            self.regs[base + at] = self.regs[arg.at(self.base)];
        }
        self.frames.push(Frame { site, base: self.base, array_base: self.array_base });
        self.depth = self.depth.max(self.frames.len());
        (self.base, self.array_base) = (base, array_base);
        for &array in &proc.arrays {
            self.create(array, inputs)?;
        }
        Ok(())
    }

    /// Drops the current frame and gives the caller its results.
    fn leave(&mut self, frame: &Frame) {
        let call = &self.code.calls[frame.site as usize];
        for &(from, to) in &call.results {
            self.regs[to.at(frame.base)] = self.regs[from.at(self.base)];
        }
        self.left += 1;
        self.floor = self.floor.min(self.frames.len());
        let size = self.regs.len() - self.base;
        self.budget.left += (size * size_of::<W>() + size_of::<Frame>()) as u64;
        self.regs.truncate(self.base);
        while self.arrays.len() > self.array_base
            && let Some(instance) = self.arrays.pop()
        {
            self.budget.left += instance.store.bytes() + size_of::<Instance<W>>() as u64;
        }
        (self.base, self.array_base) = (frame.base, frame.array_base);
    }

    /// Where the registers end of the procedure with this many open calls below it.
    pub(super) fn frame_end(&self, depth: usize) -> usize {
        match self.frames.get(depth + 1) {
            Some(frame) => frame.base,
            None if depth < self.frames.len() => self.base,
            None => self.regs.len(),
        }
    }

    /// Puts the reason for the end in the terms of the program, and counts only the edges that were taken.
    fn end(&mut self, stop: Stop) -> Ending {
        // Before the first instruction only memory and answers can run out.
        let edge = self.pc.map(|pc| self.code.origin[pc]);
        if let Some(edge) = edge.filter(|_| !matches!(stop, Stop::Ending(_) | Stop::Pause)) {
            self.cut = self.block_until(edge);
            if let Some(cut) = self.cut {
                self.steps -= (self.code.blocks[cut.block].count - cut.kept) as u64;
            }
        }
        match stop {
            Stop::Ending(ending) => ending,
            Stop::Pause => Ending::Interrupted,
            Stop::Fault(fault) => {
                let edge = edge.expect("only instructions fault");
                let span = self.program.edge(edge).span;
                Ending::Fault(Failure { fault, point: Point::Edge(edge), span, note: Box::default() })
            }
            Stop::TooLarge => Ending::NumberTooLarge(edge.expect("only instructions compute")),
            Stop::NotWhole(what) => {
                let edge = self.program.edge(edge.expect("only instructions compute"));
                Ending::Unsupported { what: what.into(), loc: edge.from, span: edge.span }
            }
            Stop::Exhausted => Ending::InputsExhausted(edge),
            Stop::OutOfMemory => Ending::OutOfMemory,
        }
    }

    /// The block of an edge that did not complete, and the edges of it up to this one. A guard has none: guards are
    /// tried before their block is entered.
    fn block_until(&self, edge: EdgeId) -> Option<Cut> {
        if matches!(self.program.edge(edge).op, Op::Assume(_)) {
            return None;
        }
        let at = self.code.block_edges.iter().position(|&other| other == edge)? as u32;
        let block = self.code.blocks.partition_point(|block| block.first <= at) - 1;
        Some(Cut { block, kept: at - self.code.blocks[block].first + 1 })
    }
}

fn error(program: &Program, loc: LocId) -> Ending {
    let location = program.loc(loc);
    let LocKind::Error { fault, note } = &location.kind else { unreachable!("code for errors is made at errors") };
    Ending::Fault(Failure { fault: *fault, point: Point::Loc(loc), span: location.span, note: note.clone() })
}

fn unsupported(program: &Program, loc: LocId) -> Ending {
    let location = program.loc(loc);
    let LocKind::Unsupported { what } = &location.kind else { unreachable!("code for the unsupported is made there") };
    Ending::Unsupported { what: what.clone(), loc, span: location.span }
}
