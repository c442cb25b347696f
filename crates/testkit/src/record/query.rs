//! A recorded question and its text: one line each, `sat C`, `project x3 x4 : C` or `entails C => D1 | D2`.

use std::fmt;

use heureka_linear::{Conjunction, Kind, LinearExpr, Names, Numbers, Row, Var};

/// Constraints as an engine has them before anything is reduced.
pub type Constraints = Vec<(LinearExpr, Kind)>;

/// What was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Query {
    /// Is there a point?
    Satisfiable(Constraints),
    /// What is left without these variables?
    Project(Constraints, Vec<Var>),
    /// Is every point of the first in one of the others?
    Entails(Constraints, Vec<Constraints>),
}

/// A line that is not a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryError {
    pub line: usize,
    pub what: String,
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for QueryError {}

/// The questions, one line each.
pub fn write_queries(queries: &[Query]) -> String {
    let mut text = String::new();
    for query in queries {
        text += &match query {
            Query::Satisfiable(constraints) => format!("sat {}\n", show(constraints)),
            Query::Project(constraints, eliminated) => {
                let names: Vec<_> = eliminated.iter().map(|var| format!("x{}", var.0)).collect();
                format!("project {} : {}\n", names.join(" "), show(constraints))
            }
            Query::Entails(left, right) => {
                let right: Vec<_> = right.iter().map(show).collect();
                format!("entails {} => {}\n", show(left), right.join(" | "))
            }
        };
    }
    text
}

/// Reads what [`write_queries`] wrote.
pub fn read_queries(text: &str) -> Result<Vec<Query>, QueryError> {
    let read = |(at, line): (usize, &str)| read_query(line).map_err(|what| QueryError { line: at + 1, what });
    text.lines().enumerate().map(read).collect()
}

fn read_query(line: &str) -> Result<Query, String> {
    let (what, rest) = line.split_once(' ').ok_or("a question and its constraints are expected")?;
    match what {
        "sat" => Ok(Query::Satisfiable(constraints(rest)?)),
        "project" => {
            let (names, rest) = rest.split_once(':').ok_or("`:` is expected after the variables")?;
            let var = |name: &str| {
                let digits = name.strip_prefix('x').ok_or_else(|| format!("`{name}` is no variable"))?;
                digits.parse().map(Var).map_err(|_| format!("`{name}` is no variable"))
            };
            Ok(Query::Project(constraints(rest)?, names.split_whitespace().map(var).collect::<Result<_, _>>()?))
        }
        "entails" => {
            let (left, right) = rest.split_once("=>").ok_or("`=>` is expected")?;
            Ok(Query::Entails(constraints(left)?, right.split('|').map(constraints).collect::<Result<_, _>>()?))
        }
        _ => Err(format!("there is no question `{what}`")),
    }
}

/// Each constraint by itself: as a conjunction they would come back reduced.
fn show(constraints: &Constraints) -> String {
    let names = Names::default();
    let row = |(expr, kind): &(LinearExpr, Kind)| match Row::canonical(expr.clone(), kind.clone(), Numbers::Integer) {
        heureka_linear::Canonical::Row(row) => names.show_row(&row),
        heureka_linear::Canonical::Always => "0 <= 0".to_owned(),
        heureka_linear::Canonical::Never => "1 <= 0".to_owned(),
    };
    constraints.iter().map(row).collect::<Vec<_>>().join(" & ")
}

fn constraints(text: &str) -> Result<Constraints, String> {
    let mut names = Names::default();
    for number in 0..NAMED {
        names.var(&format!("x{number}"));
    }
    let mut read = Vec::new();
    for part in text.split('&') {
        let one =
            Conjunction::parse(part, Numbers::Integer, &mut names).map_err(|error| format!("`{part}`: {error}"))?;
        if one.is_false() {
            read.push((LinearExpr::constant_of(-1), Kind::AtLeast));
        }
        read.extend(one.rows().iter().map(|row| (row.expr().clone(), row.kind().clone())));
    }
    Ok(read)
}

/// Variables of recorded constraints are `x0` to this one.
const NAMED: u32 = 200;
