//! Follows all executions of a program, those that go the same way together.
//!
//! A *way* is an execution with, for each arbitrary value that it asks for, all values from the chosen one on with which it goes the
//! same way. While it runs every register and cell is marked that is such a value plus a number. A comparison of it with a known
//! number limits the values; so does a sum or a conversion that would wrap around or overflow for greater ones. Whatever else is done
//! with it leaves only the chosen value. Then the last value that has greater ones not looked at gets the least of these, and the program
//! is executed again, until there is none.
//!
//! Invariant: with any values in the limits of a way the execution takes the same steps and ends alike (but for undefined behaviour
//! that nobody asked about, which a verdict does not speak of), and all values less than those of the way were looked at.
//! What arrays hold that nobody has written is not followed: that it decides nothing is seen as in `certain`.
//!
//! That takes long where inputs are many or their ranges large, so it can be interrupted and go on, and [`outlook`] says how much is
//! left.

mod outlook;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::code::{Instr, Slot};
use super::execution::{Ending, Failure, Point};
use super::inputs::{Fill, FillRequest, Inputs, ValueRequest};
use super::machine::Machine;
use super::observe::Observer;
use super::shadow::Shadow;
use super::words::Word;
use super::{Interpreter, Limits, Numbers};
use crate::fault::Property;
use crate::ids::{ArrayId, EdgeId};
use crate::op::BinOp;
use crate::program::{Contents, Program};
use crate::ty::IntTy;

/// A value of which more are left is not followed one by one.
const MOST_VALUES: i128 = 1 << 20;

/// What starting an execution costs, in steps.
const START_COST: u64 = 20;

/// One execution has this part of all steps: one that never ends is not waited for.
const LONGEST_PART: u64 = 4;

/// Steps between two looks at the clock: an execution looks only if it is long.
const BETWEEN_LOOKS: u64 = 100_000;

/// What following all executions found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ways {
    /// None of them fails, and there are this many.
    All(u64),
    /// With these answers to its questions for values an execution fails.
    Failing(Vec<i128>),
    /// There are too many, or they are too long, or one is not decided by what can be followed.
    TooMany,
}

/// All executions, followed as far as there were steps for it.
pub struct Following<'i> {
    interpreter: &'i Interpreter<'i>,
    properties: &'i BTreeSet<Property>,
    answers: Answers,
    /// Ways that came to a good end.
    good: u64,
    /// Ways that were followed.
    ways: u64,
    /// By the number of a question: how many of its answers were followed to the end, and their steps.
    done: Vec<(u64, u64)>,
}

/// An answer, and the values from it to `last` with which nothing is different.
#[derive(Clone, Copy, Debug)]
struct Chosen {
    value: i128,
    last: i128,
    greatest: i128,
    /// The steps of all ways before the first with this answer.
    before: u64,
}

/// What is known of a register or cell.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Mark {
    /// It is the same in all executions of the way.
    #[default]
    Known,
    /// It grows with the answer of this number, one by one.
    Answer(u32),
    /// Anything.
    Unknown,
}

/// The answers of a way.
#[derive(Clone, Default)]
struct Answers {
    chosen: Vec<Chosen>,
    /// How many were asked for.
    asked: usize,
    /// The steps of all ways before.
    spent: u64,
}

impl Inputs for Answers {
    fn value(&mut self, request: &ValueRequest) -> Option<i128> {
        if self.asked == self.chosen.len() {
            let (value, greatest) = (request.ty.min(), request.ty.max());
            self.chosen.push(Chosen { value, last: greatest, greatest, before: self.spent });
        }
        self.asked += 1;
        let answer = &mut self.chosen[self.asked - 1];
        // In a probe the answers of another way may be given to questions of other types.
        if !request.ty.contains(answer.value) {
            *answer = Chosen { value: request.ty.min(), last: request.ty.max(), greatest: request.ty.max(), ..*answer };
        }
        Some(answer.value)
    }

    fn fill(&mut self, _: &FillRequest) -> Option<Fill> {
        Some(Fill::default())
    }
}

