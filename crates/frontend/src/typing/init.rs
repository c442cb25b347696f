//! Initialisers, flattened: nested and missing braces, designators, strings, lengths that the initialiser gives.
//!
//! A list is walked with a cursor while the aggregate is walked member by member (C11 6.7.9). Where an aggregate has no
//! braces of its own it takes as many items as it needs from the list around it. Items come out in source order; where
//! a designator goes back, the later item stands later and wins.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use heureka_ir::span::Span;

use super::assign::Purpose;
use super::types::Qualified;
use super::{Typed, Typer, layout};
use crate::ast::{self, Designator, Encoding, InitList, Initializer, StrLiteral};
use crate::ctype::{CType, Len, TyId};
use crate::diagnostic::Diagnostic;
use crate::tree::{Expr, ExprKind, Init, InitItem, InitValue, PathStep};

/// A GNU range is written out, so that it must not be too long (unless it is all zeros, which need no items).
const LONGEST_RANGE: u64 = 1 << 22;

/// An initialiser while it is flattened.
struct Flat {
    is_static: bool,
    zero_rest: bool,
    items: Vec<InitItem>,
    /// Where the walk is.
    path: Vec<PathStep>,
    /// No item so far lies behind this one.
    furthest: Vec<PathStep>,
    /// The positions of all items, once one did not lie behind those before it.
    positions: Option<BTreeSet<Box<[u64]>>>,
}

/// A position in a list of items, shared by the aggregates that take from it.
struct Cursor<'a> {
    list: &'a [ast::InitItem],
    at: usize,
    /// The designators of the current item have been followed.
    designated: bool,
    /// The value of the current item, once typed.
    typed: Option<Expr>,
}

impl<'a> Cursor<'a> {
    fn new(list: &'a [ast::InitItem]) -> Cursor<'a> {
        Cursor { list, at: 0, designated: false, typed: None }
    }

    fn current(&self) -> Option<&'a ast::InitItem> {
        self.list.get(self.at)
    }

    fn advance(&mut self) {
        self.at += 1;
        self.designated = false;
        self.typed = None;
    }

    /// Goes back to an item whose designators have been followed, to use its value again.
    fn rewind(&mut self, at: usize) {
        self.at = at;
        self.designated = true;
        self.typed = None;
    }
}

impl Flat {
    fn new(is_static: bool, zero_rest: bool) -> Flat {
        Flat { is_static, zero_rest, items: Vec::new(), path: Vec::new(), furthest: Vec::new(), positions: None }
    }

    /// True when nothing at or inside the current place was initialised before.
    fn is_fresh(&self) -> bool {
        self.items.is_empty() && self.furthest.is_empty() || path_order(&self.path, &self.furthest) == Ordering::Greater
    }

    fn push(&mut self, value: InitValue) {
        if self.is_fresh() {
            self.furthest.clone_from(&self.path);
            let is_zero = matches!(&value, InitValue::Expr(Expr { kind: ExprKind::Int(0) | ExprKind::Null, .. }));
            if is_zero && self.zero_rest {
                return;
            }
        }
        if let Some(positions) = &mut self.positions {
            positions.insert(self.path.iter().map(position).collect());
        }
        self.items.push(InitItem { path: self.path.clone().into_boxed_slice(), value });
    }

    /// Forgets what was said about the inside of the current place, which is initialised anew.
    fn restart(&mut self) {
        if self.is_fresh() {
            return;
        }
        let items = &self.items;
        let positions = self
            .positions
            .get_or_insert_with(|| items.iter().map(|item| item.path.iter().map(position).collect()).collect());
        let start: Box<[u64]> = self.path.iter().map(position).collect();
        let inside = |at: &[u64]| at.starts_with(&start);
        if positions.range(start.clone()..).next().is_some_and(|at| inside(at)) {
            positions.retain(|at| !inside(at));
            self.items.retain(|item| !item.path.starts_with(&self.path));
        }
    }

    fn finish(self) -> Init {
        Init { zero_rest: self.zero_rest, items: self.items }
    }
}

