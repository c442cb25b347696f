//! One clause with cells instead of arrays.

use std::collections::{BTreeMap, BTreeSet};

use heureka_logic::horn::Clause;
use heureka_logic::{Op, Simplifier, SortId, Substitution, SymbolId, TermId, Terms};

use super::super::summaries::Definitions;
use super::{CellSystem, MOST_CELLS, MOST_INSTANCES, Shape, Template, shifted};

/// A clause whose arrays are not read: what stands for reads, and what it says of them.
pub struct Relaxed {
    pub body: Vec<TermId>,
    pub constraint: TermId,
    pub head: Option<TermId>,
    /// Array, place, and what stands for the cell there.
    pub cells: Vec<(SymbolId, Vec<TermId>, TermId)>,
}

/// A clause with a symbol for each cell that it reads; arrays are arguments as before.
pub fn relaxed(terms: &mut Terms, definitions: &Definitions, clause: &Clause) -> Relaxed {
    let mut transformer = Transformer::new(terms, definitions);
    let constraint = transformer.without_reads(clause.constraint);
    let head = clause.head.map(|head| transformer.without_reads(head));
    let body = clause.body.iter().map(|atom| transformer.without_reads(*atom)).collect();
    let mut parts = vec![constraint];
    parts.append(&mut transformer.facts);
    parts.extend(transformer.congruences());
    let cells = transformer.cells.into_iter().map(|((array, place), cell)| (array, place, cell)).collect();
    Relaxed { body, constraint: terms.and(&parts), head, cells }
}

pub(super) struct Transformer<'a> {
    terms: &'a mut Terms,
    definitions: &'a Definitions,
    simplifier: Simplifier,
    /// By array symbol and indices: the symbol of the cell.
    cells: BTreeMap<(SymbolId, Vec<TermId>), TermId>,
    expanded: BTreeMap<(TermId, Vec<TermId>), TermId>,
    /// What is known of defined contents where they are read.
    facts: Vec<TermId>,
}

