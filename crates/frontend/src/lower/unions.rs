//! Members of unions. See `points_to/overlay.rs` for how unions are stored.
//!
//! In a union that is stored as bits a member is read by shifting and cutting, and written by putting the other bits around it;
//! this is what compilers do. In any other a read asks whether the member is the one that was written last; what another
//! member would show is not modelled.

use heureka_ir::span::Span;
use heureka_ir::{BinOp, CmpOp, ExprId, Fault, IntTy, Op, Source};

use super::Lowerer;
use super::heap::size_of;
use super::place::{Spot, Spots};
use super::storage::Cell;
use super::value::Value;
use crate::ctype::{CType, Len, TyId};
use crate::points_to::{Enclosing, NodeId, Overlay, Step, WRITTEN, overlay};

/// Longer strings in unions are not stored character by character.
const LONGEST_STRING: usize = 256;

/// Where a member lies among the bits of its union.
struct Position {
    first: u64,
    /// What indices that are not known add to it.
    more: Option<ExprId>,
    ty: IntTy,
    /// How many bits it occupies: a `_Bool` more than its value has.
    width: u64,
}

impl Lowerer<'_> {
    /// The value of a place inside unions.
    pub fn load_member(&mut self, spot: &Spot, around: &Enclosing, ty: TyId, span: Span) -> Value {
        if around.members.is_empty() {
            return self.load_inside(spot, around, ty, span);
        }
        if self.at.is_none() {
            return self.nothing(ty);
        }
        let (yes, no) = (self.new_loc(span), self.new_loc(span));
        let written = self.is_written(&around.members, spot);
        self.split(written, yes, no, span);
        self.enter(yes);
        let value = self.load_inside(spot, around, ty, span);
        let known = (self.at, value);
        self.enter(no);
        self.access_unknown(spot, span);
        let source = Source::Unmodelled("value of a member of a union that is not the one last written".into());
        let value = self.arbitrary(ty, &source, span);
        let unknown = (self.at, value);
        self.meet([known, unknown].into(), ty, span)
    }

    /// What one of several places holds, some of which are in unions: each is looked at only where it is the one.
    pub fn load_in_branches(&mut self, spots: &Spots, ty: TyId, span: Span) -> Value {
        let mut ends = Vec::new();
        if self.at.is_none() {
            return self.nothing(ty);
        }
        self.at_each_spot(spots, span, |this, spot| {
            let value = this.load_spot(spot, ty, span);
            ends.push((this.at.take(), value));
        });
        self.meet(ends, ty, span)
    }

    /// Where branches end, each with its value, becomes one place with a value.
    fn meet(&mut self, ends: Vec<(Option<heureka_ir::LocId>, Value)>, ty: TyId, span: Span) -> Value {
        let always = self.b.exprs.bool(true);
        let shape = ends.iter().map(|(_, value)| value.clone()).reduce(|a, b| self.choose(always, a, b));
        let Some(shape) = shape else { return self.nothing(ty) };
        let slots = self.slots_for(&shape, &shape);
        let join = self.new_loc(span);
        for (end, value) in ends {
            self.at = end;
            self.fresh = None;
            self.set_slots(&slots, &value, span);
            self.jump(join, span);
        }
        self.enter(join);
        self.slots_value(&slots)
    }

    fn load_inside(&mut self, spot: &Spot, around: &Enclosing, ty: TyId, span: Span) -> Value {
        let Some(union) = around.bits else { return self.load_plain(spot, ty, span) };
        match self.unit.types.get(ty) {
            CType::Bool | CType::Int(_) => {
                let Some(position) = self.position(union, spot, span) else { return self.nothing(ty) };
                let value = self.read_bits(union, spot, &position);
                Value::Int(self.b.exprs.cast(self.int_ty(ty), value))
            }
            CType::Record(_) => {
                let Some(fields) = self.field_types(ty) else { return Value::Opaque };
                let mut values = Vec::new();
                for (field, ty) in fields.into_iter().enumerate() {
                    let node = self.points.nodes.field(spot.node, field as u32, &self.unit.types);
                    let node = node.expect("spots of a record have its type");
                    values.push(self.load_inside(&Spot { node, ..spot.clone() }, around, ty, span));
                }
                Value::Record(values.into())
            }
            _ => Value::Opaque,
        }
    }

    /// Stores a value in a place inside unions.
    pub fn store_member(&mut self, spot: &Spot, around: &Enclosing, value: &Value, span: Span) {
        let value = self.hold_value(value.clone(), span);
        let spot = self.hold_spot(spot.clone(), span);
        self.write_members(&spot, around, span);
        match around.bits {
            Some(union) => self.store_bits(union, &spot, &value, span),
            None => {
                if matches!(value, Value::Opaque) && !spot.indices.is_empty() {
                    self.access_unknown(&spot, span);
                }
                self.store_plain(&spot, &value, span);
            }
        }
    }

    fn store_bits(&mut self, union: NodeId, spot: &Spot, value: &Value, span: Span) {
        match value {
            Value::Int(value) => {
                let Some(position) = self.position(union, spot, span) else { return };
                self.write_bits(union, spot, &position, *value, span);
            }
            Value::Record(fields) => {
                for (field, value) in fields.iter().enumerate() {
                    if let Some(node) = self.points.nodes.field(spot.node, field as u32, &self.unit.types) {
                        self.store_bits(union, &Spot { node, ..spot.clone() }, value, span);
                    }
                }
            }
            Value::Pointer(_) | Value::Opaque => {
                let whole = self.spot_of(union, union, spot);
                let source = Source::Unmodelled("value of a union".into());
                self.havoc_place(&whole, &source, span);
            }
        }
    }

    // Which member was written.

    /// The spot of a place that is directly inside one of the unions around `inner`.
    fn spot_of(&self, node: NodeId, union: NodeId, inner: &Spot) -> Spot {
        let count = self.points.nodes.get(union).elements as usize;
        Spot { node, instance: inner.instance, indices: inner.indices[..count].to_vec() }
    }

    fn written_spot(&mut self, union: NodeId, inner: &Spot) -> Spot {
        let node = self.points.nodes.written(union, &self.unit.types);
        self.spot_of(node, union, inner)
    }

    /// The condition that the unions hold the members that lead to a place.
    fn is_written(&mut self, members: &[(NodeId, u32)], spot: &Spot) -> ExprId {
        let mut all = self.b.exprs.bool(true);
        for &(union, field) in members {
            let which = self.written_spot(union, spot);
            let Some(cell) = self.leaf(which.node).main else { continue };
            let value = self.read(cell, &which);
            let ty = self.b.exprs.int_ty(value);
            let (none, this) = (self.b.exprs.int(ty, 0), self.b.exprs.int(ty, i128::from(field) + 1));
            let is_none = self.b.exprs.compare(CmpOp::Eq, value, none);
            let is_this = self.b.exprs.compare(CmpOp::Eq, value, this);
            let either = self.b.exprs.or(is_none, is_this);
            all = self.b.exprs.and(all, either);
        }
        all
    }

    /// The unions around a place get the members that lead to it. What the rest of such a member holds is not known then, unless
    /// it was the member before.
    fn write_members(&mut self, spot: &Spot, around: &Enclosing, span: Span) {
        for (at, &(union, field)) in around.members.iter().enumerate() {
            let Some(member) = self.points.nodes.field(union, field, &self.unit.types) else { continue };
            if member != spot.node && self.at.is_some() {
                let (same, other, join) = (self.new_loc(span), self.new_loc(span), self.new_loc(span));
                let written = self.is_written(&around.members[at..=at], spot);
                self.split(written, same, other, span);
                self.enter(other);
                let source = Source::Unmodelled("rest of a member of a union".into());
                let whole = self.spot_of(member, union, spot);
                self.havoc_place(&whole, &source, span);
                self.jump(join, span);
                self.enter(same);
                self.jump(join, span);
                self.enter(join);
            }
            let which = self.written_spot(union, spot);
            let ty = IntTy::unsigned(16);
            let value = self.b.exprs.int(ty, i128::from(field) + 1);
            self.store_plain(&which, &Value::Int(value), span);
        }
    }

    pub fn is_written_cell(&self, node: NodeId) -> bool {
        matches!(self.points.nodes.get(node).parent, Some((_, Step::Field(WRITTEN))))
    }

    /// Visits the cells in which a union is stored: its bits, or the one that says which member was written. True when there is
    /// nothing else to visit.
    pub fn visit_overlay(&mut self, spot: &Spot, visit: &mut dyn FnMut(&mut Self, &Spot)) -> bool {
        let types = &self.unit.types;
        let (node, is_all) = match overlay(types, self.points.nodes.get(spot.node).ty) {
            Overlay::Bits(word) => (self.points.nodes.bits(spot.node, word), true),
            Overlay::Members => (self.points.nodes.written(spot.node, types), false),
        };
        visit(self, &Spot { node, ..spot.clone() });
        is_all
    }

    /// Copies a union, all members of it.
    pub fn copy_union(&mut self, to: &Spot, from: &Spot, ty: TyId, span: Span) {
        let unit = self.unit;
        let outside = self.points.nodes.enclosing(from.node, &unit.types);
        let around = self.points.nodes.enclosing(to.node, &unit.types);
        if outside.bits.is_some() || around.bits.is_some() {
            return self.unsupported("copy of a union inside a union", span);
        }
        if !outside.members.is_empty() {
            let written = self.is_written(&outside.members, from);
            let other = self.b.exprs.not(written);
            let what = "copy of a union inside a member that is not the one last written".into();
            self.unless(other, heureka_ir::LocKind::Unsupported { what }, span);
        }
        self.write_members(to, &around, span);
        self.copy_overlay(to, from, ty, span);
    }

    /// Copies cells of unions and of what is in them, whatever was written last.
    fn copy_overlay(&mut self, to: &Spot, from: &Spot, ty: TyId, span: Span) {
        let unit = self.unit;
        let types = &unit.types;
        let cell = |spot: &Spot, node: NodeId| Spot { node, ..spot.clone() };
        match *types.get(ty) {
            CType::Record(record) => {
                if types.record(record).is_union {
                    let (a, b) = match overlay(types, ty) {
                        Overlay::Bits(word) => {
                            (self.points.nodes.bits(to.node, word), self.points.nodes.bits(from.node, word))
                        }
                        Overlay::Members => {
                            (self.points.nodes.written(to.node, types), self.points.nodes.written(from.node, types))
                        }
                    };
                    let inner = self.points.nodes.get(a).ty;
                    let value = self.load_plain(&cell(from, b), inner, span);
                    self.store_plain(&cell(to, a), &value, span);
                    if overlay(types, ty) != Overlay::Members {
                        return;
                    }
                }
                for (at, field) in types.record(record).fields.iter().flatten().enumerate() {
                    let a = self.points.nodes.field(to.node, at as u32, types);
                    let b = self.points.nodes.field(from.node, at as u32, types);
                    if let (Some(a), Some(b)) = (a, b) {
                        self.copy_overlay(&cell(to, a), &cell(from, b), field.ty, span);
                    }
                }
            }
            CType::Array { elem, len: Len::Const(len) } => {
                let count = self.offset(len as i128);
                let a = self.points.nodes.element(to.node, types);
                let b = self.points.nodes.element(from.node, types);
                if let (Some(a), Some(b)) = (a, b) {
                    self.repeat(count, span, |this, index| {
                        let (mut to, mut from) = (cell(to, a), cell(from, b));
                        to.indices.push(index);
                        from.indices.push(index);
                        this.copy_overlay(&to, &from, elem, span);
                    });
                }
            }
            CType::Array { .. } => self.unsupported("copy of a union with an array without a length", span),
            _ => {
                let value = self.load_plain(from, ty, span);
                self.store_plain(to, &value, span);
            }
        }
    }

    /// A string that initialises characters in a union; `spot` is that of the elements, without their index.
    pub fn initialise_string_in_union(&mut self, spot: &Spot, len: Len, units: &[u32], span: Span) {
        let len = if let Len::Const(len) = len { len as usize } else { units.len() };
        if len > LONGEST_STRING {
            return self.unsupported("a long string in a union", span);
        }
        let ty = self.int_ty(self.points.nodes.get(spot.node).ty);
        for at in 0..len {
            let mut cell = spot.clone();
            cell.indices.push(self.offset(at as i128));
            let unit = units.get(at).copied().unwrap_or(0);
            let value = self.b.exprs.int(ty, ty.wrap(unit.into()));
            self.store_spot(&cell, &Value::Int(value), span);
        }
    }

    // Bits.

    /// Where a scalar lies in its union. An index outside of an array in the union is a fault; `None` when it surely is.
    fn position(&mut self, union: NodeId, spot: &Spot, span: Span) -> Option<Position> {
        let unit = self.unit;
        let types = &unit.types;
        let inside = self.points.nodes.path(spot.node);
        let above = self.points.nodes.path(union).len();
        let mut next = self.points.nodes.get(union).elements as usize;
        let (mut first, mut more) = (0, None);
        for &(step, parent) in &inside[above..] {
            match (step, types.get(self.points.nodes.get(parent).ty)) {
                // Parts start where the integer does.
                (Step::Field(_), CType::Int(_)) => {}
                (Step::Field(field), CType::Record(record)) => {
                    first += types.record(*record).fields.as_ref()?.get(field as usize)?.first_bit;
                }
                (Step::Element, &CType::Array { elem, len: Len::Const(len) }) => {
                    let index = self.b.exprs.cast(IntTy::OFFSET, spot.indices[next]);
                    next += 1;
                    let (zero, end) = (self.offset(0), self.offset(len as i128));
                    let below = self.b.exprs.compare(CmpOp::Lt, index, zero);
                    let beyond = self.b.exprs.compare(CmpOp::Le, end, index);
                    let outside = self.b.exprs.or(below, beyond);
                    self.unless_fault(outside, Fault::OutOfBounds, self.place_name(spot.node), span);
                    self.at?;
                    let bits = 8 * size_of(types, elem);
                    match self.b.exprs.as_const(index) {
                        Some(index) => first += index as u64 * bits,
                        None => {
                            let bits = self.offset(bits.into());
                            let term = self.b.exprs.binary(BinOp::Mul, index, bits);
                            more = Some(match more {
                                None => term,
                                Some(sum) => self.b.exprs.binary(BinOp::Add, sum, term),
                            });
                        }
                    }
                }
                _ => return None,
            }
        }
        let whole = self.points.nodes.get(spot.node).ty;
        let field = self.bit_field_ty(spot.node);
        let ty = field.or_else(|| types.int_ty(whole))?;
        let width = if field.is_some() { ty.bits().into() } else { 8 * size_of(types, whole) };
        Some(Position { first, more, ty, width })
    }

    /// The cell that holds the bits of a union, or of an integer that is accessed in parts.
    fn bits_cell(&mut self, union: NodeId, spot: &Spot) -> Option<(Cell, Spot)> {
        let types = &self.unit.types;
        if let CType::Int(_) = types.get(self.points.nodes.get(union).ty) {
            let cell = self.leaf(union).main?;
            return Some((cell, self.spot_of(union, union, spot)));
        }
        let Overlay::Bits(word) = overlay(types, self.points.nodes.get(union).ty) else { return None };
        let node = self.points.nodes.bits(union, word);
        let cell = self.leaf(node).main?;
        Some((cell, self.spot_of(node, union, spot)))
    }

    fn amount(&mut self, position: &Position) -> ExprId {
        let first = self.offset(position.first.into());
        match position.more {
            None => first,
            Some(more) if position.first == 0 => more,
            Some(more) => self.b.exprs.binary(BinOp::Add, more, first),
        }
    }

    fn read_bits(&mut self, union: NodeId, spot: &Spot, position: &Position) -> ExprId {
        let (cell, whole) = self.bits_cell(union, spot).expect("this union is stored as bits");
        let bits = self.read(cell, &whole);
        let word = IntTy::unsigned(self.b.exprs.int_ty(bits).bits());
        let bits = self.b.exprs.cast(word, bits);
        let shifted = if position.first == 0 && position.more.is_none() {
            bits
        } else {
            let amount = self.amount(position);
            self.b.exprs.binary(BinOp::Shr, bits, amount)
        };
        self.b.exprs.cast(position.ty, shifted)
    }

    fn write_bits(&mut self, union: NodeId, spot: &Spot, position: &Position, value: ExprId, span: Span) {
        let (cell, whole) = self.bits_cell(union, spot).expect("this union is stored as bits");
        let old = self.read(cell, &whole);
        let own = self.b.exprs.int_ty(old);
        let word = IntTy::unsigned(own.bits());
        let old = self.b.exprs.cast(word, old);
        let value = self.b.exprs.cast(position.ty, value);
        let value = self.b.exprs.cast(IntTy::unsigned(position.width as u8), value);
        let value = self.b.exprs.cast(word, value);
        let new = match position.more {
            Some(_) => self.with_bits_at(old, position, value),
            None => self.with_bits(old, position, value),
        };
        let new = self.b.exprs.cast(own, new);
        match cell {
            Cell::Var(var) => self.set(var, new, span),
            Cell::Array(array) => self.emit(Op::Store { array, indices: Self::indices(&whole), value: new }, span),
        }
    }

    /// The bits with a member at a known position, in words of arithmetic: what is above, the member, what is below.
    fn with_bits(&mut self, old: ExprId, position: &Position, value: ExprId) -> ExprId {
        let word = self.b.exprs.int_ty(old);
        let (first, end) = (position.first, position.first + position.width);
        let mut new = value;
        if first > 0 {
            let power = self.b.exprs.int(word, 1 << first);
            let below = self.b.exprs.binary(BinOp::Rem, old, power);
            let here = self.b.exprs.binary(BinOp::Mul, value, power);
            new = self.b.exprs.binary(BinOp::Add, here, below);
        }
        if end < u64::from(word.bits()) {
            let power = self.b.exprs.int(word, 1 << end);
            let rest = self.b.exprs.binary(BinOp::Rem, old, power);
            let above = self.b.exprs.binary(BinOp::Sub, old, rest);
            new = self.b.exprs.binary(BinOp::Add, above, new);
        }
        new
    }

    /// The bits with a member at a position that is not known before.
    fn with_bits_at(&mut self, old: ExprId, position: &Position, value: ExprId) -> ExprId {
        let word = self.b.exprs.int_ty(old);
        let amount = self.amount(position);
        let ones = self.b.exprs.int(word, word.wrap((1 << position.width) - 1));
        let all = self.b.exprs.int(word, word.max());
        let mask = self.b.exprs.binary(BinOp::Shl, ones, amount);
        let others = self.b.exprs.binary(BinOp::BitXor, mask, all);
        let kept = self.b.exprs.binary(BinOp::BitAnd, old, others);
        let here = self.b.exprs.binary(BinOp::Shl, value, amount);
        self.b.exprs.binary(BinOp::BitOr, kept, here)
    }
}
