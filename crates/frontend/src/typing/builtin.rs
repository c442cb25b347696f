//! Functions that the compiler knows without a declaration: `__builtin_…`, `__sync_…`, `__atomic_…`, and the standard
//! library's when its header is missing.
//!
//! Most become calls of a function of that name, declared on demand (for `__builtin_memcpy` and its like, the library
//! function); lowering knows what they do. Those that are about types or evaluation are resolved here.

use heureka_ir::span::Span;

use super::expr::comma;
use super::function::FunctionInfo;
use super::layout;
use super::library::{SIGNATURES, Signature};
use super::scope::Entry;
use super::{Typed, Typer};
use crate::ast::{self, FloatKind, IntKind};
use crate::ctype::{CType, FunctionType, TyId};
use crate::symbol::Symbol;
use crate::tree::{Callee, Expr, ExprKind, FuncId, PlaceKind, Stmt, StmtKind};

impl Typer {
    /// The call of a builtin; `None` when the name is none.
    pub(super) fn builtin_call(&mut self, name: Symbol, call: &ast::Call, span: Span) -> Option<Typed<Expr>> {
        let text = self.name(name).to_owned();
        if text.starts_with("__sync_") || text.starts_with("__atomic_") {
            return Some(self.atomic_builtin(name, &text, call, span));
        }
        if let ("__heureka_integer", [value]) = (text.as_str(), call.args.as_slice()) {
            return Some(self.number_of_specification(value));
        }
        let builtin = text.strip_prefix("__builtin_")?;
        Some(match (builtin, call.args.as_slice()) {
            ("expect", [value, _]) | ("expect_with_probability", [value, _, _]) => self.expect(value, call, span),
            ("constant_p", [value]) => self.constant_p(value, span),
            ("va_start" | "va_end" | "va_copy" | "prefetch" | "c23_va_start", args) => self.no_effect(args, span),
            ("object_size" | "dynamic_object_size", [pointer, kind]) => self.object_size(pointer, kind, span),
            ("assume_aligned", [pointer, ..]) => {
                self.used_value(pointer).map(|pointer| self.convert(pointer, self.common.void_pointer))
            }
            ("alloca_with_align", [size, _]) => self.alloca(size, call, span),
            ("classify_type", [value]) => self.classify_type(value, span),
            (name_of_kind, args) if float_result(name_of_kind).is_some() => {
                let kind = float_result(name_of_kind).expect("just checked");
                let ty = self.float_type(kind);
                self.unmodelled_call(layout::FLOATING, args, ty, span)
            }
            (test, args) if is_float_test(test) => self.unmodelled_call(layout::FLOATING, args, self.common.int, span),
            (operation, _) if operation.ends_with("_overflow") || operation.ends_with("_overflow_p") => {
                self.overflow_builtin(name, operation, call, span)
            }
            _ => self.named_builtin(name, builtin, call, span),
        })
    }

    /// A value of the program in a specification, where numbers have no bounds: the widest signed type holds it.
    fn number_of_specification(&mut self, value: &ast::Expr) -> Typed<Expr> {
        let wide = self.int_type(IntKind::LongLong);
        let typed = self.used_value(value)?;
        let fits = self.types.int_ty(typed.ty).is_some_and(|ty| ty.bits() < 64 || ty.is_signed());
        if !fits {
            let message = format!(
                "a specification speaks of integers of up to 63 bits and a sign, not of `{}`",
                self.type_text(typed.ty)
            );
            return Err(self.error(value.span, message));
        }
        Ok(self.convert(typed, wide))
    }

    /// `__builtin_expect`: the value, as a `long`.
    fn expect(&mut self, value: &ast::Expr, call: &ast::Call, span: Span) -> Typed<Expr> {
        let long = self.int_type(IntKind::Long);
        let value = self.used_value(value)?;
        let mut result = Expr { span, ..self.convert(value, long) };
        for hint in &call.args[1..] {
            let hint = self.used_value(hint)?;
            if self.has_effects(&hint) {
                result = comma(hint, result, span);
            }
        }
        Ok(result)
    }

    fn constant_p(&mut self, value: &ast::Expr, span: Span) -> Typed<Expr> {
        let operand = self.unevaluated(value)?;
        let value = self.rvalue(operand)?;
        let is_string = matches!(&value.kind, ExprKind::Decay(place) if matches!(place.kind, PlaceKind::Str(_)));
        let known = is_string || self.constant_int(&value).is_some() || self.float_value(&value).is_some();
        Ok(self.int(i128::from(known), self.common.int, span))
    }

