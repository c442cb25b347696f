//! Names of loops, for bounds of their own: `--unwindset 12:5,main.0:3`.

use std::fmt;
use std::str::FromStr;

use heureka_ir::span::FileId;
use heureka_ir::{LoopId, Loops, Program};

/// How users name a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoopName {
    /// The loops that start in this line of the program's first file.
    Line(u32),
    /// The loop of a function with this number, in the order of the text, from 0.
    Numbered(String, usize),
}

impl FromStr for LoopName {
    type Err = String;

    fn from_str(text: &str) -> Result<LoopName, String> {
        if let Ok(line) = text.parse() {
            return Ok(LoopName::Line(line));
        }
        let numbered = text.rsplit_once('.').and_then(|(function, number)| Some((function, number.parse().ok()?)));
        match numbered {
            Some((function, number)) if !function.is_empty() => Ok(LoopName::Numbered(function.to_owned(), number)),
            _ => Err(format!("`{text}` is no loop: the line where it starts, or FUNCTION.NUMBER, is expected")),
        }
    }
}

impl fmt::Display for LoopName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoopName::Line(line) => write!(f, "line {line}"),
            LoopName::Numbered(function, number) => write!(f, "{function}.{number}"),
        }
    }
}

/// By loop: the bound that its name is given.
pub fn bounds_of_loops(program: &Program, bounds: &[(LoopName, u64)]) -> Result<Vec<Option<u64>>, String> {
    let loops = Loops::of(program);
    let mut by_loop = vec![None; loops.ids().count()];
    for (name, bound) in bounds {
        let named = find(program, &loops, name);
        if named.is_empty() {
            return Err(format!("there is no loop {name}; {}", known(program, &loops)));
        }
        for id in named {
            by_loop[id.index()] = Some(*bound);
        }
    }
    Ok(by_loop)
}

fn find(program: &Program, loops: &Loops, name: &LoopName) -> Vec<LoopId> {
    match name {
        LoopName::Line(line) => loops.ids().filter(|id| line_of(program, loops, *id) == Some(*line)).collect(),
        LoopName::Numbered(function, number) => in_order(program, loops)
            .into_iter()
            .filter(|(id, at)| at == number && function_of(program, loops, *id) == function)
            .map(|(id, _)| id)
            .collect(),
    }
}

/// The loops, each with its number within its function.
fn in_order(program: &Program, loops: &Loops) -> Vec<(LoopId, usize)> {
    let head = |id: LoopId| program.loc(loops.get(id).head);
    let mut ids: Vec<LoopId> = loops.ids().collect();
    ids.sort_by_key(|id| (head(*id).proc, head(*id).span, *id));
    let mut numbered: Vec<(LoopId, usize)> = Vec::new();
    for id in ids {
        let number = match numbered.last() {
            Some((before, number)) if head(*before).proc == head(id).proc => number + 1,
            _ => 0,
        };
        numbered.push((id, number));
    }
    numbered
}

fn function_of<'p>(program: &'p Program, loops: &Loops, id: LoopId) -> &'p str {
    &program.proc(program.loc(loops.get(id).head).proc).name
}

fn line_of(program: &Program, loops: &Loops, id: LoopId) -> Option<u32> {
    let span = program.loc(loops.get(id).head).span;
    (!span.is_none() && span.file == FileId(0)).then_some(span.line)
}

fn known(program: &Program, loops: &Loops) -> String {
    let name = |(id, number): (LoopId, usize)| {
        let line = line_of(program, loops, id).map_or_else(String::new, |line| format!(" (line {line})"));
        format!("{}.{number}{line}", function_of(program, loops, id))
    };
    let names: Vec<String> = in_order(program, loops).into_iter().map(name).collect();
    match names.is_empty() {
        true => "the program has none".to_owned(),
        false => format!("the loops are {}", names.join(", ")),
    }
}
