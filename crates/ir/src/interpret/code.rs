//! Compact code for a program: what `compile` makes and `machine` runs.
//!
//! Constants, globals and intermediate values live in absolute slots at the bottom of the register stack, the scalar
//! locals of a call in slots relative to its frame. Intermediate values never outlive the edge that computes them, so
//! they need no place in the frame.

use crate::ids::{ArrayId, EdgeId, LocId, ProcId, VarId};
use crate::op::{BinOp, UnOp};
use crate::program::Source;
use crate::ty::IntTy;

/// A register: absolute, or relative to the frame if the top bit is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slot(u32);

const LOCAL: u32 = 1 << 31;

impl Slot {
    pub(super) fn absolute(at: usize) -> Slot {
        assert!(at < LOCAL as usize, "programs have fewer than 2^31 registers");
        Slot(at as u32)
    }

    pub(super) fn local(at: usize) -> Slot {
        assert!(at < LOCAL as usize, "procedures have fewer than 2^31 registers");
        Slot(at as u32 | LOCAL)
    }

    /// The place on the stack when the frame starts at `base`.
    #[inline(always)]
    pub(super) fn at(self, base: usize) -> usize {
        let relative = ((self.0 as i32) >> 31) as isize as usize;
        (self.0 & !LOCAL) as usize + (base & relative)
    }

    pub(super) fn is_local(self) -> bool {
        self.0 & LOCAL != 0
    }

    /// The slot that is `by` further.
    pub(super) fn plus(self, by: usize) -> Slot {
        Slot(self.0 + by as u32)
    }
}

/// The target of a jump: a label while code is made, a place in the code afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Target(pub(super) u32);

/// An array: a global one, or one of the frame if the top bit is set.
pub(super) type ArraySlot = Slot;

/// The instructions. A branch goes on with the next instruction when its condition does not hold.
#[derive(Clone, Copy, PartialEq, Debug)]
#[rustfmt::skip]
pub(super) enum Instr {
    /// Start of a run of edges that are taken one after the other.
    Block { id: u32, edges: u32 },
    Jump(Target),
    Move { dst: Slot, src: Slot },
    AddSigned { bits: u8, dst: Slot, a: Slot, b: Slot },
    AddUnsigned { bits: u8, dst: Slot, a: Slot, b: Slot },
    SubSigned { bits: u8, dst: Slot, a: Slot, b: Slot },
    SubUnsigned { bits: u8, dst: Slot, a: Slot, b: Slot },
    MulSigned { bits: u8, dst: Slot, a: Slot, b: Slot },
    MulUnsigned { bits: u8, dst: Slot, a: Slot, b: Slot },
    Binary { op: BinOp, ty: IntTy, dst: Slot, a: Slot, b: Slot },
    Unary { op: UnOp, ty: IntTy, dst: Slot, src: Slot },
    Cast { to: IntTy, dst: Slot, src: Slot },
    CheckShift { ty: IntTy, a: Slot, b: Slot },
    IfEqual { a: Slot, b: Slot, target: Target },
    IfNotEqual { a: Slot, b: Slot, target: Target },
    IfLess { a: Slot, b: Slot, target: Target },
    IfLessOrEqual { a: Slot, b: Slot, target: Target },
    IfLessUnsigned { a: Slot, b: Slot, target: Target },
    IfLessOrEqualUnsigned { a: Slot, b: Slot, target: Target },
    /// An array of one dimension whose extent is fixed or unbounded.
    Read { dst: Slot, array: ArraySlot, index: Slot },
    Write { array: ArraySlot, index: Slot, value: Slot },
    /// Any other array; the indices are in consecutive slots.
    ReadAt { dst: Slot, array: ArraySlot, indices: Slot },
    WriteAt { array: ArraySlot, indices: Slot, value: Slot },
    Fill { site: u32, value: Slot },
    /// Sets `dst` to 1 if the element is in the set, else to 0.
    Contains { dst: Slot, set: ArraySlot, element: Slot },
    /// The element is in the set from here on if `value` is not zero.
    Put { set: ArraySlot, element: Slot, value: Slot },
    CopySet { to: ArraySlot, from: ArraySlot },
    IfEmpty { set: ArraySlot, target: Target },
    IfNotEmpty { set: ArraySlot, target: Target },
    Havoc { site: u32 },
    HavocArray { site: u32 },
    Call { site: u32 },
    /// Goes back to the caller.
    Leave,
    Halt(LocId),
    Blocked(LocId),
    Error(LocId),
    Unsupported(LocId),
}