    /// gcc's numbers for the kinds of types.
    fn classify_type(&mut self, value: &ast::Expr, span: Span) -> Typed<Expr> {
        let operand = self.unevaluated(value)?;
        let value = self.rvalue(operand)?;
        let class = match self.types.get(value.ty) {
            CType::Void => 0,
            CType::Pointer { .. } => 5,
            CType::Opaque { name: layout::FLOATING, .. } => 8,
            CType::Opaque { name: layout::COMPLEX, .. } => 9,
            CType::Record(id) => {
                if self.types.record(*id).is_union {
                    13
                } else {
                    12
                }
            }
            _ => 1,
        };
        Ok(self.int(class, self.common.int, span))
    }

    /// The arguments are evaluated, and nothing happens.
    fn no_effect(&mut self, args: &[ast::Expr], span: Span) -> Typed<Expr> {
        let mut result = self.convert(self.int(0, self.common.int, span), self.common.void);
        for arg in args.iter().rev() {
            let arg = self.value(arg)?;
            if self.has_effects(&arg) {
                result = comma(arg, result, span);
            }
        }
        Ok(result)
    }

    /// How much a compiler knows of an object differs from one to the next: the value is not modelled.
    fn object_size(&mut self, pointer: &ast::Expr, kind: &ast::Expr, span: Span) -> Typed<Expr> {
        self.unevaluated(pointer)?;
        self.integer_constant(kind, "the kind of object size")?;
        Ok(self.unmodelled("what a compiler knows of the size of an object", Vec::new(), self.common.size, span))
    }

    fn alloca(&mut self, size: &ast::Expr, call: &ast::Call, span: Span) -> Typed<Expr> {
        let size = self.used_value(size)?;
        let size = self.convert(size, self.common.size);
        let name = self.symbols.intern("alloca");
        let id = self.library_function(name, call.callee.span).expect("alloca is in the library");
        let kind = ExprKind::Call { callee: Callee::Direct(id), args: vec![size] };
        Ok(Expr { kind, ty: self.common.void_pointer, span })
    }

    fn unmodelled_call(&mut self, what: &'static str, args: &[ast::Expr], ty: TyId, span: Span) -> Typed<Expr> {
        let args: Typed<Vec<Expr>> = args.iter().map(|arg| self.value(arg)).collect();
        Ok(self.unmodelled(what, args?, ty, span))
    }

    /// A builtin with a fixed type: the library function of that name, or a function called as the builtin is.
    fn named_builtin(&mut self, name: Symbol, builtin: &str, call: &ast::Call, span: Span) -> Typed<Expr> {
        let plain = self.symbols.intern(builtin);
        let id = match self.scopes.linked(plain) {
            // Programs have functions of that name which mean something else.
            _ if builtin == "assume" => None,
            Some((Entry::Function(id), _)) => Some(id),
            _ => self.library_function(plain, call.callee.span),
        };
        let id = id.or_else(|| self.library_function(name, call.callee.span));
        match id {
            Some(id) => {
                let callee = self.function_pointer(id, call.callee.span);
                let result = self.call_pointer(callee, call, span)?;
                Ok(self.folded_bits(builtin, &result).unwrap_or(result))
            }
            None => {
                let ty = if builtin.starts_with("ia32_") {
                    self.types.intern(CType::Opaque { name: layout::VECTOR, bytes: 16 })
                } else {
                    self.common.int
                };
                let value = self.unmodelled_call("compiler builtin", &call.args, ty, span)?;
                let ExprKind::Unmodelled { operands, .. } = &value.kind else { return Ok(value) };
                if !operands.iter().any(|operand| self.types.is_pointer(operand.ty)) {
                    return Ok(value);
                }
                // Nobody knows what it writes.
                let unknown = Stmt { kind: StmtKind::Unsupported { what: "compiler builtin" }, span };
                Ok(Expr { ty, span, kind: ExprKind::Block { stmts: vec![unknown], result: Some(Box::new(value)) } })
            }
        }
    }