impl Answers {
    /// The next answers; false if there are none. `tell` hears of answers that were followed to the end, and how many steps that took.
    fn go_on(&mut self, mut tell: impl FnMut(usize, u64)) -> bool {
        while let Some(top) = self.chosen.pop() {
            tell(self.chosen.len(), self.spent - top.before);
            if top.last < top.greatest {
                let (value, last) = (top.last + 1, top.greatest);
                self.chosen.push(Chosen { value, last, before: self.spent, ..top });
                return true;
            }
        }
        false
    }
}

/// What limits answers, found out while the machine runs.
struct Watch<'a> {
    program: &'a Program,
    properties: &'a BTreeSet<Property>,
    marks: Shadow<Mark>,
    /// The number of the next answer.
    next: u32,
    /// By answer: how many greater values do the same.
    more: Vec<i128>,
    /// Something that cannot be followed decides.
    is_lost: bool,
    /// The last instruction had operands that may be anything.
    is_open: bool,
}

impl<'a> Watch<'a> {
    fn new(program: &'a Program, properties: &'a BTreeSet<Property>, answers: &Answers) -> Watch<'a> {
        let more = answers.chosen.iter().map(|chosen| chosen.last - chosen.value).collect();
        Watch { program, properties, marks: Shadow::new(), next: 0, more, is_lost: false, is_open: false }
    }

    fn of_array(program: &Program, array: ArrayId) -> Mark {
        match program.array(array).init {
            Contents::Undefined => Mark::Unknown,
            _ => Mark::Known,
        }
    }

    /// So many greater values at most do the same.
    fn limit(&mut self, answer: u32, more: i128) {
        let known = &mut self.more[answer as usize];
        *known = more.min(*known);
    }

    fn is_large(&self, answer: u32) -> bool {
        self.more[answer as usize] > MOST_VALUES
    }

    /// Only the chosen value does the same.
    fn pin(&mut self, mark: Mark) {
        match mark {
            Mark::Known => {}
            Mark::Answer(answer) => {
                self.is_lost |= self.is_large(answer);
                self.limit(answer, 0);
            }
            Mark::Unknown => self.is_lost = true,
        }
    }

    /// Whether one number is less than another, or at most: greater answers are not to change that.
    fn compare(&mut self, (a, left): (i128, Mark), (b, right): (i128, Mark), or_equal: bool) {
        let most = b - a - i128::from(!or_equal);
        match (left, right) {
            (Mark::Unknown, _) | (_, Mark::Unknown) => self.is_lost = true,
            (Mark::Answer(one), Mark::Answer(other)) if one == other => {}
            // Lines between two large ranges have too many corners.
            (Mark::Answer(one), Mark::Answer(other)) if self.is_large(one) || self.is_large(other) => {
                self.is_lost = true
            }
            // What is less stays so as long as it does not come to the other, however great that gets.
            (Mark::Answer(answer), _) if most >= 0 => self.limit(answer, most),
            (_, Mark::Answer(answer)) if most < 0 => self.limit(answer, -most - 1),
            _ => {}
        }
    }

    /// Whether two words are equal: greater answers are not to change that.
    fn compare_words(&mut self, (a, left): (i64, Mark), (b, right): (i64, Mark)) {
        let (answer, distance) = match (left, right) {
            (Mark::Known, Mark::Known) => return,
            (Mark::Answer(one), Mark::Answer(other)) if one == other => return,
            (Mark::Answer(answer), Mark::Known) => (answer, b.wrapping_sub(a)),
            (Mark::Known, Mark::Answer(answer)) => (answer, a.wrapping_sub(b)),
            _ => return self.pin_both(left, right),
        };
        // Words grow modulo 2^64, whatever their type.
        self.limit(answer, (i128::from(distance as u64) - 1).max(0));
    }

    fn pin_both(&mut self, left: Mark, right: Mark) {
        self.pin(left);
        self.pin(right);
    }

    /// A result that grows with an operand as long as it is at most this.
    fn grow(&mut self, mark: Mark, result: i128, greatest: i128) -> Mark {
        if let Mark::Answer(answer) = mark {
            self.limit(answer, greatest - result);
        }
        mark
    }

    /// A sum of a marked and a known number, in a type; `exact` is what it is without limits.
    fn sum(&mut self, mark: Mark, exact: i128, ty: IntTy) -> Mark {
        match mark {
            Mark::Answer(answer) if ty.is_signed() && exact < ty.min() => {
                // It faults, but greater answers need not.
                self.limit(answer, ty.min() - 1 - exact);
                mark
            }
            Mark::Answer(_) if ty.is_signed() && exact > ty.max() => mark,
            _ => self.grow(mark, ty.wrap(exact), ty.max()),
        }
    }

    /// What is known of a result when nothing is known of how it depends on its operands.
    fn mixed(&mut self, marks: [Mark; 2]) -> Mark {
        if marks.contains(&Mark::Unknown) {
            return Mark::Unknown;
        }
        marks.into_iter().for_each(|mark| self.pin(mark));
        Mark::Known
    }

    /// Whether an operation that gives nothing for some operands is asked about.
    fn is_asked(&self, instr: &Instr) -> bool {
        let (overflow, zero) =
            (self.properties.contains(&Property::Overflow), self.properties.contains(&Property::DivByZero));
        match *instr {
            Instr::AddSigned { .. } | Instr::SubSigned { .. } | Instr::MulSigned { .. } | Instr::CheckShift { .. } => {
                overflow
            }
            Instr::Unary { ty, .. } => ty.is_signed() && overflow,
            Instr::Binary { op: BinOp::Div | BinOp::Rem, ty, .. } => zero || ty.is_signed() && overflow,
            Instr::Binary { op: BinOp::Shl | BinOp::Shr, .. } => overflow,
            _ => false,
        }
    }

    /// The cells that an access with `count` indices means are those of the chosen values.
    fn place<W: Word>(&mut self, machine: &Machine<W>, array: Slot, indices: Slot, count: usize) {
        let mut found = Vec::new();
        self.marks.looked_at(machine, array, indices, count, |mark| found.push(mark));
        found.into_iter().for_each(|mark| self.pin(mark));
    }

    fn add(&mut self, [left, right]: [(i64, Mark); 2], ty: IntTy) -> Mark {
        let exact = i128::from(left.0) + i128::from(right.0);
        match (left.1, right.1) {
            (mark, Mark::Known) | (Mark::Known, mark) => self.sum(mark, exact, ty),
            (left, right) => self.mixed([left, right]),
        }
    }

    fn subtract(&mut self, [left, right]: [(i64, Mark); 2], ty: IntTy) -> Mark {
        let exact = i128::from(left.0) - i128::from(right.0);
        match (left.1, right.1) {
            (mark, Mark::Known) => self.sum(mark, exact, ty),
            (left, right) => self.mixed([left, right]),
        }
    }

    /// Follows an instruction that is about to be executed.
    fn follow(&mut self, instr: &Instr, machine: &Machine<i64>) {
        let code = machine.code;
        let base = machine.base;
        let word = |watch: &Watch, slot: Slot| (machine.regs[slot.at(base)], watch.marks.regs[slot.at(base)]);
        let mark = |watch: &Watch, slot: Slot| watch.marks.regs[slot.at(base)];
        let small = |watch: &Watch, slot: Slot| (i128::from(machine.regs[slot.at(base)]), mark(watch, slot));
        let large = |watch: &Watch, slot: Slot| (i128::from(machine.regs[slot.at(base)] as u64), mark(watch, slot));
        self.is_open = instr.sources().any(|source| mark(self, source) == Mark::Unknown);
        self.is_lost |= self.is_open && self.is_asked(instr);
        let mut result = Mark::Known;
        match *instr {
            Instr::Move { src, .. } => result = mark(self, src),
            Instr::AddSigned { bits, a, b, .. } => {
                result = self.add([word(self, a), word(self, b)], IntTy::signed(bits));
            }
            Instr::AddUnsigned { bits, a, b, .. } => {
                result = self.add([word(self, a), word(self, b)], IntTy::unsigned(bits));
            }
            Instr::SubSigned { bits, a, b, .. } => {
                result = self.subtract([word(self, a), word(self, b)], IntTy::signed(bits));
            }
            Instr::SubUnsigned { bits, a, b, .. } => {
                result = self.subtract([word(self, a), word(self, b)], IntTy::unsigned(bits));
            }
            Instr::Cast { to, src, .. } => {
                let (value, mark) = small(self, src);
                result = self.grow(mark, to.wrap(value), to.max());
            }
            Instr::MulSigned { a, b, .. }
            | Instr::MulUnsigned { a, b, .. }
            | Instr::Binary { a, b, .. }
            | Instr::CheckShift { a, b, .. } => result = self.mixed([mark(self, a), mark(self, b)]),
            Instr::Unary { src, .. } => result = self.mixed([mark(self, src), Mark::Known]),
            Instr::IfEqual { a, b, .. } | Instr::IfNotEqual { a, b, .. } => {
                self.compare_words(word(self, a), word(self, b));
            }
            Instr::IfLess { a, b, .. } => self.compare(small(self, a), small(self, b), false),
            Instr::IfLessOrEqual { a, b, .. } => self.compare(small(self, a), small(self, b), true),
            Instr::IfLessUnsigned { a, b, .. } => self.compare(large(self, a), large(self, b), false),
            Instr::IfLessOrEqualUnsigned { a, b, .. } => self.compare(large(self, a), large(self, b), true),
            Instr::Read { array, index: indices, .. } | Instr::ReadAt { array, indices, .. } => {
                self.place(machine, array, indices, usize::MAX);
                result = self.marks.cell(machine, array, indices).unwrap_or_default();
            }
            Instr::Write { array, index: indices, value } | Instr::WriteAt { array, indices, value } => {
                self.place(machine, array, indices, usize::MAX);
                let mark = mark(self, value);
                self.marks.set_cell(machine, array, indices, mark);
            }
            Instr::Contains { set, element, .. } => {
                result = self.mixed([mark(self, element), self.marks.set(machine, set)]);
            }
            Instr::Put { set, element, value } => {
                let put = self.mixed([mark(self, element), mark(self, value)]);
                let all = self.mixed([put, self.marks.set(machine, set)]);
                self.marks.change_set(machine, set, all);
            }
            Instr::CopySet { to, from } => {
                let mark = self.marks.set(machine, from);
                self.marks.change_set(machine, to, mark);
            }
            Instr::IfEmpty { set, .. } | Instr::IfNotEmpty { set, .. } => self.pin(self.marks.set(machine, set)),
            Instr::Fill { site, value } => {
                let site = &code.fills[site as usize];
                self.place(machine, site.array, site.prefix, site.count);
                let mark = mark(self, value);
                self.marks.fill(machine, site, mark);
            }
            Instr::HavocArray { site } => {
                let site = &code.fills[site as usize];
                self.place(machine, site.array, site.prefix, site.count);
                self.marks.fill(machine, site, Mark::Unknown);
            }
            Instr::Havoc { site } => {
                let site = &code.havocs[site as usize];
                if self.next as usize == self.more.len() {
                    self.more.push(site.ty.max() - site.ty.min());
                }
                self.marks.regs[site.slot.at(base)] = Mark::Answer(self.next);
                self.next += 1;
            }
            Instr::Call { site } => {
                let program = self.program;
                let params = self.marks.enter(machine, site, |array| Self::of_array(program, array));
                for (at, arg) in code.calls[site as usize].args.iter().enumerate() {
                    self.marks.regs[params + at] = mark(self, *arg);
                }
            }
            Instr::Leave => {
                if let Some(frame) = machine.frames.last() {
                    for &(from, to) in &code.calls[frame.site as usize].results {
                        self.marks.regs[to.at(frame.base)] = mark(self, from);
                    }
                    self.marks.leave(machine);
                }
            }
            Instr::Block { .. }
            | Instr::Jump(_)
            | Instr::Halt(_)
            | Instr::Blocked(_)
            | Instr::Error(_)
            | Instr::Unsupported(_) => {}
        }
        if let Some(destination) = instr.destination() {
            self.marks.regs[destination.at(base)] = result;
        }
    }

    /// Whether the ending is that of all executions of the way.
    fn is_certain(&self, ending: &Ending) -> bool {
        let is_at_edge = matches!(ending, Ending::Fault(Failure { point: Point::Edge(_), .. }));
        !(self.is_lost || self.is_open && is_at_edge)
    }
}

