//! Types as C text, for messages.

use super::Typer;
use super::layout;
use crate::ast::IntKind;
use crate::ctype::{CType, DataModel, Len, TyId, Types};

impl Typer {
    pub(super) fn type_text(&self, ty: TyId) -> String {
        self.types.text(ty)
    }
}

impl Types {
    /// The type as one would write it in a cast.
    pub fn text(&self, ty: TyId) -> String {
        self.declare_text(ty, String::new())
    }

    /// Writes a declaration of `inner` (a declarator, perhaps empty) with the type.
    fn declare_text(&self, ty: TyId, inner: String) -> String {
        match self.get(ty) {
            CType::Pointer { to, to_const } => {
                let inner = match self.get(*to) {
                    CType::Array { .. } | CType::Function(_) => format!("(*{inner})"),
                    _ => format!("*{inner}"),
                };
                let text = self.declare_text(*to, inner);
                match self.get(*to) {
                    CType::Pointer { .. } | CType::Array { .. } | CType::Function(_) => text,
                    _ if *to_const => format!("const {text}"),
                    _ => text,
                }
            }
            CType::Array { elem, len } => {
                let len = match len {
                    Len::Const(len) => len.to_string(),
                    Len::Variable(_) => "*".to_owned(),
                    Len::Unknown => String::new(),
                };
                self.declare_text(*elem, format!("{inner}[{len}]"))
            }
            CType::Function(function) => {
                let mut params: Vec<String> = function.params.iter().map(|&param| self.text(param)).collect();
                if function.variadic {
                    params.push("...".to_owned());
                } else if function.prototyped && params.is_empty() {
                    params.push("void".to_owned());
                }
                self.declare_text(function.result, format!("{inner}({})", params.join(", ")))
            }
            base => {
                let name = match base {
                    CType::Void => "void",
                    CType::Bool => "_Bool",
                    CType::Set => "Set",
                    CType::Int(kind) => int_name(*kind),
                    CType::Opaque { name, bytes } => self.opaque_name(name, *bytes),
                    CType::Record(id) => &self.record(*id).name,
                    _ => unreachable!("derived types are above"),
                };
                if inner.is_empty() || inner.starts_with('[') {
                    format!("{name}{inner}")
                } else {
                    format!("{name} {inner}")
                }
            }
        }
    }

    fn opaque_name(&self, name: &'static str, bytes: u64) -> &'static str {
        match (name, bytes, self.model) {
            (layout::FLOATING, 2, _) => "_Float16",
            (layout::FLOATING, 4, _) => "float",
            (layout::FLOATING, 8, _) => "double",
            (layout::FLOATING, 16, DataModel::Ilp32) => "_Float128",
            (layout::FLOATING, ..) => "long double",
            (layout::COMPLEX, 8, _) => "float _Complex",
            (layout::COMPLEX, 16, _) => "double _Complex",
            (layout::COMPLEX, ..) => "long double _Complex",
            (layout::WIDE_INTEGER, ..) => "__int128",
            (layout::VA_LIST, ..) => "va_list",
            _ => "vector",
        }
    }
}

fn int_name(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Char => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned int",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
    }
}
