//! C types after typing: what lowering needs to know, and nothing of how they were written.
//!
//! Types are interned: equal types have equal ids. Qualifiers are gone, except that a pointer knows whether what it
//! points to is const (a function without a body cannot write through such an argument). Enums are their integer type.

use std::collections::HashMap;

use heureka_ir::IntTy;

use crate::ast::IntKind;
use crate::symbol::Symbol;
use crate::tree::LocalId;

/// The widths of the types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DataModel {
    /// `int` 32, `long` and pointers 64 bits.
    #[default]
    Lp64,
    /// `int`, `long` and pointers 32 bits.
    Ilp32,
}

impl DataModel {
    /// The integer type of the program graph; `None` for the 128-bit types, which are not modelled.
    pub fn int_ty(self, kind: IntKind) -> Option<IntTy> {
        let long = match self {
            DataModel::Lp64 => 64,
            DataModel::Ilp32 => 32,
        };
        Some(match kind {
            IntKind::Char | IntKind::SChar => IntTy::signed(8),
            IntKind::UChar => IntTy::unsigned(8),
            IntKind::Short => IntTy::signed(16),
            IntKind::UShort => IntTy::unsigned(16),
            IntKind::Int => IntTy::signed(32),
            IntKind::UInt => IntTy::unsigned(32),
            IntKind::Long => IntTy::signed(long),
            IntKind::ULong => IntTy::unsigned(long),
            IntKind::LongLong => IntTy::signed(64),
            IntKind::ULongLong => IntTy::unsigned(64),
            IntKind::Int128 | IntKind::UInt128 => return None,
        })
    }

    pub fn pointer_bytes(self) -> u64 {
        match self {
            DataModel::Lp64 => 8,
            DataModel::Ilp32 => 4,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TyId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RecordId(pub u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CType {
    Void,
    /// `_Bool`.
    Bool,
    Int(IntKind),
    /// A type whose values are not modelled: floating and complex types, 128-bit integers, vectors, `va_list`.
    Opaque {
        name: &'static str,
        bytes: u64,
    },
    Pointer {
        to: TyId,
        to_const: bool,
    },
    Array {
        elem: TyId,
        len: Len,
    },
    Record(RecordId),
    Function(FunctionType),
    /// A finite set of numbers (see `typing/sets.rs`): no scalar, and never a part of another type.
    Set,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Len {
    Const(u64),
    /// A variable-length array: a hidden local of type `size_t` that is set where the type is declared.
    Variable(LocalId),
    /// `[]` that nothing completes (also a flexible array member).
    Unknown,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    pub result: TyId,
    pub params: Box<[TyId]>,
    pub variadic: bool,
    /// False after `()`: nothing is known of the parameters.
    pub prototyped: bool,
}

/// A struct or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// `struct tag` or `struct <anonymous>`, for messages.
    pub name: String,
    pub is_union: bool,
    /// `None` while incomplete.
    pub fields: Option<Vec<Field>>,
    pub size: u64,
    pub align: u64,
}

/// The fields of an anonymous struct member stay inside it: an access to them passes through the unnamed field.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: Option<Symbol>,
    pub ty: TyId,
    /// Width of a bit-field.
    pub bits: Option<u8>,
    /// In bytes; of a bit-field, of the unit that holds it.
    pub offset: u64,
    /// In bits, from the start of the record.
    pub first_bit: u64,
}

/// All types of a unit.
#[derive(Clone, Debug)]
pub struct Types {
    pub model: DataModel,
    list: Vec<CType>,
    known: HashMap<CType, TyId>,
    pub records: Vec<Record>,
}

impl Types {
    pub fn new(model: DataModel) -> Types {
        Types { model, list: Vec::new(), known: HashMap::new(), records: Vec::new() }
    }

    pub fn intern(&mut self, ty: CType) -> TyId {
        if let Some(&id) = self.known.get(&ty) {
            return id;
        }
        let id = TyId(self.list.len() as u32);
        self.list.push(ty.clone());
        self.known.insert(ty, id);
        id
    }

    /// A type that has been interned.
    pub fn find(&self, ty: &CType) -> Option<TyId> {
        self.known.get(ty).copied()
    }

    pub fn get(&self, id: TyId) -> &CType {
        &self.list[id.0 as usize]
    }

    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    pub fn add_record(&mut self, record: Record) -> RecordId {
        self.records.push(record);
        RecordId(self.records.len() as u32 - 1)
    }

    /// The program graph's type for an integer (or `_Bool`) type; `None` for anything else.
    pub fn int_ty(&self, id: TyId) -> Option<IntTy> {
        match *self.get(id) {
            CType::Bool => Some(IntTy::unsigned(1)),
            CType::Int(kind) => self.model.int_ty(kind),
            _ => None,
        }
    }

    pub fn is_pointer(&self, id: TyId) -> bool {
        matches!(self.get(id), CType::Pointer { .. })
    }

    /// What a pointer type points to.
    pub fn pointee(&self, id: TyId) -> Option<TyId> {
        match *self.get(id) {
            CType::Pointer { to, .. } => Some(to),
            _ => None,
        }
    }
}
