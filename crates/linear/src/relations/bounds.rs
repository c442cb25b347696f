//! Sets of integer points given by difference bounds or by octagonal constraints.
//!
//! Invariant: the matrix is canonical, that is closed (and, for octagons, tightly closed), so that every cell is the
//! least upper bound over the points of the set and is attained by one. Hence equality of sets is equality of
//! matrices, inclusion is cell by cell, projection drops rows and columns, and the hull of a union is the maximum cell
//! by cell. The empty set has no matrix.

use std::fmt;
use std::marker::PhantomData;

use heureka_number::Int;

use super::bound::Bound;
use super::constraint::Constraint;
use super::layout::{Differences, Encoding, Layout, Octagonal};
use super::matrix::Matrix;

/// The constraint is not of the form that the layout expresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotExpressible(pub Constraint);

impl fmt::Display for NotExpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a difference bound: {}", self.0)
    }
}

impl std::error::Error for NotExpressible {}

/// A set of points of ℤⁿ given by bounds, in canonical form.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bounds<L> {
    dimension: usize,
    /// None for the empty set.
    matrix: Option<Matrix>,
    layout: PhantomData<L>,
}

pub type DifferenceBounds = Bounds<Differences>;
pub type Octagon = Bounds<Octagonal>;

impl<L: Layout> Bounds<L> {
    /// All points.
    pub fn universe(dimension: usize) -> Self {
        Bounds { dimension, matrix: Some(Matrix::unconstrained(L::nodes(dimension))), layout: PhantomData }
    }

    /// No point.
    pub fn empty(dimension: usize) -> Self {
        Bounds { dimension, matrix: None, layout: PhantomData }
    }

    /// The points that satisfy the constraints.
    pub fn new<'a>(
        dimension: usize,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Result<Self, NotExpressible> {
        let mut matrix = Matrix::unconstrained(L::nodes(dimension));
        let mut contradiction = false;
        for constraint in constraints {
            match L::encode(constraint) {
                Encoding::Always => {}
                Encoding::Never => contradiction = true,
                Encoding::NotExpressible => return Err(NotExpressible(constraint.clone())),
                Encoding::Edges(edges) => {
                    for edge in edges {
                        matrix.lower(edge.p, edge.q, &Bound::Finite(edge.weight));
                    }
                }
            }
        }
        Ok(if contradiction { Bounds::empty(dimension) } else { Bounds::from_matrix(dimension, matrix) })
    }

    /// The points that satisfy the bounds of any matrix of the layout (for octagons: a coherent one).
    pub fn from_matrix(dimension: usize, mut matrix: Matrix) -> Self {
        assert_eq!(matrix.size(), L::nodes(dimension), "a matrix over other nodes");
        let consistent = matrix.close().and_then(|()| L::tighten(&mut matrix)).is_ok();
        Bounds { dimension, matrix: consistent.then_some(matrix), layout: PhantomData }
    }

    /// A matrix that is canonical already.
    pub(super) fn from_canonical(dimension: usize, matrix: Matrix) -> Self {
        debug_assert_eq!(matrix.size(), L::nodes(dimension), "a matrix over other nodes");
        Bounds { dimension, matrix: Some(matrix), layout: PhantomData }
    }

    /// With one more constraint.
    pub fn constrain(&mut self, constraint: &Constraint) -> Result<(), NotExpressible> {
        match L::encode(constraint) {
            Encoding::Always => {}
            Encoding::Never => self.matrix = None,
            Encoding::NotExpressible => return Err(NotExpressible(constraint.clone())),
            Encoding::Edges(edges) => {
                let Some(matrix) = &mut self.matrix else { return Ok(()) };
                let mut consistent = true;
                for edge in edges {
                    consistent = consistent && matrix.close_edge(edge.p, edge.q, &Bound::Finite(edge.weight)).is_ok();
                }
                if !consistent || L::tighten(matrix).is_err() {
                    self.matrix = None;
                }
            }
        }
        Ok(())
    }

    pub fn dimension(&self) -> usize {
        self.dimension
    }

    pub fn is_empty(&self) -> bool {
        self.matrix.is_none()
    }

    pub fn is_universe(&self) -> bool {
        self.matrix.as_ref().is_some_and(|matrix| matrix.finite_cells().next().is_none())
    }

    /// The canonical matrix; none for the empty set.
    pub fn matrix(&self) -> Option<&Matrix> {
        self.matrix.as_ref()
    }

