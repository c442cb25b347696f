//! From one edge to its cases: α for assignments, β⁺ for assumptions, arguments for calls (paper 000 §4).
//!
//! A case is finished once, here, so that the engine need not do it for every path edge: contradictions are dropped, fresh
//! variables that no value needs are projected away where that leaves one conjunction, and cases that differ in their
//! guards only are united where one conjunction says both.

use std::collections::BTreeSet;

use heureka_ir::passes::Ranges;
use heureka_ir::{EdgeId, ExprId, IntTy, Op, Program, Source};
use heureka_linear::{Conjunction, Dlc, LinearExpr, Row, Var};

use super::Arithmetic;
use super::bounds::Bounds;
use super::case::{Case, Step};
use super::guards::{GuardId, LossId};
use super::loss::Loss;
use super::normal::{MOST_CASES, Normaliser, Piece, type_bounds};
use crate::linear::scope::Scopes;

/// Cases with more idle variables than this keep them.
const MOST_PROJECTED: usize = 64;

/// A case before it is finished.
struct Draft {
    guard: GuardId,
    values: Vec<(Var, LinearExpr)>,
}

/// The step of an edge, and what was lost on the way.
pub(super) fn encode(
    program: &Program,
    ranges: Option<&Ranges<'_>>,
    scopes: &Scopes,
    arithmetic: Arithmetic,
    id: EdgeId,
) -> (Step, Vec<Loss>) {
    let edge = program.edge(id);
    let proc = program.loc(edge.from).proc;
    let scope = scopes.of_proc(proc);
    let is_reachable = arithmetic != Arithmetic::Machine || ranges.is_none_or(|ranges| ranges.is_reachable(edge.from));
    let mut normaliser = Normaliser::new(program, scope, ranges, edge.from, arithmetic);
    let now = |var| scope.current_var(var).expect("a variable that a step writes is in the scope of its procedure");
    let drafts = match &edge.op {
        _ if !is_reachable => vec![],
        Op::Skip | Op::Copy { .. } => vec![Draft { guard: GuardId::TRUE, values: vec![] }],
        Op::Assume(guard) => {
            let condition = normaliser.condition(*guard, true);
            condition.cases.iter().map(|&guard| Draft { guard, values: vec![] }).collect()
        }
        Op::Assign(pairs) => normaliser.assign(pairs.iter().map(|&(var, value)| (now(var), value))),
        Op::Return(values) => {
            let results = program.proc(proc).results.iter().map(|&result| now(result));
            normaliser.assign(results.zip(values.iter().copied()))
        }
        Op::Havoc { var, source } => vec![normaliser.havoc(now(*var), program.var(*var).ty, source)],
        Op::Call { proc: callee, args, .. } => {
            let entry = scopes.of_proc(*callee);
            let params = program.proc(*callee).params.iter();
            let params = params.map(|&param| entry.entry_var(param).expect("a parameter is in the entry tuple"));
            normaliser.assign(params.zip(args.iter().copied()))
        }
        Op::Store { .. } | Op::Fill { .. } | Op::HavocArray { .. } => {
            let ways = normaliser.write(&edge.op).into_iter();
            ways.map(|guard| Draft { guard, values: vec![] }).collect()
        }
    };
    let is_call = matches!(edge.op, Op::Call { .. });
    let (cases, losses) = normaliser.finish(drafts, is_call);
    let losses = losses.into_iter().map(|loss| normaliser.losses[loss.0 as usize].clone()).collect();
    (if is_call { Step::Call(cases) } else { Step::Local(cases) }, losses)
}

