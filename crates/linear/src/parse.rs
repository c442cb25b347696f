//! Reading conjunctions from text, for tests, golden files and docs.
//!
//! `2x - y + 3 <= 4 & x = y & (x + 1) mod 4 <= 2`: sums of terms on both sides of `<=`, `<`, `>=`, `>`, `=`; `mod`
//! takes the whole left side, brackets or not, and then one number on each side of `<=`. A name is a letter or `_` and
//! then letters, digits, `_`, `'`.

use std::fmt;

use heureka_number::Int;

use crate::conjunction::Conjunction;
use crate::expr::LinearExpr;
use crate::names::Names;
use crate::row::{Kind, Numbers};

/// Where the text stops making sense, in bytes from its start, and what was expected there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    pub at: usize,
    pub expected: &'static str,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: expected {}", self.at, self.expected)
    }
}

impl std::error::Error for ParseError {}

impl Conjunction {
    /// The conjunction that the text says; new names become new variables.
    pub fn parse(text: &str, numbers: Numbers, names: &mut Names) -> Result<Conjunction, ParseError> {
        match text.trim() {
            "true" => return Ok(Conjunction::top(numbers)),
            "false" => return Ok(Conjunction::bottom(numbers)),
            _ => {}
        }
        let mut reader = Reader { text, at: 0, names };
        let mut constraints = Vec::new();
        loop {
            constraints.push(reader.constraint(numbers)?);
            if reader.end() {
                return Ok(Conjunction::new(numbers, constraints));
            }
            reader.sign("&", "`&` or the end")?;
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    names: &'a mut Names,
}

impl Reader<'_> {
    fn constraint(&mut self, numbers: Numbers) -> Result<(LinearExpr, Kind), ParseError> {
        let bracketed = self.take("(");
        let left = self.sum()?;
        if bracketed {
            self.sign(")", "`)`")?;
        }
        if self.take("mod") {
            let at = self.at;
            let modulus = self.number()?;
            if !modulus.is_positive() || numbers == Numbers::Real {
                return Err(ParseError { at, expected: "a positive modulus, over the integers" });
            }
            self.sign("<=", "`<=`")?;
            let width = self.number()?;
            return Ok((left, Kind::Modulo { modulus, width }));
        }
        let relation = ["<=", ">=", "<", ">", "="].into_iter().find(|relation| self.take(relation));
        let Some(relation) = relation else { return Err(self.error("a relation")) };
        let right = self.sum()?;
        Ok(match relation {
            "<=" => (right.minus(&left), Kind::AtLeast),
            ">=" => (left.minus(&right), Kind::AtLeast),
            "<" => (right.minus(&left), Kind::Above),
            ">" => (left.minus(&right), Kind::Above),
            _ => (left.minus(&right), Kind::Equal),
        })
    }

    fn sum(&mut self) -> Result<LinearExpr, ParseError> {
        let mut sum = LinearExpr::zero();
        let mut negative = self.take("-");
        loop {
            let factor = if negative { Int::MINUS_ONE } else { Int::ONE };
            sum = sum.plus_scaled(&factor, &self.term()?);
            if self.take("+") {
                negative = false;
            } else if self.take("-") {
                negative = true;
            } else {
                return Ok(sum);
            }
        }
    }

    fn term(&mut self) -> Result<LinearExpr, ParseError> {
        let digits = self.while_true(|c| c.is_ascii_digit());
        let coefficient = if digits.is_empty() { None } else { Some(digits.parse::<Int>().expect("digits")) };
        self.take("*");
        let is_mod = self.rest().starts_with("mod") && !self.rest()[3..].starts_with(in_name);
        let name =
            if self.rest().starts_with(starts_name) && !is_mod { self.while_true(in_name) } else { String::new() };
        match (coefficient, name.is_empty()) {
            (None, true) => Err(self.error("a number or a name")),
            (Some(constant), true) => Ok(LinearExpr::constant_of(constant)),
            (coefficient, false) => {
                Ok(LinearExpr::new([(self.names.var(&name), coefficient.unwrap_or(Int::ONE))], Int::ZERO))
            }
        }
    }

    fn number(&mut self) -> Result<Int, ParseError> {
        let negative = self.take("-");
        let digits = self.while_true(|c| c.is_ascii_digit());
        let number: Int = digits.parse().map_err(|_| self.error("a number"))?;
        Ok(if negative { -number } else { number })
    }

    fn rest(&mut self) -> &str {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        &self.text[self.at..]
    }

    fn end(&mut self) -> bool {
        self.rest().is_empty()
    }

    fn take(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    fn sign(&mut self, sign: &str, expected: &'static str) -> Result<(), ParseError> {
        if self.take(sign) { Ok(()) } else { Err(self.error(expected)) }
    }

    fn while_true(&mut self, fits: impl Fn(char) -> bool) -> String {
        let rest = self.rest();
        let length = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        let taken = rest[..length].to_owned();
        self.at += length;
        taken
    }

    fn error(&self, expected: &'static str) -> ParseError {
        ParseError { at: self.at, expected }
    }
}

fn starts_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\''
}
