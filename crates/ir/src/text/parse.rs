//! Text to programs: see the [module](super) for the language.
//!
//! Two rounds: the first makes everything that has a name, the second reads what mentions names (extents, parameters,
//! steps), so that the order of declarations does not matter.

use std::collections::HashMap;

use super::ROLES;
use super::lex::{At, Name, ParseError, Token, int_ty, lex};
use crate::fault::Fault;
use crate::ids::{ArrayId, ExprId, LocId, ProcId, VarId};
use crate::program::{Array, Contents, Dim, LocKind, Location, Object, Procedure, Program, ProgramBuilder, Role, Var};
use crate::span::Span;
use crate::ty::IntTy;

/// The program that a text stands for.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    let mut parser = Parser {
        tokens: lex(text)?,
        next: 0,
        scope: None,
        builder: ProgramBuilder::default(),
        symbols: HashMap::new(),
        procs: HashMap::new(),
        labels: HashMap::new(),
        lets: Vec::new(),
        order: Vec::new(),
    };
    parser.program()
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symbol {
    Var(VarId),
    Array(ArrayId),
}

pub(super) struct Parser {
    tokens: Vec<(Token, At)>,
    pub(super) next: usize,
    /// The procedure in whose text we are.
    pub(super) scope: Option<ProcId>,
    pub(super) builder: ProgramBuilder,
    symbols: HashMap<(Option<ProcId>, Name), Symbol>,
    procs: HashMap<Name, ProcId>,
    pub(super) labels: HashMap<Name, LocId>,
    /// The values of `$0`, `$1`, … in the step that is read.
    pub(super) lets: Vec<ExprId>,
    /// The labels in the order of the text.
    order: Vec<Name>,
}

/// What the first round leaves to the second: the place in the text, and what it belongs to.
#[derive(Default)]
struct Later {
    dims: Vec<(usize, ArrayId)>,
    heads: Vec<(usize, ProcId)>,
    steps: Vec<(usize, LocId)>,
    entry: Option<usize>,
}

type Parsed<T> = Result<T, ParseError>;