impl Normaliser<'_> {
    /// α(y, e): every combination of pieces of the values.
    fn assign(&mut self, pairs: impl Iterator<Item = (Var, ExprId)>) -> Vec<Draft> {
        let mut drafts = vec![Draft { guard: GuardId::TRUE, values: vec![] }];
        for (var, expr) in pairs {
            let normal = self.value(expr);
            drafts = match self.extend(&drafts, var, &normal.pieces) {
                Some(extended) => extended,
                None => {
                    let one = self.collapsed(expr);
                    self.extend(&drafts, var, &one.pieces).expect("one piece makes no more cases")
                }
            };
        }
        drafts
    }

    /// The drafts with each of the pieces as the value of one more variable; `None` if there are too many.
    fn extend(&mut self, drafts: &[Draft], var: Var, pieces: &[Piece]) -> Option<Vec<Draft>> {
        let split = drafts.len() > 1 && pieces.len() > 1;
        let mut extended = Vec::new();
        for draft in drafts {
            for piece in pieces {
                let Some(guard) = self.joined(split, draft.guard, piece.guard) else { continue };
                if extended.len() == MOST_CASES {
                    return None;
                }
                let mut values = draft.values.clone();
                values.push((var, piece.value.clone()));
                extended.push(Draft { guard, values });
            }
        }
        Some(extended)
    }

    /// Any value of the type.
    fn havoc(&mut self, var: Var, ty: IntTy, source: &Source) -> Draft {
        let bounds = type_bounds(self.arithmetic, ty);
        let value = self.fresh(bounds);
        let said = self.within(GuardId::TRUE, &value, Bounds::ANY, bounds);
        let mut guard = said.expect("a fresh variable can have any value");
        if let Source::Unmodelled(what) = source {
            guard = self.lose(guard, Loss::Unmodelled(what.clone()));
        }
        Draft { guard, values: vec![(var, value)] }
    }

    /// The cases, and the losses that are left in them.
    fn finish(&self, drafts: Vec<Draft>, is_call: bool) -> (Vec<Case>, BTreeSet<LossId>) {
        let mut finished: Vec<(Conjunction, Case)> = Vec::new();
        let mut all_losses = BTreeSet::new();
        for mut draft in drafts {
            let (guard, losses) = self.guards.read(draft.guard);
            if !is_call {
                draft.values.retain(|(var, value)| *value != LinearExpr::var(*var));
            }
            let Some((guard, case)) = self.finish_case(guard, draft.values, !losses.is_empty()) else { continue };
            all_losses.extend(losses);
            if !finished.iter().any(|(known, other)| *known == guard && *other == case) {
                finished.push((guard, case));
            }
        }
        let cases = self.united(finished);
        let cases = cases.into_iter().map(|(guard, case)| {
            let guard = guard.rows().iter().map(|row| (row.expr().clone(), row.kind().clone())).collect();
            Case { guard, ..case }
        });
        (cases.collect(), all_losses)
    }

    /// A case without its guard, beside its guard; `None` if it is a contradiction.
    fn finish_case(
        &self,
        guard: Conjunction,
        values: Vec<(Var, LinearExpr)>,
        approximate: bool,
    ) -> Option<(Conjunction, Case)> {
        if guard.is_false() {
            return None;
        }
        let first = self.scope.arity().end();
        let needed: BTreeSet<Var> =
            values.iter().flat_map(|(_, value)| value.vars()).filter(|var| *var >= first).collect();
        let is_idle = |var: Var| var >= first && !needed.contains(&var);
        let guard = if guard.vars().into_iter().any(is_idle) { projected(guard, is_idle)? } else { guard };
        let fresh: Vec<Var> = guard
            .vars()
            .into_iter()
            .chain(needed)
            .filter(|var| *var >= first)
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        let rename = |var: Var| match fresh.binary_search(&var) {
            Ok(place) => Var(first.0 + place as u32),
            Err(_) => var,
        };
        let values = values.into_iter().map(|(var, value)| (var, value.rename(rename))).collect();
        let case = Case { guard: vec![], values, fresh: fresh.len() as u32, approximate };
        Some((guard.rename(rename), case))
    }

    /// Fewer cases that say the same: those that differ in their guards only are united where that is exact.
    fn united(&self, cases: Vec<(Conjunction, Case)>) -> Vec<(Conjunction, Case)> {
        let mut united: Vec<(Conjunction, Case)> = Vec::new();
        let mut rest = cases;
        while !rest.is_empty() {
            let model = rest[0].1.clone();
            let (alike, others): (Vec<_>, Vec<_>) =
                rest.into_iter().partition(|(_, case)| case.fresh == 0 && *case == model);
            rest = others;
            if alike.is_empty() {
                united.push(rest.remove(0));
                continue;
            }
            let guards: Vec<Conjunction> = alike.into_iter().map(|(guard, _)| guard).collect();
            let fewer = if guards.len() > 1 { Some(Dlc::new(self.numbers(), guards.iter().cloned())) } else { None };
            let guards = match fewer {
                Some(fewer) if fewer.is_exact() && fewer.len() < guards.len() => fewer.disjuncts().cloned().collect(),
                _ => guards,
            };
            united.extend(guards.into_iter().map(|guard| (guard, model.clone())));
        }
        united
    }
}

/// Without the variables, if one conjunction says it exactly and they are not too many; `None` for a contradiction.
fn projected(guard: Conjunction, is_idle: impl Fn(Var) -> bool) -> Option<Conjunction> {
    // A variable that stands alone in its rows has a value there, as the rows are reduced. Expressions of many undefined
    // values have many of these.
    let tied: BTreeSet<Var> =
        guard.rows().iter().filter(|row| row.vars().nth(1).is_some()).flat_map(|row| row.vars()).collect();
    let is_alone = |row: &&Row| row.vars().all(|var| is_idle(var) && !tied.contains(&var));
    let (alone, rest): (Vec<&Row>, Vec<&Row>) = guard.rows().iter().partition(is_alone);
    let guard =
        if alone.iter().any(|row| row.is_modulo()) { guard } else { Conjunction::from_rows(guard.numbers(), rest) };
    let idle = guard.vars().into_iter().filter(|&var| is_idle(var)).count();
    if idle == 0 || idle > MOST_PROJECTED {
        return Some(guard);
    }
    let projection = guard.project(is_idle);
    match projection.disjuncts.as_slice() {
        [] => None,
        [one] if projection.exact => Some(one.clone()),
        _ => Some(guard),
    }
}
