//! Exact unions of many conjunctions.
//!
//! The n ways in which one of n numbers can be the least make one conjunction together, though no two of them do. To see that
//! a candidate has no point outside them all is a case split over who is less than whom, exponential when every case is
//! carried to its end. Most of what a case knows does not matter: so a piece that touches some part is made larger, to the
//! candidate and those rows *of this part* that hold in the piece, and that is looked at in its place, once. For n numbers
//! that is n pieces. A larger piece may have a point outside though the smaller has none; then there is no answer, which is
//! never wrong.

use std::collections::HashSet;

use super::cover::{cut, satisfies};
use super::profile::Profile;
use super::sample::sample;
use crate::conjunction::Conjunction;
use crate::interrupt::poll;
use crate::row::Row;

/// Pieces that are looked at.
const MOST_PIECES: usize = 2_000;

/// Pieces within pieces.
const DEEPEST: usize = 100;

impl Conjunction {
    /// The conjunction that is exactly the union of all of these, if there is one that is found: the rows that they have in
    /// common.
    ///
    /// ```
    /// use heureka_linear::{Conjunction, Names, Numbers};
    /// let mut names = Names::default();
    /// let mut parse = |text| Conjunction::parse(text, Numbers::Integer, &mut names).unwrap();
    /// let parts = [
    ///     parse("l < a & a <= b & a <= c"),
    ///     parse("l < b & b < a & b <= c"),
    ///     parse("l < c & c < a & c < b"),
    /// ];
    /// let union = parse("l < a & l < b & l < c");
    /// assert_eq!(Conjunction::exact_union_of(&parts.each_ref()), Some(union));
    /// assert_eq!(Conjunction::exact_union_of(&[&parts[0], &parts[1]]), None);
    /// ```
    pub fn exact_union_of(parts: &[&Conjunction]) -> Option<Conjunction> {
        let candidate = Conjunction::common_rows(parts);
        let mut cover = PartsCover { candidate: &candidate, parts, covered: HashSet::new(), left: MOST_PIECES };
        cover.covers(&candidate, DEEPEST).then_some(candidate)
    }
}

struct PartsCover<'c> {
    candidate: &'c Conjunction,
    parts: &'c [&'c Conjunction],
    /// What was found to be covered: the candidate with some rows of a part, by their places.
    covered: HashSet<(usize, Vec<usize>)>,
    left: usize,
}

impl PartsCover<'_> {
    /// Whether all points of the piece are in the parts; false if that is not found out.
    fn covers(&mut self, piece: &Conjunction, depth: usize) -> bool {
        poll(64 * (1 + piece.rows().len()));
        let Some(point) = sample(piece) else { return true };
        if self.left == 0 || depth == 0 {
            return false;
        }
        self.left -= 1;
        if !self.parts.iter().any(|part| satisfies(&point, part)) {
            return false;
        }
        // The part that most of the piece is in.
        let profile = Profile::of(piece);
        let missing = |at: &usize| self.parts[*at].rows().iter().filter(|row| !profile.implies(piece, row)).count();
        let mut order: Vec<usize> = (0..self.parts.len()).collect();
        order.sort_by_cached_key(missing);
        let meets = |at: &usize| piece.with_rows(self.parts[*at].rows()).is_satisfiable();
        let Some(at) = order.into_iter().find(meets) else { return false };
        let rows = self.parts[at].rows();
        let holds = |row: &Row| profile.implies(piece, row) || piece.entails_row(row);
        let (held, open): (Vec<usize>, Vec<usize>) = (0..rows.len()).partition(|&row| holds(&rows[row]));
        if open.is_empty() || self.covered.contains(&(at, held.clone())) {
            return true;
        }
        let larger = self.candidate.with_rows(held.iter().map(|&row| &rows[row]));
        let open: Vec<Row> = open.into_iter().map(|row| rows[row].clone()).collect();
        if !cut(&larger, &open).iter().all(|piece| self.covers(piece, depth - 1)) {
            return false;
        }
        self.covered.insert((at, held));
        true
    }
}
