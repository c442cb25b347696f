//! A short way to write certificates: for each location `L3: 0 <= i, i <= n@ | i = 7`, where `x@` is the value of `x` at
//! the entry, `,` is "and", `|` is "or", and `*` says that anything may come here. A location that is not listed is
//! unreachable.
//!
//! Ghosts stand before: `ghost k = rigid`, or `rigid at l` if it equals the ghost `l` at an error; `ghost l = last i at L3`,
//! or `L3.1` for the second edge out of L3, or `i at L3 or j at L4`; `ghost c = a 3` for the cell at 3, `a k+1` for that at a rigid, `a (i)` for
//! that where an expression of the program points now; one word for each dimension.

use heureka_certify::{Checked, Numbers, Question, Rejected, check};
use heureka_ir::invariant::{CellIndex, Constraint, Ghost, Invariant, Invariants, Relation, Value};
use heureka_ir::text::{ExprPrinter, Names};
use heureka_ir::{EdgeId, ExprId, LocId, Program, Property, Ty, VarId};
use heureka_logic::solver::{Limits, SolverFactory};

/// What names mean: a program and the names of the ghosts.
struct Scope<'p> {
    program: &'p Program,
    ghosts: Vec<&'p str>,
}

pub fn invariants(program: &Program, text: &str) -> Invariants {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let declared: Vec<(&str, &str)> = lines()
        .filter_map(|line| line.strip_prefix("ghost "))
        .map(|line| line.split_once(" = ").expect("`ghost NAME = WHAT`"))
        .collect();
    let scope = &Scope { program, ghosts: declared.iter().map(|(name, _)| *name).collect() };
    let mut at = vec![Invariant::unreachable(); program.locs.len()];
    for line in lines().filter(|line| !line.starts_with("ghost ")) {
        let (loc, rest) = line.split_once(':').expect("a location and its invariant");
        let loc = location(loc);
        let disjunct = |text: &str| match text.trim() {
            "*" => Box::default(),
            text => text.split(',').map(|text| constraint(scope, loc, text)).collect(),
        };
        at[loc.index()] = Invariant { disjuncts: rest.split('|').map(disjunct).collect() };
    }
    let ghosts = declared.iter().map(|(name, text)| scope.ghost(name, text)).collect();
    Invariants { ghosts, ..Invariants::new(at) }
}

fn location(text: &str) -> LocId {
    LocId(text.trim().trim_start_matches('L').parse().expect("L and a number"))
}

impl Scope<'_> {
    fn find_ghost(&self, name: &str) -> Option<VarId> {
        let at = self.ghosts.iter().position(|ghost| *ghost == name)?;
        Some(Invariants::ghost_var(self.program, at))
    }

    fn ghost(&self, name: &str, text: &str) -> Ghost {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["rigid"] => Ghost::Rigid { name: name.into(), at_error: None },
            ["rigid", "at", ghost] => {
                Ghost::Rigid { name: name.into(), at_error: Some(self.find_ghost(ghost).expect("a ghost")) }
            }
            ["last", ref rest @ ..] => {
                let pair = |words: &[&str]| match words {
                    [value, "at", edge] => (self.edge(edge), self.expr(value)),
                    _ => panic!("`VALUE at EDGE` is expected, not {words:?}"),
                };
                Ghost::Last { at: rest.split(|word| *word == "or").map(pair).collect() }
            }
            [array, ref indices @ ..] => {
                let array = self.program.array_ids().find(|id| self.program.array(*id).name == array);
                let indices = indices.iter().map(|index| self.index(index)).collect();
                Ghost::Cell { array: array.expect("an array"), indices }
            }
            [] => panic!("the ghost {name} is nothing"),
        }
    }

    fn index(&self, text: &str) -> CellIndex {
        if let Some(expr) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
            return CellIndex::Now(self.expr(expr));
        }
        if let Ok(index) = text.parse() {
            return CellIndex::Const(index);
        }
        // `9-k`, `s+9-k`
        if let Some((from, name)) = text.rsplit_once('-')
            && let Some(ghost) = self.find_ghost(name)
        {
            let (sum, offset) = from.split_once('+').map_or((None, from), |(sum, offset)| (Some(sum), offset));
            let sum = sum.map(|sum| self.find_ghost(sum).expect("a ghost"));
            return CellIndex::Mirrored { ghost, sum, offset: offset.parse().expect("an offset") };
        }
        let (name, offset) = text.find(['+', '-']).map_or((text, "0"), |at| text.split_at(at));
        let ghost = self.find_ghost(name).expect("a rigid");
        CellIndex::Rigid { ghost, offset: offset.parse().expect("an offset") }
    }

    fn edge(&self, text: &str) -> EdgeId {
        let (loc, number) = text.split_once('.').unwrap_or((text, "0"));
        self.program.out_edges(location(loc)).nth(number.parse().expect("a number")).expect("an edge")
    }

    /// The expression of the program with this text, spaces left out.
    fn expr(&self, text: &str) -> ExprId {
        let names = Names::of(self.program);
        let mut procs = self.program.proc_ids();
        let exprs = || (0..self.program.exprs.len() as u32).map(ExprId);
        let found = procs.find_map(|proc| {
            let printer = ExprPrinter::new(self.program, &names, Some(proc));
            exprs()
                .find(|expr| self.program.exprs.ty(*expr) != Ty::Bool && printer.text(*expr).replace(' ', "") == text)
        });
        found.unwrap_or_else(|| panic!("the program has no expression {text}"))
    }
}

