//! Places: cut points, with the values of the variables that are followed one by one.
//!
//! The state of a state machine has few values, all of them written in the program. Each is a place of its own: the block from
//! there has only the branches of that state, its regions need not speak of it, and its predicates are its own.

use std::collections::{BTreeSet, HashMap};

use heureka_ir::{ExprId, LocId, Node, Op, Program, Source, VarId};

/// The number of a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(u32);

/// The values of the variables that are followed, where they are known.
pub type Known = Box<[Option<i128>]>;

#[derive(Default)]
pub struct Places {
    list: Vec<(LocId, Known)>,
    ids: HashMap<(LocId, Known), Place>,
}

impl Places {
    pub fn id(&mut self, loc: LocId, known: Known) -> Place {
        let next = Place(self.list.len() as u32);
        let id = *self.ids.entry((loc, known.clone())).or_insert(next);
        if id == next {
            self.list.push((loc, known));
        }
        id
    }

    pub fn loc(&self, place: Place) -> LocId {
        self.list[place.0 as usize].0
    }

    pub fn known(&self, place: Place) -> &Known {
        &self.list[place.0 as usize].1
    }
}

/// A variable with more values is not followed, nor one with fewer.
const MOST_VALUES: usize = 40;
const LEAST_VALUES: usize = 3;
/// So many variables are followed at most.
const MOST_FOLLOWED: usize = 2;

/// The variables that are followed: all their values are numbers in the program, and there are few, but more than two. Those
/// with the most values come first.
pub fn followed(program: &Program) -> Vec<VarId> {
    let values = values(program);
    let mut found: Vec<(usize, VarId)> = program
        .var_ids()
        .filter_map(|var| Some((values[var.index()].as_ref()?.len(), var)))
        .filter(|(count, _)| (LEAST_VALUES..=MOST_VALUES).contains(count))
        .collect();
    found.sort_by_key(|(count, var)| (std::cmp::Reverse(*count), *var));
    found.truncate(MOST_FOLLOWED);
    found.into_iter().map(|(_, var)| var).collect()
}

/// By variable: the values that it can have; `None` if they are not known, or too many.
fn values(program: &Program) -> Vec<Option<BTreeSet<i128>>> {
    let start = |var: VarId| {
        let var = program.var(var);
        Some(if var.owner.is_none() { BTreeSet::from([var.init]) } else { BTreeSet::new() })
    };
    let mut values: Vec<Option<BTreeSet<i128>>> = program.var_ids().map(start).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for edge in program.edges() {
            let written: Vec<(VarId, Option<BTreeSet<i128>>)> = match &edge.op {
                // What was never set is set before it is read.
                Op::Havoc { source: Source::Uninitialised, .. } => Vec::new(),
                Op::Havoc { var, .. } => vec![(*var, None)],
                Op::Assign(pairs) => pairs.iter().map(|(var, expr)| (*var, of_expr(program, &values, *expr))).collect(),
                _ => Vec::new(),
            };
            for (var, more) in written {
                let Some(known) = &values[var.index()] else { continue };
                let all = more.map(|more| known.union(&more).copied().collect::<BTreeSet<i128>>());
                let all = all.filter(|all| all.len() <= MOST_VALUES);
                if all.as_ref() != Some(known) {
                    values[var.index()] = all;
                    changed = true;
                }
            }
        }
    }
    values
}

fn of_expr(program: &Program, values: &[Option<BTreeSet<i128>>], expr: ExprId) -> Option<BTreeSet<i128>> {
    let exprs = &program.exprs;
    if let Some(value) = exprs.as_const(expr) {
        return Some(BTreeSet::from([value]));
    }
    match *exprs.node(expr) {
        Node::Var(var) => values[var.index()].clone(),
        Node::Cast(inner) => {
            let ty = exprs.int_ty(expr);
            let inner = of_expr(program, values, inner)?;
            Some(inner.into_iter().map(|value| ty.wrap(value)).collect())
        }
        Node::Ite(_, yes, no) => {
            let (yes, no) = (of_expr(program, values, yes)?, of_expr(program, values, no)?);
            Some(yes.union(&no).copied().collect())
        }
        _ => None,
    }
}
