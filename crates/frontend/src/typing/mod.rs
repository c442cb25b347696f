//! Typing: the syntax tree to the typed tree.
//!
//! One pass over the unit in source order. C is typed as gcc types it in its default mode: what gcc warns about is a
//! warning here, what it refuses is an error. After an error the enclosing statement or declaration is skipped and
//! typing goes on, so that one run reports several mistakes; a name whose declaration failed is known to be broken and
//! is never complained about again. Functions return [`Reported`] once their complaint is recorded.
//!
//! The pass recurses as deep as the program nests and sees to its own stack. The drop of its result goes as deep: keep
//! everything that holds a [`tree::Unit`] of an unknown program inside [`crate::with_large_stack`].

mod address;
mod assign;
mod attribute;
mod bit_field;
mod builtin;
mod call;
mod compatible;
mod condition;
mod constant;
mod convert;
mod declare;
mod definition;
mod display;
mod enumeration;
mod expr;
mod float;
mod function;
mod init;
mod jump;
mod layout;
mod library;
mod literal;
mod member;
mod operator;
mod prototype;
mod query;
mod record;
mod scope;
mod sets;
mod stmt;
mod types;
mod unset;

use std::collections::{HashMap, HashSet};

use heureka_ir::span::{Files, Span};

use self::declare::GlobalInfo;
use self::definition::FunctionState;
use self::function::FunctionInfo;
use self::record::RecordInfo;
use self::scope::Scopes;
use self::sets::Sets;
use crate::ast;
use crate::ctype::{CType, DataModel, RecordId, TyId, Types};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::stack::with_large_stack;
use crate::symbol::{Interner, Symbol};
use crate::tree::{self, Expr, Function, Global, Str};

/// Errors reported before typing gives up on the rest of the unit.
const MOST_ERRORS: usize = 20;
/// Warnings kept; the rest would bury them.
const MOST_WARNINGS: usize = 200;

/// What typing needs to know besides the program.
#[derive(Clone, Copy, Debug, Default)]
pub struct TypingOptions {
    pub model: DataModel,
}

/// Types a unit. The warnings come with the result; when there are errors, they are all there is.
pub fn type_unit(
    unit: ast::TranslationUnit,
    options: &TypingOptions,
) -> Result<(tree::Unit, Vec<Diagnostic>), Diagnostics> {
    with_large_stack(|| {
        let ast::TranslationUnit { items, symbols, files, system_headers, warnings, .. } = unit;
        let sets = Sets::declared(&items, &symbols);
        let mut typer = Typer::new(options.model, symbols, system_headers, sets);
        warnings.into_iter().for_each(|warning| typer.warn(warning));
        for item in &items {
            typer.item(item);
            if typer.errors >= MOST_ERRORS {
                break;
            }
        }
        drop(items);
        typer.finish(files)
    })
}

/// A complaint about this was recorded: the caller gives up on what it was doing, silently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reported;

type Typed<T> = Result<T, Reported>;

