//! Calls of functions whose meaning is known without a body.

use heureka_ir::{BinOp, CmpOp, ExprId, Fault, IntTy, LocKind, Op, Source};

use super::Lowerer;
use super::value::Value;
use crate::ctype::CType;
use crate::library::Known;
use crate::tree::{Expr, ExprKind, FuncId, Place, PlaceKind};

impl Lowerer<'_> {
    pub fn known_call(&mut self, call: &Expr, func: FuncId, known: Known, args: &[Expr], wanted: bool) -> Value {
        let span = call.span;
        let unit = self.unit;
        let name = unit.symbols.name(unit.functions[func.index()].name);
        match known {
            Known::Input => {
                args.iter().for_each(|arg| self.effect(arg));
                self.arbitrary(call.ty, &Source::Input(name.into()), span)
            }
            Known::InputMemory => {
                let Some(values) = self.known_arguments(call, args, "pi") else { return self.nothing(call.ty) };
                self.havoc_memory(&values, &Source::Input(name.into()), span);
                Value::Opaque
            }
            Known::Assume => {
                if let Some(condition) = args.first() {
                    let condition = self.condition(condition);
                    match self.b.exprs.as_bool(condition) {
                        Some(true) => {}
                        _ => self.emit(Op::Assume(condition), span),
                    }
                }
                Value::Opaque
            }
            Known::Promise => {
                // An argument with side effects is not evaluated.
                if let Some(condition) = args.first().filter(|arg| !self.has_effects(arg)) {
                    let holds = self.condition(condition);
                    let fails = self.b.exprs.not(holds);
                    self.unless_fault(fails, Fault::Unreachable, "", span);
                }
                Value::Opaque
            }
            Known::Assert => {
                if let Some(condition) = args.first() {
                    let holds = self.condition(condition);
                    let fails = self.b.exprs.not(holds);
                    // A specification is called what the user wrote.
                    let text = match args {
                        [_, text] if name == "__heureka_assert" => self.string_text(text),
                        _ => String::new(),
                    };
                    self.unless(fails, self.assertion(&text), span);
                    args[1..].iter().for_each(|arg| self.effect(arg));
                }
                Value::Opaque
            }
            Known::AssertFail => {
                let text = args.first().map_or_else(String::new, |arg| self.string_text(arg));
                self.end(self.assertion(&text), span);
                self.nothing(call.ty)
            }
            Known::Error => {
                args.iter().for_each(|arg| self.effect(arg));
                self.end(LocKind::Error { fault: Fault::ErrorCall, note: name.into() }, span);
                self.nothing(call.ty)
            }
            Known::Halt => {
                args.iter().for_each(|arg| self.effect(arg));
                if name == "exit" {
                    if !unit.destructors.is_empty() {
                        self.unsupported("`exit` in a program with destructors", span);
                    }
                    self.check_leaks(true, span);
                }
                self.end(LocKind::Halt, span);
                self.nothing(call.ty)
            }
            Known::Unreachable => {
                self.end(LocKind::Error { fault: Fault::Unreachable, note: "".into() }, span);
                self.nothing(call.ty)
            }
            Known::Malloc | Known::Calloc | Known::Realloc | Known::Alloca => {
                let shape = match known {
                    Known::Realloc => "pi",
                    Known::Calloc => "ii",
                    _ => "i",
                };
                let Some(values) = self.known_arguments(call, args, shape) else { return self.nothing(call.ty) };
                self.allocate(call, known, &values)
            }
            Known::Free => {
                let Some(values) = self.known_arguments(call, args, "p") else { return self.nothing(call.ty) };
                self.free(values[0].clone().pointer(), span);
                Value::Opaque
            }
            Known::Memset => {
                let Some(values) = self.known_arguments(call, args, "pii") else { return self.nothing(call.ty) };
                self.memset(&values, span)
            }
            Known::Memcpy => {
                let Some(values) = self.known_arguments(call, args, "ppi") else { return self.nothing(call.ty) };
                self.memcpy(&values, name.contains("memmove"), span)
            }
            Known::Scan => self.scan(call, args, name, wanted),
            Known::FillBuffer => self.fill_buffer(call, args, name, wanted),
            Known::Output => self.output(call, args, name, wanted),
            Known::NonNegative => self.bounded(call, args, name, 0, IntTy::INT.max()),
            Known::Character => self.bounded(call, args, name, -1, 255),
            Known::OverflowArithmetic => self.overflow_arithmetic(call, name, args),
            Known::Unsupported(what) => {
                args.iter().for_each(|arg| self.effect(arg));
                self.unsupported(what, span);
                self.nothing(call.ty)
            }
        }
    }

    /// The arguments as pointers (`p`) and integers (`i`): a program that declares a library function without a
    /// prototype may pass anything. `None` where there are too few.
    fn known_arguments(&mut self, call: &Expr, args: &[Expr], shape: &str) -> Option<Vec<Value>> {
        if args.len() < shape.len() {
            self.unsupported("call of a library function with too few arguments", call.span);
            return None;
        }
        let mut values = self.arguments(args);
        for (value, kind) in values.iter_mut().zip(shape.chars()) {
            let source = Source::Unmodelled("argument of another type than the function takes".into());
            *value = match (kind, value.clone()) {
                ('p', Value::Int(number)) => Value::Pointer(self.pointer_from_int(number)),
                ('p', Value::Opaque | Value::Record(_)) => Value::Pointer(self.arbitrary_pointer(source, call.span)),
                ('i', Value::Pointer(_) | Value::Opaque | Value::Record(_)) => {
                    Value::Int(self.arbitrary_int(IntTy::unsigned(64), source, call.span))
                }
                (_, value) => value,
            };
        }
        Some(values)
    }

    /// Where a failing assertion leads.
    fn assertion(&self, text: &str) -> LocKind {
        if self.options.assertions {
            LocKind::Error { fault: Fault::Assertion, note: text.into() }
        } else {
            LocKind::Halt
        }
    }

    /// The text of a string literal argument; nothing if it is none.
    fn string_text(&self, arg: &Expr) -> String {
        self.string_literal(arg).unwrap_or_default()
    }

    /// The text of a string literal.
    pub fn string_literal(&self, arg: &Expr) -> Option<String> {
        match &arg.kind {
            ExprKind::Convert(operand) => self.string_literal(operand),
            ExprKind::Decay(place) => match &**place {
                Place { kind: PlaceKind::Str(id), .. } => {
                    let units = &self.unit.strings[id.index()].units;
                    Some(units.iter().take_while(|&&unit| unit != 0).filter_map(|&unit| char::from_u32(unit)).collect())
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// A result that the program did not compute.
    fn outside(&mut self, call: &Expr, name: &str, wanted: bool) -> Value {
        if wanted { self.arbitrary(call.ty, &Source::External(name.into()), call.span) } else { Value::Opaque }
    }

    pub fn bounded(&mut self, call: &Expr, args: &[Expr], name: &str, low: i128, high: i128) -> Value {
        args.iter().for_each(|arg| self.effect(arg));
        let value = self.outside(call, name, true);
        if let Value::Int(value) = value {
            self.assume_between(value, low, high, call.span);
        }
        value
    }

    /// `__builtin_add_overflow(a, b, &result)`: stores the result cut to its type, and tells whether it was cut.
    fn overflow_arithmetic(&mut self, call: &Expr, name: &str, args: &[Expr]) -> Value {
        let span = call.span;
        let op = match name {
            _ if name.contains("add") => BinOp::Add,
            _ if name.contains("sub") => BinOp::Sub,
            _ => BinOp::Mul,
        };
        let values = self.arguments(args);
        let [Value::Int(a), Value::Int(b), Value::Pointer(result)] = &values[..] else {
            self.unsupported("overflow arithmetic of this form", span);
            return self.nothing(call.ty);
        };
        let to = self.unit.types.pointee(args[2].ty).and_then(|to| Some((to, self.unit.types.int_ty(to)?)));
        // 64 bits hold every sum of 32-bit operands, but not every product of unsigned ones.
        let narrow = |this: &Self, e: ExprId| {
            let ty = this.b.exprs.int_ty(e);
            ty.bits() < 32 || ty.bits() == 32 && (ty.is_signed() || op != BinOp::Mul)
        };
        let Some((to, to_ty)) = to.filter(|(_, ty)| ty.bits() <= 32 && narrow(self, *a) && narrow(self, *b)) else {
            self.unsupported("overflow arithmetic on 64-bit integers", span);
            return self.nothing(call.ty);
        };
        let exact = self.wide_result(op, *a, *b);
        let exact = self.hold(exact, span);
        let cut = self.b.exprs.cast(to_ty, exact);
        let spots = self.dereference(result.clone(), to, span);
        self.store(&spots, &Value::Int(cut), span);
        let back = self.b.exprs.cast(IntTy::OFFSET, cut);
        let differs = self.b.exprs.compare(CmpOp::Ne, back, exact);
        let ty = match self.unit.types.get(call.ty) {
            CType::Bool => IntTy::unsigned(1),
            _ => self.int_ty(call.ty),
        };
        Value::Int(self.bool_to_int(differs, ty))
    }

    /// The exact result: 64 bits hold that of any operation on 32-bit operands.
    fn wide_result(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        let (a, b) = (self.b.exprs.cast(IntTy::OFFSET, a), self.b.exprs.cast(IntTy::OFFSET, b));
        self.b.exprs.binary(op, a, b)
    }
}
