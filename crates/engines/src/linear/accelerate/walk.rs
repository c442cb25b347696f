//! The paths through a piece of a procedure: from the head of a loop back to it, or from a procedure's entry to its exit.
//!
//! Locations are visited in topological order, each with all paths that arrive; the graph between is acyclic once the
//! edges back to the heads of inner loops are gone. At such a head, where paths arrive from outside, the closure of the
//! inner loop is appended (or nothing is: zero rounds), and its body is walked once from there, so that `break`s and
//! returns out of it are found. Where many paths meet, equal and adjoining ones are united.

use std::collections::{BTreeSet, HashMap};

use heureka_ir::{EdgeId, LocId, LoopId, Loops, Op, ProcId, Program, VarId};
use heureka_linear::Var;

use super::super::encode::{Case, Encoding, Step};
use super::super::scope::Scopes;
use super::limits::{Limits, Reason};
use super::path::{Binding, Path};
use super::relation::Relation;
use super::rounds::Rounds;

/// From where this many paths on they are united.
const MANY: usize = 4;

/// What the walk needs to know of the program.
pub(super) struct Walk<'a> {
    pub program: &'a Program,
    pub scopes: &'a Scopes,
    pub loops: &'a Loops,
    pub encoding: &'a Encoding,
    /// Whether nothing reads a place of the current tuple at a location before it is overwritten.
    pub is_dead: &'a dyn Fn(LocId, u32) -> bool,
    pub limits: &'a Limits,
    /// Compositions left for the whole program, and for this piece.
    pub left: usize,
    pub left_here: usize,
}

/// What is known of the loops and procedures that were looked at before.
pub(super) struct Known<'a> {
    pub closure: &'a dyn Fn(LoopId) -> Option<&'a Rounds>,
    /// The paths of a procedure from its entry to its exit.
    pub procedure: &'a dyn Fn(ProcId) -> Result<&'a [Path], Reason>,
}

/// A connected piece of a procedure.
pub(super) struct Region {
    pub proc: ProcId,
    pub start: LocId,
    pub end: LocId,
    /// The loop whose body it is; none for a procedure.
    pub of: Option<LoopId>,
}

