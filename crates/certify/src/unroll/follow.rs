//! The walk through all executions at once: round by round through loops and into calls, joined where paths meet.
//!
//! A *place* is a location, with the number of the round of each loop around it. Places are visited in their order: what
//! leads to a place comes before it. Paths that arrive at one place are joined.
//!
//! A loop by induction over k rounds: its rounds 0 to k−1 are followed as they are. In round k all that rounds can change is
//! arbitrary, but for the invariant at its head: it stands for every later round. From there k rounds are assumed to fail
//! nowhere and to stay in the loop; round 2k is followed again, with all that comes after it, and the last that is.
//!
//! Where the invariants are not proved by themselves they are proved on the way, like an assertion at the end of each round
//! and at the entry of the loop. A call of a procedure with a contract is not followed ([`super::contracts`]); the
//! bodies of these procedures are followed by themselves.

use std::collections::{BTreeMap, HashMap};

use heureka_ir::faults::EXPRESSION_FAULTS;
use heureka_ir::graph::postorder;
use heureka_ir::{Edge, EdgeId, ExprId, LocId, LocKind, LoopId, Loops, Op, ProcId, Program};
use heureka_logic::TermId;

use super::contracts::Call;
use super::evaluate::{Evaluation, index};
use super::memory::Memory;
use super::plan::Plan;
use super::state::{Path, Paths, State};
use super::words::Words;
use super::{Asking, Failure, Obligation};
use crate::question::Question;
use crate::rejected::Rejected;

/// Rounds of a loop, calls within calls, and steps that are followed at most.
const MOST_ROUNDS: u32 = 5_000;
const DEEPEST: usize = 200;
const MOST_STEPS: u64 = 2_000_000;

/// Where in a procedure: for each loop around it, from the outermost, the place of its head and the round; then its own
/// place in the order of locations.
type Place = Vec<(u32, u32)>;

pub struct Follower<'a> {
    question: &'a Question<'a>,
    pub(super) program: &'a Program,
    pub(super) plan: &'a Plan,
    asking: &'a Asking<'a, 'a>,
    loops: Loops,
    /// By location: its place among those of its procedure, such that all edges but those that go back lead on.
    order: Vec<u32>,
    pub(super) words: Words,
    pub(super) paths: Paths,
    obligations: Vec<Obligation>,
    /// The procedures that are open.
    open: Vec<ProcId>,
    /// Around a call: whether it is made in a round of which it is assumed that nothing fails.
    is_assumed: bool,
    /// Whether induction forgot contents of arrays that the invariants cannot speak of.
    is_open: bool,
    steps: u64,
}

/// The part of a loop by induction that a round belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Followed,
    Assumed,
    Last,
}

/// One call that is followed.
struct Frame {
    waiting: BTreeMap<Place, (LocId, State)>,
    /// By variable: its value when the procedure was entered.
    at_entry: Vec<Option<TermId>>,
    exit: Option<State>,
}

