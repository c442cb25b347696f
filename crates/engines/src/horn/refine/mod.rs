//! New cells from refutations that no execution follows.
//!
//! A form with cells knows arrays at a few places only; elsewhere they hold anything. So its refutation may need a cell that is
//! not there. The refutation is followed once more, now with arrays ([`path`]): where that is impossible, some reads have to have
//! the values that earlier steps wrote, and a minimal set of them tells which ([`needed`]). New templates have cells there: at
//! the same place as a term over the arguments of the predicate (a[n], a[0]), at the value of another cell (a[b[κ]]), at a
//! distance from κ, at one more index; or they take what is known at every place that is read. Those that do not exclude the way
//! that the refutation went are dropped ([`exclude`]).
//!
//! Invariant: whatever is found here, a form is an abstraction of the clauses, so that nothing depends on its being right.

mod exclude;
mod needed;
mod path;

use std::time::{Duration, Instant};

use heureka_logic::horn::Derivation;
use heureka_logic::solver::{Solver, SolverError};
use heureka_logic::{Op, SortId, SymbolId, TermId, Terms};

use super::cells::{CellSystem, Template, abstracted, index_symbol};
use super::plan::Refutable;
use super::summaries::Definitions;
use needed::Read;
use path::Path;

/// One refutation is not looked at any longer, and at first, while others may still have a quick answer, only for a part of the time
/// that is gone.
const TIME: Duration = Duration::from_secs(2);
const FIRST: Duration = Duration::from_millis(40);
/// So many forms take the place of one.
const MOST_FORMS: usize = 2;
pub const MOST_INDICES: usize = 3;
pub const MOST_OFFSETS: usize = 3;
pub const MOST_EXTRAS: usize = 4;

/// A question to the solver, with what surrounds it.
pub struct Asking<'c> {
    pub solver: Box<dyn Solver + 'c>,
    time: Duration,
    end: Instant,
}

