//! A short way to write formulas: `forall k: 0 <= k & k < i -> a[k] = 0`. `x@` is the value of `x` at the entry, `&` binds more
//! than `|`, and that more than `->`; a quantifier reaches as far as it can. Numbers have `+`, `-`, `*`, and `div` and
//! `mod` by a constant, and `(c ? a : b)`.

use std::collections::BTreeMap;

use heureka_ir::certificate::{Contract, HeadInvariants, HeadSubject};
use heureka_ir::formula::{BoundId, Formula, Number};
use heureka_ir::invariant::{Relation, Value};
use heureka_ir::{ArrayId, LocId, ProcId, Program, VarId};

/// One line for each head, `L3: formula`, and two for each contract, `before f: formula` and `after f: formula`.
pub fn heads(program: &Program, subject: HeadSubject, text: &str) -> HeadInvariants {
    let mut at = Vec::new();
    let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (place, text) = line.split_once(':').expect("a place and its formula");
        let words: Vec<&str> = place.split_whitespace().collect();
        let proc_of = |name: &str| {
            let at = program.procs.iter().position(|proc| proc.name == name).expect("a procedure");
            ProcId(at as u32)
        };
        match words[..] {
            ["before", name] => drop(before.insert(proc_of(name), formula(program, Some(proc_of(name)), text))),
            ["after", name] => drop(after.insert(proc_of(name), formula(program, Some(proc_of(name)), text))),
            [loc] => {
                let loc = LocId(loc.trim_start_matches('L').parse().expect("L and a number"));
                let proc = program.locs.get(loc.index()).map(|loc| loc.proc);
                at.push((loc, formula(program, proc, text)));
            }
            _ => panic!("`{place}`"),
        }
    }
    let contract = |(procedure, before): (ProcId, Formula)| Contract {
        procedure,
        before,
        after: after.remove(&procedure).expect("a contract has two parts"),
    };
    let contracts = before.into_iter().map(contract).collect();
    HeadInvariants { subject, at, contracts }
}

pub fn formula(program: &Program, proc: Option<ProcId>, text: &str) -> Formula {
    let mut reader = Reader { program, proc, tokens: tokens(text), at: 0, bound: Vec::new(), count: 0 };
    let formula = reader.formula();
    assert_eq!(reader.at, reader.tokens.len(), "`{text}` goes on after {:?}", &reader.tokens[..reader.at]);
    formula
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let mut token = c.to_string();
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        if c.is_whitespace() {
            continue;
        }
        if is_word(c) {
            while let Some(next) = chars.next_if(|next| is_word(*next)) {
                token.push(next);
            }
            if let Some(next) = chars.next_if(|next| *next == '@') {
                token.push(next);
            }
        } else if "<>!-".contains(c)
            && let Some(next) = chars.next_if(|next| if c == '-' { *next == '>' } else { *next == '=' })
        {
            token.push(next);
        }
        tokens.push(token);
    }
    tokens
}

struct Reader<'p> {
    program: &'p Program,
    proc: Option<ProcId>,
    tokens: Vec<String>,
    at: usize,
    bound: Vec<(String, BoundId)>,
    count: u32,
}