impl<'a> Follower<'a> {
    pub fn new(question: &'a Question<'a>, plan: &'a Plan, asking: &'a Asking<'a, 'a>) -> Follower<'a> {
        let program = question.program;
        let mut words = Words::new(plan.kind);
        let paths = Paths::new(&mut words);
        Follower {
            question,
            program,
            plan,
            asking,
            loops: Loops::of(program),
            order: order(program),
            words,
            paths,
            obligations: Vec::new(),
            open: Vec::new(),
            is_assumed: false,
            is_open: false,
            steps: 0,
        }
    }

    /// What must not happen, in all executions.
    pub fn run(mut self) -> Result<(Words, Vec<Obligation>), Rejected> {
        let program = self.program;
        let mut state = State::new(program);
        for var in program.var_ids().filter(|var| program.var(*var).owner.is_none()) {
            state.vars[var.index()] = Some(self.words.number(program.var(var).ty, program.var(var).init));
        }
        self.create_arrays(None, &mut state);
        if self.plan.contracts.contains_key(&program.entry) {
            // Its parameters, if it has any, have no values; any will do.
            let params = program.proc(program.entry).params.iter();
            let args = params.map(|var| self.words.any(program.var(*var).ty)).collect();
            let call = Call { edge: None, proc: program.entry, args, results: &[], is_assumed: false };
            self.by_contract(&call, state);
        } else {
            self.procedure(program.entry, state)?;
        }
        for proc in self.plan.contracts.keys() {
            self.body(*proc)?;
        }
        Ok((self.words, self.obligations))
    }

    fn create_arrays(&mut self, owner: Option<ProcId>, state: &mut State) {
        for id in self.program.array_ids().filter(|id| self.program.array(*id).owner == owner) {
            state.arrays[id.index()] = Some(Memory::initial(&mut self.words, self.program.array(id)));
        }
    }

    /// Follows a procedure; the state at its exit, if one gets there.
    pub(super) fn procedure(&mut self, proc: ProcId, mut state: State) -> Result<Option<State>, Rejected> {
        let procedure = self.program.proc(proc);
        self.create_arrays(Some(proc), &mut state);
        let mut frame = Frame { waiting: BTreeMap::new(), at_entry: state.vars.clone(), exit: None };
        // A loop may begin where its procedure does.
        let head = self.loops.innermost(procedure.entry).filter(|id| self.loops.get(*id).head == procedure.entry);
        if let Some(id) = head.filter(|id| self.is_induced(*id)) {
            let Some(begun) = self.induced_round(id, 0, state, &frame.at_entry, self.is_assumed) else {
                return Ok(None);
            };
            state = begun;
        }
        self.open.push(proc);
        let start = self.place(procedure.entry, &[]);
        frame.waiting.insert(start, (procedure.entry, state));
        while let Some((place, (loc, state))) = frame.waiting.pop_first() {
            self.location(&mut frame, &place, loc, state)?;
        }
        self.open.pop();
        Ok(frame.exit)
    }

    /// Where a location is, coming from another place: the rounds of the loops that are around both are the same.
    fn place(&self, loc: LocId, from: &[(u32, u32)]) -> Place {
        let mut place: Place = around(&self.loops, loc)
            .map(|id| (self.order[self.loops.get(id).head.index()], 0))
            .chain([(self.order[loc.index()], 0)])
            .collect();
        let own = place.len() - 1;
        for (at, (entry, known)) in place[..own].iter_mut().zip(from).enumerate() {
            // The last entry of a place is the location itself, not a loop.
            if at + 1 >= from.len() || entry.0 != known.0 {
                break;
            }
            entry.1 = known.1;
        }
        place
    }

    fn location(&mut self, frame: &mut Frame, place: &Place, loc: LocId, mut state: State) -> Result<(), Rejected> {
        let is_assumed = self.is_assumed || self.parts(loc, place).any(|(_, part)| part == Part::Assumed);
        match &self.program.loc(loc).kind {
            LocKind::Halt => return Ok(()),
            LocKind::Error { fault, .. } => {
                if self.question.asks_for(*fault) && !is_assumed {
                    self.oblige(Failure::Error(loc), state.path);
                }
                return Ok(());
            }
            LocKind::Unsupported { .. } => {
                if !is_assumed {
                    self.oblige(Failure::Error(loc), state.path);
                }
                return Ok(());
            }
            LocKind::Normal => {}
        }
        if self.program.proc(self.program.loc(loc).proc).exit == loc {
            frame.exit = Some(match frame.exit.take() {
                Some(before) => before.join(state, self.program, &mut self.words, &mut self.paths),
                None => state,
            });
            return Ok(());
        }
        for edge in self.program.out_edges(loc) {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(Rejected::undecided("the program is too long to be followed"));
            }
            if self.steps.is_multiple_of(64) {
                self.asking.look_at_the_clock()?;
            }
            let (next, rest) = self.step(edge, state, is_assumed)?;
            if let Some(next) = next {
                self.arrive(frame, place, edge, next, is_assumed)?;
            }
            match rest {
                Some(rest) => state = rest,
                None => break,
            }
        }
        Ok(())
    }

    /// This must not happen on a path.
    pub(super) fn oblige(&mut self, what: Failure, path: Path) {
        let no_lemmas = self.words.bool(true);
        self.oblige_part(what, 0, path, no_lemmas);
    }

    /// This part of a formula must hold on a path, and does not although others do.
    pub(super) fn oblige_part(&mut self, what: Failure, part: usize, path: Path, lemmas: TermId) {
        let (condition, goal) = (self.paths.condition(path), self.paths.last(path));
        let is_open = self.is_open && matches!(what, Failure::Invariant(_));
        self.obligations.push(Obligation { what, part, condition, goal, lemmas, is_open });
    }

    /// The loops by induction around a place, each with the part that its round belongs to.
    fn parts<'p>(&'p self, loc: LocId, place: &'p Place) -> impl Iterator<Item = (LoopId, Part)> + 'p {
        around(&self.loops, loc).zip(place).filter(|(id, _)| self.is_induced(*id)).map(|(id, (_, round))| {
            let (round, k) = (u64::from(*round), self.plan.rounds);
            (
                id,
                match round {
                    _ if round < k => Part::Followed,
                    _ if round < 2 * k => Part::Assumed,
                    _ => Part::Last,
                },
            )
        })
    }

    fn is_induced(&self, id: LoopId) -> bool {
        self.plan.by_induction.contains(&self.loops.get(id).head)
    }

    /// The state goes along an edge.
    fn arrive(
        &mut self,
        frame: &mut Frame,
        from: &Place,
        edge: EdgeId,
        mut state: State,
        is_assumed: bool,
    ) -> Result<(), Rejected> {
        let edge = self.program.edge(edge);
        // Rounds that are assumed to stay in their loop do.
        let leaves_assumed =
            self.parts(edge.from, from).any(|(id, part)| part == Part::Assumed && !self.loops.contains(id, edge.to));
        if leaves_assumed {
            return Ok(());
        }
        let mut place = self.place(edge.to, from);
        if let Some(id) = self.loops.innermost(edge.to).filter(|id| self.loops.get(*id).head == edge.to) {
            let at = place.len() - 2;
            if self.loops.contains(id, edge.from) {
                place[at].1 += 1;
            }
            let round = u64::from(place[at].1);
            let next = match self.is_induced(id) {
                true => self.induced_round(id, round, state, &frame.at_entry, is_assumed),
                false if round == 0 || self.goes_on(round, &state)? => Some(state),
                false => None,
            };
            match next {
                Some(next) => state = next,
                None => return Ok(()),
            }
        }
        let joined = match frame.waiting.remove(&place) {
            Some((_, before)) => before.join(state, self.program, &mut self.words, &mut self.paths),
            None => state,
        };
        frame.waiting.insert(place, (edge.to, joined));
        Ok(())
    }

    /// Whether a loop can go on in this round; the solver is asked now and then.
    fn goes_on(&self, round: u64, state: &State) -> Result<bool, Rejected> {
        let is_asked = round >= self.plan.rounds && round.is_power_of_two();
        if is_asked && !self.asking.can_hold(&self.words, self.paths.condition(state.path))? {
            return Ok(false);
        }
        if round > MOST_ROUNDS.into() {
            return Err(Rejected::undecided("a loop has too many rounds to be followed"));
        }
        Ok(true)
    }

    /// A round of a loop by induction begins; `None` if it need not be followed.
    fn induced_round(
        &mut self,
        id: LoopId,
        round: u64,
        state: State,
        at_entry: &[Option<TermId>],
        is_assumed: bool,
    ) -> Option<State> {
        let (k, plan) = (self.plan.rounds, self.plan);
        let head = self.loops.get(id).head;
        let invariant = plan.at.get(&head);
        let mut state = state;
        if let Some(invariant) = invariant.filter(|_| plan.is_proving && !is_assumed && (round <= k || round > 2 * k)) {
            self.prove(Failure::Invariant(head), invariant, &mut state, at_entry);
        }
        if round > 2 * k {
            return None;
        }
        if round == k {
            self.forget(id, &mut state);
        }
        if let Some(invariant) = invariant.filter(|_| round == k || plan.is_proving) {
            state.path = self.assume(invariant, &mut state, at_entry)?;
        }
        Some(state)
    }

    /// All that rounds of a loop can change is arbitrary.
    fn forget(&mut self, id: LoopId, state: &mut State) {
        let program = self.program;
        let (vars, arrays) = written(program, &self.loops, id);
        for var in program.var_ids().filter(|var| vars[var.index()]) {
            state.vars[var.index()] = Some(self.words.any(program.var(var).ty));
        }
        for array in program.array_ids().filter(|array| arrays[array.index()]) {
            state.arrays[array.index()] = Some(Memory::anything(&mut self.words, program.array(array)));
            self.is_open |= !self.plan.knows_contents;
        }
    }

    /// The state after an edge, and the state in which the next edge of the location is tried.
    fn step(&mut self, id: EdgeId, state: State, is_assumed: bool) -> Result<(Option<State>, Option<State>), Rejected> {
        let program = self.program;
        let edge = program.edge(id);
        let (values, course) = Evaluation::new(self.question, &state, &mut self.words).of_step(&edge.op);
        for (fault, bad) in EXPRESSION_FAULTS.into_iter().zip(course.bad) {
            if is_assumed || self.words.is_false(bad) {
                continue;
            }
            if let Some(path) = self.paths.extend(&mut self.words, state.path, bad) {
                self.oblige(Failure::Fault(id, fault), path);
            }
        }
        let Some(path) = self.paths.extend(&mut self.words, state.path, course.ok) else { return Ok((None, None)) };
        let mut next = State { path, ..state };
        match &edge.op {
            Op::Skip => {}
            Op::Assume(guard) => {
                let condition = values[guard];
                let otherwise = self.words.not(condition);
                let rest = self.paths.extend(&mut self.words, path, otherwise);
                let rest = rest.map(|path| State { path, ..next.clone() });
                let taken = self.paths.extend(&mut self.words, path, condition);
                return Ok((taken.map(|path| State { path, ..next }), rest));
            }
            Op::Assign(pairs) => {
                for (var, value) in pairs {
                    next.vars[var.index()] = Some(values[value]);
                }
            }
            Op::Store { array, indices: prefix, value } | Op::Fill { array, prefix, value } => {
                let prefix = self.indices(prefix, &values);
                let memory = next.arrays[array.index()].as_mut().expect("arrays exist where they are written");
                memory.write(&mut self.words, program.array(*array), &prefix, values[value]);
            }
            Op::Copy { to, from } => next.arrays[to.index()] = next.arrays[from.index()].clone(),
            Op::Havoc { var, .. } => next.vars[var.index()] = Some(self.words.any(program.var(*var).ty)),
            Op::HavocArray { array, prefix, .. } => {
                let prefix = self.indices(prefix, &values);
                let memory = next.arrays[array.index()].as_mut().expect("arrays exist where they are written");
                memory.forget(&mut self.words, program.array(*array), &prefix);
            }
            Op::Call { proc, args, results } => {
                let args = args.iter().map(|arg| values[arg]).collect();
                let call = Call { edge: Some(id), proc: *proc, args, results, is_assumed };
                let after = match self.plan.contracts.contains_key(proc) {
                    true => self.by_contract(&call, next),
                    false => self.call(call, next)?,
                };
                return Ok((after, None));
            }
            Op::Return(returned) => {
                let results = &program.proc(program.loc(edge.from).proc).results;
                for (var, value) in results.iter().zip(returned) {
                    next.vars[var.index()] = Some(values[value]);
                }
            }
        }
        Ok((Some(next), None))
    }

    fn indices(&mut self, indices: &[ExprId], values: &HashMap<ExprId, TermId>) -> Vec<TermId> {
        indices.iter().map(|at| index(&mut self.words, self.program, values, *at)).collect()
    }

    fn call(&mut self, call: Call, state: State) -> Result<Option<State>, Rejected> {
        let Call { proc, args, results, is_assumed, .. } = call;
        let nested = self.open.iter().filter(|open| **open == proc).count() as u64;
        if nested > 0 && nested >= self.plan.rounds && nested.is_power_of_two() {
            let condition = self.paths.condition(state.path);
            if !self.asking.can_hold(&self.words, condition)? {
                return Ok(None);
            }
        }
        if self.open.len() >= DEEPEST {
            return Err(Rejected::undecided("calls are nested too deeply to be followed"));
        }
        let program = self.program;
        let mut inner = state.clone();
        for var in program.var_ids().filter(|var| program.var(*var).owner == Some(proc)) {
            inner.vars[var.index()] = None;
        }
        for (param, arg) in program.proc(proc).params.iter().zip(args) {
            inner.vars[param.index()] = Some(arg);
        }
        let before = std::mem::replace(&mut self.is_assumed, is_assumed);
        let exit = self.procedure(proc, inner);
        self.is_assumed = before;
        let Some(mut after) = exit? else { return Ok(None) };
        let returned: Vec<Option<TermId>> =
            program.proc(proc).results.iter().map(|var| after.vars[var.index()]).collect();
        // The caller's own are as they were.
        for var in program.var_ids().filter(|var| program.var(*var).owner.is_some()) {
            after.vars[var.index()] = state.vars[var.index()];
        }
        for array in program.array_ids().filter(|array| program.array(*array).owner.is_some()) {
            after.arrays[array.index()] = state.arrays[array.index()].clone();
        }
        for (var, value) in results.iter().zip(returned) {
            after.vars[var.index()] = value;
        }
        Ok(Some(after))
    }
}

