//! What the nodes of a matrix stand for: the one thing in which difference bounds and octagons differ.
//!
//! - [`Differences`]: node 0 is the number 0, node `i + 1` is the variable `i`.
//! - [`Octagonal`]: node `2i` is `+xᵢ`, node `2i + 1` is `−xᵢ` (Miné, "The octagon abstract domain", HOSC 2006). A
//!   matrix is *coherent*: `cell(p, q) = cell(q̄, p̄)` where `p̄` is the negation of `p`; `cell(p, p̄)` bounds `2·p`.
//!   After the shortest paths, the *tight closure* over ℤ makes `cell(p, p̄)` even and adds
//!   `p − q ≤ (cell(p, p̄) + cell(q̄, q)) / 2` (Bagnara, Hill, Zaffanella, "An improved tight closure algorithm for
//!   integer octagonal constraints", VMCAI 2008).

use std::fmt::Debug;
use std::hash::Hash;

use heureka_number::Int;

use super::bound::Bound;
use super::closure::NegativeCycle;
use super::constraint::{Constraint, Literal};
use super::matrix::Matrix;

/// The edge from `p` to `q` of the given weight: `p − q ≤ weight`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    pub p: usize,
    pub q: usize,
    pub weight: Int,
}

/// What a constraint becomes in a layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Encoding {
    Edges(Vec<Edge>),
    /// It holds everywhere.
    Always,
    /// It holds nowhere.
    Never,
    /// The layout has no such constraints.
    NotExpressible,
}

/// What the nodes of a matrix stand for.
pub trait Layout: Clone + Copy + PartialEq + Eq + Hash + Debug + Default {
    /// The nodes that belong to no variable; they come first.
    const FIXED: usize;
    /// The nodes of each variable.
    const PER_VARIABLE: usize;

    /// The edges that say the same as the constraint.
    fn encode(constraint: &Constraint) -> Encoding;

    /// What the cell bounds: a constraint whose bound is `bound` (or the half of it for a bound on `2x`). None for the
    /// diagonal and for one of two cells that say the same.
    fn decode(p: usize, q: usize, bound: &Int) -> Option<Constraint>;

    /// Turns the matrix of shortest paths into the canonical one.
    fn tighten(matrix: &mut Matrix) -> Result<(), NegativeCycle>;

    /// The cells of the matrix of shortest paths that [`Layout::tighten`] rounds.
    fn rounded(matrix: &Matrix) -> Vec<Bound>;

    /// Of two cells that say the same, the one that decodes.
    fn decoded_twin(p: usize, q: usize) -> (usize, usize);

    /// Whether the cell bounds a literal that others are bounded by, see [`Layout::follows_from_literals`].
    fn is_single_literal(p: usize, q: usize) -> bool;

    /// Whether the cell follows from the bounds on its two literals alone.
    fn follows_from_literals(matrix: &Matrix, p: usize, q: usize) -> bool;

    fn nodes(dimension: usize) -> usize {
        Self::FIXED + Self::PER_VARIABLE * dimension
    }

    /// The fixed nodes, then those of the variables, in the order given.
    fn nodes_of(variables: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut nodes: Vec<usize> = (0..Self::FIXED).collect();
        for variable in variables {
            let first = Self::FIXED + Self::PER_VARIABLE * variable;
            nodes.extend(first..first + Self::PER_VARIABLE);
        }
        nodes
    }
}

/// Difference bounds: `x − y ≤ c`, `x ≤ c`, `x ≥ c`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Differences;

/// Octagons: `±x ± y ≤ c`, `±x ≤ c`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Octagonal;

/// The cases that both layouts share: a literal with itself or with its negation.
fn unary(constraint: &Constraint) -> Result<(Literal, Literal), Encoding> {
    match constraint.right {
        Some(right) if right == constraint.left.negated() => {
            Err(if constraint.bound.is_negative() { Encoding::Never } else { Encoding::Always })
        }
        Some(right) => Ok((constraint.left, right)),
        None => Ok((constraint.left, constraint.left)),
    }
}

impl Layout for Differences {
    const FIXED: usize = 1;
    const PER_VARIABLE: usize = 1;

    fn encode(constraint: &Constraint) -> Encoding {
        let (left, right) = match unary(constraint) {
            Ok(pair) => pair,
            Err(encoding) => return encoding,
        };
        let edge = |p: Option<Literal>, q: Option<Literal>, weight: Int| {
            let node = |literal: Option<Literal>| literal.map_or(0, |literal| literal.variable + 1);
            Encoding::Edges(vec![Edge { p: node(p), q: node(q), weight }])
        };
        if left == right {
            let bound = match constraint.right {
                Some(_) => constraint.bound.div_floor(&Int::new(2)),
                None => constraint.bound.clone(),
            };
            return if left.positive { edge(Some(left), None, bound) } else { edge(None, Some(left), bound) };
        }
        match (left.positive, right.positive) {
            (true, false) => edge(Some(left), Some(right), constraint.bound.clone()),
            (false, true) => edge(Some(right), Some(left), constraint.bound.clone()),
            _ => Encoding::NotExpressible,
        }
    }

