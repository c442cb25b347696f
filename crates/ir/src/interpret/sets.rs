//! Sets while the machine runs: the elements, so that memory is spent on what is in a set, and asking whether it has an
//! element costs nothing.
//!
//! An element is the word of its value, in whatever numbers the machine computes.

use std::collections::HashSet;

use super::code::ArraySlot;
use super::machine::{Machine, Stop};
use super::memory::{Budget, OutOfMemory, Store};
use super::words::Word;

/// The elements of a set.
#[derive(Clone, Debug)]
pub(super) struct Members<W> {
    words: HashSet<W>,
}

impl<W> Members<W> {
    pub(super) fn new() -> Members<W> {
        Members { words: HashSet::new() }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.words.len() as u64 * Members::<W>::ENTRY
    }

    /// What an element costs: its place in the table and room to grow.
    const ENTRY: u64 = 2 * size_of::<W>() as u64;

    pub(super) fn clear(&mut self, budget: &mut Budget) {
        budget.left += self.bytes();
        self.words = HashSet::new();
    }
}

impl<W: Word> Members<W> {
    fn put(&mut self, element: W, is_member: bool, budget: &mut Budget) -> Result<(), OutOfMemory> {
        if !is_member {
            if self.words.remove(&element) {
                budget.left += Members::<W>::ENTRY;
            }
        } else if !self.words.contains(&element) {
            budget.take(Members::<W>::ENTRY)?;
            self.words.insert(element);
        }
        Ok(())
    }
}

impl<W: Word> Machine<'_, W> {
    fn members(&self, set: ArraySlot) -> &Members<W> {
        match &self.arrays[set.at(self.array_base)].store {
            Store::Set(members) => members,
            Store::One(_) | Store::Rows(_) => unreachable!("code for sets is made for sets"),
        }
    }

    fn members_mut(&mut self, set: ArraySlot) -> (&mut Members<W>, &mut Budget) {
        match &mut self.arrays[set.at(self.array_base)].store {
            Store::Set(members) => (members, &mut self.budget),
            Store::One(_) | Store::Rows(_) => unreachable!("code for sets is made for sets"),
        }
    }

    pub(super) fn contains(&self, set: ArraySlot, element: W) -> bool {
        self.members(set).words.contains(&element)
    }

    pub(super) fn has_elements(&self, set: ArraySlot) -> bool {
        !self.members(set).words.is_empty()
    }

    pub(super) fn put(&mut self, set: ArraySlot, element: W, is_member: bool) -> Result<(), Stop> {
        let (members, budget) = self.members_mut(set);
        Ok(members.put(element, is_member, budget)?)
    }

    pub(super) fn copy_set(&mut self, to: ArraySlot, from: ArraySlot) -> Result<(), Stop> {
        let copy = self.members(from).clone();
        let (members, budget) = self.members_mut(to);
        members.clear(budget);
        budget.take(copy.bytes())?;
        *members = copy;
        Ok(())
    }

    /// The elements of a set, in no order.
    pub(super) fn elements(&self, set: ArraySlot) -> impl Iterator<Item = W> + '_ {
        self.members(set).words.iter().copied()
    }
}