impl<'c> Asking<'c> {
    /// The engine has been at work for as long as `gone`.
    pub fn new(solver: Box<dyn Solver + 'c>, gone: Duration) -> Asking<'c> {
        let time = TIME.min(FIRST + gone / 4);
        Asking { solver, time, end: heureka_clock::now() + time }
    }

    /// Whether so much of the time is over.
    fn is_past(&self, part: f64) -> bool {
        heureka_clock::now() + self.time.mul_f64(1.0 - part) >= self.end
    }

    /// The next question has a third of the time, or what is left of it.
    fn limit(&mut self) -> Result<(), SolverError> {
        let now = heureka_clock::now();
        if now >= self.end {
            return Err(SolverError::TimedOut);
        }
        self.solver.set_deadline(Some(self.end.min(now + self.time / 3)));
        Ok(())
    }
}

/// Forms that take the place of one that was refuted; none if its cells are not the reason, or nothing better is known.
pub fn refine(
    terms: &mut Terms,
    refuted: &Refutable,
    derivation: &Derivation,
    mark: &str,
    asking: &mut Asking,
) -> Vec<CellSystem> {
    let none = Definitions::new();
    let definitions = refuted.definitions.unwrap_or(&none);
    let found = Path::new(terms, refuted, derivation, asking).and_then(|path| {
        let reads = needed::needed(terms, (refuted.system, definitions), refuted.parameters, &path, asking).ok()??;
        Some((path, reads))
    });
    let Some((path, reads)) = found else { return Vec::new() };
    let mut made: Vec<CellSystem> = Vec::new();
    // Those of which it is not known whether they exclude the way.
    let mut doubtful: Vec<CellSystem> = Vec::new();
    let written = needed::written(terms, refuted.system, refuted.parameters, &path);
    for (at, template) in templates(terms, &refuted.cells.template, &reads, &written).into_iter().enumerate() {
        if made.len() >= MOST_FORMS || asking.limit().is_err() {
            break;
        }
        let is_known = refuted.tried.contains(&&template) || made.iter().any(|other| other.template == template);
        if is_known {
            continue;
        }
        let mark = format!("{mark}.{at}");
        let clauses = (refuted.system, definitions);
        let Some(form) = abstracted(terms, clauses, refuted.parameters, &template, &mark) else { continue };
        // Without reads away from the cells the precise form is the cheap one.
        let is_twin = |other: &CellSystem| {
            let Template { indices, offsets, extras, .. } = &other.template;
            (*indices, offsets, extras) == (template.indices, &template.offsets, &template.extras)
                && other.atoms() == form.atoms()
        };
        if made.iter().any(is_twin) {
            continue;
        }
        match exclude::excludes(terms, &form, &path, asking) {
            Ok(Some(true)) => made.push(form),
            Ok(Some(false)) => {}
            Ok(None) | Err(_) => doubtful.push(form),
        }
    }
    made.extend(doubtful);
    made.truncate(MOST_FORMS);
    made
}

/// Templates with more cells, by what a refutation needs, and by what is written on its way; cheap ones first.
fn templates(terms: &mut Terms, old: &Template, reads: &[Read], written: &[TermId]) -> Vec<Template> {
    let direct: Vec<TermId> = distinct(reads.iter().filter_map(|read| read.said));
    let indirect: Vec<TermId> = distinct(reads.iter().filter_map(|read| through_cells(terms, read)));
    let more = |extras: &[TermId]| {
        let all = distinct(old.extras.iter().chain(extras).copied());
        (all.len() > old.extras.len() && all.len() <= MOST_EXTRAS).then(|| Template { extras: all, ..old.clone() })
    };
    let mut found: Vec<Template> = Vec::new();
    found.extend(more(&indirect));
    found.extend(more(&direct));
    let each = distinct(direct.iter().chain(written).copied());
    if each.len() > 1 || direct.is_empty() {
        found.extend(each.iter().filter_map(|extra| more(&[*extra])));
    }
    for distance in distances(terms, reads) {
        if !old.offsets.contains(&distance) && old.offsets.len() < MOST_OFFSETS {
            let mut offsets = old.offsets.clone();
            offsets.push(distance);
            offsets.sort_unstable();
            found.push(Template { offsets, ..old.clone() });
        }
    }
    if old.indices < MOST_INDICES {
        found.push(Template { indices: old.indices + 1, ..old.clone() });
    }
    if !indirect.is_empty() && !direct.is_empty() {
        found.extend(more(&[&indirect[..], &direct[..]].concat()));
    }
    let cheap = found.iter().cloned().map(|template| Template { is_precise: false, ..template });
    let precise = std::iter::once(old).chain(&found).cloned().map(|template| Template { is_precise: true, ..template });
    // What follows the values of other cells is mostly needed at several places at once.
    match indirect.is_empty() {
        true => cheap.chain(precise).collect(),
        false => cheap.clone().zip(precise.skip(1)).flat_map(|(cheap, precise)| [cheap, precise]).collect(),
    }
}

fn distinct(all: impl Iterator<Item = TermId>) -> Vec<TermId> {
    let mut list: Vec<TermId> = Vec::new();
    for term in all {
        if !list.contains(&term) {
            list.push(term);
        }
    }
    list
}

/// A read whose place is told by another cell, with that cell at an arbitrary index.
fn through_cells(terms: &mut Terms, read: &Read) -> Option<TermId> {
    let inner = |terms: &Terms, place: TermId| {
        let is_cell = |term: &TermId| terms.op(*term) == Op::Select && terms.sort(*term) == SortId::INT;
        terms.post_order(&[place]).into_iter().find(is_cell)
    };
    let cell = read.place.iter().find_map(|place| inner(terms, *place))?;
    let (mut contents, mut dimensions) = (cell, 0);
    while terms.op(contents) == Op::Select {
        contents = terms.children(contents)[0];
        dimensions += 1;
    }
    let general = (0..dimensions).fold(contents, |row, dimension| {
        let index = index_symbol(terms, dimensions, 0, dimension);
        terms.select(row, index)
    });
    let place: Vec<TermId> = read.place.iter().map(|place| replaced(terms, *place, cell, general)).collect();
    let all = place.iter().fold(read.array, |row, index| terms.select(row, *index));
    let mut known: std::collections::BTreeSet<SymbolId> = terms.free_symbols(&read.parameters);
    for dimension in 0..dimensions {
        let index = index_symbol(terms, dimensions, 0, dimension);
        known.extend(terms.as_constant(index));
    }
    terms.free_symbols(&[all]).is_subset(&known).then_some(all)
}

fn replaced(terms: &mut Terms, root: TermId, old: TermId, new: TermId) -> TermId {
    terms.rebuild(root, |terms, term, children| {
        if term == old {
            return new;
        }
        let op = terms.op(term);
        match terms.children(term) == children {
            true => term,
            false => terms.apply(op, children).expect("sorts stay"),
        }
    })
}

/// The distances between places that are needed in one step, in the last dimension.
fn distances(terms: &mut Terms, reads: &[Read]) -> Vec<i128> {
    const FARTHEST: i128 = 16;
    let mut found: Vec<i128> = Vec::new();
    for (at, one) in reads.iter().enumerate() {
        for other in reads[at + 1..].iter().filter(|other| other.node == one.node) {
            let (Some((last, front)), Some((end, start))) = (one.place.split_last(), other.place.split_last()) else {
                continue;
            };
            let distance = terms.sub(*last, *end);
            let distance = heureka_logic::simplify(terms, distance);
            let distance = terms.as_int(distance).and_then(|distance| distance.to_i128()).map(i128::abs);
            let distance = distance.filter(|distance| front == start && (1..=FARTHEST).contains(distance));
            found.extend(distance.filter(|distance| !found.contains(distance)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::horn::cells::Parameters;
    use heureka_logic::horn::{Clause, Settings, System, Verdict};
    use heureka_logic::smtlib::{parse_term, print_term};
    use heureka_logic::solver::{Limits, SolverFactory, solve_horn};

    /// Clauses over one predicate, and the symbols that name its arguments.
    struct Example {
        terms: Terms,
        system: System,
        parameters: Parameters,
    }

    /// The predicate is `P` with these numbers and arrays. A clause: its constraint, in which `k` is any number, the arguments of
    /// `P` in the body, and in the head.
    fn example(numbers: &[&str], arrays: &[&str], clauses: &[(&str, &str, &str)]) -> Example {
        let mut terms = Terms::new();
        let array = terms.array_sort(SortId::INT, SortId::INT);
        terms.constant("k", SortId::INT);
        let sorts: Vec<SortId> = numbers.iter().map(|_| SortId::INT).chain(arrays.iter().map(|_| array)).collect();
        let p = terms.declare("P", &sorts, SortId::BOOL).expect("a new name");
        let all = numbers.iter().map(|name| (*name, SortId::INT)).chain(arrays.iter().map(|name| (*name, array)));
        let parameters: Vec<TermId> = all.map(|(name, sort)| terms.constant(name, sort)).collect();
        let mut system = System { predicates: vec![p], clauses: Vec::new() };
        for (constraint, body, head) in clauses {
            let mut read = |text: &str| parse_term(&mut terms, text).expect("a term");
            system.clauses.push(Clause {
                body: if body.is_empty() { Vec::new() } else { vec![read(&format!("(P {body})"))] },
                constraint: read(constraint),
                head: (!head.is_empty()).then(|| read(&format!("(P {head})"))),
            });
        }
        Example { terms, system, parameters: Parameters::from([(p, parameters)]) }
    }

    fn solved(terms: &Terms, system: &System) -> Verdict {
        solve_horn(terms, system, &Settings::global(), Limits::NONE).expect("Z3 is there")
    }

    impl Example {
        /// The forms that take the place of one with one cell, whose refutation is spurious; `None` if it has a solution.
        fn refined(&mut self) -> Option<Vec<CellSystem>> {
            let Example { terms, system, parameters } = self;
            let none = Definitions::new();
            let template = Template { indices: 1, offsets: vec![0], extras: Vec::new(), is_precise: false };
            let cells = abstracted(terms, (system, &none), parameters, &template, "one").expect("a small system");
            let derivation = match solved(terms, &cells.system) {
                Verdict::Solved(_) => return None,
                Verdict::Refuted(derivation) => derivation,
                Verdict::Unknown(reason) => panic!("{reason}"),
            };
            let refutable = Refutable { system, definitions: None, parameters, cells: &cells, tried: vec![&template] };
            let solver = SolverFactory::default().create(Limits::NONE).expect("Z3 is there");
            let mut asking = Asking::new(solver, Duration::from_secs(60));
            Some(refine(terms, &refutable, &derivation, "two", &mut asking))
        }

        /// Fails unless the only other cell that one of the new forms has is this one, and there is a solution then.
        fn is_solved_with(&mut self, cell: &str) {
            let forms = self.refined().expect("one cell is not enough");
            let places = |form: &CellSystem| -> Vec<String> {
                form.template.extras.iter().map(|extra| print_term(&self.terms, *extra)).collect()
            };
            let form = forms.iter().find(|form| places(form) == [cell]).expect("such a form");
            assert!(matches!(solved(&self.terms, &form.system), Verdict::Solved(_)));
        }
    }

    /// A search that ends at a sentinel: only the cell at its place, which is an argument, tells that it does not go on.
    #[test]
    fn a_cell_at_an_argument_is_asked_for() {
        let mut sentinel = example(
            &["i", "n"],
            &["a"],
            &[
                ("(and (= i 0) (>= n 0) (= (select a n) 7))", "", "i n a"),
                ("(not (= (select a i) 7))", "i n a", "(+ i 1) n a"),
                ("(> i n)", "i n a", ""),
            ],
        );
        sentinel.is_solved_with("(select a n)");
    }

    /// The same where the sentinel is written.
    #[test]
    fn a_cell_that_was_written_is_asked_for() {
        let mut sentinel = example(
            &["i", "n"],
            &["a"],
            &[
                ("(and (= i 0) (>= n 0))", "", "i n (store a n 7)"),
                ("(not (= (select a i) 7))", "i n a", "(+ i 1) n a"),
                ("(> i n)", "i n a", ""),
            ],
        );
        sentinel.is_solved_with("(select a n)");
    }

    /// What all cells have in common needs no other cell.
    #[test]
    fn a_form_with_a_solution_is_not_refined() {
        let mut filled = example(
            &["i", "n"],
            &["a"],
            &[
                ("(and (= i 0) (>= n 0))", "", "i n a"),
                ("(< i n)", "i n a", "(+ i 1) n (store a i 7)"),
                ("(and (>= i n) (<= 0 k) (< k n) (not (= (select a k) 7)))", "i n a", ""),
            ],
        );
        assert!(filled.refined().is_none());
    }

    /// Where the clauses themselves are refuted no cell is missing.
    #[test]
    fn an_error_that_is_real_asks_for_nothing() {
        let mut wrong = example(
            &["i", "n"],
            &["a"],
            &[
                ("(and (= i 0) (= n 3) (= (select a 2) 7))", "", "i n a"),
                ("(not (= (select a i) 7))", "i n a", "(+ i 1) n a"),
                ("(= i 2)", "i n a", ""),
            ],
        );
        assert!(wrong.refined().expect("there is an error").is_empty());
    }
}
