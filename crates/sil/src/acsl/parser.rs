//! From words to syntax: the predicates of ACSL (§2.2 of its manual) that can be formulas of SIL.
//!
//! Precedence as in ACSL: `<==>`, `==>` (to the right), `||`, `&&`, `!`, comparisons; a quantifier reaches as far as it can.

use heureka_number::Int;

use super::AcslError;
use super::lexer::{Word, Words, words};
use super::syntax::{Expr, ExprKind, Predicate, PredicateKind, Relation, Span};

/// Types of logic variables that are read; all of them range over ℤ here.
const TYPES: [&str; 9] = ["integer", "int", "long", "short", "char", "unsigned", "signed", "size_t", "ssize_t"];

/// Deeper nesting is refused, so that the stack suffices.
const MOST_NESTED: usize = 200;

struct Parser {
    words: Words,
    at: usize,
    depth: usize,
}

type Parsed<T> = Result<T, AcslError>;

/// The whole text as a predicate; a semicolon may end it.
pub fn predicate(text: &str) -> Parsed<Predicate> {
    let mut parser = Parser { words: words(text)?, at: 0, depth: 0 };
    let predicate = parser.iff()?;
    parser.accept(";");
    match parser.peek() {
        Word::End => Ok(predicate),
        _ => Err(parser.unexpected("the end of the predicate")),
    }
}

impl Parser {
    fn peek(&self) -> &Word {
        &self.words[self.at].0
    }

    fn span(&self) -> Span {
        self.words[self.at].1.clone()
    }

    fn next(&mut self) -> Span {
        let span = self.span();
        self.at = (self.at + 1).min(self.words.len() - 1);
        span
    }