impl Walk<'_> {
    /// The paths from the start of the region to its end, at least one step long.
    pub fn paths(&mut self, region: &Region, known: &Known) -> Result<Vec<Path>, Reason> {
        let order = self.order(region)?;
        self.left_here = self.limits.steps;
        let width = self.scopes.of_proc(region.proc).arity().current;
        let mut arrived: HashMap<LocId, Vec<Path>> = HashMap::from([(region.start, vec![Path::empty(width)])]);
        let mut ended = Vec::new();
        for loc in order {
            let Some(mut paths) = arrived.remove(&loc) else { continue };
            if let Some(inner) = self.loops.innermost(loc).filter(|inner| self.loops.get(*inner).head == loc)
                && Some(inner) != region.of
            {
                paths = self.rounds(paths, inner, known)?;
            }
            let is_dead = |place| (self.is_dead)(loc, place);
            let paths = paths.into_iter().map(|path| path.without_dead(is_dead)).collect();
            let paths = self.united(paths, width)?;
            for id in self.program.out_edges(loc) {
                if !self.is_inside(region, id) {
                    continue;
                }
                let next = self.step(&paths, id, known)?;
                let to = self.program.edge(id).to;
                if to == region.end {
                    ended.extend(next);
                } else {
                    arrived.entry(to).or_default().extend(next);
                }
            }
        }
        self.united(ended, width)
    }

    /// Whether the walk takes an edge: it stays in the region and does not lead back to the head of an inner loop.
    fn is_inside(&self, region: &Region, id: EdgeId) -> bool {
        let edge = self.program.edge(id);
        if edge.to == region.end {
            return true;
        }
        let stays = region.of.is_none_or(|of| self.loops.contains(of, edge.to));
        let back = self
            .loops
            .innermost(edge.to)
            .is_some_and(|inner| self.loops.get(inner).head == edge.to && self.loops.contains(inner, edge.from));
        stays && !back
    }

    /// Whether an edge enters loops only where they begin. Elsewhere the walk would miss their rounds.
    fn enters_at_heads(&self, id: EdgeId) -> bool {
        let edge = self.program.edge(id);
        let mut around = self.loops.innermost(edge.to);
        while let Some(entered) = around.filter(|around| !self.loops.contains(*around, edge.from)) {
            if self.loops.get(entered).head != edge.to {
                return false;
            }
            around = self.loops.get(entered).parent;
        }
        true
    }

    /// The locations of the region in topological order.
    fn order(&self, region: &Region) -> Result<Vec<LocId>, Reason> {
        let mut finished = Vec::new();
        let mut seen = BTreeSet::from([region.start]);
        let mut stack = vec![(region.start, self.program.out_edges(region.start))];
        let mut edges = 0;
        while let Some((loc, out)) = stack.last_mut() {
            let Some(id) = out.next() else {
                finished.push(*loc);
                stack.pop();
                continue;
            };
            edges += 1;
            if edges > self.limits.edges {
                return Err(Reason::TooLarge);
            }
            let to = self.program.edge(id).to;
            if to != region.end && self.is_inside(region, id) {
                if !self.enters_at_heads(id) {
                    return Err(Reason::Irreducible);
                }
                if seen.insert(to) {
                    stack.push((to, self.program.out_edges(to)));
                }
            }
        }
        finished.reverse();
        Ok(finished)
    }

    /// The paths, and the paths followed by one or more rounds of an inner loop.
    fn rounds(&mut self, mut paths: Vec<Path>, inner: LoopId, known: &Known) -> Result<Vec<Path>, Reason> {
        let inner = (known.closure)(inner).filter(|inner| inner.is_complete()).ok_or(Reason::InnerLoop)?;
        let mut after = Vec::new();
        for path in &paths {
            for part in inner.closure().disjuncts() {
                self.spend()?;
                after.extend(path.then_relation(inner.places(), part));
            }
        }
        paths.extend(after);
        Ok(paths)
    }

    /// The paths, each followed by the cases of an edge.
    fn step(&mut self, paths: &[Path], id: EdgeId, known: &Known) -> Result<Vec<Path>, Reason> {
        let edge = self.program.edge(id);
        let caller = self.scopes.of_proc(self.program.loc(edge.from).proc);
        let current = Var(caller.arity().entry);
        let (step, mut next) = (self.encoding.step(id), Vec::new());
        if step.cases().iter().any(|case| case.approximate) {
            return Err(Reason::Approximate);
        }
        match (step, &edge.op) {
            (Step::Local(cases), _) => {
                for (path, case) in pairs(paths, cases) {
                    self.spend()?;
                    next.extend(path.then_case(case, current));
                }
            }
            (Step::Call(cases), Op::Call { proc, results, .. }) => {
                let callee = (known.procedure)(*proc)?;
                let binding = self.binding(id, *proc, results);
                for (path, case) in pairs(paths, cases) {
                    for through in callee {
                        self.spend()?;
                        next.extend(path.then_call(case, current, through, &binding));
                    }
                }
            }
            (Step::Call(_), _) => panic!("a step that is no call is encoded as one"),
        }
        Ok(next)
    }

    fn spend(&mut self) -> Result<(), Reason> {
        self.left = self.left.checked_sub(1).ok_or(Reason::TooLarge)?;
        self.left_here = self.left_here.checked_sub(1).ok_or(Reason::TooLarge)?;
        Ok(())
    }

    fn binding(&self, id: EdgeId, callee: ProcId, results: &[VarId]) -> Binding {
        let caller = self.scopes.of_proc(self.program.loc(self.program.edge(id).from).proc);
        let inner = self.scopes.of_proc(callee);
        let place = |var: Var, entry: u32| var.0 - entry;
        let in_caller = |var| caller.current_var(var).map(|found| place(found, caller.arity().entry));
        let globals = inner
            .current()
            .iter()
            .enumerate()
            .map(|(at, var)| if at < inner.globals().len() { in_caller(*var) } else { None })
            .collect();
        let own = &self.program.proc(callee).results;
        let results = own
            .iter()
            .zip(results)
            .filter_map(|(own, var)| Some((place(inner.current_var(*own)?, inner.arity().entry), in_caller(*var)?)))
            .collect();
        Binding { globals, results }
    }

    /// The same paths, fewer if some of them can be united.
    fn united(&self, all: Vec<Path>, width: u32) -> Result<Vec<Path>, Reason> {
        let mut paths: Vec<Path> = Vec::new();
        for path in all {
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        if paths.len() < MANY {
            return Ok(paths);
        }
        if paths.len() > 4 * self.limits.disjuncts {
            return Err(Reason::TooLarge);
        }
        let places: Vec<u32> = paths.iter().flat_map(Path::places).collect::<BTreeSet<u32>>().into_iter().collect();
        let union = Relation::of_paths(&paths, &places, width)?.coalesced();
        if union.disjuncts().len() >= paths.len() {
            return if paths.len() > self.limits.disjuncts { Err(Reason::TooLarge) } else { Ok(paths) };
        }
        let start = Path::empty(width);
        Ok(union.disjuncts().iter().filter_map(|disjunct| start.then_relation(&places, disjunct)).collect())
    }
}

fn pairs<'b>(paths: &'b [Path], cases: &'b [Case]) -> impl Iterator<Item = (&'b Path, &'b Case)> {
    paths.iter().flat_map(move |path| cases.iter().map(move |case| (path, case)))
}
