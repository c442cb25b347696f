//! The questions that the interpreter asks along the path, in its order, and what the formulae know of the answers.
//!
//! Once there is a model, [`Asks::choices`] answers them all; what the model leaves open is 0.

use heureka_ir::interpret::{Choice, Choices, Fill};
use heureka_logic::{Assignment, TermId, Value, evaluate_all};

use super::number::Number;
use super::rename::Renaming;
use super::store::{AskId, StoreId};

enum Ask {
    Value(Number),
    Contents(Contents),
}

struct Contents {
    store: StoreId,
    /// The cells are those that start with it.
    prefix: Box<[Number]>,
    /// Cells that were read as scalars.
    cells: Vec<(Box<[i128]>, Number)>,
    /// The contents as a term, where one was needed.
    array: Option<TermId>,
}

#[derive(Default)]
pub struct Asks {
    list: Vec<Ask>,
}

impl Asks {
    pub fn value(&mut self, number: Number) {
        self.list.push(Ask::Value(number));
    }

    pub fn contents(&mut self, store: StoreId, prefix: &[Number]) -> AskId {
        self.list.push(Ask::Contents(Contents { store, prefix: prefix.into(), cells: Vec::new(), array: None }));
        AskId(u32::try_from(self.list.len() - 1).expect("fewer than 2^32 questions"))
    }

    fn contents_mut(&mut self, ask: AskId) -> &mut Contents {
        match &mut self.list[ask.0 as usize] {
            Ask::Contents(contents) => contents,
            Ask::Value(_) => unreachable!("the question is for contents"),
        }
    }

    /// A cell that was read; the index is that behind the prefix.
    pub fn learn_cell(&mut self, ask: AskId, index: Box<[i128]>, number: Number) {
        self.contents_mut(ask).cells.push((index, number));
    }

    /// The contents as a term, and the cells that it has to agree with.
    pub fn make_array(&mut self, ask: AskId, make: impl FnOnce() -> TermId) -> (TermId, Vec<(Box<[i128]>, Number)>) {
        let contents = self.contents_mut(ask);
        match contents.array {
            Some(array) => (array, Vec::new()),
            None => {
                let array = make();
                contents.array = Some(array);
                (array, contents.cells.clone())
            }
        }
    }
}

/// A value that no choice can be: a fraction, or a number beyond 128 bits.
pub struct NoChoice;

impl Renaming<'_> {
    /// The answers that a model gives.
    pub fn choices(&mut self, model: &Assignment) -> Result<Choices, NoChoice> {
        let mut roots = Vec::new();
        // What is evaluated for each question: the places in `roots`.
        let mut plans = Vec::new();
        let list = std::mem::take(&mut self.asks.list);
        for ask in &list {
            plans.push(match ask {
                Ask::Value(number) => Plan::Value(self.root(&mut roots, *number)),
                Ask::Contents(contents) => self.plan(&mut roots, contents),
            });
        }
        self.asks.list = list;
        let values = evaluate_all(&self.formulae.terms, &roots, model).map_err(|_| NoChoice)?;
        let values = values.iter().map(as_choice).collect::<Option<Vec<i128>>>().ok_or(NoChoice)?;
        Ok(plans.iter().map(|plan| plan.choice(&values)).collect())
    }

    fn root(&mut self, roots: &mut Vec<TermId>, number: Number) -> usize {
        roots.push(self.formulae.term(number));
        roots.len() - 1
    }

    fn plan(&mut self, roots: &mut Vec<TermId>, contents: &Contents) -> Plan {
        let mut cells = Vec::new();
        for (index, number) in &contents.cells {
            let index = index.iter().map(|&index| Number::Known(index)).collect::<Vec<_>>();
            let index = index.iter().map(|&index| self.root(roots, index)).collect();
            cells.push(PlannedCell { row: Vec::new(), index, value: self.root(roots, *number) });
        }
        let Some(array) = contents.array else { return Plan::Contents { prefix: Vec::new(), cells } };
        let prefix: Vec<usize> = contents.prefix.iter().map(|&index| self.root(roots, index)).collect();
        // Only what was read through a term can matter.
        let selected = self.store(contents.store).selected.clone();
        for indices in selected {
            let (row, rest) = indices.split_at(prefix.len());
            let mut value = array;
            for &index in rest {
                let index = self.formulae.term(index);
                value = self.formulae.terms.select(value, index);
            }
            let row = row.iter().map(|&index| self.root(roots, index)).collect();
            let index = rest.iter().map(|&index| self.root(roots, index)).collect();
            roots.push(value);
            cells.push(PlannedCell { row, index, value: roots.len() - 1 });
        }
        Plan::Contents { prefix, cells }
    }
}

/// How a question is answered, by places in a list of values.
enum Plan {
    Value(usize),
    Contents { prefix: Vec<usize>, cells: Vec<PlannedCell> },
}

struct PlannedCell {
    /// Has to equal the prefix; empty where it does for sure.
    row: Vec<usize>,
    index: Vec<usize>,
    value: usize,
}

impl Plan {
    fn choice(&self, values: &[i128]) -> Choice {
        match self {
            Plan::Value(at) => Choice::Value(values[*at]),
            Plan::Contents { prefix, cells } => {
                let mut fill = std::collections::BTreeMap::new();
                for cell in cells {
                    let is_covered = cell.row.iter().zip(prefix).all(|(&one, &other)| values[one] == values[other]);
                    let index = cell.index.iter().map(|&at| u64::try_from(values[at]).ok()).collect::<Option<Box<_>>>();
                    if let (true, Some(index)) = (is_covered, index) {
                        fill.insert(index, values[cell.value]);
                    }
                }
                let cells = fill.into_iter().filter(|&(_, value)| value != 0).collect();
                Choice::Fill(Fill { default: 0, cells })
            }
        }
    }
}

fn as_choice(value: &Value) -> Option<i128> {
    match value {
        Value::Int(value) => value.to_i128(),
        Value::Real(value) => value.to_int()?.to_i128(),
        _ => None,
    }
}