    fn accept(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Word::Sign(found) if *found == sign);
        if found {
            self.next();
        }
        found
    }

    fn expect(&mut self, sign: &str) -> Parsed<Span> {
        let span = self.span();
        if self.accept(sign) { Ok(span) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    fn unexpected(&self, wanted: &str) -> AcslError {
        let found = match self.peek() {
            Word::Name(text) | Word::Number(text) => format!("`{text}`"),
            Word::Sign(sign) => format!("`{sign}`"),
            Word::End => "the end".to_owned(),
        };
        AcslError::syntax(self.span(), format!("{wanted} was expected, not {found}"))
    }

    fn nested<T>(&mut self, work: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MOST_NESTED {
            return Err(AcslError::syntax(self.span(), "this is nested too deeply"));
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    fn iff(&mut self) -> Parsed<Predicate> {
        let mut left = self.implies()?;
        while self.accept("<==>") {
            let right = self.implies()?;
            left = joined(PredicateKind::Iff, left, right);
        }
        Ok(left)
    }

    fn implies(&mut self) -> Parsed<Predicate> {
        let left = self.or()?;
        if self.accept("==>") {
            let right = self.nested(Parser::implies)?;
            return Ok(joined(PredicateKind::Implies, left, right));
        }
        Ok(left)
    }

    fn or(&mut self) -> Parsed<Predicate> {
        let mut left = self.and()?;
        while self.accept("||") {
            let right = self.and()?;
            left = joined(PredicateKind::Or, left, right);
        }
        Ok(left)
    }

    fn and(&mut self) -> Parsed<Predicate> {
        let mut left = self.unary()?;
        while self.accept("&&") {
            let right = self.unary()?;
            left = joined(PredicateKind::And, left, right);
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Predicate> {
        let start = self.span();
        if self.accept("!") {
            let inner = self.nested(Parser::unary)?;
            let span = start.start..inner.span.end;
            return Ok(Predicate { kind: PredicateKind::Not(Box::new(inner)), span });
        }
        if let Word::Name(name) = self.peek() {
            match name.as_str() {
                "\\true" | "\\false" => {
                    let kind = PredicateKind::Truth(name == "\\true");
                    return Ok(Predicate { kind, span: self.next() });
                }
                "\\forall" | "\\exists" => return self.nested(Parser::quantified),
                _ => {}
            }
        }
        if matches!(self.peek(), Word::Sign("(")) {
            // A predicate in parentheses, or a comparison whose first term begins with one.
            let back = self.at;
            let comparison = self.nested(Parser::comparison);
            let after_comparison = self.at;
            let Err(error) = comparison else { return comparison };
            self.at = back;
            self.next();
            let inner = self.nested(Parser::iff).and_then(|inner| self.expect(")").map(|_| inner));
            // The reading that went further says what is wrong.
            return if inner.is_err() && after_comparison > self.at { Err(error) } else { inner };
        }
        self.comparison()
    }

    fn quantified(&mut self) -> Parsed<Predicate> {
        let for_all = matches!(self.peek(), Word::Name(name) if name == "\\forall");
        let start = self.next();
        let mut typed = false;
        while matches!(self.peek(), Word::Name(name) if TYPES.contains(&name.as_str())) {
            self.next();
            typed = true;
        }
        if !typed {
            return Err(self.unexpected("the type of the variables, such as `integer`,"));
        }
        let mut names = Vec::new();
        loop {
            match self.peek().clone() {
                Word::Name(name) if !name.starts_with('\\') => names.push((name, self.next())),
                _ => return Err(self.unexpected("a name")),
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect(";")?;
        let body = Box::new(self.iff()?);
        let span = start.start..body.span.end;
        let kind = if for_all { PredicateKind::ForAll(names, body) } else { PredicateKind::Exists(names, body) };
        Ok(Predicate { kind, span })
    }

    fn comparison(&mut self) -> Parsed<Predicate> {
        let first = self.sum()?;
        let mut rest = Vec::new();
        let start = first.span.start;
        let mut end = first.span.end;
        while let Some(relation) = self.relation() {
            let next = self.sum()?;
            end = next.span.end;
            rest.push((relation, next));
        }
        if rest.is_empty() {
            return Err(self.unexpected("a comparison"));
        }
        Ok(Predicate { kind: PredicateKind::Chain(first, rest), span: start..end })
    }

    fn relation(&mut self) -> Option<Relation> {
        let Word::Sign(sign) = self.peek() else { return None };
        let relation = match *sign {
            "<" => Relation::Less,
            "<=" => Relation::AtMost,
            ">" => Relation::Greater,
            ">=" => Relation::AtLeast,
            "==" => Relation::Equal,
            "!=" => Relation::Unequal,
            _ => return None,
        };
        self.next();
        Some(relation)
    }

    fn sum(&mut self) -> Parsed<Expr> {
        let mut left = self.product()?;
        loop {
            let make = match self.peek() {
                Word::Sign("+") => ExprKind::Add,
                Word::Sign("-") => ExprKind::Sub,
                _ => return Ok(left),
            };
            self.next();
            let right = self.product()?;
            left = binary(make, left, right);
        }
    }

    fn product(&mut self) -> Parsed<Expr> {
        let mut left = self.negation()?;
        while self.accept("*") {
            let right = self.negation()?;
            left = binary(ExprKind::Mul, left, right);
        }
        if let Word::Sign(sign @ ("/" | "%")) = self.peek() {
            return Err(AcslError::outside(&self.span(), format!("`{sign}`: sums of variables only")));
        }
        Ok(left)
    }

    fn negation(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if self.accept("-") {
            let inner = self.nested(Parser::negation)?;
            let span = start.start..inner.span.end;
            return Ok(Expr { kind: ExprKind::Neg(Box::new(inner)), span });
        }
        self.postfix()
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let mut expr = self.primary()?;
        while self.accept("[") {
            let index = self.nested(Parser::sum)?;
            let end = self.expect("]")?;
            let span = expr.span.start..end.end;
            expr = Expr { kind: ExprKind::Index(Box::new(expr), Box::new(index)), span };
        }
        Ok(expr)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        match self.peek().clone() {
            Word::Number(digits) => {
                let plain = digits.trim_end_matches(['u', 'U', 'l', 'L']);
                let (plain, radix) =
                    plain.strip_prefix("0x").or(plain.strip_prefix("0X")).map_or((plain, 10), |hex| (hex, 16));
                let octal = radix == 10 && plain.len() > 1 && plain.starts_with('0');
                let number = Int::from_digits(plain, if octal { 8 } else { radix })
                    .map_err(|_| AcslError::syntax(start.clone(), format!("`{digits}` is not a number")))?;
                Ok(Expr { kind: ExprKind::Number(number), span: self.next() })
            }
            Word::Sign("(") => {
                self.next();
                let mut inner = self.nested(Parser::sum)?;
                let end = self.expect(")")?;
                inner.span = start.start..end.end;
                Ok(inner)
            }
            Word::Name(name) => {
                self.next();
                match name.as_str() {
                    "\\result" => Ok(Expr { kind: ExprKind::Name(name), span: start }),
                    "\\old" | "\\length" | "\\at" => self.application(&name, start),
                    _ if name.starts_with('\\') => Err(AcslError::syntax(start, format!("`{name}` is not known here"))),
                    _ if matches!(self.peek(), Word::Sign("(")) => {
                        Err(AcslError::outside(&start, format!("the function or predicate `{name}`")))
                    }
                    _ => Ok(Expr { kind: ExprKind::Name(name), span: start }),
                }
            }
            _ => Err(self.unexpected("a term")),
        }
    }

    fn application(&mut self, name: &str, start: Span) -> Parsed<Expr> {
        self.expect("(")?;
        let inner = Box::new(self.nested(Parser::sum)?);
        if name == "\\at" {
            self.expect(",")?;
            match self.peek() {
                Word::Name(label) if label == "Pre" || label == "Old" => {}
                _ => return Err(self.unexpected("the label `Pre`")),
            }
            self.next();
        }
        let end = self.expect(")")?;
        let kind = if name == "\\length" { ExprKind::Length(inner) } else { ExprKind::Old(inner) };
        Ok(Expr { kind, span: start.start..end.end })
    }
}

fn joined(
    make: impl FnOnce(Box<Predicate>, Box<Predicate>) -> PredicateKind,
    left: Predicate,
    right: Predicate,
) -> Predicate {
    let span = left.span.start..right.span.end;
    Predicate { kind: make(Box::new(left), Box::new(right)), span }
}

fn binary(make: impl FnOnce(Box<Expr>, Box<Expr>) -> ExprKind, left: Expr, right: Expr) -> Expr {
    let span = left.span.start..right.span.end;
    Expr { kind: make(Box::new(left), Box::new(right)), span }
}