impl Observer<i64> for Watch<'_> {
    const ACTIVE: bool = true;

    fn before(&mut self, instr: &Instr, _: EdgeId, machine: &Machine<i64>) -> ControlFlow<()> {
        let program = self.program;
        self.marks.start(machine, |array| Self::of_array(program, array));
        self.follow(instr, machine);
        if self.is_lost { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn end(&mut self, _: &Machine<i64>) {}
}

impl Interpreter<'_> {
    /// Follows all executions, in machine numbers; all together may have so many steps. `properties` are those whose faults are
    /// errors.
    pub fn follow_all(&self, limits: &Limits, properties: &BTreeSet<Property>) -> Ways {
        self.following(properties).go_on(limits).unwrap_or(Ways::TooMany)
    }

    /// All executions, of which none was followed yet.
    pub fn following<'i>(&'i self, properties: &'i BTreeSet<Property>) -> Following<'i> {
        let answers = Answers::default();
        Following { interpreter: self, properties, answers, good: 0, ways: 0, done: Vec::new() }
    }
}

impl Following<'_> {
    /// Goes on for so many steps; nothing, if these were not enough and more may be.
    pub fn go_on(&mut self, limits: &Limits) -> Option<Ways> {
        if self.interpreter.options.numbers != Numbers::Machine {
            return Some(Ways::TooMany);
        }
        let end = self.answers.spent.saturating_add(limits.steps);
        let mut unwatched = 0;
        loop {
            let steps = end.saturating_sub(self.answers.spent).min(limits.steps / LONGEST_PART);
            let before = self.answers.spent;
            let (ending, more) = self.follow(&Limits { steps, ..*limits })?;
            unwatched += self.answers.spent - before;
            if unwatched > BETWEEN_LOOKS && limits.is_interrupted() {
                return Some(Ways::TooMany);
            }
            unwatched %= BETWEEN_LOOKS;
            let Some(more) = more else { return Some(Ways::TooMany) };
            for (chosen, more) in self.answers.chosen.iter_mut().zip(more) {
                chosen.last = chosen.value + more;
            }
            self.ways += 1;
            match ending {
                Ending::Finished(_) | Ending::Halted(_) | Ending::Blocked(_) => self.good += 1,
                Ending::Fault(failure) if self.properties.contains(&failure.fault.property()) => {
                    return Some(Ways::Failing(self.answers.chosen.iter().map(|chosen| chosen.value).collect()));
                }
                Ending::Fault(_) => {}
                _ => return Some(Ways::TooMany),
            }
            let done = &mut self.done;
            let goes_on = self.answers.go_on(|question, steps| {
                done.resize(done.len().max(question + 1), (0, 0));
                done[question] = (done[question].0 + 1, done[question].1 + steps);
            });
            if !goes_on {
                // A program that is always undefined is not one that does not fail.
                return Some(if self.good > 0 { Ways::All(self.good) } else { Ways::TooMany });
            }
        }
    }

    /// Follows the way with these answers: how it ends, and by answer how many greater values do the same, if that can be followed.
    /// Nothing if it has more steps than that.
    fn follow(&mut self, limits: &Limits) -> Option<(Ending, Option<Vec<i128>>)> {
        let Interpreter { program, code, .. } = self.interpreter;
        self.answers.asked = 0;
        let mut watch = Watch::new(program, self.properties, &self.answers);
        let mut machine = Machine::<i64>::new(program, code, limits);
        let ending = machine.run(&mut self.answers, &mut watch);
        if ending == Ending::StepLimit && !watch.is_lost {
            return None;
        }
        self.answers.spent = self.answers.spent.saturating_add(machine.steps + START_COST);
        let is_certain = watch.is_certain(&ending);
        Some((ending, is_certain.then_some(watch.more)))
    }
}
