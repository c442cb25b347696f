//! Values during lowering: expressions of the program graph for each part of a C value.

use std::rc::Rc;

use heureka_ir::span::Span;
use heureka_ir::{CmpOp, ExprId, IntTy, Op, Source, VarId};

use super::Lowerer;
use super::storage::LeafTy;
use crate::ctype::{CType, TyId};
use crate::points_to::{FOREIGN, NULL, NodeId};

/// The value of a C expression.
#[derive(Clone, Debug)]
pub enum Value {
    Int(ExprId),
    Pointer(Pointer),
    /// A record without arrays: the values of its scalar fields in order.
    Record(Rc<[Value]>),
    /// A value that is not modelled, or none at all.
    Opaque,
}

/// A pointer: the number of the place it points to, the offset in elements (0 where absent), the instance of the object
/// (0 where absent), and the places it may point to.
#[derive(Clone, Debug)]
pub struct Pointer {
    pub object: ExprId,
    pub offset: Option<ExprId>,
    pub instance: Option<ExprId>,
    pub targets: Rc<[NodeId]>,
}

impl Value {
    pub fn int(&self) -> ExprId {
        match self {
            Value::Int(value) => *value,
            other => panic!("an integer is expected, not {other:?}"),
        }
    }

    pub fn pointer(self) -> Pointer {
        match self {
            Value::Pointer(pointer) => pointer,
            other => panic!("a pointer is expected, not {other:?}"),
        }
    }
}

