//! Property files of SV-COMP (`.prp`): one or more lines such as `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
//!
//! A file is read as a whole or refused: a formula that is not known is an error that quotes it, never skipped.

use std::fmt;
use std::path::Path;

use super::{TaskError, read_text, whole_file};

/// What a property file asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyFile {
    /// The function that execution starts in.
    pub entry: String,
    /// At least one, in the order of the file.
    pub specifications: Vec<Specification>,
}

/// One `CHECK`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Specification {
    pub formula: Formula,
    /// Where it stands in the file.
    pub line: u32,
}

/// What must hold of every execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Formula {
    /// `G ! call(f())`: the function is never called.
    NoCall(String),
    /// `G ! label(ERROR)`: no statement with the label is reached.
    NoLabel(String),
    /// `G ! overflow`: no signed arithmetic overflows.
    NoOverflow,
    ValidDeref,
    ValidFree,
    ValidMemtrack,
    ValidMemcleanup,
    /// `F end`: the program ends.
    Termination,
    NoDataRace,
}

impl Formula {
    /// Reads the text between the parentheses of `LTL`, from which all white space has been removed.
    fn parse(text: &str) -> Option<Formula> {
        Some(match text {
            "G!overflow" => Formula::NoOverflow,
            "Gvalid-deref" => Formula::ValidDeref,
            "Gvalid-free" => Formula::ValidFree,
            "Gvalid-memtrack" => Formula::ValidMemtrack,
            "Gvalid-memcleanup" => Formula::ValidMemcleanup,
            "Fend" => Formula::Termination,
            "G!data-race" => Formula::NoDataRace,
            _ => match text.strip_prefix("G!label(") {
                Some(rest) => Formula::NoLabel(name(rest.strip_suffix(')')?)?.to_owned()),
                None => Formula::NoCall(function(text.strip_prefix("G!call(")?.strip_suffix(')')?)?.to_owned()),
            },
        })
    }
}

/// As the competition writes it.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::NoCall(function) => write!(f, "G ! call({function}())"),
            Formula::NoLabel(label) => write!(f, "G ! label({label})"),
            Formula::NoOverflow => f.write_str("G ! overflow"),
            Formula::ValidDeref => f.write_str("G valid-deref"),
            Formula::ValidFree => f.write_str("G valid-free"),
            Formula::ValidMemtrack => f.write_str("G valid-memtrack"),
            Formula::ValidMemcleanup => f.write_str("G valid-memcleanup"),
            Formula::Termination => f.write_str("F end"),
            Formula::NoDataRace => f.write_str("G ! data-race"),
        }
    }
}

impl PropertyFile {
    pub fn read(file: &Path) -> Result<PropertyFile, TaskError> {
        PropertyFile::parse(&read_text(file)?, file)
    }

    /// Reads the text of a property file that stands, or would stand, in `file`.
    pub fn parse(text: &str, file: &Path) -> Result<PropertyFile, TaskError> {
        let mut entry: Option<String> = None;
        let mut specifications = Vec::new();
        for Statement { text, line } in statements(text) {
            let complain = |message: String| TaskError { file: file.to_owned(), line, column: 1, message };
            let unknown = || complain(format!("the property `{text}` is not known"));
            let dense: String = text.split_whitespace().collect();
            let inner = dense.strip_prefix("CHECK(").and_then(|rest| rest.strip_suffix(')')).ok_or_else(unknown)?;
            let (init, formula) =
                inner.strip_prefix("init(").and_then(|rest| rest.split_once("),LTL(")).ok_or_else(unknown)?;
            let start = function(init).ok_or_else(unknown)?;
            if entry.get_or_insert_with(|| start.to_owned()) != start {
                return Err(complain("the properties of one file start in different functions".into()));
            }
            let formula = formula.strip_suffix(')').and_then(Formula::parse).ok_or_else(unknown)?;
            specifications.push(Specification { formula, line });
        }
        match entry {
            Some(entry) => Ok(PropertyFile { entry, specifications }),
            None => Err(whole_file(file, "the property file is empty")),
        }
    }
}

/// `f` from `f()`.
fn function(call: &str) -> Option<&str> {
    name(call.strip_suffix("()")?)
}

/// The same text, if it is a name.
fn name(name: &str) -> Option<&str> {
    let starts = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    (starts && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')).then_some(name)
}

/// A run of text that ends where its parentheses balance, and the line it begins on.
struct Statement<'text> {
    text: &'text str,
    line: u32,
}

/// Cuts the text after each closing parenthesis that balances; what remains at the end is a statement as well.
fn statements(text: &str) -> Vec<Statement<'_>> {
    let mut found = Vec::new();
    let (mut depth, mut start, mut line, mut first_line) = (0_usize, None, 1, 1);
    for (at, c) in text.char_indices() {
        if start.is_none() && !c.is_whitespace() {
            (start, first_line) = (Some(at), line);
        }
        match c {
            '\n' => line += 1,
            '(' => depth += 1,
            ')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    found.extend(start.take().map(|from| Statement { text: &text[from..=at], line: first_line }));
                }
            }
            _ => {}
        }
    }
    found.extend(start.map(|from| Statement { text: text[from..].trim_end(), line: first_line }));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<PropertyFile, TaskError> {
        PropertyFile::parse(text, Path::new("p.prp"))
    }

    #[test]
    fn every_property_of_the_competition_is_read_and_written_back() {
        for formula in [
            "G ! call(reach_error())",
            "G ! label(ERROR)",
            "G ! overflow",
            "G valid-deref",
            "G valid-free",
            "G valid-memtrack",
            "G valid-memcleanup",
            "F end",
            "G ! data-race",
        ] {
            let file = parse(&format!("CHECK( init(main()), LTL({formula}) )\n\n")).expect("it is right");
            assert_eq!(file.entry, "main");
            assert_eq!(file.specifications.len(), 1);
            assert_eq!(file.specifications[0].formula.to_string(), formula);
        }
    }

    #[test]
    fn several_checks_keep_their_order_and_lines() {
        let text = "CHECK( init(start()), LTL(G valid-free) )\r\nCHECK(init(start()),LTL(G valid-deref))\n\n\
                    CHECK( init(start()),\n  LTL(G valid-memtrack) )";
        let file = parse(text).expect("it is right");
        assert_eq!(file.entry, "start");
        let found: Vec<_> = file.specifications.iter().map(|s| (s.formula.clone(), s.line)).collect();
        assert_eq!(found, [(Formula::ValidFree, 1), (Formula::ValidDeref, 2), (Formula::ValidMemtrack, 4)]);
    }

    #[test]
    fn what_is_not_known_is_quoted_with_its_line() {
        let good = "CHECK( init(main()), LTL(G ! overflow) )\n";
        for wrong in [
            "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
            "CHECK( init(main()), LTL(G def-behavior) )",
            "CHECK( init(main()), LTL(G ! call(f(x))) )",
            "CHECK( init(main()), LTL(G ! label(1)) )",
            "CHECK( init(main()), LTL(G ! label()) )",
            "CHECK( init(main), LTL(F end) )",
            "CHECK( init(main()), LTL(F end)",
            "nonsense",
            ")))",
        ] {
            let error = parse(&format!("{good}{wrong}\n")).expect_err("it is wrong");
            assert_eq!(error.line, 2, "{error}");
            let quoted = wrong.trim_end_matches("))");
            assert!(error.message.contains("is not known") && error.message.contains(quoted), "{wrong}: {error}");
        }
        assert!(parse(" \n ").is_err_and(|error| error.message.contains("empty")));
        assert!(parse(&format!("{good}CHECK( init(f()), LTL(F end) )")).is_err());
    }
}
