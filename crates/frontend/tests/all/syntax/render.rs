//! Syntax trees as short text: declarations in words, expressions with all parentheses, statements in braces.

use heureka_frontend::ast::*;
use heureka_frontend::symbol::{Interner, Symbol};

pub struct Render<'a>(pub &'a Interner);

impl Render<'_> {
    fn name(&self, symbol: Symbol) -> &str {
        self.0.name(symbol)
    }

    pub fn unit(unit: &TranslationUnit) -> Vec<String> {
        let render = Render(&unit.symbols);
        unit.items.iter().map(|item| render.item(item)).collect()
    }

    fn item(&self, item: &Item) -> String {
        match item {
            Item::Declaration(declaration) => self.declaration(declaration),
            Item::Function(function) => {
                let old: String = function.old_style_parameters.iter().map(|d| self.declaration(d) + "; ").collect();
                let declared = self.declared(&function.specifiers, &function.declarator);
                format!("{declared} {old}{}", self.block(&function.body))
            }
            Item::StaticAssert(assertion) => format!("assert {}", self.expr(&assertion.condition)),
            Item::Asm(_) => "asm".to_owned(),
        }
    }

    pub fn declaration(&self, declaration: &Declaration) -> String {
        if declaration.declarators.is_empty() {
            return self.specifiers(&declaration.specifiers);
        }
        let parts: Vec<String> = declaration
            .declarators
            .iter()
            .map(|one| {
                let declared = self.declared(&declaration.specifiers, &one.declarator);
                match &one.init {
                    Some(init) => format!("{declared} = {}", self.init(init)),
                    None => declared,
                }
            })
            .collect();
        parts.join("; ")
    }

    /// `name: what it is`.
    fn declared(&self, specifiers: &Specifiers, declarator: &Declarator) -> String {
        let name = declarator.name.map_or("_", |name| self.name(name));
        let asm = declarator.asm_name.map_or(String::new(), |asm| format!(" asm {}", self.name(asm)));
        let attributes = self.attributes(&declarator.attributes);
        format!("{name}: {}{}{asm}{attributes}", self.derived(declarator), self.specifiers(specifiers))
    }

    fn derived(&self, declarator: &Declarator) -> String {
        declarator
            .derived
            .iter()
            .map(|derived| match &derived.kind {
                DerivedKind::Pointer(qualifiers) => format!("{}pointer to ", qualifiers_text(*qualifiers)),
                DerivedKind::Array(array) => {
                    let size = match &array.size {
                        ArraySize::Unspecified => "?".to_owned(),
                        ArraySize::Star => "*".to_owned(),
                        ArraySize::Expr(size) => self.expr(size),
                    };
                    let is_static = if array.is_static { "static " } else { "" };
                    format!("array [{is_static}{}{size}] of ", qualifiers_text(array.qualifiers))
                }
                DerivedKind::Function(function) => {
                    format!("function ({}) returning ", self.parameters(&function.parameters))
                }
            })
            .collect()
    }

    fn parameters(&self, parameters: &Parameters) -> String {
        match parameters {
            Parameters::Unspecified => "?".to_owned(),
            Parameters::Names(names) => names.iter().map(|&(name, _)| self.name(name)).collect::<Vec<_>>().join(" "),
            Parameters::Prototype { list, variadic } => {
                let mut parts: Vec<String> =
                    list.iter().map(|parameter| self.declared(&parameter.specifiers, &parameter.declarator)).collect();
                if *variadic {
                    parts.push("...".to_owned());
                }
                parts.join(", ")
            }
        }
    }

    fn specifiers(&self, specifiers: &Specifiers) -> String {
        let mut text = match specifiers.storage {
            Storage::None => String::new(),
            other => format!("{other:?} ").to_lowercase(),
        };
        if specifiers.thread_local {
            text += "thread ";
        }
        if specifiers.inline {
            text += "inline ";
        }
        text += &qualifiers_text(specifiers.qualifiers);
        text += &match &specifiers.ty {
            TypeSpec::Void => "void".to_owned(),
            TypeSpec::Bool => "bool".to_owned(),
            TypeSpec::Int(kind) => format!("{kind:?}"),
            TypeSpec::Float(kind) => format!("{kind:?}"),
            TypeSpec::Complex(kind) => format!("complex {kind:?}"),
            TypeSpec::ComplexInt(kind) => format!("complex {kind:?}"),
            TypeSpec::ImplicitInt => "implicit".to_owned(),
            TypeSpec::VaList => "va_list".to_owned(),
            TypeSpec::Auto => "auto".to_owned(),
            TypeSpec::Named(name) => self.name(*name).to_owned(),
            TypeSpec::Record(record) => self.record(record),
            TypeSpec::Enum(enumeration) => self.enumeration(enumeration),
            TypeSpec::TypeofExpr(expr) => format!("typeof {}", self.expr(expr)),
            TypeSpec::TypeofType(ty) => format!("typeof <{}>", self.type_name(ty)),
            TypeSpec::Atomic(ty) => format!("atomic <{}>", self.type_name(ty)),
        };
        text + &self.attributes(&specifiers.attributes)
    }

    fn record(&self, record: &RecordSpec) -> String {
        let kind = if record.kind == RecordKind::Struct { "struct" } else { "union" };
        let tag = record.tag.map_or(String::new(), |tag| format!(" {}", self.name(tag)));
        let members = record.members.as_ref().map_or(String::new(), |members| {
            let members: Vec<String> = members.iter().map(|member| self.member(member)).collect();
            format!(" {{{}}}", members.join("; "))
        });
        format!("{kind}{tag}{members}{}", self.attributes(&record.attributes))
    }

    fn member(&self, member: &Member) -> String {
        match member {
            Member::StaticAssert(assertion) => format!("assert {}", self.expr(&assertion.condition)),
            Member::Fields(fields) if fields.declarators.is_empty() => self.specifiers(&fields.specifiers),
            Member::Fields(fields) => {
                let parts: Vec<String> = fields
                    .declarators
                    .iter()
                    .map(|field| {
                        let bits =
                            field.bits.as_ref().map_or(String::new(), |bits| format!(" bits {}", self.expr(bits)));
                        self.declared(&fields.specifiers, &field.declarator) + &bits
                    })
                    .collect();
                parts.join(", ")
            }
        }
    }

    fn enumeration(&self, enumeration: &EnumSpec) -> String {
        let tag = enumeration.tag.map_or(String::new(), |tag| format!(" {}", self.name(tag)));
        let list = enumeration.enumerators.as_ref().map_or(String::new(), |list| {
            let parts: Vec<String> = list
                .iter()
                .map(|one| match &one.value {
                    Some(value) => format!("{} = {}", self.name(one.name), self.expr(value)),
                    None => self.name(one.name).to_owned(),
                })
                .collect();
            format!(" {{{}}}", parts.join(", "))
        });
        format!("enum{tag}{list}{}", self.attributes(&enumeration.attributes))
    }

    fn attributes(&self, attributes: &[Attribute]) -> String {
        attributes
            .iter()
            .map(|attribute| match &attribute.kind {
                AttributeKind::Aligned(Some(value)) => format!(" @aligned {}", self.expr(value)),
                AttributeKind::Aligned(None) => " @aligned".to_owned(),
                AttributeKind::AlignedAs(ty) => format!(" @aligned <{}>", self.type_name(ty)),
                AttributeKind::Mode(mode) => format!(" @mode {}", self.name(*mode)),
                AttributeKind::VectorSize(size) => format!(" @vector {}", self.expr(size)),
                AttributeKind::Cleanup(function) => format!(" @cleanup {}", self.name(*function)),
                AttributeKind::Alias(other) => format!(" @alias {}", self.name(*other)),
                other => format!(" @{other:?}"),
            })
            .collect()
    }

    fn type_name(&self, ty: &TypeName) -> String {
        self.derived(&ty.declarator) + &self.specifiers(&ty.specifiers)
    }

    fn init(&self, init: &Initializer) -> String {
        match init {
            Initializer::Expr(expr) => self.expr(expr),
            Initializer::List(list) => self.init_list(list),
        }
    }

    fn init_list(&self, list: &InitList) -> String {
        let items: Vec<String> = list
            .items
            .iter()
            .map(|item| {
                let path: String = item
                    .designators
                    .iter()
                    .map(|designator| match designator {
                        Designator::Field(field, _) => format!(".{}", self.name(*field)),
                        Designator::Index(index) => format!("[{}]", self.expr(index)),
                        Designator::Range(first, last) => format!("[{}..{}]", self.expr(first), self.expr(last)),
                    })
                    .collect();
                let equals = if path.is_empty() { "" } else { "=" };
                format!("{path}{equals}{}", self.init(&item.value))
            })
            .collect();
        format!("{{{}}}", items.join(", "))
    }

    pub fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Ident(name) => self.name(*name).to_owned(),
            ExprKind::Int(int) => int.value.to_string(),
            ExprKind::Float(float) => format!("{}:{:?}", self.name(float.text), float.kind),
            ExprKind::Char(char) => format!("char {}", char.value),
            ExprKind::Str(text) => match &text.units {
                StrUnits::Bytes(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
                StrUnits::Wide(units) => format!("{:?}{units:?}", text.encoding),
            },
            ExprKind::Unary { op, operand } => format!("({op:?} {})", self.expr(operand)),
            ExprKind::Binary { op, left, right } => format!("({op:?} {} {})", self.expr(left), self.expr(right)),
            ExprKind::Assign { op, left, right } => {
                let op = op.map_or(String::new(), |op| format!("{op:?}"));
                format!("({op}= {} {})", self.expr(left), self.expr(right))
            }
            ExprKind::Comma { left, right } => format!("(, {} {})", self.expr(left), self.expr(right)),
            ExprKind::Conditional(conditional) => {
                let then = conditional.then.as_ref().map_or(String::new(), |then| self.expr(then) + " ");
                format!("(? {} {then}{})", self.expr(&conditional.condition), self.expr(&conditional.otherwise))
            }
            ExprKind::Call(call) => {
                let args: String = call.args.iter().map(|arg| format!(" {}", self.expr(arg))).collect();
                format!("(call {}{args})", self.expr(&call.callee))
            }
            ExprKind::Index { base, index } => format!("(index {} {})", self.expr(base), self.expr(index)),
            ExprKind::Member { base, field, arrow } => {
                format!("({} {} {})", if *arrow { "->" } else { "." }, self.expr(base), self.name(*field))
            }
            ExprKind::Cast(cast) => format!("(cast <{}> {})", self.type_name(&cast.ty), self.expr(&cast.operand)),
            ExprKind::SizeofExpr(operand) => format!("(sizeof {})", self.expr(operand)),
            ExprKind::SizeofType(ty) => format!("(sizeof <{}>)", self.type_name(ty)),
            ExprKind::AlignofExpr(operand) => format!("(alignof {})", self.expr(operand)),
            ExprKind::AlignofType(ty) => format!("(alignof <{}>)", self.type_name(ty)),
            ExprKind::CompoundLiteral(literal) => {
                format!("(<{}> {})", self.type_name(&literal.ty), self.init_list(&literal.init))
            }
            ExprKind::Generic(generic) => {
                let parts: String = generic
                    .associations
                    .iter()
                    .map(|(ty, value)| {
                        let ty = ty.as_ref().map_or("default".to_owned(), |ty| self.type_name(ty));
                        format!(" <{ty}> {}", self.expr(value))
                    })
                    .collect();
                format!("(generic {}{parts})", self.expr(&generic.control))
            }
            ExprKind::StmtExpr(block) => format!("({})", self.block(block)),
            ExprKind::LabelAddress(label) => format!("(&& {})", self.name(*label)),
            ExprKind::VaArg(va_arg) => format!("(va_arg {} <{}>)", self.expr(&va_arg.list), self.type_name(&va_arg.ty)),
            ExprKind::Offsetof(offsetof) => {
                let path: String = offsetof
                    .path
                    .iter()
                    .map(|step| match step {
                        OffsetofStep::Field(field, _) => format!(".{}", self.name(*field)),
                        OffsetofStep::Index(index) => format!("[{}]", self.expr(index)),
                    })
                    .collect();
                format!("(offsetof <{}> {path})", self.type_name(&offsetof.ty))
            }
            ExprKind::TypesCompatible(types) => {
                format!("(compatible <{}> <{}>)", self.type_name(&types[0]), self.type_name(&types[1]))
            }
            ExprKind::Choose(parts) => {
                format!("(choose {} {} {})", self.expr(&parts[0]), self.expr(&parts[1]), self.expr(&parts[2]))
            }
            ExprKind::ConvertVector(cast) => {
                format!("(convert <{}> {})", self.type_name(&cast.ty), self.expr(&cast.operand))
            }
        }
    }

    pub fn block(&self, block: &Block) -> String {
        let stmts: Vec<String> = block.stmts.iter().map(|stmt| self.stmt(stmt)).collect();
        format!("{{{}}}", stmts.join(" "))
    }

    fn stmt(&self, stmt: &Stmt) -> String {
        let optional = |expr: &Option<Expr>| expr.as_ref().map_or("-".to_owned(), |expr| self.expr(expr));
        match &stmt.kind {
            StmtKind::Empty => ";".to_owned(),
            StmtKind::Expr(expr) => format!("{};", self.expr(expr)),
            StmtKind::Declaration(declaration) => format!("{};", self.declaration(declaration)),
            StmtKind::StaticAssert(assertion) => format!("assert {};", self.expr(&assertion.condition)),
            StmtKind::Block(block) => self.block(block),
            StmtKind::If(parts) => {
                let otherwise =
                    parts.otherwise.as_ref().map_or(String::new(), |stmt| format!(" else {}", self.stmt(stmt)));
                format!("if {} {}{otherwise}", self.expr(&parts.condition), self.stmt(&parts.then))
            }
            StmtKind::Switch(parts) => format!("switch {} {}", self.expr(&parts.value), self.stmt(&parts.body)),
            StmtKind::While(parts) => format!("while {} {}", self.expr(&parts.condition), self.stmt(&parts.body)),
            StmtKind::DoWhile(parts) => format!("do {} while {};", self.stmt(&parts.body), self.expr(&parts.condition)),
            StmtKind::For(parts) => {
                let init = match &parts.init {
                    ForInit::None => "-".to_owned(),
                    ForInit::Expr(expr) => self.expr(expr),
                    ForInit::Declaration(declaration) => self.declaration(declaration),
                };
                let (condition, step) = (optional(&parts.condition), optional(&parts.step));
                format!("for ({init}; {condition}; {step}) {}", self.stmt(&parts.body))
            }
            StmtKind::Case(case) => {
                let end = case.end.as_ref().map_or(String::new(), |end| format!("..{}", self.expr(end)));
                format!("case {}{end}: {}", self.expr(&case.value), self.stmt(&case.body))
            }
            StmtKind::Default(body) => format!("default: {}", self.stmt(body)),
            StmtKind::Label { label, body } => format!("{}: {}", self.name(*label), self.stmt(body)),
            StmtKind::Goto(label) => format!("goto {};", self.name(*label)),
            StmtKind::ComputedGoto(target) => format!("goto *{};", self.expr(target)),
            StmtKind::Break => "break;".to_owned(),
            StmtKind::Continue => "continue;".to_owned(),
            StmtKind::Return(None) => "return;".to_owned(),
            StmtKind::Return(Some(value)) => format!("return {};", self.expr(value)),
            StmtKind::Asm(asm) => {
                let operands = |list: &[AsmOperand]| -> String {
                    list.iter().map(|operand| format!(" {}", self.expr(&operand.value))).collect()
                };
                let (outputs, inputs) = (operands(&asm.outputs), operands(&asm.inputs));
                let labels: String = asm.labels.iter().map(|&label| format!(" {}", self.name(label))).collect();
                format!("asm{outputs} :{inputs} : {} :{labels};", asm.clobbers.len())
            }
            StmtKind::LocalLabels(labels) => {
                let names: Vec<&str> = labels.iter().map(|&label| self.name(label)).collect();
                format!("__label__ {};", names.join(" "))
            }
        }
    }
}

fn qualifiers_text(qualifiers: Qualifiers) -> String {
    let mut text = String::new();
    for (is_set, word) in [
        (qualifiers.is_const, "const "),
        (qualifiers.is_volatile, "volatile "),
        (qualifiers.is_restrict, "restrict "),
        (qualifiers.is_atomic, "atomic "),
    ] {
        if is_set {
            text += word;
        }
    }
    text
}
