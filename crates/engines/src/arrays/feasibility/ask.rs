//! The questions that the interpreter asks along the path, in its order, and what the formulae know of the answers.
//!
//! Contents that are chosen freely are cells, one for each known index that is read, and an array term as soon as an open
//! index is read; cells and term agree. Once there is a model, [`Renaming::choices`] answers all questions; what the
//! model leaves open is 0.

use std::collections::BTreeMap;

use heureka_ir::IntTy;
use heureka_ir::interpret::{Choice, Choices, Fill};
use heureka_logic::{Assignment, TermId, Value, evaluate_all};

use super::number::Number;
use super::rename::Renaming;
use super::store::AskId;

enum Ask {
    Value(Number),
    Contents(Contents),
}

/// Indices are those behind the prefix of the question.
#[derive(Default)]
struct Contents {
    cells: BTreeMap<Box<[i128]>, Number>,
    array: Option<TermId>,
    /// Reads of the term: indices and results.
    selected: BTreeMap<TermId, (Box<[Number]>, Number)>,
}

#[derive(Default)]
pub struct Asks {
    list: Vec<Ask>,
}

impl Asks {
    pub fn value(&mut self, number: Number) {
        self.list.push(Ask::Value(number));
    }

    pub fn contents(&mut self) -> AskId {
        self.list.push(Ask::Contents(Contents::default()));
        AskId(u32::try_from(self.list.len() - 1).expect("fewer than 2^32 questions"))
    }

    fn contents_mut(&mut self, ask: AskId) -> &mut Contents {
        match &mut self.list[ask.0 as usize] {
            Ask::Contents(contents) => contents,
            Ask::Value(_) => unreachable!("the question is for contents"),
        }
    }
}

/// A value that no choice can be: a fraction, or a number beyond 128 bits.
pub struct NoChoice;

impl Renaming<'_> {
    /// A cell of contents that were chosen freely.
    pub fn free_cell(&mut self, ask: AskId, elem: IntTy, indices: &[Number]) -> Number {
        let range = self.formulae.range_of(elem);
        let index: Option<Box<[i128]>> = indices.iter().map(|index| index.known()).collect();
        let array = self.asks.contents_mut(ask).array;
        if let Some(index) = index {
            if let Some(&number) = self.asks.contents_mut(ask).cells.get(&index) {
                return number;
            }
            let number = self.formulae.unknown("cell", range);
            self.asks.contents_mut(ask).cells.insert(index, number);
            if let Some(array) = array {
                self.agree(array, indices, number);
            }
            return number;
        }
        let array = array.unwrap_or_else(|| self.make_array(ask, indices.len()));
        let selected = self.selected(array, indices);
        if let Some((_, number)) = self.asks.contents_mut(ask).selected.get(&selected) {
            return *number;
        }
        let number = self.formulae.defined("cell", range, selected);
        self.asks.contents_mut(ask).selected.insert(selected, (indices.into(), number));
        number
    }

    fn make_array(&mut self, ask: AskId, dims: usize) -> TermId {
        let sort = self.formulae.array_sort(dims);
        let array = self.formulae.terms.fresh("contents", sort);
        let contents = self.asks.contents_mut(ask);
        contents.array = Some(array);
        for (index, number) in contents.cells.clone() {
            let index: Vec<Number> = index.iter().map(|&index| Number::Known(index)).collect();
            self.agree(array, &index, number);
        }
        array
    }

    fn agree(&mut self, array: TermId, indices: &[Number], number: Number) {
        let (selected, cell) = (self.selected(array, indices), self.formulae.term(number));
        let equal = self.formulae.terms.eq(selected, cell);
        self.formulae.background.push(equal);
    }

    fn selected(&mut self, array: TermId, indices: &[Number]) -> TermId {
        indices.iter().fold(array, |row, &index| {
            let index = self.formulae.term(index);
            self.formulae.terms.select(row, index)
        })
    }

    /// The answers that a model gives.
    pub fn choices(&mut self, model: &Assignment) -> Result<Choices, NoChoice> {
        let mut roots = Vec::new();
        let list = std::mem::take(&mut self.asks.list);
        let plans: Vec<Plan> = list.iter().map(|ask| self.plan(&mut roots, ask)).collect();
        self.asks.list = list;
        let values = evaluate_all(&self.formulae.terms, &roots, model).map_err(|_| NoChoice)?;
        let values = values.iter().map(as_number).collect::<Option<Vec<i128>>>().ok_or(NoChoice)?;
        Ok(plans.iter().map(|plan| plan.choice(&values)).collect())
    }

    fn plan(&mut self, roots: &mut Vec<TermId>, ask: &Ask) -> Plan {
        let mut root = |number: Number| {
            roots.push(self.formulae.term(number));
            roots.len() - 1
        };
        match ask {
            Ask::Value(number) => Plan::Value(root(*number)),
            Ask::Contents(contents) => {
                let known = contents.cells.iter().map(|(index, &number)| {
                    let index = index.iter().map(|&index| Number::Known(index)).collect();
                    (index, number)
                });
                let cells = known.chain(contents.selected.values().cloned());
                let planned = |(index, number): (Box<[Number]>, Number)| {
                    (index.iter().map(|&index| root(index)).collect(), root(number))
                };
                Plan::Contents(cells.map(planned).collect())
            }
        }
    }
}

/// How a question is answered, by places in a list of values.
enum Plan {
    Value(usize),
    Contents(Vec<(Vec<usize>, usize)>),
}

impl Plan {
    fn choice(&self, values: &[i128]) -> Choice {
        match self {
            Plan::Value(at) => Choice::Value(values[*at]),
            Plan::Contents(cells) => {
                let mut fill = BTreeMap::new();
                for (index, value) in cells {
                    // An index that no array has is one that the execution does not read.
                    let index = index.iter().map(|&at| u64::try_from(values[at]).ok()).collect::<Option<Box<[u64]>>>();
                    if let Some(index) = index {
                        fill.insert(index, values[*value]);
                    }
                }
                let cells = fill.into_iter().filter(|&(_, value)| value != 0).collect();
                Choice::Fill(Fill { default: 0, cells })
            }
        }
    }
}

/// The number of a choice.
pub fn as_number(value: &Value) -> Option<i128> {
    match value {
        Value::Int(value) => value.to_i128(),
        Value::Real(value) => value.to_int()?.to_i128(),
        _ => None,
    }
}
