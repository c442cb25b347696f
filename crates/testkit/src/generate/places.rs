//! Places in memory: from a variable or a pointer down through indices, members and targets. Invariant: every index
//! is within bounds for all values of its expression, and the roots of a place name every object it may lie in.

use super::Generator;
use super::model::{Scalar, StructId, Ty, Var};
use crate::c::effects::{Effects, Root};
use crate::c::expr::{Binary, Cell, Expr, level};
use crate::c::ints::{IntKind, Range};

/// What kind of place is asked for.
#[derive(Clone, Debug)]
pub(super) enum Want {
    AnyScalar,
    Exactly(Ty),
    AnyStruct,
    /// An array of integers of at least this length.
    ScalarArray(usize),
    /// An array of these elements, at least this long.
    ArrayOf(Ty, usize),
    /// An array of rows.
    Matrix,
}

impl Want {
    fn accepts(&self, ty: &Ty) -> bool {
        match (self, ty) {
            (Want::AnyScalar, Ty::Scalar(_)) | (Want::AnyStruct, Ty::Struct(_)) => true,
            (Want::Exactly(wanted), found) => wanted == found,
            (Want::ScalarArray(least), Ty::Array(element, len)) => matches!(**element, Ty::Scalar(_)) && len >= least,
            (Want::ArrayOf(wanted, least), Ty::Array(element, len)) => **element == *wanted && len >= least,
            (Want::Matrix, Ty::Array(row, _)) => {
                matches!(&**row, Ty::Array(cell, _) if matches!(**cell, Ty::Scalar(_)))
            }
            _ => false,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Place {
    pub text: String,
    pub level: u8,
    pub ty: Ty,
    pub effects: Effects,
    pub roots: Vec<Root>,
}

impl Place {
    pub(super) fn scalar(&self) -> Scalar {
        match self.ty {
            Ty::Scalar(scalar) => scalar,
            _ => unreachable!("asked for a scalar place"),
        }
    }

    pub(super) fn array(&self) -> (&Ty, usize) {
        match &self.ty {
            Ty::Array(element, len) => (element, *len),
            _ => unreachable!("asked for an array place"),
        }
    }

    pub(super) fn struct_id(&self) -> StructId {
        match self.ty {
            Ty::Struct(id) => id,
            _ => unreachable!("asked for a struct place"),
        }
    }

    pub(super) fn cell(&self) -> Cell {
        let scalar = self.scalar();
        Cell {
            text: self.text.clone(),
            level: self.level,
            kind: scalar.kind,
            range: scalar.range,
            effects: self.effects.clone(),
            roots: self.roots.clone(),
        }
    }

    pub(super) fn postfix(&self) -> String {
        if self.level >= level::POSTFIX { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// How a place will be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Read,
    Write,
    /// `&` is taken, for a pointer that reads only or also writes.
    Address {
        writable: bool,
    },
}

impl Generator<'_> {
    fn reaches(&self, ty: &Ty, want: &Want) -> bool {
        want.accepts(ty)
            || match ty {
                Ty::Scalar(_) => false,
                Ty::Array(element, _) => self.reaches(element, want),
                Ty::Struct(id) => self.structs[id.0].fields.iter().any(|(_, field)| self.reaches(field, want)),
            }
    }

    /// Some place of this kind, if any variable in scope has one.
    pub(super) fn place(&mut self, want: &Want, usage: Use) -> Option<Place> {
        let candidates: Vec<Var> = self
            .visible()
            .filter(|var| match var {
                Var::Object(object) => {
                    let allowed = match usage {
                        Use::Read => true,
                        Use::Write => object.writable,
                        Use::Address { writable } => object.addressable && (object.writable || !writable),
                    };
                    allowed && self.reaches(&object.ty, want)
                }
                Var::Pointer(pointer) => {
                    (pointer.writable || matches!(usage, Use::Read | Use::Address { writable: false }))
                        && self.reaches(&pointer.target, want)
                }
                Var::Handler(_) => false,
            })
            .cloned()
            .collect();
        if candidates.is_empty() {
            return None;
        }
        // Locals and parameters a little more often than what lies further out.
        let first = self.rng.below(candidates.len());
        let at = if self.rng.chance(50) { first.max(self.rng.below(candidates.len())) } else { first };
        let start = match &candidates[at] {
            Var::Object(object) => Place {
                text: object.name.clone(),
                level: level::PRIMARY,
                ty: object.ty.clone(),
                effects: Effects::none(),
                roots: vec![object.root],
            },
            Var::Pointer(_) => self.target(&candidates[at]),
            Var::Handler(_) => unreachable!("handlers were filtered out"),
        };
        let place = self.descend(start, want);
        match usage {
            Use::Read => self.note(&Effects::reading(&place.roots)),
            Use::Write | Use::Address { .. } => {
                self.note(&Effects::reading(&place.roots).and(&Effects::writing(&place.roots)));
            }
        }
        Some(place)
    }

    /// The object that a pointer variable points to, at some valid index.
    fn target(&mut self, var: &Var) -> Place {
        let Var::Pointer(pointer) = var else { unreachable!("asked for a pointer's target") };
        let roots = pointer.roots.clone();
        let ty = pointer.target.clone();
        let (name, before, after) = (pointer.name.clone(), pointer.before, pointer.after);
        if before == 0 && (after == 1 || self.rng.chance(15)) {
            let (text, level) = if self.rng.chance(75) {
                (format!("*{name}"), level::UNARY)
            } else {
                (format!("{name}[0]"), level::POSTFIX)
            };
            return Place { text, level, ty, effects: Effects::none(), roots };
        }
        let index = self.index(before, after);
        let effects = index.effects.clone();
        let (text, level) = match self.rng.below(8) {
            0 => (format!("*({name} + {})", index.at(13)), level::UNARY),
            1 => (format!("{}[{name}]", index.at(level::POSTFIX)), level::POSTFIX),
            _ => (format!("{name}[{}]", index.text), level::POSTFIX),
        };
        Place { text, level, ty, effects, roots }
    }

    fn descend(&mut self, mut place: Place, want: &Want) -> Place {
        loop {
            let deeper = match &place.ty {
                Ty::Scalar(_) => false,
                Ty::Array(element, _) => self.reaches(element, want),
                Ty::Struct(id) => self.structs[id.0].fields.iter().any(|(_, field)| self.reaches(field, want)),
            };
            if want.accepts(&place.ty) && (!deeper || self.rng.chance(70)) {
                return place;
            }
            place = match place.ty.clone() {
                Ty::Scalar(_) => unreachable!("a scalar that is not wanted leads nowhere"),
                Ty::Array(element, len) => self.element(place, &element, len),
                Ty::Struct(id) => self.member(place, id, want),
            };
        }
    }

    fn element(&mut self, array: Place, element: &Ty, len: usize) -> Place {
        let mut index = self.index(0, len);
        if index.effects.conflicts(&array.effects) {
            index = Expr::small(self.rng.integer(0, len as i128 - 1));
        }
        let effects = array.effects.and(&index.effects);
        let (text, level) = match self.rng.below(16) {
            0 => (format!("*({} + {})", array.text, index.at(13)), level::UNARY),
            1 => (format!("{}[{}]", index.at(level::POSTFIX), array.text), level::POSTFIX),
            _ => (format!("{}[{}]", array.postfix(), index.text), level::POSTFIX),
        };
        Place { text, level, ty: element.clone(), effects, roots: array.roots }
    }

    fn member(&mut self, place: Place, id: StructId, want: &Want) -> Place {
        let fields: Vec<(String, Ty)> =
            self.structs[id.0].fields.iter().filter(|(_, field)| self.reaches(field, want)).cloned().collect();
        let (name, ty) = self.rng.pick(&fields).clone();
        // `(*p).f` is mostly written `p->f`.
        let text = match place.text.strip_prefix('*') {
            Some(pointer) if place.level == level::UNARY && self.rng.chance(85) => {
                let simple = pointer.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '@');
                if simple || pointer.starts_with('(') {
                    format!("{pointer}->{name}")
                } else {
                    format!("{}.{name}", place.postfix())
                }
            }
            _ => format!("{}.{name}", place.postfix()),
        };
        Place { text, level: level::POSTFIX, ty, effects: place.effects, roots: place.roots }
    }

    /// An expression with values in `-before..after`.
    pub(super) fn index(&mut self, before: usize, after: usize) -> Expr {
        let bounds = Range::new(-(before as i128), after as i128 - 1);
        let choice = self.rng.below(10);
        if choice < 4
            && let Some(counter) = self.counter_within(bounds)
        {
            return counter;
        }
        // An index reads places, which have indices: an index of an index of an index is constant.
        if choice < 7 || self.body.indexing >= 2 {
            return Expr::small(self.rng.integer(bounds.low, bounds.high));
        }
        self.body.indexing += 1;
        let raw = if self.rng.chance(20) { self.expr(1) } else { self.purely(|g| g.expr(1)) };
        self.body.indexing -= 1;
        self.bring_into(raw, IntKind::Long, bounds)
    }

    /// A loop counter or a similar variable whose values, perhaps shifted, all lie in the bounds.
    fn counter_within(&mut self, bounds: Range) -> Option<Expr> {
        let cells: Vec<Cell> = self
            .visible()
            .filter_map(|var| match var {
                Var::Object(object) if !object.writable => match &object.ty {
                    Ty::Scalar(scalar) if scalar.range.high - scalar.range.low <= bounds.high - bounds.low => {
                        Some(Cell {
                            text: object.name.clone(),
                            level: level::PRIMARY,
                            kind: scalar.kind,
                            range: scalar.range,
                            effects: Effects::none(),
                            roots: vec![object.root],
                        })
                    }
                    _ => None,
                },
                _ => None,
            })
            .collect();
        if cells.is_empty() {
            return None;
        }
        let cell = self.rng.pick(&cells).clone();
        let counter = Expr::read(&cell);
        if counter.range.within(bounds) && self.rng.chance(70) {
            return Some(counter);
        }
        if counter.range.low >= 0 && counter.range.high <= bounds.high && bounds.low == 0 && self.rng.chance(50) {
            // Counting from the other end.
            let mirrored = Expr::binary(Binary::Sub, &Expr::small(bounds.high), &counter)?;
            return mirrored.range.within(bounds).then_some(mirrored);
        }
        let shift = self.rng.integer(bounds.low - counter.range.low, bounds.high - counter.range.high);
        let (op, amount) = if shift >= 0 { (Binary::Add, shift) } else { (Binary::Sub, -shift) };
        let shifted = Expr::binary(op, &counter, &Expr::small(amount))?;
        shifted.range.within(bounds).then_some(shifted)
    }
}
