//! The boolean program: an ordinary program over variables of one bit, one for each predicate.
//!
//! It has the locations of the program, under the same ids, and some more between the steps into which a statement is taken
//! apart: a new value is chosen for each predicate of which not everything is known, what is impossible is excluded, clause
//! by clause, and then all predicates change at once. So each edge has few cases, and the tabulation is exact. Where several ways lead on, an input chooses one of them, so that guards exclude each
//! other as in every program.

use heureka_ir::{
    CmpOp, EdgeId, ExprId, IntTy, LocId, LocKind, Op, ProcId, Program, ProgramBuilder, Role, Source, Span, Var, VarId,
};

use super::constrain::{Constraints, Forbidden, When};
use super::live::Live;
use super::predicate::{Dnf, Literal, PredicateId};
use super::statement::{Choice, Kind, Statement};
use crate::engine::Task;

const BIT: IntTy = IntTy::unsigned(1);

/// The type of the input that chooses a way.
const WAY: IntTy = IntTy::unsigned(16);

pub struct BooleanProgram {
    pub program: Program,
    /// By edge: the step of the program of which it is the last part.
    pub origins: Vec<Option<EdgeId>>,
    /// By predicate.
    pub bits: Vec<VarId>,
}

/// The ends of executions that are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    Errors,
    /// And what is not modelled.
    All,
}

/// What a boolean program is made from.
pub struct Abstract<'a> {
    pub program: &'a Program,
    /// By edge; `None` for a step that is never taken.
    pub statements: &'a [Option<Statement>],
    pub predicates: usize,
    pub constraints: &'a Constraints,
    pub live: &'a Live<'a>,
}

/// Makes the boolean program.
pub fn boolean_program(task: &Task, abstracted: &Abstract, wanted: Wanted) -> BooleanProgram {
    let Abstract { program, statements, predicates, .. } = *abstracted;
    let mut builder = ProgramBuilder { files: program.files.clone(), ..ProgramBuilder::default() };
    builder.procs.clone_from(&program.procs);
    builder.locs.clone_from(&program.locs);
    for loc in &mut builder.locs {
        let is_wanted = match loc.kind {
            LocKind::Error { fault, .. } => task.asks_for(fault),
            LocKind::Unsupported { .. } => wanted == Wanted::All,
            LocKind::Normal | LocKind::Halt => true,
        };
        if !is_wanted {
            loc.kind = LocKind::Halt;
        }
    }
    let mut proc = builder.procs[0].clone();
    (proc.params, proc.results) = (Box::default(), Box::default());
    builder.procs = vec![proc];
    let mut maker = Maker { builder, origins: Vec::new(), bits: Vec::new(), next: Vec::new() };
    for at in 1..=predicates {
        let bit = maker.var(format!("b{at}"), BIT);
        maker.bits.push(bit);
        let next = maker.var(format!("b{at}'"), BIT);
        maker.next.push(next);
    }
    let way = maker.var("way".to_owned(), WAY);
    for loc in program.loc_ids() {
        let edges: Vec<EdgeId> = program.out_edges(loc).filter(|edge| statements[edge.index()].is_some()).collect();
        let from = match edges.len() {
            0 | 1 => loc,
            _ => {
                let span = program.loc(loc).span;
                maker.lead_on(loc, Op::Havoc { var: way, source: input() }, span)
            }
        };
        let is_choice = edges.len() > 1;
        // The last way first: the way past a statement is tried before the way through it, so that paths are short.
        for (at, id) in edges.into_iter().enumerate().rev() {
            let chosen = is_choice.then_some((way, at));
            let statement = statements[id.index()].as_ref().expect("others were left out");
            maker.step(id, from, statement, chosen, abstracted);
        }
    }
    maker.finish()
}

fn input() -> Source {
    Source::Input("*".into())
}

struct Maker {
    builder: ProgramBuilder,
    /// In the order of the builder's edges.
    origins: Vec<Option<EdgeId>>,
    bits: Vec<VarId>,
    /// The values to come.
    next: Vec<VarId>,
}

impl Maker {
    fn var(&mut self, name: String, ty: IntTy) -> VarId {
        self.builder.add_var(Var { name, ty, owner: Some(ProcId(0)), role: Role::Hidden, init: 0, span: Span::NONE })
    }

    fn edge(&mut self, from: LocId, to: LocId, op: Op, span: Span, origin: Option<EdgeId>) {
        self.builder.add_edge(from, to, op, span);
        self.origins.push(origin);
    }

    /// An edge to a new location.
    fn lead_on(&mut self, from: LocId, op: Op, span: Span) -> LocId {
        let to = self.builder.add_loc(ProcId(0), LocKind::Normal, span);
        self.edge(from, to, op, span, None);
        to
    }

