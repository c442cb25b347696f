//! Octagons over ℚ: the strong closure (Bagnara, Hill, Zaffanella, VMCAI 2008: shortest paths once, then one
//! strengthening by the bounds on single literals).
//!
//! Bounds are integers, but strengthening halves them. The matrix holds *doubled* bounds, so it stays integral.
//! Over ℚ an octagon may have points where over ℤ it has none (`x + y = 0 ∧ x − y = 1`).

use heureka_number::{Int, Rational};

use super::bound::Bound;
use super::bounds::NotExpressible;
use super::closure::NegativeCycle;
use super::constraint::Constraint;
use super::layout::{Encoding, Layout, Octagonal, bar};
use super::matrix::Matrix;

/// A set of points of ℚⁿ given by octagonal constraints, strongly closed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RationalOctagon {
    dimension: usize,
    /// Doubled bounds; none for the empty set.
    doubled: Option<Matrix>,
}

impl RationalOctagon {
    /// The points that satisfy the constraints.
    pub fn new<'a>(
        dimension: usize,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Result<RationalOctagon, NotExpressible> {
        let mut doubled = Matrix::unconstrained(Octagonal::nodes(dimension));
        let mut contradiction = false;
        for constraint in constraints {
            match Octagonal::encode(constraint) {
                Encoding::Always => {}
                Encoding::Never => contradiction = true,
                Encoding::NotExpressible => return Err(NotExpressible(constraint.clone())),
                Encoding::Edges(edges) => {
                    for edge in edges {
                        doubled.lower(edge.p, edge.q, &Bound::Finite(edge.weight * Int::new(2)));
                    }
                }
            }
        }
        let consistent = !contradiction && strong_closure(&mut doubled).is_ok();
        Ok(RationalOctagon { dimension, doubled: consistent.then_some(doubled) })
    }

    pub fn dimension(&self) -> usize {
        self.dimension
    }

    pub fn is_empty(&self) -> bool {
        self.doubled.is_none()
    }

    /// The least upper bound of `p − q` for two nodes (`2i` is `+xᵢ`, `2i + 1` is `−xᵢ`), if there is one.
    pub fn bound(&self, p: usize, q: usize) -> Option<Rational> {
        let doubled = self.doubled.as_ref()?.cell(p, q).as_finite()?;
        Some(Rational::new(doubled.clone(), Int::new(2)))
    }

    pub fn contains(&self, point: &[Rational]) -> bool {
        assert_eq!(point.len(), self.dimension, "a point of another space");
        let value = |node: usize| if node.is_multiple_of(2) { point[node / 2].clone() } else { -&point[node / 2] };
        let half = |doubled: &Int| Rational::new(doubled.clone(), Int::new(2));
        self.doubled
            .as_ref()
            .is_some_and(|doubled| doubled.finite_cells().all(|(p, q, bound)| value(p) - value(q) <= half(bound)))
    }

    pub fn entails(&self, other: &RationalOctagon) -> bool {
        assert_eq!(self.dimension, other.dimension, "sets of different spaces");
        match (&self.doubled, &other.doubled) {
            (None, _) => true,
            (Some(a), Some(b)) => a.is_below(b),
            (Some(_), None) => false,
        }
    }

    /// The projection on some variables, in the order given.
    pub fn project(&self, variables: &[usize]) -> RationalOctagon {
        let nodes = Octagonal::nodes_of(variables.iter().copied());
        let doubled = self.doubled.as_ref().map(|matrix| matrix.select(&nodes));
        RationalOctagon { dimension: variables.len(), doubled }
    }
}

/// The cells are even: all weights are doubled, so the halves are exact.
fn strong_closure(doubled: &mut Matrix) -> Result<(), NegativeCycle> {
    doubled.close()?;
    let halves: Vec<Bound> = (0..doubled.size()).map(|p| doubled.cell(p, bar(p)).half_floor()).collect();
    for p in (0..doubled.size()).filter(|&p| halves[p].is_finite()) {
        for q in (0..doubled.size()).filter(|&q| q != p) {
            doubled.lower(p, q, &halves[p].plus(&halves[bar(q)]));
        }
    }
    Ok(())
}
