//! Storage of the nodes and the one door through which they are made.

use std::time::Duration;

use heureka_number::{Int, Rational};

use hashbrown::HashTable;

use crate::bits::BitVector;
use crate::op::Op;
use crate::pool::intern::{Interner, Mix};
use crate::pool::symbols::Symbols;
use crate::pool::{SortError, check};
use crate::sort::{Sort, SortId, Sorts};

/// What a new term takes, about, where time is counted.
const NEW_TERM: Duration = Duration::from_nanos(300);

/// A term of a pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(pub(crate) u32);

impl TermId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The place of a constant in its table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConstId(u32);

#[derive(Clone, Copy)]
struct Node {
    op: Op,
    sort: SortId,
    /// Where its children start, and how many they are.
    first: u32,
    count: u32,
}

/// A pool of terms. Ids of one pool mean nothing in another.
#[derive(Clone)]
pub struct Terms {
    nodes: Vec<Node>,
    children: Vec<TermId>,
    /// Every term with its hash: growing and most misses then do not touch the nodes.
    table: HashTable<(u32, TermId)>,
    ints: Interner<Int>,
    rationals: Interner<Rational>,
    vectors: Interner<BitVector>,
    pub(crate) symbols: Symbols,
    pub(crate) sorts: Sorts,
}

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

impl Terms {
    pub const FALSE: TermId = TermId(0);
    pub const TRUE: TermId = TermId(1);

    pub fn new() -> Self {
        let mut terms = Terms {
            nodes: Vec::new(),
            children: Vec::new(),
            table: HashTable::new(),
            ints: Interner::default(),
            rationals: Interner::default(),
            vectors: Interner::default(),
            symbols: Symbols::default(),
            sorts: Sorts::default(),
        };
        terms.intern(Op::False, SortId::BOOL, &[]);
        terms.intern(Op::True, SortId::BOOL, &[]);
        terms
    }

