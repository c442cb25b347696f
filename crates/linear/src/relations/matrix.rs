//! Square matrices of bounds: `cell(p, q)` bounds `node p − node q` from above. Read as a graph, a cell is the weight
//! of an edge from `p` to `q`, and the closure is the matrix of shortest paths.
//!
//! What a node stands for is the layout's business (`layout.rs`); this file only moves cells about. Shortest paths are
//! in `closure.rs`.

use std::fmt;

use heureka_number::Int;

use super::bound::Bound;

/// A square matrix of bounds.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Matrix {
    pub(super) size: usize,
    /// Row by row.
    pub(super) cells: Vec<Bound>,
}

impl Matrix {
    /// Nothing is bounded, but each node by itself.
    pub fn unconstrained(size: usize) -> Matrix {
        let mut matrix = Matrix { size, cells: vec![Bound::Infinite; size * size] };
        for node in 0..size {
            matrix.cells[node * size + node] = Bound::ZERO;
        }
        matrix
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn cell(&self, p: usize, q: usize) -> &Bound {
        &self.cells[p * self.size + q]
    }

    pub fn set(&mut self, p: usize, q: usize, bound: Bound) {
        self.cells[p * self.size + q] = bound;
    }

    /// Makes the cell at most `bound`.
    pub fn lower(&mut self, p: usize, q: usize, bound: &Bound) {
        let cell = &mut self.cells[p * self.size + q];
        if bound < cell {
            *cell = bound.clone();
        }
    }

    /// The rows and columns of some nodes, in their order.
    pub fn select(&self, nodes: &[usize]) -> Matrix {
        let mut cells = Vec::with_capacity(nodes.len() * nodes.len());
        for &p in nodes {
            cells.extend(nodes.iter().map(|&q| self.cell(p, q).clone()));
        }
        Matrix { size: nodes.len(), cells }
    }

    /// Lowers the cells among some nodes to those of a smaller matrix.
    pub fn lower_at(&mut self, nodes: &[usize], other: &Matrix) {
        for (i, &p) in nodes.iter().enumerate() {
            for (j, &q) in nodes.iter().enumerate() {
                self.lower(p, q, other.cell(i, j));
            }
        }
    }

    /// Cell by cell.
    pub fn zip(&self, other: &Matrix, mut combine: impl FnMut(&Bound, &Bound) -> Bound) -> Matrix {
        assert_eq!(self.size, other.size, "matrices over different nodes");
        let cells = self.cells.iter().zip(&other.cells).map(|(a, b)| combine(a, b)).collect();
        Matrix { size: self.size, cells }
    }

    /// Whether no cell is above the other's.
    pub fn is_below(&self, other: &Matrix) -> bool {
        assert_eq!(self.size, other.size, "matrices over different nodes");
        self.cells.iter().zip(&other.cells).all(|(a, b)| a <= b)
    }

    /// The cells that are finite, off the diagonal.
    pub fn finite_cells(&self) -> impl Iterator<Item = (usize, usize, &Int)> + '_ {
        self.cells.iter().enumerate().filter_map(move |(place, cell)| {
            let (p, q) = (place / self.size, place % self.size);
            if p == q { None } else { cell.as_finite().map(|value| (p, q, value)) }
        })
    }

    /// The greatest absolute value of a finite cell.
    pub(super) fn magnitude(&self) -> Int {
        self.cells.iter().filter_map(|cell| cell.as_finite().map(Int::abs)).max().unwrap_or_default()
    }
}

impl fmt::Debug for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks(self.size.max(1)) {
            let row: Vec<String> = row.iter().map(|cell| format!("{cell:>4}")).collect();
            writeln!(f, "[{}]", row.join(" "))?;
        }
        Ok(())
    }
}