/// The state of the pass.
struct Typer {
    types: Types,
    common: CommonTypes,
    symbols: Interner,
    system_headers: Vec<bool>,
    /// The names that mean sets, where the program declares them.
    sets: Option<Sets>,
    scopes: Scopes,
    /// What typing knows of records beyond [`Types::records`], by the same index.
    record_info: Vec<RecordInfo>,
    /// Some record has a bit-field between `int` and eight bytes.
    has_wide_bit_fields: bool,
    /// Where a name leads in a record: to the field of that name, or to the anonymous member that has it.
    fields: HashMap<(RecordId, Symbol), u32>,
    globals: Vec<Global>,
    global_info: Vec<GlobalInfo>,
    functions: Vec<Function>,
    function_info: Vec<FunctionInfo>,
    constructors: Vec<tree::FuncId>,
    destructors: Vec<tree::FuncId>,
    strings: Vec<Str>,
    /// The function whose body (or parameter list) is being typed.
    current: Option<FunctionState>,
    /// How many parameter lists of mere prototypes enclose what is being typed.
    prototypes: u32,
    /// Assignments of the lengths of variable-length array types met since the last time they were taken. Whoever
    /// types a declarator or type name takes them and places them before the use of the type.
    lengths: Vec<Expr>,
    /// As in gcc, the initialiser of a static object may read const globals that are initialised before it.
    reads_const_globals: bool,
    /// Undeclared names that the current function has been told of.
    undeclared: HashSet<Symbol>,
    /// Builtins whose type depends on the call, by name and result.
    generic_builtins: HashMap<(Symbol, TyId), tree::FuncId>,
    diagnostics: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

/// The types that the rules of the language mention, interned once.
struct CommonTypes {
    void: TyId,
    bool: TyId,
    char: TyId,
    int: TyId,
    uint: TyId,
    /// `size_t`.
    size: TyId,
    ptrdiff: TyId,
    wchar: TyId,
    char16: TyId,
    char32: TyId,
    void_pointer: TyId,
    double: TyId,
}

impl CommonTypes {
    fn new(types: &mut Types) -> CommonTypes {
        use ast::IntKind::*;
        let (size, ptrdiff, wchar) = match types.model {
            DataModel::Lp64 => (ULong, Long, Int),
            DataModel::Ilp32 => (UInt, Int, Long),
        };
        let void = types.intern(CType::Void);
        CommonTypes {
            void,
            bool: types.intern(CType::Bool),
            char: types.intern(CType::Int(Char)),
            int: types.intern(CType::Int(Int)),
            uint: types.intern(CType::Int(UInt)),
            size: types.intern(CType::Int(size)),
            ptrdiff: types.intern(CType::Int(ptrdiff)),
            wchar: types.intern(CType::Int(wchar)),
            char16: types.intern(CType::Int(UShort)),
            char32: types.intern(CType::Int(UInt)),
            void_pointer: types.intern(CType::Pointer { to: void, to_const: false }),
            double: types.intern(CType::Opaque { name: layout::FLOATING, bytes: 8 }),
        }
    }
}

impl Typer {
    fn new(model: DataModel, symbols: Interner, system_headers: Vec<bool>, sets: Option<Sets>) -> Typer {
        let mut types = Types::new(model);
        let common = CommonTypes::new(&mut types);
        Typer {
            types,
            common,
            symbols,
            system_headers,
            sets,
            scopes: Scopes::new(),
            record_info: Vec::new(),
            has_wide_bit_fields: false,
            fields: HashMap::new(),
            globals: Vec::new(),
            global_info: Vec::new(),
            functions: Vec::new(),
            function_info: Vec::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            strings: Vec::new(),
            current: None,
            prototypes: 0,
            lengths: Vec::new(),
            reads_const_globals: false,
            undeclared: HashSet::new(),
            generic_builtins: HashMap::new(),
            diagnostics: Vec::new(),
            errors: 0,
            warnings: 0,
        }
    }

    fn item(&mut self, item: &ast::Item) {
        // What fails has been reported, and the next item does not depend on it.
        let _ = match item {
            ast::Item::Function(definition) => self.function_definition(definition),
            ast::Item::Declaration(declaration) => {
                self.declaration(declaration, &mut Vec::new());
                Ok(())
            }
            ast::Item::StaticAssert(assertion) => self.static_assert(assertion),
            ast::Item::Asm(span) => {
                self.warn(Diagnostic::warning(*span, "assembly at the top level is ignored"));
                Ok(())
            }
        };
    }

    fn finish(mut self, files: Files) -> Result<(tree::Unit, Vec<Diagnostic>), Diagnostics> {
        if self.errors == 0 {
            self.complete_tentative_definitions();
        }
        if self.errors > 0 {
            self.diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
            return Err(Diagnostics { files, list: self.diagnostics });
        }
        let unit = tree::Unit {
            types: self.types,
            globals: self.globals,
            functions: self.functions,
            strings: self.strings,
            constructors: self.constructors,
            destructors: self.destructors,
            symbols: self.symbols,
            files,
            system_headers: self.system_headers,
        };
        Ok((unit, self.diagnostics))
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.errors += 1;
        if self.errors <= MOST_ERRORS {
            self.diagnostics.push(diagnostic);
        }
        Reported
    }

    fn error(&mut self, span: Span, message: impl Into<String>) -> Reported {
        self.report(Diagnostic::error(span, message))
    }

    /// Records a warning, unless the code is that of a system header.
    fn warn(&mut self, diagnostic: Diagnostic) {
        if !self.in_system_header(diagnostic.span) && self.warnings < MOST_WARNINGS {
            self.warnings += 1;
            self.diagnostics.push(diagnostic);
        }
    }

    fn warning(&mut self, span: Span, message: impl Into<String>) {
        self.warn(Diagnostic::warning(span, message));
    }

    fn in_system_header(&self, span: Span) -> bool {
        self.system_headers.get(span.file.0 as usize).copied().unwrap_or(false)
    }

    fn name(&self, symbol: Symbol) -> &str {
        self.symbols.name(symbol)
    }
}