impl Instr {
    /// The registers that are read, but for those of calls and of array indices in consecutive slots.
    pub(super) fn sources(&self) -> impl Iterator<Item = Slot> + use<> {
        let (a, b) = match *self {
            Instr::Move { src, .. } | Instr::Unary { src, .. } | Instr::Cast { src, .. } => (Some(src), None),
            Instr::AddSigned { a, b, .. }
            | Instr::AddUnsigned { a, b, .. }
            | Instr::SubSigned { a, b, .. }
            | Instr::SubUnsigned { a, b, .. }
            | Instr::MulSigned { a, b, .. }
            | Instr::MulUnsigned { a, b, .. }
            | Instr::Binary { a, b, .. }
            | Instr::CheckShift { a, b, .. }
            | Instr::IfEqual { a, b, .. }
            | Instr::IfNotEqual { a, b, .. }
            | Instr::IfLess { a, b, .. }
            | Instr::IfLessOrEqual { a, b, .. }
            | Instr::IfLessUnsigned { a, b, .. }
            | Instr::IfLessOrEqualUnsigned { a, b, .. } => (Some(a), Some(b)),
            Instr::Read { index: src, .. } | Instr::Contains { element: src, .. } => (Some(src), None),
            Instr::Write { index, value, .. } | Instr::Put { element: index, value, .. } => (Some(index), Some(value)),
            Instr::WriteAt { value, .. } | Instr::Fill { value, .. } => (Some(value), None),
            Instr::Block { .. }
            | Instr::Jump(_)
            | Instr::ReadAt { .. }
            | Instr::CopySet { .. }
            | Instr::IfEmpty { .. }
            | Instr::IfNotEmpty { .. }
            | Instr::Havoc { .. }
            | Instr::HavocArray { .. }
            | Instr::Call { .. }
            | Instr::Leave
            | Instr::Halt(_)
            | Instr::Blocked(_)
            | Instr::Error(_)
            | Instr::Unsupported(_) => (None, None),
        };
        a.into_iter().chain(b)
    }

    /// The register that is written, but for those of calls and havocs.
    pub(super) fn destination(&self) -> Option<Slot> {
        match *self {
            Instr::Move { dst, .. }
            | Instr::Unary { dst, .. }
            | Instr::Cast { dst, .. }
            | Instr::AddSigned { dst, .. }
            | Instr::AddUnsigned { dst, .. }
            | Instr::SubSigned { dst, .. }
            | Instr::SubUnsigned { dst, .. }
            | Instr::MulSigned { dst, .. }
            | Instr::MulUnsigned { dst, .. }
            | Instr::Binary { dst, .. }
            | Instr::Read { dst, .. }
            | Instr::ReadAt { dst, .. }
            | Instr::Contains { dst, .. } => Some(dst),
            _ => None,
        }
    }

    /// The branch that goes to `target` when this one goes on, and where this one goes otherwise.
    pub(super) fn opposite(&self, target: Target) -> Option<(Instr, Target)> {
        Some(match *self {
            Instr::IfEqual { a, b, target: to } => (Instr::IfNotEqual { a, b, target }, to),
            Instr::IfNotEqual { a, b, target: to } => (Instr::IfEqual { a, b, target }, to),
            Instr::IfLess { a, b, target: to } => (Instr::IfLessOrEqual { a: b, b: a, target }, to),
            Instr::IfLessOrEqual { a, b, target: to } => (Instr::IfLess { a: b, b: a, target }, to),
            Instr::IfLessUnsigned { a, b, target: to } => (Instr::IfLessOrEqualUnsigned { a: b, b: a, target }, to),
            Instr::IfLessOrEqualUnsigned { a, b, target: to } => (Instr::IfLessUnsigned { a: b, b: a, target }, to),
            Instr::IfEmpty { set, target: to } => (Instr::IfNotEmpty { set, target }, to),
            Instr::IfNotEmpty { set, target: to } => (Instr::IfEmpty { set, target }, to),
            _ => return None,
        })
    }