    /// A bit-counting builtin of a constant, which is constant too.
    fn folded_bits(&self, builtin: &str, result: &Expr) -> Option<Expr> {
        let ExprKind::Call { args, .. } = &result.kind else { return None };
        let [arg] = args.as_slice() else { return None };
        let ty = self.types.int_ty(arg.ty)?;
        let value = self.constant_int(arg)?;
        let width = u32::from(ty.bits());
        // The bits of the value, those above the width zero.
        let bits = (value as u128) << (128 - width) >> (128 - width);
        let name = builtin.trim_end_matches('l');
        let folded = match name {
            "clz" if bits != 0 => bits.leading_zeros() - (128 - width),
            "ctz" if bits != 0 => bits.trailing_zeros(),
            "ffs" => {
                if bits == 0 {
                    0
                } else {
                    bits.trailing_zeros() + 1
                }
            }
            "popcount" => bits.count_ones(),
            "parity" => bits.count_ones() % 2,
            "clrsb" => {
                let same = if value < 0 { !value } else { value } as u128;
                same.leading_zeros() - (128 - width) - 1
            }
            "bswap16" | "bswap32" | "bswap64" => {
                let swapped = bits.swap_bytes() >> (128 - width);
                return Some(self.int(swapped as i128, result.ty, result.span));
            }
            _ => return None,
        };
        Some(self.int(i128::from(folded), result.ty, result.span))
    }

    /// A function of the standard library (or a builtin with its full name), declared now unless it already is.
    pub(super) fn library_function(&mut self, name: Symbol, span: Span) -> Option<FuncId> {
        if let Some((Entry::Function(id), _)) = self.scopes.linked(name) {
            return Some(id);
        }
        let text = self.name(name);
        let at = SIGNATURES.binary_search_by(|signature| signature.name.cmp(text)).ok()?;
        let signature = &SIGNATURES[at];
        let ty = self.signature_type(signature);
        let id = self.add_function(name, ty, span, FunctionInfo::IMPLICIT);
        let function = &mut self.functions[id.index()];
        (function.noreturn, function.in_system_header) = (signature.noreturn, true);
        Some(id)
    }

    fn signature_type(&mut self, signature: &Signature) -> TyId {
        let mut codes = signature.types.chars();
        let result = self.signature_code(codes.next().expect("a signature has a result"));
        let variadic = signature.types.ends_with('.');
        let params = codes.filter(|&code| code != '.').map(|code| self.signature_code(code)).collect();
        self.types.intern(CType::Function(FunctionType { result, params, variadic, prototyped: true }))
    }

    fn signature_code(&mut self, code: char) -> TyId {
        match code {
            'v' => self.common.void,
            'b' => self.common.bool,
            'i' => self.common.int,
            'u' => self.common.uint,
            'h' => self.int_type(IntKind::UShort),
            'l' => self.int_type(IntKind::Long),
            'L' => self.int_type(IntKind::ULong),
            'q' => self.int_type(IntKind::LongLong),
            'Q' => self.int_type(IntKind::ULongLong),
            'z' => self.common.size,
            'p' => self.common.void_pointer,
            'P' => self.pointer_to(self.common.void, true),
            's' => self.pointer_to(self.common.char, false),
            'S' => self.pointer_to(self.common.char, true),
            'f' => self.float_type(FloatKind::Float),
            'd' => self.common.double,
            'D' => self.float_type(FloatKind::LongDouble),
            'a' => {
                let bytes = layout::va_list_bytes(self.types.model);
                self.types.intern(CType::Opaque { name: layout::VA_LIST, bytes })
            }
            _ => unreachable!("the table uses the codes above"),
        }
    }

    /// `__builtin_add_overflow(a, b, &result)`: the operands keep their own types, which decide.
    fn overflow_builtin(&mut self, name: Symbol, operation: &str, call: &ast::Call, span: Span) -> Typed<Expr> {
        if call.args.len() != 3 {
            return Err(self.error(span, format!("`__builtin_{operation}` takes three arguments")));
        }
        let mut args = Vec::with_capacity(3);
        for arg in &call.args {
            args.push(self.used_value(arg)?);
        }
        if let Some(ty) = self.overflow_operand(operation) {
            for arg in &mut args[..2] {
                let value = std::mem::replace(arg, self.int(0, self.common.int, span));
                *arg = self.convert(value, ty);
            }
        }
        Ok(self.generic_builtin(name, args, self.common.bool, span))
    }