impl Reader<'_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn next(&mut self) -> String {
        self.at += 1;
        self.tokens.get(self.at - 1).expect("there is more").clone()
    }

    fn eat(&mut self, token: &str) -> bool {
        let is_there = self.peek() == token;
        self.at += usize::from(is_there);
        is_there
    }

    fn formula(&mut self) -> Formula {
        let left = self.or();
        if self.eat("->") { left.implies(self.formula()) } else { left }
    }

    fn or(&mut self) -> Formula {
        let mut all = vec![self.and()];
        while self.eat("|") {
            all.push(self.and());
        }
        if all.len() == 1 { all.remove(0) } else { Formula::Or(all) }
    }

    fn and(&mut self) -> Formula {
        let mut all = vec![self.atom()];
        while self.eat("&") {
            all.push(self.atom());
        }
        if all.len() == 1 { all.remove(0) } else { Formula::And(all) }
    }

    fn atom(&mut self) -> Formula {
        if self.eat("!") {
            return self.atom().not();
        }
        if self.eat("true") {
            return Formula::Bool(true);
        }
        if self.eat("false") {
            return Formula::Bool(false);
        }
        if matches!(self.peek(), "forall" | "exists") {
            let is_universal = self.next() == "forall";
            let before = self.bound.len();
            let mut ids = Vec::new();
            while !self.eat(":") {
                let name = self.next();
                ids.push(BoundId(self.count));
                self.bound.push((name, BoundId(self.count)));
                self.count += 1;
            }
            let body = Box::new(self.formula());
            self.bound.truncate(before);
            return if is_universal { Formula::ForAll(ids, body) } else { Formula::Exists(ids, body) };
        }
        // A parenthesis opens a formula, unless that makes no sense.
        let start = self.at;
        if self.eat("(") && !self.closes_a_number(start) {
            let inner = self.formula();
            assert!(self.eat(")"), "a parenthesis is closed");
            return inner;
        }
        self.at = start;
        let mut left = self.number();
        let mut all = Vec::new();
        while let op @ ("<" | "<=" | "=" | "!=" | ">" | ">=") = self.peek() {
            let op = op.to_owned();
            self.at += 1;
            let right = self.number();
            all.push(match op.as_str() {
                "<" => Formula::below(left, right.clone()),
                "<=" => Formula::at_most(left, right.clone()),
                "=" => Formula::equal(left, right.clone()),
                "!=" => Formula::Compare(left.minus(right.clone()), Relation::NonZero),
                ">" => Formula::below(right.clone(), left),
                _ => Formula::at_most(right.clone(), left),
            });
            left = right;
        }
        assert!(!all.is_empty(), "a comparison at {:?}", &self.tokens[start..]);
        if all.len() == 1 { all.remove(0) } else { Formula::And(all) }
    }

    /// Whether a parenthesis that opens here holds a number: it has no relation outside of a choice.
    fn closes_a_number(&self, open: usize) -> bool {
        let mut depth = 0;
        let (mut has_relation, mut has_choice) = (false, false);
        for token in &self.tokens[open..] {
            match token.as_str() {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                "?" => has_choice |= depth == 1,
                "<" | "<=" | "=" | "!=" | ">" | ">=" | "true" | "false" => has_relation = true,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        has_choice || !has_relation
    }

    fn number(&mut self) -> Number {
        let mut terms = vec![(self.product(), 1)];
        loop {
            let sign = match self.peek() {
                "+" => 1,
                "-" => -1,
                _ => break,
            };
            self.at += 1;
            terms.push((self.product(), sign));
        }
        if terms.len() == 1 { terms.remove(0).0 } else { Number::Sum(terms, 0) }
    }

    fn product(&mut self) -> Number {
        let mut left = self.factor();
        loop {
            let op = self.peek().to_owned();
            if !matches!(op.as_str(), "*" | "div" | "mod") {
                return left;
            }
            self.at += 1;
            let right = self.factor();
            left = match (op.as_str(), right) {
                ("div", Number::Const(by)) => Number::Quotient(Box::new(left), by),
                ("mod", Number::Const(by)) => Number::Remainder(Box::new(left), by),
                (_, Number::Const(by)) => Number::Sum(vec![(left, by)], 0),
                (_, right) => match left {
                    Number::Const(by) => Number::Sum(vec![(right, by)], 0),
                    left => Number::Product(Box::new(left), Box::new(right)),
                },
            };
        }
    }

    fn factor(&mut self) -> Number {
        if self.eat("-") {
            return Number::Sum(vec![(self.factor(), -1)], 0);
        }
        if self.eat("(") {
            let start = self.at;
            let is_choice = self.closes_a_number(start - 1) && self.tokens[start..].iter().any(|token| token == "?");
            if is_choice {
                let condition = self.formula();
                if self.eat("?") {
                    let yes = self.number();
                    assert!(self.eat(":"), "a choice has two sides");
                    let no = self.number();
                    assert!(self.eat(")"), "a choice is closed");
                    return Number::Choice(Box::new(condition), Box::new(yes), Box::new(no));
                }
            }
            let number = self.number();
            assert!(self.eat(")"), "a number is closed");
            return number;
        }
        let name = self.next();
        if let Ok(value) = name.parse() {
            return Number::Const(value);
        }
        if let Some((_, id)) = self.bound.iter().find(|(bound, _)| *bound == name) {
            return Number::Bound(*id);
        }
        let is_ours = |owner: Option<ProcId>| owner.is_none() || owner == self.proc;
        let arrays = &self.program.arrays;
        if let Some(array) = arrays.iter().position(|array| array.name == name && is_ours(array.owner)) {
            let mut indices = Vec::new();
            while self.eat("[") {
                indices.push(self.number());
                assert!(self.eat("]"), "an index is closed");
            }
            return Number::Read(ArrayId(array as u32), indices);
        }
        let (base, is_entry) = match name.strip_suffix('@') {
            Some(base) => (base, true),
            None => (name.as_str(), false),
        };
        let vars = &self.program.vars;
        let var = vars.iter().position(|var| var.name == base && is_ours(var.owner));
        let var = VarId(var.unwrap_or_else(|| panic!("`{name}` is nothing")) as u32);
        Number::Value(if is_entry { Value::AtEntry(var) } else { Value::Now(var) })
    }
}
