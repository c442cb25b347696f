//! Our side: from the list of constraints to the answer.

use heureka_linear::{Conjunction, Dlc, Kind, LinearExpr, Numbers, Var};

type Constraints = [(LinearExpr, Kind)];

pub fn satisfiable(constraints: &Constraints) -> bool {
    conjunction(constraints).is_satisfiable()
}

/// Says how many disjuncts there are.
pub fn project(constraints: &Constraints, eliminated: &[Var]) -> usize {
    let projection = conjunction(constraints).project(|var| eliminated.binary_search(&var).is_ok());
    assert!(projection.exact, "recorded projections are exact");
    projection.disjuncts.len()
}

pub fn entails(left: &Constraints, right: &Dlc) -> bool {
    right.contains(&conjunction(left))
}

/// The path edges at a location, as an engine keeps them.
pub fn disjunction(disjuncts: &[Vec<(LinearExpr, Kind)>]) -> Dlc {
    let mut right = Dlc::bottom(Numbers::Integer);
    for disjunct in disjuncts {
        right.insert(conjunction(disjunct));
    }
    right
}

fn conjunction(constraints: &Constraints) -> Conjunction {
    Conjunction::new(Numbers::Integer, constraints.iter().cloned())
}