    /// The operand type of the variants that fix it, such as `saddl_overflow`.
    fn overflow_operand(&mut self, operation: &str) -> Option<TyId> {
        let typed = operation.strip_suffix("_overflow")?;
        let (unsigned, rest) = match typed.split_at_checked(1)? {
            ("s", rest) => (false, rest),
            ("u", rest) => (true, rest),
            _ => return None,
        };
        let length = ["add", "sub", "mul"].iter().find_map(|operator| rest.strip_prefix(operator))?;
        let kind = match (length, unsigned) {
            ("", false) => IntKind::Int,
            ("", true) => IntKind::UInt,
            ("l", false) => IntKind::Long,
            ("l", true) => IntKind::ULong,
            ("ll", false) => IntKind::LongLong,
            ("ll", true) => IntKind::ULongLong,
            _ => return None,
        };
        Some(self.int_type(kind))
    }

    /// `__sync_…` and `__atomic_…`: operands have the type that the first one points to, and so has the result unless
    /// the operation only says whether it worked, or nothing.
    fn atomic_builtin(&mut self, name: Symbol, text: &str, call: &ast::Call, span: Span) -> Typed<Expr> {
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            args.push(self.used_value(arg)?);
        }
        let pointee = args.first().and_then(|first| self.types.pointee(first.ty));
        let takes_pointer = !["synchronize", "fence", "lock_free"].iter().any(|part| text.contains(part));
        if takes_pointer && pointee.is_none() {
            return Err(self.error(span, format!("the first argument of `{text}` is a pointer")));
        }
        let by_value = text.starts_with("__sync_") || text.ends_with("_n") || text.contains("fetch");
        if let Some(ty) = pointee.filter(|&ty| by_value && self.is_scalar(ty)) {
            let operands = args.len().min(if text.contains("compare") { 3 } else { 2 });
            for arg in &mut args[1..operands] {
                if self.is_scalar(arg.ty) && !(text.starts_with("__atomic_") && self.is_pointer(arg.ty)) {
                    let value = std::mem::replace(arg, self.int(0, self.common.int, span));
                    *arg = self.convert(value, ty);
                }
            }
        }
        let is_test = ["bool_compare", "atomic_compare_exchange", "test_and_set", "is_lock_free", "always_lock_free"];
        let is_fence = ["synchronize", "fence", "lock_release", "atomic_clear", "store"];
        let by_pointer = matches!(text, "__atomic_load" | "__atomic_exchange");
        let result = if text == "__sync_lock_test_and_set" {
            pointee.unwrap_or(self.common.int)
        } else if is_test.iter().any(|part| text.contains(part)) {
            self.common.bool
        } else if by_pointer || is_fence.iter().any(|part| text.contains(part)) {
            self.common.void
        } else {
            pointee.unwrap_or(self.common.int)
        };
        Ok(self.generic_builtin(name, args, result, span))
    }

    /// A call of a function that exists once for each result type and takes anything.
    fn generic_builtin(&mut self, name: Symbol, args: Vec<Expr>, result: TyId, span: Span) -> Expr {
        let id = match self.generic_builtins.get(&(name, result)) {
            Some(&id) => id,
            None => {
                let function = FunctionType { result, params: Box::default(), variadic: false, prototyped: false };
                let ty = self.types.intern(CType::Function(function));
                let id = self.add_function(name, ty, span, FunctionInfo::IMPLICIT);
                self.functions[id.index()].in_system_header = true;
                self.generic_builtins.insert((name, result), id);
                id
            }
        };
        Expr { kind: ExprKind::Call { callee: Callee::Direct(id), args }, ty: result, span }
    }
}

/// The type of builtins that make a floating value from nothing.
fn float_result(builtin: &str) -> Option<FloatKind> {
    let stem = ["huge_val", "inf", "nans", "nan"].into_iter().find(|stem| builtin.starts_with(stem))?;
    Some(match &builtin[stem.len()..] {
        "" => FloatKind::Double,
        "f" => FloatKind::Float,
        "l" => FloatKind::LongDouble,
        "f128" => FloatKind::Float128,
        "f16" => FloatKind::Float16,
        "f32" => FloatKind::Float32,
        "f64" => FloatKind::Float64,
        "f32x" => FloatKind::Float32x,
        "f64x" => FloatKind::Float64x,
        _ => return None,
    })
}

/// Tests of floating values, which take any floating type.
fn is_float_test(builtin: &str) -> bool {
    let names = [
        "isnan",
        "isinf",
        "isinf_sign",
        "isfinite",
        "isnormal",
        "signbit",
        "signbitf",
        "signbitl",
        "fpclassify",
        "isgreater",
        "isgreaterequal",
        "isless",
        "islessequal",
        "islessgreater",
        "isunordered",
        "issignaling",
        "iseqsig",
    ];
    names.contains(&builtin)
}