    /// How many different terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: `true` and `false` are always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn op(&self, term: TermId) -> Op {
        self.nodes[term.index()].op
    }

    pub fn sort(&self, term: TermId) -> SortId {
        self.nodes[term.index()].sort
    }

    pub fn children(&self, term: TermId) -> &[TermId] {
        let node = &self.nodes[term.index()];
        &self.children[node.first as usize..(node.first + node.count) as usize]
    }

    /// What the sort is made of.
    pub fn sort_of(&self, sort: SortId) -> Sort {
        self.sorts.get(sort)
    }

    pub fn array_sort(&mut self, index: SortId, element: SortId) -> SortId {
        self.sorts.array(index, element)
    }

    /// The sort in SMT-LIB.
    pub fn sort_text(&self, sort: SortId) -> String {
        self.sorts.text(sort)
    }

    /// The operator applied to the children, with all sorts checked: the door for terms from outside, whose sorts may be
    /// wrong. Nothing is rewritten, except that `and`, `+` and the like of one operand are that operand, `and` and `or`
    /// of nothing are `true` and `false`, and that `(- 5)` and `(/ 1.0 2.0)` are constants.
    pub fn apply(&mut self, op: Op, children: &[TermId]) -> Result<TermId, SortError> {
        let sort = check::result_sort(self, op, children)?;
        if let Some(folded) = self.literal(op, children) {
            return Ok(folded);
        }
        Ok(self.intern(op, sort, children))
    }

    /// As [`Terms::apply`], for terms that our own code builds.
    ///
    /// # Panics
    /// If the sorts are wrong, which is a bug of the caller.
    #[track_caller]
    pub(crate) fn make(&mut self, op: Op, children: &[TermId]) -> TermId {
        match self.apply(op, children) {
            Ok(term) => term,
            Err(error) => panic!("ill-sorted term: {error}"),
        }
    }

    /// What has to be one and the same node because SMT-LIB writes it with the same text.
    fn literal(&mut self, op: Op, children: &[TermId]) -> Option<TermId> {
        match (op, children) {
            (Op::And, []) => Some(Terms::TRUE),
            (Op::Or, []) => Some(Terms::FALSE),
            (_, &[only]) if op.is_nary() => Some(only),
            (Op::Neg, &[child]) => match self.op(child) {
                Op::Int(id) => Some(self.int(-self.ints.get(id.0))),
                Op::Real(id) => Some(self.real(-self.rationals.get(id.0))),
                _ => None,
            },
            (Op::Div, &[a, b]) => {
                let (a, b) = (self.as_real(a)?, self.as_real(b)?);
                if b.is_zero() {
                    return None;
                }
                let quotient = a / b;
                Some(self.real(quotient))
            }
            _ => None,
        }
    }

    /// The node, which is known to be well sorted.
    pub(crate) fn intern(&mut self, op: Op, sort: SortId, children: &[TermId]) -> TermId {
        let hash = hash(op, sort, children);
        let found = self.table.find(spread(hash), |&(known, id)| {
            let node = &self.nodes[id.index()];
            known == hash && node.op == op && node.sort == sort && self.children(id) == children
        });
        if let Some(&(_, found)) = found {
            return found;
        }
        // Half of the numbers stay free for those who mark terms.
        assert!(self.nodes.len() < (u32::MAX / 2) as usize, "fewer than 2^31 terms");
        let first = u32::try_from(self.children.len()).expect("fewer than 2^32 edges between terms");
        let id = TermId(self.nodes.len() as u32);
        self.children.extend_from_slice(children);
        assert!(self.children.len() <= u32::MAX as usize, "fewer than 2^32 edges between terms");
        heureka_clock::worked(NEW_TERM);
        self.nodes.push(Node { op, sort, first, count: children.len() as u32 });
        self.table.insert_unique(spread(hash), (hash, id), |&(hash, _)| spread(hash));
        id
    }

    pub fn int(&mut self, value: impl Into<Int>) -> TermId {
        let id = ConstId(self.ints.intern(value.into()));
        self.intern(Op::Int(id), SortId::INT, &[])
    }

    pub fn real(&mut self, value: impl Into<Rational>) -> TermId {
        let id = ConstId(self.rationals.intern(value.into()));
        self.intern(Op::Real(id), SortId::REAL, &[])
    }

    pub fn bit_vector(&mut self, value: BitVector) -> TermId {
        let sort = SortId::bit_vec(value.width());
        let id = ConstId(self.vectors.intern(value));
        self.intern(Op::BitVec(id), sort, &[])
    }

    /// The bit-vector constant of this width that is equal to the value modulo 2 to the width.
    pub fn bits(&mut self, width: u32, value: impl Into<Int>) -> TermId {
        self.bit_vector(BitVector::new(width, &value.into()))
    }

    /// The constant of an [`Op::Int`].
    pub fn int_at(&self, id: ConstId) -> &Int {
        self.ints.get(id.0)
    }

    /// The constant of an [`Op::Real`].
    pub fn rational_at(&self, id: ConstId) -> &Rational {
        self.rationals.get(id.0)
    }

    /// The constant of an [`Op::BitVec`].
    pub fn bits_at(&self, id: ConstId) -> &BitVector {
        self.vectors.get(id.0)
    }

    pub fn as_bool(&self, term: TermId) -> Option<bool> {
        match self.op(term) {
            Op::True => Some(true),
            Op::False => Some(false),
            _ => None,
        }
    }

    pub fn as_int(&self, term: TermId) -> Option<&Int> {
        match self.op(term) {
            Op::Int(id) => Some(self.int_at(id)),
            _ => None,
        }
    }

    pub fn as_real(&self, term: TermId) -> Option<&Rational> {
        match self.op(term) {
            Op::Real(id) => Some(self.rational_at(id)),
            _ => None,
        }
    }

    pub fn as_bits(&self, term: TermId) -> Option<&BitVector> {
        match self.op(term) {
            Op::BitVec(id) => Some(self.bits_at(id)),
            _ => None,
        }
    }
}

fn hash(op: Op, sort: SortId, children: &[TermId]) -> u32 {
    use std::hash::Hash;
    let mut mix = Mix::default();
    op.hash(&mut mix);
    sort.hash(&mut mix);
    for child in children {
        mix.word(u64::from(child.0));
    }
    (mix.value() >> 32) as u32
}

/// The hash with its bits where the table looks: low ones for the place, high ones to tell neighbours apart.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