fn position(step: &PathStep) -> u64 {
    match *step {
        PathStep::Field(at) => u64::from(at),
        PathStep::Index(at) => at,
    }
}

fn path_order(a: &[PathStep], b: &[PathStep]) -> Ordering {
    a.iter().map(position).cmp(b.iter().map(position))
}

impl Typer {
    /// Types the initialiser of an object. The type comes back with the length that the initialiser gave it.
    pub(super) fn initializer(&mut self, ty: Qualified, init: &Initializer, is_static: bool) -> Typed<(TyId, Init)> {
        match init {
            Initializer::List(list) => self.init_from_list(ty, list, is_static, list.span),
            Initializer::Expr(expr) => self.init_from_expr(ty, expr, is_static),
        }
    }

    pub(super) fn init_from_list(
        &mut self,
        ty: Qualified,
        list: &InitList,
        is_static: bool,
        span: Span,
    ) -> Typed<(TyId, Init)> {
        self.check_initialisable(ty.ty, span)?;
        let mut flat = Flat::new(is_static, self.is_aggregate(ty.ty));
        let len = self.fill_braced(&mut flat, ty.ty, list)?;
        let ty = self.completed(ty.ty, len, span)?;
        Ok((ty, flat.finish()))
    }

    fn init_from_expr(&mut self, ty: Qualified, expr: &ast::Expr, is_static: bool) -> Typed<(TyId, Init)> {
        self.check_initialisable(ty.ty, expr.span)?;
        let mut flat = Flat::new(is_static, false);
        if let ast::ExprKind::CompoundLiteral(literal) = &expr.kind
            && (is_static || matches!(self.types.get(ty.ty), CType::Array { .. }))
        {
            let literal_ty = self.type_name(&literal.ty)?;
            if self.compatible(literal_ty.ty, ty.ty) {
                return self.init_from_list(ty, &literal.init, is_static, expr.span);
            }
        }
        if let CType::Array { elem, .. } = *self.types.get(ty.ty) {
            let Some(literal) = self.string_for(elem, expr) else {
                return Err(self.error(expr.span, "an array is initialised by a list in braces or by a string"));
            };
            let len = self.push_string(&mut flat, ty.ty, literal);
            flat.zero_rest = true;
            let ty = self.completed(ty.ty, len, expr.span)?;
            return Ok((ty, flat.finish()));
        }
        let value = self.used_value(expr)?;
        self.push_value(&mut flat, ty.ty, value, expr.span)?;
        Ok((ty.ty, flat.finish()))
    }

    fn check_initialisable(&mut self, ty: TyId, span: Span) -> Typed<()> {
        if self.is_variable_length(ty) {
            return Err(self.error(span, "a variable-length array cannot be initialised"));
        }
        match *self.types.get(ty) {
            CType::Array { len: Len::Unknown, .. } => Ok(()),
            _ if self.is_complete(ty) => Ok(()),
            _ => Err(self.incomplete("what is initialised", ty, span)),
        }
    }

    fn completed(&mut self, ty: TyId, len: u64, span: Span) -> Typed<TyId> {
        match *self.types.get(ty) {
            CType::Array { elem, len: Len::Unknown } => {
                self.check_array_bytes(len, self.types.size_of(elem).unwrap_or(1), span)?;
                Ok(self.types.intern(CType::Array { elem, len: Len::Const(len) }))
            }
            _ => Ok(ty),
        }
    }

    fn is_aggregate(&self, ty: TyId) -> bool {
        matches!(self.types.get(ty), CType::Array { .. } | CType::Record(_))
    }