impl Parser {
    fn program(&mut self) -> Parsed<Program> {
        let mut later = Later::default();
        while *self.peek() != Token::End {
            self.declaration(&mut later)?;
        }
        self.number_locations(&mut later);
        for &(start, array) in &later.dims {
            self.next = start;
            self.scope = self.builder.arrays[array.index()].owner;
            self.builder.arrays[array.index()].dims = self.dims()?;
        }
        for &(start, proc) in &later.heads {
            self.next = start;
            self.scope = Some(proc);
            let [params, results] = self.head()?;
            let proc = &mut self.builder.procs[proc.index()];
            (proc.params, proc.results) = (params, results);
        }
        for &(start, from) in &later.steps {
            self.next = start;
            self.scope = Some(self.builder.locs[from.index()].proc);
            self.step(from)?;
        }
        let Some(start) = later.entry else { return self.at().error("the program has no `entry`") };
        self.next = start;
        let entry = self.proc_name()?;
        Ok(std::mem::take(&mut self.builder).finish(entry))
    }

    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.next].0
    }

    pub(super) fn peek_second(&self) -> &Token {
        &self.tokens[(self.next + 1).min(self.tokens.len() - 1)].0
    }

    pub(super) fn at(&self) -> At {
        self.tokens[self.next].1
    }

    pub(super) fn advance(&mut self) -> Token {
        let token = self.peek().clone();
        if token != Token::End {
            self.next += 1;
        }
        token
    }

    pub(super) fn expected<T>(&self, what: &str) -> Parsed<T> {
        let found = match self.peek() {
            Token::Name(name, _) => format!("`{}`", name.base),
            Token::Number(value, _) => format!("`{value}`"),
            Token::Text(_) => "a string".to_owned(),
            Token::Span(_) => "a span".to_owned(),
            Token::Let(number) => format!("`${number}`"),
            Token::Mark(mark) => format!("`{mark}`"),
            Token::End => "the end".to_owned(),
        };
        self.at().error(format!("{what} is expected, found {found}"))
    }

    pub(super) fn is_mark(&self, mark: &str) -> bool {
        matches!(self.peek(), Token::Mark(found) if *found == mark)
    }

    pub(super) fn accept(&mut self, mark: &str) -> bool {
        let found = self.is_mark(mark);
        self.next += usize::from(found);
        found
    }

    pub(super) fn demand(&mut self, mark: &str) -> Parsed<()> {
        if self.accept(mark) { Ok(()) } else { self.expected(&format!("`{mark}`")) }
    }

    /// The next token when it is an unquoted word.
    pub(super) fn word(&self) -> Option<&str> {
        match self.peek() {
            Token::Name(name, false) if name.number == 1 => Some(&name.base),
            _ => None,
        }
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.word() == Some(word)
    }

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.next += usize::from(found);
        found
    }

    pub(super) fn demand_word(&mut self, word: &str) -> Parsed<()> {
        if self.accept_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    pub(super) fn name(&mut self) -> Parsed<Name> {
        match self.peek() {
            Token::Name(name, quoted) if *quoted || name.number > 1 || !super::WORDS.contains(&name.base.as_str()) => {
                let name = name.clone();
                self.next += 1;
                Ok(name)
            }
            _ => self.expected("a name"),
        }
    }

    pub(super) fn string(&mut self) -> Parsed<String> {
        match self.peek() {
            Token::Text(text) => {
                let text = text.clone();
                self.next += 1;
                Ok(text)
            }
            _ => self.expected("a string"),
        }
    }

    pub(super) fn span(&mut self) -> Span {
        match *self.peek() {
            Token::Span(span) => {
                self.next += 1;
                span
            }
            _ => Span::NONE,
        }
    }

    fn ty(&mut self) -> Parsed<IntTy> {
        match self.word().and_then(int_ty) {
            Some(ty) => {
                self.next += 1;
                Ok(ty)
            }
            None => self.expected("an integer type"),
        }
    }

    fn signed_number(&mut self) -> Parsed<i128> {
        let negative = self.accept("-");
        match *self.peek() {
            Token::Number(value, None) => {
                self.next += 1;
                Ok(if negative { -value } else { value })
            }
            _ => self.expected("a number"),
        }
    }

    fn declaration(&mut self, later: &mut Later) -> Parsed<()> {
        self.scope = None;
        let at = self.at();
        match self.word() {
            Some("file") => {
                self.next += 1;
                let name = self.string()?;
                let known = self.builder.files.iter().count();
                if (self.builder.files.intern(&name).0 as usize) < known {
                    return at.error(format!("the file {name:?} is declared twice"));
                }
                Ok(())
            }
            Some("object") => {
                self.next += 1;
                let name = self.string()?;
                let span = self.span();
                self.builder.objects.push(Object { name, span });
                Ok(())
            }
            Some("global") => self.var(),
            Some("array") => self.array(later),
            Some("entry") => {
                self.next += 1;
                later.entry = Some(self.next);
                self.name().map(|_| ())
            }
            Some("proc") => self.proc(later),
            _ => self.expected("`file`, `object`, `global`, `array`, `entry` or `proc`"),
        }
    }

    fn declare(&mut self, at: At, name: Name, symbol: Symbol) -> Parsed<()> {
        let text = format!("`{}#{}` is declared twice", name.base, name.number);
        match self.symbols.insert((self.scope, name), symbol) {
            None => Ok(()),
            Some(_) => at.error(text),
        }
    }

    fn var(&mut self) -> Parsed<()> {
        self.next += 1;
        let at = self.at();
        let name = self.name()?;
        self.demand(":")?;
        let ty = self.ty()?;
        let mut role = Role::Source;
        for (meaning, word) in ROLES {
            if self.accept_word(word) {
                role = meaning;
            }
        }
        let init = if self.accept("=") { self.signed_number()? } else { 0 };
        let var = Var { name: name.base.clone(), ty, owner: self.scope, role, init, span: self.span() };
        let var = self.builder.add_var(var);
        self.declare(at, name, Symbol::Var(var))
    }

    fn array(&mut self, later: &mut Later) -> Parsed<()> {
        self.next += 1;
        let at = self.at();
        let name = self.name()?;
        self.demand(":")?;
        let elem = self.ty()?;
        let dims_at = self.next;
        while self.accept("[") {
            while !self.accept("]") {
                if *self.peek() == Token::End {
                    return self.expected("`]`");
                }
                self.next += 1;
            }
        }
        self.demand("=")?;
        let init = self.contents()?;
        let (base, dims) = (name.base.clone(), Box::default());
        let array = Array { name: base, elem, dims, owner: self.scope, init, span: self.span() };
        let array = self.builder.add_array(array);
        later.dims.push((dims_at, array));
        self.declare(at, name, Symbol::Array(array))
    }

    fn contents(&mut self) -> Parsed<Contents> {
        if self.accept_word("undefined") {
            return Ok(Contents::Undefined);
        }
        if self.accept_word("zero") {
            return Ok(Contents::Zero);
        }
        self.demand("{")?;
        let mut values = Vec::new();
        while !self.accept("}") {
            if !values.is_empty() {
                self.demand(",")?;
            }
            values.push(self.signed_number()?);
        }
        Ok(Contents::Values(values.into()))
    }

    fn dims(&mut self) -> Parsed<Box<[Dim]>> {
        let mut dims = Vec::new();
        while self.accept("[") {
            let at = self.at();
            dims.push(if self.accept("*") {
                Dim::Unbounded
            } else if self.accept("?") {
                Dim::Element
            } else if self.accept_word("per") {
                Dim::PerInstance(self.array_name()?)
            } else if let Token::Number(value, None) = *self.peek() {
                self.next += 1;
                match u64::try_from(value) {
                    Ok(extent) => Dim::Const(extent),
                    Err(_) => return at.error("this extent is too large"),
                }
            } else {
                Dim::Var(self.var_name()?)
            });
            self.demand("]")?;
        }
        Ok(dims.into())
    }

    fn proc(&mut self, later: &mut Later) -> Parsed<()> {
        self.next += 1;
        let at = self.at();
        let name = self.name()?;
        let id = ProcId(self.builder.procs.len() as u32);
        later.heads.push((self.next, id));
        while !self.is_mark("{") && !matches!(self.peek(), Token::Span(_) | Token::End) {
            self.next += 1;
        }
        let span = self.span();
        self.demand("{")?;
        let none = LocId(u32::MAX);
        let (params, results) = (Box::default(), Box::default());
        self.builder.procs.push(Procedure { name: name.base.clone(), params, results, entry: none, exit: none, span });
        let text = format!("procedure `{}#{}` is declared twice", name.base, name.number);
        if self.procs.insert(name, id).is_some() {
            return at.error(text);
        }
        self.scope = Some(id);
        while !self.accept("}") {
            match self.word() {
                Some("local") => self.var()?,
                Some("array") => self.array(later)?,
                _ => self.location(id, later)?,
            }
        }
        let proc = &self.builder.procs[id.index()];
        if proc.entry == none || proc.exit == none {
            return at.error("a procedure needs an entry and an exit");
        }
        Ok(())
    }

    /// A location with its steps, which are left for the second round.
    fn location(&mut self, proc: ProcId, later: &mut Later) -> Parsed<()> {
        let id = LocId(self.builder.locs.len() as u32);
        if self.accept_word("entry") {
            self.builder.procs[proc.index()].entry = id;
        }
        if self.accept_word("exit") {
            self.builder.procs[proc.index()].exit = id;
        }
        let at = self.at();
        let label = self.name()?;
        self.demand(":")?;
        let text = format!("location `{}` is declared twice", label.base);
        self.order.push(label.clone());
        if self.labels.insert(label, id).is_some() {
            return at.error(text);
        }
        let kind = self.kind()?;
        let span = self.span();
        self.builder.locs.push(Location { proc, kind, span });
        loop {
            let next_is_label = matches!(self.peek(), Token::Name(..)) && *self.peek_second() == Token::Mark(":");
            let ends = self.is_word("entry") || self.is_word("exit") || self.is_mark("}") || *self.peek() == Token::End;
            if next_is_label || ends {
                return Ok(());
            }
            later.steps.push((self.next, id));
            while !self.is_mark("->") {
                if *self.peek() == Token::End || self.is_mark("}") {
                    return self.expected("`->` and the location to which the step leads");
                }
                self.next += 1;
            }
            self.next += 1;
            self.name()?;
            self.span();
        }
    }

    fn kind(&mut self) -> Parsed<LocKind> {
        if self.accept_word("halt") {
            return Ok(LocKind::Halt);
        }
        if self.accept_word("unsupported") {
            return Ok(LocKind::Unsupported { what: self.string()?.into() });
        }
        if !self.accept_word("error") {
            return Ok(LocKind::Normal);
        }
        let at = self.at();
        let Token::Name(name, _) = self.advance() else { return at.error("the name of a fault is expected") };
        let Some(fault) = Fault::from_name(&name.base.replace('_', "-")) else {
            return at.error(format!("`{}` is no fault", name.base));
        };
        Ok(LocKind::Error { fault, note: self.string()?.into() })
    }

    /// Locations whose labels are `L0` to `Ln` without a gap get these numbers; others are numbered as they stand.
    fn number_locations(&mut self, later: &mut Later) {
        let count = self.order.len();
        let number = |label: &Name| {
            let digits = label.base.strip_prefix('L')?;
            let number: u32 = digits.parse().ok()?;
            (label.number == 1 && number.to_string() == digits && (number as usize) < count).then_some(LocId(number))
        };
        let Some(ids) = self.order.iter().map(number).collect::<Option<Vec<LocId>>>() else { return };
        let mut locs: Vec<Option<Location>> = vec![None; count];
        for (loc, id) in self.builder.locs.drain(..).zip(&ids) {
            locs[id.index()] = Some(loc);
        }
        self.builder.locs = locs.into_iter().map(|loc| loc.expect("labels are distinct and dense")).collect();
        for proc in &mut self.builder.procs {
            proc.entry = ids[proc.entry.index()];
            proc.exit = ids[proc.exit.index()];
        }
        for id in self.labels.values_mut() {
            *id = ids[id.index()];
        }
        for (_, from) in &mut later.steps {
            *from = ids[from.index()];
        }
    }

    fn head(&mut self) -> Parsed<[Box<[VarId]>; 2]> {
        self.demand("(")?;
        let params = self.var_list(")")?;
        let results = if self.accept("->") {
            self.demand("(")?;
            self.var_list(")")?
        } else {
            Box::default()
        };
        Ok([params, results])
    }

    fn var_list(&mut self, close: &str) -> Parsed<Box<[VarId]>> {
        let mut vars = Vec::new();
        while !self.accept(close) {
            if !vars.is_empty() {
                self.demand(",")?;
            }
            vars.push(self.var_name()?);
        }
        Ok(vars.into())
    }

    /// A variable or an array, in scope or qualified by a procedure.
    pub(super) fn symbol(&mut self) -> Parsed<Symbol> {
        let at = self.at();
        let mut scope = self.scope;
        let mut name = self.name()?;
        if self.accept("::") {
            let Some(&proc) = self.procs.get(&name) else { return at.error(format!("no procedure `{}`", name.base)) };
            scope = Some(proc);
            name = self.name()?;
        }
        let text = format!("`{}` is not declared", name.base);
        let mut key = (scope, name);
        let local = self.symbols.get(&key).copied();
        key.0 = None;
        match local.or_else(|| self.symbols.get(&key).copied()) {
            Some(symbol) => Ok(symbol),
            None => at.error(text),
        }
    }

    pub(super) fn var_name(&mut self) -> Parsed<VarId> {
        let at = self.at();
        match self.symbol()? {
            Symbol::Var(var) => Ok(var),
            Symbol::Array(_) => at.error("a variable is expected, this is an array"),
        }
    }

    pub(super) fn array_name(&mut self) -> Parsed<ArrayId> {
        let at = self.at();
        match self.symbol()? {
            Symbol::Array(array) => Ok(array),
            Symbol::Var(_) => at.error("an array is expected, this is a variable"),
        }
    }

    pub(super) fn proc_name(&mut self) -> Parsed<ProcId> {
        let at = self.at();
        let name = self.name()?;
        match self.procs.get(&name) {
            Some(&proc) => Ok(proc),
            None => at.error(format!("no procedure `{}`", name.base)),
        }
    }
}