    pub(super) fn target_mut(&mut self) -> Option<&mut Target> {
        match self {
            Instr::Jump(target)
            | Instr::IfEqual { target, .. }
            | Instr::IfNotEqual { target, .. }
            | Instr::IfLess { target, .. }
            | Instr::IfLessOrEqual { target, .. }
            | Instr::IfLessUnsigned { target, .. }
            | Instr::IfLessOrEqualUnsigned { target, .. }
            | Instr::IfEmpty { target, .. }
            | Instr::IfNotEmpty { target, .. } => Some(target),
            _ => None,
        }
    }
}

/// The extent of a dimension.
#[derive(Clone, Copy, Debug)]
pub(super) enum Extent {
    Const(u64),
    Var {
        slot: Slot,
        ty: IntTy,
    },
    PerInstance {
        array: ArraySlot,
        ty: IntTy,
    },
    Unbounded,
    /// Of a set.
    Element,
}

/// How an array is laid out.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) elem: IntTy,
    pub(super) extents: Box<[Extent]>,
    /// This many leading indices select the row.
    pub(super) row_dims: usize,
    /// For each of the other indices the number of cells it skips.
    pub(super) strides: Box<[u64]>,
    /// The number of cells of a row, `u64::MAX` where it is not fixed.
    pub(super) cells: u64,
}

impl Shape {
    /// True for the arrays of `Instr::Read` and `Instr::Write`.
    pub(super) fn is_simple(&self) -> bool {
        self.row_dims == 0 && matches!(*self.extents, [Extent::Const(_) | Extent::Unbounded])
    }

    pub(super) fn is_set(&self) -> bool {
        matches!(*self.extents, [Extent::Element])
    }
}

/// Where a value is chosen for a variable.
#[derive(Clone, Debug)]
pub(super) struct HavocSite {
    pub(super) edge: EdgeId,
    pub(super) var: VarId,
    pub(super) slot: Slot,
    pub(super) ty: IntTy,
    pub(super) source: Source,
}

/// Where the cells of an array that start with a prefix of indices are set or chosen.
#[derive(Clone, Debug)]
pub(super) struct FillSite {
    pub(super) edge: EdgeId,
    pub(super) array: ArraySlot,
    /// The indices of the prefix are in consecutive slots from here.
    pub(super) prefix: Slot,
    pub(super) count: usize,
    /// `None` for a `Fill`.
    pub(super) source: Option<Source>,
}

#[derive(Clone, Debug)]
pub(super) struct CallSite {
    pub(super) proc: ProcId,
    pub(super) args: Box<[Slot]>,
    /// The slot in the callee and the slot in the caller.
    pub(super) results: Box<[(Slot, Slot)]>,
    pub(super) return_to: Target,
}

#[derive(Clone, Debug)]
pub(super) struct ProcCode {
    pub(super) entry: Target,
    /// Slots of a frame; the parameters come first.
    pub(super) frame: usize,
    pub(super) arrays: Box<[ArrayId]>,
}

/// A run of edges: `Code::block_edges[first .. first + count]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) first: u32,
    pub(super) count: u32,
}

/// The code of a program.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) instrs: Vec<Instr>,
    /// For each instruction the edge that it belongs to.
    pub(super) origin: Vec<EdgeId>,
    pub(super) blocks: Vec<Block>,
    pub(super) block_edges: Vec<EdgeId>,
    /// Values and types of the absolute slots when the program starts; the rest of them start as zero.
    pub(super) start: Vec<(i128, IntTy)>,
    /// The number of global variables, whose slots come first.
    pub(super) globals: usize,
    /// The number of absolute slots.
    pub(super) absolute: usize,
    /// The slot of each variable.
    pub(super) slots: Vec<Slot>,
    /// By array id.
    pub(super) shapes: Vec<Shape>,
    pub(super) array_slots: Vec<ArraySlot>,
    pub(super) global_arrays: Vec<ArrayId>,
    pub(super) procs: Vec<ProcCode>,
    pub(super) havocs: Vec<HavocSite>,
    pub(super) fills: Vec<FillSite>,
    pub(super) calls: Vec<CallSite>,
}