impl<'a> Transformer<'a> {
    pub(super) fn new(terms: &'a mut Terms, definitions: &'a Definitions) -> Transformer<'a> {
        Transformer {
            terms,
            definitions,
            simplifier: Simplifier::new(),
            cells: BTreeMap::new(),
            expanded: BTreeMap::new(),
            facts: Vec::new(),
        }
    }

    /// The clause, and how many applications there are for each that there was in its body; `None` if it is too large.
    pub(super) fn clause(mut self, clause: &Clause, made: &CellSystem) -> Option<(Clause, Vec<usize>)> {
        let template = &made.template;
        let constraint = self.without_reads(clause.constraint);
        let applied = |terms: &Terms, atom: TermId| match terms.op(atom) {
            Op::Symbol(symbol) => (symbol, terms.children(atom).to_vec()),
            _ => unreachable!("an application is expected"),
        };
        // The head, at new indices.
        let mut of_head: BTreeMap<usize, Vec<Vec<TermId>>> = BTreeMap::new();
        let head = clause.head.map(|head| {
            let (original, arguments) = applied(self.terms, head);
            let shape = &made.shapes[&original];
            let arguments: Vec<TermId> = arguments.into_iter().map(|term| self.number(term)).collect();
            let indices = made.new_indices(self.terms, shape, |terms, _| terms.fresh("k", SortId::INT));
            of_head.extend(shape.classes.iter().copied().zip(indices.iter().cloned()));
            let all = self.all_arguments(made, shape, &arguments, &indices);
            self.terms.call(shape.predicate, &all)
        });
        // The indices that are read, before bodies bring their own.
        let mut reads: BTreeMap<usize, Vec<Vec<TermId>>> = BTreeMap::new();
        for (_, place) in self.cells.keys() {
            let of_class = reads.entry(place.len()).or_default();
            if !of_class.contains(place) {
                of_class.push(place.clone());
            }
        }
        let (mut body, mut instances) = (Vec::new(), Vec::new());
        for &atom in &clause.body {
            let (original, arguments) = applied(self.terms, atom);
            let shape = &made.shapes[&original];
            let arguments: Vec<TermId> = arguments.into_iter().map(|term| self.number(term)).collect();
            let mut choices: Vec<Vec<Vec<Vec<TermId>>>> = Vec::new();
            let known = match clause.head.is_none() && !template.is_precise {
                true => self.known_besides(made, shape, &arguments),
                false => BTreeSet::new(),
            };
            for &class in &shape.classes {
                let mut reads = reads.get(&class).cloned().unwrap_or_default();
                reads.retain(|place| {
                    let mut cells = self.cells.keys().filter(|(_, other)| other == place);
                    cells.any(|cell| !known.contains(cell))
                });
                choices.push(self.choices(template, class, of_head.get(&class), &reads));
            }
            let before = body.len();
            let most = choices.iter().map(Vec::len).max().unwrap_or(1).min(MOST_INSTANCES);
            for at in 0..most {
                let indices: Vec<Vec<Vec<TermId>>> =
                    choices.iter().map(|choice| choice[at.min(choice.len() - 1)].clone()).collect();
                let all = self.all_arguments(made, shape, &arguments, &indices);
                body.push(self.terms.call(shape.predicate, &all));
            }
            instances.push(body.len() - before);
        }
        if self.cells.len() > MOST_CELLS {
            return None;
        }
        let mut parts = vec![constraint];
        parts.append(&mut self.facts);
        parts.extend(self.congruences());
        let constraint = self.terms.and(&parts);
        let constraint = self.simplifier.simplify(self.terms, constraint);
        Some((Clause { body, constraint, head }, instances))
    }

    /// The indices at which a predicate of the body is taken: lists of as many tuples as the template has.
    fn choices(
        &mut self,
        template: &Template,
        class: usize,
        of_head: Option<&Vec<Vec<TermId>>>,
        reads: &[Vec<TermId>],
    ) -> Vec<Vec<Vec<TermId>>> {
        let mut all: Vec<Vec<Vec<TermId>>> = of_head.into_iter().cloned().collect();
        if of_head.is_none() || template.is_precise {
            let mut places: Vec<Vec<TermId>> = reads.to_vec();
            if template.is_precise {
                for tuple in of_head.into_iter().flatten().filter(|tuple| !reads.contains(tuple)) {
                    places.push(tuple.clone());
                }
            }
            // Each cell of a template with distances may be the one that is read.
            let first = template.offsets.first().copied().unwrap_or(0);
            let mut lists: Vec<Vec<Vec<TermId>>> = vec![Vec::new()];
            for _ in 0..template.indices {
                let mut longer = Vec::new();
                for list in &lists {
                    for place in &places {
                        if !list.contains(place) || places.len() == 1 {
                            longer.push(list.iter().cloned().chain([shifted(self.terms, place, -first)]).collect());
                        }
                    }
                }
                lists = longer;
            }
            for list in lists {
                if !all.contains(&list) {
                    all.push(list);
                }
            }
        }
        if all.is_empty() {
            let mut any = || (0..class).map(|_| self.terms.fresh("k", SortId::INT)).collect::<Vec<TermId>>();
            all.push((0..template.indices).map(|_| any()).collect());
        }
        all
    }

    /// The cells that a predicate with these arguments has whatever its indices are.
    fn known_besides(
        &mut self,
        made: &CellSystem,
        shape: &Shape,
        arguments: &[TermId],
    ) -> BTreeSet<(SymbolId, Vec<TermId>)> {
        let parameters = self.terms.free_symbols(&shape.parameters);
        let mut known = BTreeSet::new();
        let extras = made.extras(self.terms, shape, arguments, &[]);
        for (mut extra, general) in extras.into_iter().zip(&shape.extras) {
            if !self.terms.free_symbols(&[*general]).is_subset(&parameters) {
                continue;
            }
            let mut place = Vec::new();
            while self.terms.op(extra) == Op::Select {
                let children = self.terms.children(extra).to_vec();
                let index = self.without_reads(children[1]);
                place.insert(0, self.simplifier.simplify(self.terms, index));
                extra = children[0];
            }
            known.extend(self.terms.as_constant(extra).map(|array| (array, place)));
        }
        known
    }

    fn all_arguments(
        &mut self,
        made: &CellSystem,
        shape: &Shape,
        arguments: &[TermId],
        indices: &[Vec<Vec<TermId>>],
    ) -> Vec<TermId> {
        let mut places = Vec::new();
        let all = made.arguments(self.terms, shape, arguments, indices, &mut |_, contents, place| {
            places.push((contents, place.to_vec()));
            Terms::FALSE
        });
        let cells: Vec<TermId> = places.into_iter().map(|(contents, place)| self.read(contents, &place)).collect();
        let mut all = all;
        let first = all.len() - cells.len();
        all.splice(first.., cells);
        for extra in made.extras(self.terms, shape, arguments, indices) {
            let cell = self.without_reads(extra);
            all.push(self.simplifier.simplify(self.terms, cell));
        }
        all
    }

    /// A number without reads; arrays stay.
    fn number(&mut self, term: TermId) -> TermId {
        if self.terms.sort(term) == SortId::INT { self.without_reads(term) } else { term }
    }

    /// The term with cells, and choices among them, in place of reads.
    fn without_reads(&mut self, root: TermId) -> TermId {
        let mut done: BTreeMap<TermId, TermId> = BTreeMap::new();
        for term in self.terms.post_order(&[root]) {
            // Arrays stay as they are, but for the numbers in them.
            let children: Vec<TermId> = self.terms.children(term).to_vec();
            let new: Vec<TermId> = children.iter().map(|child| done[child]).collect();
            let op = self.terms.op(term);
            let made = match op {
                Op::Select if self.terms.sort(term) == SortId::INT => {
                    let (contents, mut place) = (new[0], vec![new[1]]);
                    let mut contents = contents;
                    while self.terms.op(contents) == Op::Select {
                        let inner = self.terms.children(contents);
                        place.insert(0, inner[1]);
                        contents = inner[0];
                    }
                    self.read(contents, &place)
                }
                _ if new == children => term,
                _ => self.terms.apply(op, &new).expect("sorts stay"),
            };
            done.insert(term, made);
        }
        done[&root]
    }

    /// What an array holds at a place, by what it was made of.
    fn read(&mut self, contents: TermId, place: &[TermId]) -> TermId {
        let place: Vec<TermId> = place.iter().map(|index| self.simplifier.simplify(self.terms, *index)).collect();
        self.read_at(contents, place)
    }

    fn read_at(&mut self, contents: TermId, place: Vec<TermId>) -> TermId {
        let key = (contents, place);
        if let Some(known) = self.expanded.get(&key) {
            return *known;
        }
        let (contents, place) = (key.0, key.1.clone());
        let children = self.terms.children(contents).to_vec();
        let value = match self.terms.op(contents) {
            Op::Symbol(symbol) if self.definitions.contains_key(&symbol) => self.defined(symbol, &place),
            Op::Symbol(symbol) => {
                let terms = &mut *self.terms;
                *self.cells.entry((symbol, place)).or_insert_with(|| terms.fresh("cell", SortId::INT))
            }
            Op::Store => {
                let index = self.without_reads(children[1]);
                let here = self.terms.eq(index, place[0]);
                let here = self.simplifier.simplify(self.terms, here);
                let stored = |this: &mut Self| match place.len() {
                    1 => this.without_reads(children[2]),
                    _ => this.read_at(children[2], place[1..].to_vec()),
                };
                match self.terms.as_bool(here) {
                    Some(true) => stored(self),
                    Some(false) => self.read_at(children[0], place.clone()),
                    None => {
                        let (yes, no) = (stored(self), self.read_at(children[0], place.clone()));
                        self.terms.ite(here, yes, no)
                    }
                }
            }
            Op::Ite => {
                let condition = self.without_reads(children[0]);
                let (yes, no) = (self.read_at(children[1], place.clone()), self.read_at(children[2], place.clone()));
                if yes == no { yes } else { self.terms.ite(condition, yes, no) }
            }
            Op::ConstArray(_) => match place.len() {
                1 => self.without_reads(children[0]),
                _ => self.read_at(children[0], place[1..].to_vec()),
            },
            Op::Select => {
                let index = self.without_reads(children[1]);
                let longer: Vec<TermId> = [index].into_iter().chain(place.iter().copied()).collect();
                self.read_at(children[0], longer)
            }
            other => unreachable!("`{}` makes no array", other.name()),
        };
        self.expanded.insert(key, value);
        value
    }

    /// What defined contents hold at a place: what was written there, or what was there before.
    fn defined(&mut self, symbol: SymbolId, place: &[TermId]) -> TermId {
        let definition = &self.definitions[&symbol];
        let named: Substitution = definition.bound.iter().copied().zip(place.iter().copied()).collect();
        let [condition, value, fact] =
            [definition.condition, definition.value, definition.fact].map(|term| self.terms.substitute(term, &named));
        let condition = self.without_reads(condition);
        let condition = self.simplifier.simplify(self.terms, condition);
        if self.terms.as_bool(condition) == Some(false) {
            return self.read_at(definition.base, place.to_vec());
        }
        let (value, fact) = (self.without_reads(value), self.without_reads(fact));
        let fact = self.terms.implies(condition, fact);
        self.facts.push(self.simplifier.simplify(self.terms, fact));
        if self.terms.as_bool(condition) == Some(true) {
            return value;
        }
        let before = self.read_at(definition.base, place.to_vec());
        self.terms.ite(condition, value, before)
    }

    /// Cells of one array at equal indices are equal.
    fn congruences(&mut self) -> Vec<TermId> {
        let cells: Vec<((SymbolId, Vec<TermId>), TermId)> =
            self.cells.iter().map(|(place, cell)| (place.clone(), *cell)).collect();
        let mut all = Vec::new();
        for (at, ((array, place), cell)) in cells.iter().enumerate() {
            for ((other, elsewhere), another) in &cells[at + 1..] {
                if array != other {
                    continue;
                }
                let mut differ: Vec<TermId> = Vec::new();
                for (left, right) in place.iter().zip(elsewhere) {
                    let equal = self.terms.eq(*left, *right);
                    differ.push(self.terms.not(equal));
                }
                differ.push(self.terms.eq(*cell, *another));
                let one = self.terms.or(&differ);
                all.push(self.simplifier.simplify(self.terms, one));
            }
        }
        all
    }
}