impl Lowerer<'_> {
    /// The value in temporaries, so that later steps cannot change it.
    pub fn hold_value(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Int(value) => Value::Int(self.hold(value, span)),
            Value::Pointer(pointer) => Value::Pointer(self.hold_pointer(pointer, span)),
            Value::Record(fields) => {
                Value::Record(fields.iter().map(|field| self.hold_value(field.clone(), span)).collect())
            }
            Value::Opaque => Value::Opaque,
        }
    }

    pub fn hold_pointer(&mut self, pointer: Pointer, span: Span) -> Pointer {
        Pointer {
            object: self.hold(pointer.object, span),
            offset: pointer.offset.map(|offset| self.hold(offset, span)),
            instance: pointer.instance.map(|instance| self.hold(instance, span)),
            targets: pointer.targets,
        }
    }

    /// A value of the type that stands where control can never be: something of the right shape.
    pub fn nothing(&mut self, ty: TyId) -> Value {
        match self.unit.types.get(ty) {
            CType::Bool | CType::Int(_) => match self.unit.types.int_ty(ty) {
                Some(ty) => Value::Int(self.b.exprs.int(ty, 0)),
                None => Value::Opaque,
            },
            CType::Pointer { .. } => Value::Pointer(self.null()),
            CType::Record(_) => match self.field_types(ty) {
                Some(fields) => Value::Record(fields.into_iter().map(|ty| self.nothing(ty)).collect()),
                None => Value::Opaque,
            },
            _ => Value::Opaque,
        }
    }

    /// An arbitrary value of the type, because something is not modelled (or comes from outside).
    pub fn arbitrary(&mut self, ty: TyId, source: &Source, span: Span) -> Value {
        match self.unit.types.get(ty) {
            CType::Bool | CType::Int(_) => match self.unit.types.int_ty(ty) {
                Some(ty) => Value::Int(self.arbitrary_int(ty, source.clone(), span)),
                None => Value::Opaque,
            },
            CType::Pointer { .. } => Value::Pointer(self.arbitrary_pointer(source.clone(), span)),
            CType::Record(_) => match self.field_types(ty) {
                Some(fields) => Value::Record(fields.into_iter().map(|ty| self.arbitrary(ty, source, span)).collect()),
                None => Value::Opaque,
            },
            _ => Value::Opaque,
        }
    }

    pub fn arbitrary_int(&mut self, ty: IntTy, source: Source, span: Span) -> ExprId {
        let var = self.temp(ty);
        self.emit(Op::Havoc { var, source }, span);
        self.b.var_expr(var)
    }

    /// A pointer from outside: null, or to memory that is not the program's.
    pub fn arbitrary_pointer(&mut self, source: Source, span: Span) -> Pointer {
        let object = self.null_or(FOREIGN, source, span);
        Pointer { object, offset: None, instance: None, targets: [NULL, FOREIGN].into() }
    }

    /// The number of a place or of null, as the environment chooses.
    pub fn null_or(&mut self, node: NodeId, source: Source, span: Span) -> ExprId {
        let chosen = self.arbitrary_int(IntTy::unsigned(1), source, span);
        let (zero, null, number) =
            (self.b.exprs.int(IntTy::unsigned(1), 0), self.number_expr(NULL), self.number_expr(node));
        let is_null = self.b.exprs.compare(CmpOp::Eq, chosen, zero);
        self.b.exprs.ite(is_null, null, number)
    }

    /// A choice between two values of one C type.
    pub fn choose(&mut self, condition: ExprId, then: Value, otherwise: Value) -> Value {
        match (then, otherwise) {
            (Value::Int(a), Value::Int(b)) => Value::Int(self.b.exprs.ite(condition, a, b)),
            (Value::Pointer(a), Value::Pointer(b)) => Value::Pointer(self.choose_pointer(condition, a, b)),
            (Value::Record(a), Value::Record(b)) => {
                let fields = a.iter().zip(b.iter());
                Value::Record(fields.map(|(a, b)| self.choose(condition, a.clone(), b.clone())).collect())
            }
            _ => Value::Opaque,
        }
    }

    /// Sets temporaries to a value: where control flow joins, each side sets the same ones.
    pub fn set_slots(&mut self, slots: &Slots, value: &Value, span: Span) {
        let mut pairs = Vec::new();
        self.pair_up(slots, value, &mut pairs);
        if !pairs.is_empty() {
            self.emit(Op::Assign(pairs.into()), span);
        }
    }

    fn pair_up(&mut self, slots: &Slots, value: &Value, pairs: &mut Vec<(VarId, ExprId)>) {
        match (slots, value) {
            (Slots::Int(var), Value::Int(value)) => pairs.push((*var, *value)),
            (Slots::Pointer { object, offset, instance, .. }, Value::Pointer(pointer)) => {
                let zero = self.offset(0);
                pairs.push((*object, pointer.object));
                pairs.extend(offset.map(|var| (var, pointer.offset.unwrap_or(zero))));
                pairs.extend(instance.map(|var| (var, pointer.instance.unwrap_or(zero))));
            }
            (Slots::Record(slots), Value::Record(fields)) => {
                for (slot, field) in slots.iter().zip(fields.iter()) {
                    self.pair_up(slot, field, pairs);
                }
            }
            _ => {}
        }
    }

    /// Temporaries for a value of the given shape that may point to any of the targets of `a` and `b`.
    pub fn slots_for(&mut self, a: &Value, b: &Value) -> Slots {
        match (a, b) {
            (Value::Int(value), _) => Slots::Int(self.temp(self.b.exprs.int_ty(*value))),
            (Value::Pointer(a), Value::Pointer(b)) => self.pointer_slots(super::pointer::union(&a.targets, &b.targets)),
            (Value::Record(a), Value::Record(b)) => {
                Slots::Record(a.iter().zip(b.iter()).map(|(a, b)| self.slots_for(a, b)).collect())
            }
            _ => Slots::Opaque,
        }
    }

    pub fn pointer_slots(&mut self, targets: Rc<[NodeId]>) -> Slots {
        let shape = self.pointer_shape(&targets);
        Slots::Pointer {
            object: self.temp(IntTy::OBJECT),
            offset: shape.offset.then(|| self.temp(IntTy::OFFSET)),
            instance: shape.instance.then(|| self.temp(IntTy::OFFSET)),
            targets,
        }
    }

    pub fn slots_value(&mut self, slots: &Slots) -> Value {
        match slots {
            Slots::Int(var) => Value::Int(self.b.var_expr(*var)),
            Slots::Pointer { object, offset, instance, targets } => Value::Pointer(Pointer {
                object: self.b.var_expr(*object),
                offset: offset.map(|var| self.b.var_expr(var)),
                instance: instance.map(|var| self.b.var_expr(var)),
                targets: targets.clone(),
            }),
            Slots::Record(slots) => Value::Record(slots.iter().map(|slot| self.slots_value(slot)).collect()),
            Slots::Opaque => Value::Opaque,
        }
    }

    /// The variables of the slots, in the order of the parts of a value.
    pub fn slot_vars(slots: &Slots, vars: &mut Vec<VarId>) {
        match slots {
            Slots::Int(var) => vars.push(*var),
            Slots::Pointer { object, offset, instance, .. } => {
                vars.push(*object);
                vars.extend(offset);
                vars.extend(instance);
            }
            Slots::Record(slots) => slots.iter().for_each(|slot| Self::slot_vars(slot, vars)),
            Slots::Opaque => {}
        }
    }

    /// True for a type whose values are not in variables: sets, and records with arrays or unions.
    pub fn is_by_parts(&self, ty: TyId) -> bool {
        match self.unit.types.get(ty) {
            CType::Record(_) => self.field_types(ty).is_none(),
            CType::Set => true,
            _ => false,
        }
    }

    /// The types of the fields of a record without arrays or unions in it; `None` for other records.
    pub fn field_types(&self, ty: TyId) -> Option<Vec<TyId>> {
        let CType::Record(record) = *self.unit.types.get(ty) else { return None };
        let record = self.unit.types.record(record);
        if record.is_union {
            return None;
        }
        let fields = record.fields.as_ref()?;
        let flat = |ty: TyId| match self.unit.types.get(ty) {
            CType::Array { .. } => false,
            CType::Record(_) => self.field_types(ty).is_some(),
            _ => true,
        };
        fields.iter().all(|field| flat(field.ty)).then(|| fields.iter().map(|field| field.ty).collect())
    }

    /// How a scalar type is represented.
    pub fn leaf_ty(&self, node: NodeId) -> LeafTy {
        let types = &self.unit.types;
        let place = self.points.nodes.get(node);
        match types.get(place.ty) {
            CType::Bool | CType::Int(_) => match types.int_ty(place.ty) {
                Some(ty) => LeafTy::Int(self.bit_field_ty(node).unwrap_or(ty)),
                None => LeafTy::Opaque,
            },
            // What is read when another member of a union was written is not known.
            CType::Pointer { .. } if self.points.nodes.in_union(node, types) => {
                LeafTy::Pointer(super::pointer::union(self.points.targets(node), &[NULL, FOREIGN]))
            }
            CType::Pointer { .. } => LeafTy::Pointer(self.points.targets(node).into()),
            CType::Set => LeafTy::Set,
            _ => LeafTy::Opaque,
        }
    }
}

/// Variables that hold a value.
#[derive(Clone, Debug)]
pub enum Slots {
    Int(VarId),
    Pointer { object: VarId, offset: Option<VarId>, instance: Option<VarId>, targets: Rc<[NodeId]> },
    Record(Vec<Slots>),
    Opaque,
}
