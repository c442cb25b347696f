//! Regions: what is known of the states at a node, as a Boolean combination of predicates.

use heureka_logic::{TermId, Terms};

/// A conjunction of predicates, each as it is or negated.
pub type Cube = Vec<(TermId, bool)>;

/// A disjunction of cubes: one for a Cartesian abstraction, many for a Boolean one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    pub cubes: Vec<Cube>,
    /// The same as a term.
    pub term: TermId,
}

impl Region {
    pub fn new(terms: &mut Terms, cubes: Vec<Cube>) -> Region {
        let mut any = Vec::new();
        for cube in &cubes {
            let all: Vec<TermId> = cube.iter().map(|literal| self::literal(terms, *literal)).collect();
            any.push(terms.and(&all));
        }
        let term = terms.or(&any);
        Region { cubes, term }
    }

    /// All states.
    pub fn anything(terms: &mut Terms) -> Region {
        Region::new(terms, vec![Cube::new()])
    }
}

pub fn literal(terms: &mut Terms, (predicate, holds): (TermId, bool)) -> TermId {
    if holds { predicate } else { terms.not(predicate) }
}