    /// The string literal that an expression is, if it can fill an array of `elem`.
    fn string_for<'a>(&self, elem: TyId, expr: &'a ast::Expr) -> Option<&'a StrLiteral> {
        let ast::ExprKind::Str(literal) = &expr.kind else { return None };
        let fits = match literal.encoding {
            Encoding::Plain | Encoding::Utf8 => self.is_int(elem) && self.types.size_of(elem) == Some(1),
            encoding => {
                let unit = self.str_element(encoding);
                self.is_int(elem) && self.types.size_of(elem) == self.types.size_of(unit)
            }
        };
        fits.then_some(literal)
    }

    /// The number of elements that the string takes in an array without a length.
    fn push_string(&mut self, flat: &mut Flat, array: TyId, literal: &StrLiteral) -> u64 {
        let units = literal.units.len() as u64;
        if let CType::Array { len: Len::Const(len), .. } = *self.types.get(array)
            && units > len
        {
            self.warning(literal.span, "the string is longer than the array it initialises");
        }
        let id = self.add_string(literal);
        flat.restart();
        flat.push(InitValue::Str(id));
        units + 1
    }

    fn push_value(&mut self, flat: &mut Flat, ty: TyId, value: Expr, span: Span) -> Typed<()> {
        let value = self.assign_convert(value, ty, Purpose::Initialise, span)?;
        let value = if flat.is_static {
            self.reads_const_globals = true;
            let constant = self.static_value(value);
            self.reads_const_globals = false;
            match constant {
                Some(value) => value,
                None if self.is_set(ty) => {
                    let message = "a set with static storage has no initialiser: it starts empty";
                    return Err(self.error(span, message));
                }
                None => return Err(self.error(span, "the initialiser of a static object is not a constant")),
            }
        } else {
            value
        };
        flat.push(InitValue::Expr(value));
        Ok(())
    }

    /// Initialises an object from a list in braces; how far the list goes, for arrays without a length.
    fn fill_braced(&mut self, flat: &mut Flat, ty: TyId, list: &InitList) -> Typed<u64> {
        if let CType::Opaque { name: layout::VECTOR, .. } = self.types.get(ty) {
            return self.fill_vector(flat, ty, list).map(|()| 1);
        }
        if !self.is_aggregate(ty) {
            return self.fill_scalar(flat, ty, list).map(|()| 1);
        }
        if let (CType::Array { elem, .. }, [only]) = (self.types.get(ty), list.items.as_slice())
            && let (Initializer::Expr(expr), []) = (&only.value, &*only.designators)
            && let Some(literal) = self.string_for(*elem, expr)
        {
            return Ok(self.push_string(flat, ty, literal));
        }
        self.fill_aggregate(flat, ty, &mut Cursor::new(&list.items), true, &[])
    }

    /// The elements of a vector are not modelled, and neither is a vector made of them.
    fn fill_vector(&mut self, flat: &mut Flat, ty: TyId, list: &InitList) -> Typed<()> {
        let mut elements = Vec::with_capacity(list.items.len());
        for item in &list.items {
            match &item.value {
                Initializer::Expr(expr) => elements.push(self.used_value(expr)?),
                Initializer::List(inner) => return Err(self.error(inner.span, "braces around an element of a vector")),
            }
        }
        let value = self.unmodelled(layout::VECTOR, elements, ty, list.span);
        self.push_value(flat, ty, value, list.span)
    }

    /// `{ value }` for something that is not an aggregate.
    fn fill_scalar(&mut self, flat: &mut Flat, ty: TyId, list: &InitList) -> Typed<()> {
        let Some((first, rest)) = list.items.split_first() else {
            let zero = self.convert(self.int(0, self.common.int, list.span), ty);
            flat.push(InitValue::Expr(zero));
            return Ok(());
        };
        if !rest.is_empty() {
            self.warning(list.span, "excess elements in the initialiser of a scalar");
        }
        if !first.designators.is_empty() {
            return Err(self.error(list.span, "a designator in the initialiser of a scalar"));
        }
        match &first.value {
            Initializer::List(inner) => self.fill_scalar(flat, ty, inner),
            Initializer::Expr(expr) => {
                let value = self.used_value(expr)?;
                self.push_value(flat, ty, value, expr.span)
            }
        }
    }

    /// Initialises the members of an aggregate one after the other. With its own braces (`braced`) it takes all items;
    /// without, as many as it has members, and none that has a designator. `first` designates where it starts.
    fn fill_aggregate(
        &mut self,
        flat: &mut Flat,
        ty: TyId,
        cursor: &mut Cursor,
        braced: bool,
        first: &[Designator],
    ) -> Typed<u64> {
        let count = self.member_count(ty);
        let is_union = self.record_of(ty).is_some_and(|id| self.types.record(id).is_union);
        let mut first = Some(first).filter(|first| !first.is_empty());
        let (mut at, mut reached) = (0, 0);
        while let Some(item) = cursor.current() {
            let designators = match first.take() {
                Some(first) => first,
                None if cursor.designated || item.designators.is_empty() => &[],
                None if braced => &*item.designators,
                None => break,
            };
            cursor.designated |= braced;
            let (from, to, rest) = match designators.split_first() {
                None => (at, at, designators),
                Some((designator, rest)) => self.designated(ty, count, designator, rest, designators)?,
            };
            if count.is_some_and(|count| from >= count) {
                if !braced {
                    break;
                }
                self.excess(item);
                cursor.advance();
                continue;
            }
            self.fill_range(flat, ty, cursor, (from, to), rest)?;
            at = if is_union { u64::MAX } else { to + 1 };
            reached = reached.max(to + 1);
        }
        Ok(reached)
    }

    fn excess(&mut self, item: &ast::InitItem) {
        self.warning(item_span(item), "excess elements in the initialiser");
    }

    /// Initialises the members `from ..= to` from the current item (a range uses it again and again).
    fn fill_range(
        &mut self,
        flat: &mut Flat,
        ty: TyId,
        cursor: &mut Cursor,
        (from, to): (u64, u64),
        rest: &[Designator],
    ) -> Typed<()> {
        let item = cursor.at;
        for at in from..=to {
            if at > from {
                cursor.rewind(item);
            }
            let (step, member) = self.member_at(ty, at);
            flat.path.push(step);
            let (fresh, items) = (flat.is_fresh(), flat.items.len());
            self.fill_member(flat, member, cursor, rest)?;
            flat.path.pop();
            // What leaves no item where nothing was before is zero, and the rest of a range is like its start.
            if fresh && flat.zero_rest && flat.items.len() == items && to > from {
                flat.furthest.clone_from(&flat.path);
                flat.furthest.push(step_like(step, to));
                return Ok(());
            }
        }
        Ok(())
    }

    /// The members that a designator names, and the designators that remain to be followed inside.
    fn designated<'a>(
        &mut self,
        ty: TyId,
        count: Option<u64>,
        designator: &Designator,
        rest: &'a [Designator],
        all: &'a [Designator],
    ) -> Typed<(u64, u64, &'a [Designator])> {
        match designator {
            Designator::Field(name, span) => {
                let Some(record) = self.record_of(ty) else {
                    let message = format!("a field is designated in a value of type `{}`", self.type_text(ty));
                    return Err(self.error(*span, message));
                };
                let path = self.field_path(record, *name, *span)?;
                let at = u64::from(path[0]);
                // The name leads through an anonymous member, in which it is looked up again.
                Ok((at, at, if path.len() > 1 { all } else { rest }))
            }
            Designator::Index(index) => {
                let at = self.designated_index(ty, count, index)?;
                Ok((at, at, rest))
            }
            Designator::Range(low, high) => {
                let (from, to) = (self.designated_index(ty, count, low)?, self.designated_index(ty, count, high)?);
                if from > to {
                    return Err(self.error(low.span, "the range of a designator is empty"));
                }
                if to - from >= LONGEST_RANGE {
                    return Err(self.error(low.span, "the range of a designator is too long"));
                }
                Ok((from, to, rest))
            }
        }
    }

    fn designated_index(&mut self, ty: TyId, count: Option<u64>, index: &ast::Expr) -> Typed<u64> {
        let CType::Array { .. } = self.types.get(ty) else {
            let message = format!("an element is designated in a value of type `{}`", self.type_text(ty));
            return Err(self.error(index.span, message));
        };
        let at = self.integer_constant(index, "the index of a designator")?;
        match u64::try_from(at) {
            Ok(at) if count.is_none_or(|count| at < count) => Ok(at),
            _ => Err(self.report(
                Diagnostic::error(index.span, "the index of a designator lies outside of the array")
                    .with_label(format!("its value is {at}")),
            )),
        }
    }

    /// Initialises one member from the current item.
    fn fill_member(&mut self, flat: &mut Flat, ty: TyId, cursor: &mut Cursor, rest: &[Designator]) -> Typed<()> {
        if !rest.is_empty() {
            if !self.is_aggregate(ty) {
                let span = match &rest[0] {
                    Designator::Field(_, span) => *span,
                    Designator::Index(index) | Designator::Range(index, _) => index.span,
                };
                return Err(self.error(span, "a designator leads into something that is not an aggregate"));
            }
            return self.fill_aggregate(flat, ty, cursor, false, rest).map(drop);
        }
        let item = cursor.current().expect("the caller has looked at the item");
        if let (CType::Array { len: Len::Unknown, .. }, false) = (self.types.get(ty), flat.is_static) {
            return Err(self.error(item_span(item), "only a static object can initialise a flexible array member"));
        }
        let expr = match &item.value {
            Initializer::List(list) => {
                flat.restart();
                self.fill_braced(flat, ty, list)?;
                cursor.advance();
                return Ok(());
            }
            Initializer::Expr(expr) => expr,
        };
        match *self.types.get(ty) {
            CType::Array { elem, .. } => match self.string_for(elem, expr) {
                Some(literal) => {
                    self.push_string(flat, ty, literal);
                    cursor.advance();
                    Ok(())
                }
                None => self.fill_aggregate(flat, ty, cursor, false, &[]).map(drop),
            },
            CType::Record(_) => self.fill_record(flat, ty, cursor, expr),
            _ => {
                let value = match cursor.typed.take() {
                    Some(value) => value,
                    None => self.used_value(expr)?,
                };
                self.push_value(flat, ty, value, expr.span)?;
                cursor.advance();
                Ok(())
            }
        }
    }

    /// A record member without braces: a record value fills it whole, anything else its first scalar.
    fn fill_record(&mut self, flat: &mut Flat, ty: TyId, cursor: &mut Cursor, expr: &ast::Expr) -> Typed<()> {
        if let (ast::ExprKind::CompoundLiteral(literal), true) = (&expr.kind, flat.is_static)
            && self.type_name(&literal.ty)?.ty == ty
        {
            flat.restart();
            self.fill_braced(flat, ty, &literal.init)?;
            cursor.advance();
            return Ok(());
        }
        let value = match cursor.typed.take() {
            Some(value) => value,
            // A string can only fill an array further in.
            None if matches!(expr.kind, ast::ExprKind::Str(_)) => {
                return self.fill_aggregate(flat, ty, cursor, false, &[]).map(drop);
            }
            None => self.used_value(expr)?,
        };
        if value.ty == ty {
            flat.restart();
            self.push_value(flat, ty, value, expr.span)?;
            cursor.advance();
            return Ok(());
        }
        cursor.typed = Some(value);
        self.fill_aggregate(flat, ty, cursor, false, &[]).map(drop)
    }

    /// The number of members; `None` for an array without a length. A union takes one value, for any member.
    fn member_count(&self, ty: TyId) -> Option<u64> {
        match *self.types.get(ty) {
            CType::Array { len: Len::Const(len), .. } => Some(len),
            CType::Record(id) => Some(self.types.record(id).fields.as_ref().map_or(0, Vec::len) as u64),
            _ => None,
        }
    }

    fn member_at(&self, ty: TyId, at: u64) -> (PathStep, TyId) {
        match *self.types.get(ty) {
            CType::Array { elem, .. } => (PathStep::Index(at), elem),
            CType::Record(id) => {
                let fields = self.types.record(id).fields.as_ref().expect("an initialised record is complete");
                (PathStep::Field(at as u32), fields[at as usize].ty)
            }
            _ => unreachable!("only aggregates have members"),
        }
    }
}

fn item_span(item: &ast::InitItem) -> Span {
    match &item.value {
        Initializer::Expr(expr) => expr.span,
        Initializer::List(list) => list.span,
    }
}

fn step_like(step: PathStep, at: u64) -> PathStep {
    match step {
        PathStep::Field(_) => PathStep::Field(at as u32),
        PathStep::Index(_) => PathStep::Index(at),
    }
}