    fn step(
        &mut self,
        id: EdgeId,
        from: LocId,
        statement: &Statement,
        chosen: Option<(VarId, usize)>,
        &Abstract { program, constraints, live, .. }: &Abstract,
    ) {
        let (to, span) = (program.edge(id).to, program.edge(id).span);
        match statement {
            Statement::Guard { not } => {
                let mut conditions = self.negations(not);
                for forbidden in constraints.at(id, live, |_| false) {
                    conditions.push(self.allowed(&forbidden, &[]));
                }
                if let Some((way, at)) = chosen {
                    let way = self.builder.var_expr(way);
                    let number = self.builder.exprs.int(WAY, at as i128);
                    conditions.insert(0, self.builder.exprs.compare(CmpOp::Eq, way, number));
                }
                let last = conditions.pop();
                let at = conditions.into_iter().fold(from, |at, holds| self.lead_on(at, Op::Assume(holds), span));
                self.edge(at, to, last.map_or(Op::Skip, Op::Assume), span, Some(id));
            }
            Statement::Update(changes) => {
                assert!(chosen.is_none(), "only conditions choose between ways");
                let changed = |id: PredicateId| changes.iter().any(|(other, _)| *other == id);
                let mut at = from;
                for (id, choice) in changes {
                    at = self.chosen(at, *id, choice, span);
                }
                for forbidden in constraints.at(id, live, changed) {
                    let allowed = self.allowed(&forbidden, changes);
                    at = self.lead_on(at, Op::Assume(allowed), span);
                }
                let mut pairs: Vec<(VarId, ExprId)> = Vec::new();
                for (id, choice) in changes {
                    pairs.push((self.bits[id.index()], self.value(*id, choice)));
                }
                let op = if pairs.is_empty() { Op::Skip } else { Op::Assign(pairs.into()) };
                self.edge(at, to, op, span, Some(id));
            }
        }
    }

    /// Chooses the new value of a predicate, where it is not known.
    fn chosen(&mut self, from: LocId, id: PredicateId, choice: &Choice, span: Span) -> LocId {
        if matches!(choice.kind(), Kind::Fixed(_) | Kind::Same(_)) {
            return from;
        }
        let next = self.next[id.index()];
        let at = self.lead_on(from, Op::Havoc { var: next, source: input() }, span);
        // Where both hold there is nothing, because both are true of the program.
        let mut at = at;
        for (dnf, becomes) in [(&choice.yes, true), (&choice.no, false)] {
            for cube in &dnf.0 {
                let becomes = self.is(next, becomes);
                let fails = self.fails(cube);
                let holds = self.builder.exprs.or(fails, becomes);
                at = self.lead_on(at, Op::Assume(holds), span);
            }
        }
        at
    }

    /// The new value of a predicate.
    fn value(&mut self, id: PredicateId, choice: &Choice) -> ExprId {
        let [zero, one] = [0, 1].map(|value| self.builder.exprs.int(BIT, value));
        match choice.kind() {
            Kind::Fixed(value) => [zero, one][usize::from(value)],
            Kind::Same((other, true)) => self.builder.var_expr(self.bits[other.index()]),
            Kind::Same((other, false)) => {
                let holds = self.now((other, true));
                self.builder.exprs.ite(holds, zero, one)
            }
            Kind::Anything | Kind::Partly => self.builder.var_expr(self.next[id.index()]),
        }
    }

    fn is(&mut self, var: VarId, value: bool) -> ExprId {
        let var = self.builder.var_expr(var);
        let value = self.builder.exprs.int(BIT, value.into());
        self.builder.exprs.compare(CmpOp::Eq, var, value)
    }

    /// The literal before a step.
    fn now(&mut self, (id, is): Literal) -> ExprId {
        self.is(self.bits[id.index()], is)
    }

    /// The literal behind a step that makes these changes.
    fn after(&mut self, (id, is): Literal, changes: &[(PredicateId, Choice)]) -> ExprId {
        let Some((_, choice)) = changes.iter().find(|(changed, _)| *changed == id) else { return self.now((id, is)) };
        match choice.kind() {
            Kind::Fixed(value) => self.builder.exprs.bool(value == is),
            Kind::Same((other, same)) => self.now((other, same == is)),
            Kind::Anything | Kind::Partly => self.is(self.next[id.index()], is),
        }
    }

    /// What is forbidden does not happen.
    fn allowed(&mut self, forbidden: &Forbidden, changes: &[(PredicateId, Choice)]) -> ExprId {
        let mut any = self.builder.exprs.bool(false);
        for &(when, (id, is)) in forbidden {
            let other = match when {
                When::Before => self.now((id, !is)),
                When::After => self.after((id, !is), changes),
            };
            any = self.builder.exprs.or(any, other);
        }
        any
    }

    /// One of the literals does not hold.
    fn fails(&mut self, cube: &[Literal]) -> ExprId {
        let mut any = self.builder.exprs.bool(false);
        for (id, is) in cube {
            let fails = self.now((*id, !is));
            any = self.builder.exprs.or(any, fails);
        }
        any
    }

    /// What holds where a disjunction does not, one by one.
    fn negations(&mut self, dnf: &Dnf) -> Vec<ExprId> {
        dnf.0.iter().map(|cube| self.fails(cube)).collect()
    }

    fn finish(self) -> BooleanProgram {
        // Edges are sorted by where they start, and keep their order otherwise.
        let mut order: Vec<usize> = (0..self.origins.len()).collect();
        order.sort_by_key(|at| self.builder.edges[*at].from);
        let origins = order.into_iter().map(|at| self.origins[at]).collect();
        BooleanProgram { program: self.builder.finish(ProcId(0)), origins, bits: self.bits }
    }
}