fn constraint(scope: &Scope, loc: LocId, text: &str) -> Constraint {
    let words: Vec<&str> = text.split_whitespace().collect();
    if let Some(at) = words.iter().position(|word| *word == "mod") {
        let [modulus, "<=", width] = words[at + 1..] else { panic!("`e mod m <= w` is expected, not {text}") };
        let relation = Relation::Modulo { modulus: modulus.parse().unwrap(), width: width.parse().unwrap() };
        return build(linear(scope, loc, &words[..at]), relation);
    }
    let at = words.iter().position(|word| ["<=", ">=", "<", ">", "="].contains(word)).expect("a comparison");
    let (left, right) = (linear(scope, loc, &words[..at]), linear(scope, loc, &words[at + 1..]));
    let minus = |a: Sum, b: Sum| Sum {
        constant: a.constant - b.constant,
        terms: a.terms.into_iter().chain(b.terms.into_iter().map(|(value, factor)| (value, -factor))).collect(),
    };
    match words[at] {
        "=" => build(minus(left, right), Relation::Zero),
        ">=" => build(minus(left, right), Relation::AtLeastZero),
        "<=" => build(minus(right, left), Relation::AtLeastZero),
        ">" => build(minus(left, right), Relation::AboveZero),
        _ => build(minus(right, left), Relation::AboveZero),
    }
}

#[derive(Default)]
struct Sum {
    constant: i128,
    terms: Vec<(Value, i128)>,
}

fn build(sum: Sum, relation: Relation) -> Constraint {
    let mut terms = std::collections::BTreeMap::new();
    for (value, factor) in sum.terms {
        *terms.entry(value).or_insert(0) += factor;
    }
    terms.retain(|_, factor| *factor != 0);
    Constraint { terms: terms.into_iter().collect(), constant: sum.constant, relation }
}

fn linear(scope: &Scope, loc: LocId, words: &[&str]) -> Sum {
    let mut sum = Sum::default();
    let mut sign = 1;
    for word in words {
        match *word {
            "+" => sign = 1,
            "-" => sign = -1,
            word => {
                let (factor, name) = match word.split_once('*') {
                    Some((factor, name)) => (factor.parse().unwrap(), name),
                    None => (1, word),
                };
                match name.parse::<i128>() {
                    Ok(constant) => sum.constant += sign * factor * constant,
                    Err(_) => sum.terms.push((value(scope, loc, name), sign * factor)),
                }
                sign = 1;
            }
        }
    }
    sum
}

fn value(scope: &Scope, loc: LocId, name: &str) -> Value {
    let program = scope.program;
    let proc = program.loc(loc).proc;
    let find = |name: &str| {
        if let Some(ghost) = scope.find_ghost(name) {
            return ghost;
        }
        let is_it = |var: &VarId| {
            let var = program.var(*var);
            var.name == name && var.owner.is_none_or(|owner| owner == proc)
        };
        program.var_ids().find(is_it).unwrap_or_else(|| panic!("no variable {name} at {loc}"))
    };
    match name.strip_suffix('@') {
        Some(name) => Value::AtEntry(find(name)),
        None => Value::Now(find(name)),
    }
}

/// The verdict of the checker.
pub fn judge(
    program: &Program,
    properties: &[Property],
    numbers: Numbers,
    invariants: &Invariants,
) -> Result<Checked, Rejected> {
    let properties = properties.iter().copied().collect();
    let question = Question { program, properties: &properties, numbers };
    check(&question, invariants, &SolverFactory::default(), Limits::NONE)
}