/// The loops around a location, from the outermost.
fn around(loops: &Loops, loc: LocId) -> impl Iterator<Item = LoopId> + use<> {
    let mut around: Vec<LoopId> = std::iter::successors(loops.innermost(loc), |id| loops.get(*id).parent).collect();
    around.reverse();
    around.into_iter()
}

fn order(program: &Program) -> Vec<u32> {
    let mut order = vec![0; program.locs.len()];
    let mut seen = vec![false; program.locs.len()];
    let successors = |loc: LocId| program.out_edges(loc).map(|edge| program.edge(edge).to).collect();
    for proc in &program.procs {
        let finished = postorder(proc.entry, &mut seen, successors);
        for (at, loc) in finished.iter().rev().enumerate() {
            order[loc.index()] = at as u32;
        }
    }
    order
}

/// The variables and arrays that rounds of a loop can write: those of its edges, and of the procedures that it calls.
fn written(program: &Program, loops: &Loops, id: LoopId) -> (Vec<bool>, Vec<bool>) {
    let within = |edge: &&Edge| loops.contains(id, edge.from);
    let called = program.edges().iter().filter(within).filter_map(|edge| match edge.op {
        Op::Call { proc, .. } => Some(proc),
        _ => None,
    });
    let (mut vars, mut arrays) = written_by(program, called);
    for edge in program.edges().iter().filter(within) {
        edge.op.written_vars().for_each(|var| vars[var.index()] = true);
        edge.op.written_array().into_iter().for_each(|array| arrays[array.index()] = true);
    }
    (vars, arrays)
}

/// The variables and arrays that procedures, and those that they call, can write.
pub(super) fn written_by(program: &Program, procs: impl IntoIterator<Item = ProcId>) -> (Vec<bool>, Vec<bool>) {
    let (mut vars, mut arrays) = (vec![false; program.vars.len()], vec![false; program.arrays.len()]);
    let mut seen = vec![false; program.procs.len()];
    let mut open: Vec<ProcId> = procs.into_iter().collect();
    while let Some(proc) = open.pop() {
        if std::mem::replace(&mut seen[proc.index()], true) {
            continue;
        }
        for edge in program.edges().iter().filter(|edge| program.loc(edge.from).proc == proc) {
            edge.op.written_vars().for_each(|var| vars[var.index()] = true);
            edge.op.written_array().into_iter().for_each(|array| arrays[array.index()] = true);
            if let Op::Call { proc, .. } = edge.op {
                open.push(proc);
            }
        }
    }
    (vars, arrays)
}