    /// The least upper bound of a constraint's left side over the set (its own bound is not looked at).
    pub fn supremum(&self, constraint: &Constraint) -> Result<Supremum, NotExpressible> {
        let Some(matrix) = &self.matrix else { return Ok(Supremum::Empty) };
        match L::encode(constraint) {
            Encoding::Always | Encoding::Never => Ok(Supremum::Bound(Bound::ZERO)),
            Encoding::NotExpressible => Err(NotExpressible(constraint.clone())),
            Encoding::Edges(edges) => {
                let (p, q) = L::decoded_twin(edges[0].p, edges[0].q);
                let Some(value) = matrix.cell(p, q).as_finite() else { return Ok(Supremum::Bound(Bound::Infinite)) };
                let known = L::decode(p, q, value).expect("a cell off the diagonal");
                // `x + x` has the cell of `x`.
                let twice = known.right.is_none() && constraint.right.is_some();
                Ok(Supremum::Bound(Bound::Finite(if twice { known.bound * Int::new(2) } else { known.bound })))
            }
        }
    }

    /// All constraints of the canonical form, each as tight as it can be; many follow from others.
    pub fn constraints(&self) -> Vec<Constraint> {
        let Some(matrix) = &self.matrix else { return Vec::new() };
        matrix.finite_cells().filter_map(|(p, q, bound)| L::decode(p, q, bound)).collect()
    }

    pub fn contains(&self, point: &[Int]) -> bool {
        assert_eq!(point.len(), self.dimension, "a point of another space");
        !self.is_empty() && self.constraints().iter().all(|constraint| constraint.holds_at(point))
    }

    /// The intersection.
    pub fn meet(&self, other: &Self) -> Self {
        assert_eq!(self.dimension, other.dimension, "sets of different spaces");
        match (&self.matrix, &other.matrix) {
            (Some(a), Some(b)) if a.is_below(b) => self.clone(),
            (Some(a), Some(b)) if b.is_below(a) => other.clone(),
            (Some(a), Some(b)) => Bounds::from_matrix(self.dimension, a.zip(b, |x, y| x.min(y).clone())),
            _ => Bounds::empty(self.dimension),
        }
    }

    /// The hull: the least set of this form that contains both.
    pub fn join(&self, other: &Self) -> Self {
        assert_eq!(self.dimension, other.dimension, "sets of different spaces");
        match (&self.matrix, &other.matrix) {
            (Some(a), Some(b)) => Bounds::from_canonical(self.dimension, a.zip(b, |x, y| x.max(y).clone())),
            (None, _) => other.clone(),
            (_, None) => self.clone(),
        }
    }

    /// Whether every point of this set is one of the other.
    pub fn entails(&self, other: &Self) -> bool {
        assert_eq!(self.dimension, other.dimension, "sets of different spaces");
        match (&self.matrix, &other.matrix) {
            (None, _) => true,
            (Some(a), Some(b)) => a.is_below(b),
            (Some(_), None) => false,
        }
    }

    /// The projection on some variables, in the order given.
    pub fn project(&self, variables: &[usize]) -> Self {
        let matrix = self.matrix.as_ref().map(|matrix| matrix.select(&L::nodes_of(variables.iter().copied())));
        Bounds { dimension: variables.len(), matrix, layout: PhantomData }
    }

    /// The set in a space of more variables: its variable `i` becomes `places[i]`, the others are arbitrary.
    pub fn embed(&self, dimension: usize, places: &[usize]) -> Self {
        assert_eq!(places.len(), self.dimension, "a place for each variable");
        let matrix = self.matrix.as_ref().map(|own| {
            // No path leads through a node without edges: the matrix is canonical as it is.
            let mut matrix = Matrix::unconstrained(L::nodes(dimension));
            matrix.lower_at(&L::nodes_of(places.iter().copied()), own);
            matrix
        });
        Bounds { dimension, matrix, layout: PhantomData }
    }

    /// The set with a variable made arbitrary.
    pub fn forget(&self, variable: usize) -> Self {
        let kept: Vec<usize> = (0..self.dimension).filter(|&other| other != variable).collect();
        self.project(&kept).embed(self.dimension, &kept)
    }
}

/// The least upper bound of an expression over a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Supremum {
    /// The set is empty.
    Empty,
    Bound(Bound),
}

impl<L: Layout> fmt::Display for Bounds<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("false");
        }
        let constraints: Vec<String> = self.reduced().iter().map(Constraint::to_string).collect();
        f.write_str(if constraints.is_empty() { "true" } else { "" })?;
        f.write_str(&constraints.join(" & "))
    }
}

impl<L: Layout> fmt::Debug for Bounds<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