    fn decode(p: usize, q: usize, bound: &Int) -> Option<Constraint> {
        let bound = bound.clone();
        match (p, q) {
            _ if p == q => None,
            (0, q) => Some(Constraint { left: Literal::minus(q - 1), right: None, bound }),
            (p, 0) => Some(Constraint::at_most(p - 1, bound)),
            (p, q) => Some(Constraint::difference(p - 1, q - 1, bound)),
        }
    }

    fn decoded_twin(p: usize, q: usize) -> (usize, usize) {
        (p, q)
    }

    fn is_single_literal(_: usize, _: usize) -> bool {
        false
    }

    fn follows_from_literals(_: &Matrix, _: usize, _: usize) -> bool {
        false
    }

    fn tighten(_: &mut Matrix) -> Result<(), NegativeCycle> {
        Ok(())
    }

    fn rounded(_: &Matrix) -> Vec<Bound> {
        Vec::new()
    }
}

/// The node of the negation.
pub(super) fn bar(node: usize) -> usize {
    node ^ 1
}

fn literal_of(node: usize) -> Literal {
    Literal { variable: node / 2, positive: node.is_multiple_of(2) }
}

fn node_of(literal: Literal) -> usize {
    2 * literal.variable + usize::from(!literal.positive)
}

impl Layout for Octagonal {
    const FIXED: usize = 0;
    const PER_VARIABLE: usize = 2;

    fn encode(constraint: &Constraint) -> Encoding {
        let (left, right) = match unary(constraint) {
            Ok(pair) => pair,
            Err(encoding) => return encoding,
        };
        let (p, q) = (node_of(left), node_of(right.negated()));
        if left == right {
            let bound = match constraint.right {
                Some(_) => constraint.bound.clone(),
                None => &constraint.bound * Int::new(2),
            };
            return Encoding::Edges(vec![Edge { p, q, weight: bound }]);
        }
        let weight = constraint.bound.clone();
        Encoding::Edges(vec![Edge { p, q, weight: weight.clone() }, Edge { p: bar(q), q: bar(p), weight }])
    }

    fn decode(p: usize, q: usize, bound: &Int) -> Option<Constraint> {
        if p == q || (p, q) != Self::decoded_twin(p, q) {
            return None;
        }
        if q == bar(p) {
            return Some(Constraint { left: literal_of(p), right: None, bound: bound.div_floor(&Int::new(2)) });
        }
        Some(Constraint { left: literal_of(p), right: Some(literal_of(q).negated()), bound: bound.clone() })
    }

    fn decoded_twin(p: usize, q: usize) -> (usize, usize) {
        (p, q).min((bar(q), bar(p)))
    }

    fn is_single_literal(p: usize, q: usize) -> bool {
        q == bar(p)
    }

    fn follows_from_literals(matrix: &Matrix, p: usize, q: usize) -> bool {
        let (left, right) = (matrix.cell(p, bar(p)).half_floor(), matrix.cell(bar(q), q).half_floor());
        q != bar(p) && left.plus(&right) <= *matrix.cell(p, q)
    }

    fn tighten(matrix: &mut Matrix) -> Result<(), NegativeCycle> {
        let size = matrix.size();
        let halves: Vec<Bound> = (0..size).map(|p| matrix.cell(p, bar(p)).half_floor()).collect();
        if (0..size).any(|p| halves[p].plus(&halves[bar(p)]).is_negative()) {
            return Err(NegativeCycle);
        }
        for p in (0..size).filter(|&p| halves[p].is_finite()) {
            for q in (0..size).filter(|&q| q != p) {
                matrix.lower(p, q, &halves[p].plus(&halves[bar(q)]));
            }
        }
        Ok(())
    }

    fn rounded(matrix: &Matrix) -> Vec<Bound> {
        (0..matrix.size()).map(|p| matrix.cell(p, bar(p)).clone()).collect()
    }
}

/// The edges of a constraint that came from the layout's own cells.
pub(super) fn encoded<L: Layout>(constraint: &Constraint) -> Vec<Edge> {
    match L::encode(constraint) {
        Encoding::Edges(edges) => edges,
        _ => unreachable!("a cell off the diagonal is a constraint of the layout"),
    }
}
