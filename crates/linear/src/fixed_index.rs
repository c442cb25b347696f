//! Which of many conjunctions can have a point in common with a given one, without a look at all of them.
//!
//! Path edges and summary edges nearly always fix some variables to constants (`n = 5`). Two conjunctions that fix a
//! variable to different constants have no common point. Entries are grouped by the variables that they fix; within a
//! group a hash of the values leads to those that agree with the query. A query that fixes only some of the group's
//! variables (a call knows what goes in, a summary also what comes out) uses a table for these variables, made when it
//! is first asked for.
//!
//! Invariant: every table of a group holds all of its entries. The answer is a filter: it contains every entry with a
//! common point, and nothing that fixes a variable to another value than the query, up to colliding hashes.

use crate::conjunction::Conjunction;
use crate::expr::Var;
use crate::hash::QuickMap;
use crate::row::Row;

/// Groups up to this size are looked through without a table.
const FEW: usize = 16;

/// So many tables are kept for one group; queries that fix yet other variables look through the whole group.
const TABLES: usize = 16;

/// Items, each under a conjunction, found by what the conjunction fixes.
///
/// ```
/// use heureka_linear::{Conjunction, FixedIndex, Names, Numbers};
/// let mut names = Names::default();
/// let mut parse = |text| Conjunction::parse(text, Numbers::Integer, &mut names).unwrap();
/// let mut index = FixedIndex::default();
/// index.insert(&parse("n = 1 & r = 1"), 'a');
/// index.insert(&parse("n = 2 & r = 3"), 'b');
/// index.insert(&parse("n >= 5"), 'c');
/// assert_eq!(index.candidates(&parse("n = 2 & x >= 0")), ['b', 'c']);
/// ```
#[derive(Debug, Clone)]
pub struct FixedIndex<T> {
    /// In the order of insertion.
    items: Vec<T>,
    groups: Vec<Group>,
    by_vars: QuickMap<Vec<Var>, usize>,
}

/// The entries that fix the same variables.
#[derive(Debug, Clone)]
struct Group {
    /// Sorted.
    vars: Vec<Var>,
    entries: Vec<Entry>,
    tables: Vec<Table>,
}

#[derive(Debug, Clone)]
struct Entry {
    item: usize,
    /// For each variable of the group a hash of it with its value.
    values: Vec<u64>,
}

/// The entries of a group by the values of some of its variables.
#[derive(Debug, Clone)]
struct Table {
    /// The places of these variables in the group.
    places: Vec<usize>,
    /// By the sum of the hashes.
    items: QuickMap<u64, Vec<usize>>,
}

impl<T> Default for FixedIndex<T> {
    fn default() -> FixedIndex<T> {
        FixedIndex { items: Vec::new(), groups: Vec::new(), by_vars: QuickMap::default() }
    }
}

impl<T: Clone> FixedIndex<T> {
    /// Adds an item. The index does not ask whether an equal one is there.
    pub fn insert(&mut self, conjunction: &Conjunction, item: T) {
        if conjunction.is_false() {
            return;
        }
        let (vars, values): (Vec<Var>, Vec<u64>) = fixed(conjunction).into_iter().unzip();
        let next = self.groups.len();
        let place = *self.by_vars.entry(vars).or_insert_with_key(|vars| {
            self.groups.push(Group { vars: vars.clone(), entries: Vec::new(), tables: Vec::new() });
            next
        });
        self.groups[place].add(Entry { item: self.items.len(), values });
        self.items.push(item);
    }

    /// The items whose conjunctions may have a point in common with the query, in the order of insertion. (It takes
    /// `&mut self` to make tables for kinds of queries that are new.)
    pub fn candidates(&mut self, query: &Conjunction) -> Vec<T> {
        if query.is_false() {
            return Vec::new();
        }
        let fixed = fixed(query);
        let mut found = Vec::new();
        for group in &mut self.groups {
            group.find(&fixed, &mut found);
        }
        found.sort_unstable();
        found.into_iter().map(|item| self.items[item].clone()).collect()
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

impl Group {
    fn add(&mut self, entry: Entry) {
        for table in &mut self.tables {
            table.add(&entry);
        }
        self.entries.push(entry);
    }

    /// Adds the items that agree with the fixed values.
    fn find(&mut self, fixed: &[(Var, u64)], found: &mut Vec<usize>) {
        let mut common: Vec<(usize, u64)> = Vec::with_capacity(fixed.len());
        for (var, hash) in fixed {
            if let Ok(place) = self.vars.binary_search(var) {
                common.push((place, *hash));
            }
        }
        let agrees = |entry: &&Entry| common.iter().all(|(place, hash)| entry.values[*place] == *hash);
        if common.is_empty() || self.entries.len() <= FEW {
            found.extend(self.entries.iter().filter(agrees).map(|entry| entry.item));
            return;
        }
        let is_for = |table: &Table| table.places.iter().eq(common.iter().map(|(place, _)| place));
        let at = match self.tables.iter().position(is_for) {
            Some(at) => at,
            None if self.tables.len() == TABLES => {
                found.extend(self.entries.iter().filter(agrees).map(|entry| entry.item));
                return;
            }
            None => {
                let places = common.iter().map(|(place, _)| *place).collect();
                let mut table = Table { places, items: QuickMap::default() };
                self.entries.iter().for_each(|entry| table.add(entry));
                self.tables.push(table);
                self.tables.len() - 1
            }
        };
        let key = common.iter().fold(0u64, |key, (_, hash)| key.wrapping_add(*hash));
        found.extend(self.tables[at].items.get(&key).into_iter().flatten());
    }
}

impl Table {
    fn add(&mut self, entry: &Entry) {
        let key = self.places.iter().fold(0u64, |key, place| key.wrapping_add(entry.values[*place]));
        self.items.entry(key).or_default().push(entry.item);
    }
}

/// The variables that the conjunction fixes to constants, sorted, each with a hash of it with its value.
fn fixed(conjunction: &Conjunction) -> Vec<(Var, u64)> {
    let value = |row: &Row| match row.expr().terms() {
        [(var, _)] => Some((*var, row.stored_hash())),
        _ => None,
    };
    let mut fixed: Vec<_> = conjunction.equalities().iter().filter_map(value).collect();
    fixed.sort_unstable_by_key(|(var, _)| *var);
    fixed
}
