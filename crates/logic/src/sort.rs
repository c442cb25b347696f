//! Sorts: what kind of value a term has.
//!
//! Invariant: equal sorts of one pool have equal ids. A [`SortId`] is a number: `Bool`, `Int`, `Real` and bit-vectors
//! are the same in every pool and need none to be made or looked at; array sorts are numbered by their pool in the
//! order of their first use.

use std::collections::HashMap;
use std::fmt;

/// The widest bit-vector that a pool accepts.
pub const MAX_WIDTH: u32 = u16::MAX as u32;

const BIT_VEC: u32 = 1 << 31;
const FIRST_ARRAY: u32 = 3;

/// A sort, cheap to copy and compare.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SortId(u32);

/// What a sort is made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    Bool,
    Int,
    Real,
    /// A bit-vector of 1 to [`MAX_WIDTH`] bits.
    BitVec(u32),
    Array {
        index: SortId,
        element: SortId,
    },
}

impl SortId {
    pub const BOOL: SortId = SortId(0);
    pub const INT: SortId = SortId(1);
    pub const REAL: SortId = SortId(2);

    /// Bit-vectors of this width; it must be between 1 and [`MAX_WIDTH`].
    pub const fn bit_vec(width: u32) -> SortId {
        assert!(width >= 1 && width <= MAX_WIDTH, "a bit-vector has 1 to 65535 bits");
        SortId(BIT_VEC | width)
    }

    /// The width, if these are bit-vectors.
    pub fn width(self) -> Option<u32> {
        (self.0 & BIT_VEC != 0).then_some(self.0 & !BIT_VEC)
    }

    pub fn is_numeric(self) -> bool {
        self == SortId::INT || self == SortId::REAL
    }

    pub fn is_array(self) -> bool {
        self.0 & BIT_VEC == 0 && self.0 >= FIRST_ARRAY
    }
}

/// The array sorts of a pool.
#[derive(Clone, Default)]
pub(crate) struct Sorts {
    arrays: Vec<(SortId, SortId)>,
    ids: HashMap<(SortId, SortId), SortId>,
}

impl Sorts {
    pub fn array(&mut self, index: SortId, element: SortId) -> SortId {
        let next = SortId(FIRST_ARRAY + self.arrays.len() as u32);
        *self.ids.entry((index, element)).or_insert_with(|| {
            self.arrays.push((index, element));
            next
        })
    }

    pub fn get(&self, id: SortId) -> Sort {
        match id {
            SortId::BOOL => Sort::Bool,
            SortId::INT => Sort::Int,
            SortId::REAL => Sort::Real,
            SortId(number) if number & BIT_VEC != 0 => Sort::BitVec(number & !BIT_VEC),
            SortId(number) => {
                let (index, element) = self.arrays[(number - FIRST_ARRAY) as usize];
                Sort::Array { index, element }
            }
        }
    }

    /// The sort as SMT-LIB text. Sorts nest as deep as their text is long, so this does not recurse either.
    pub fn write(&self, id: SortId, out: &mut impl fmt::Write) -> fmt::Result {
        let mut open = vec![Part::Sort(id)];
        while let Some(part) = open.pop() {
            match part {
                Part::Text(text) => out.write_str(text)?,
                Part::Sort(id) => match self.get(id) {
                    Sort::Bool => out.write_str("Bool")?,
                    Sort::Int => out.write_str("Int")?,
                    Sort::Real => out.write_str("Real")?,
                    Sort::BitVec(width) => write!(out, "(_ BitVec {width})")?,
                    Sort::Array { index, element } => {
                        out.write_str("(Array ")?;
                        open.extend([Part::Text(")"), Part::Sort(element), Part::Text(" "), Part::Sort(index)]);
                    }
                },
            }
        }
        Ok(())
    }

    pub fn text(&self, id: SortId) -> String {
        let mut text = String::new();
        self.write(id, &mut text).expect("writing to a string does not fail");
        text
    }
}

enum Part {
    Sort(SortId),
    Text(&'static str),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sorts_have_equal_ids() {
        let mut sorts = Sorts::default();
        let rows = sorts.array(SortId::INT, SortId::bit_vec(8));
        let table = sorts.array(SortId::INT, rows);
        assert_eq!(sorts.array(SortId::INT, rows), table);
        assert_ne!(rows, table);
        assert_eq!(sorts.text(table), "(Array Int (Array Int (_ BitVec 8)))");
        assert_eq!(sorts.get(SortId::bit_vec(1024)), Sort::BitVec(1024));
        assert!(rows.is_array() && !SortId::bit_vec(7).is_array() && !SortId::REAL.is_array());
    }
}
