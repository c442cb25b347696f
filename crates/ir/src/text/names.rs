//! Names that tell apart what the source gave one name: `x`, `x#2`, `x#3`.
//!
//! Invariant: within a procedure no two visible variables or arrays (its own and the globals) have one name.

use std::collections::HashMap;

use super::{WORDS, is_name_part, is_name_start};
use crate::ids::{ArrayId, ProcId, VarId};
use crate::program::Program;

/// The printed names of a program's variables, arrays and procedures.
pub struct Names {
    vars: Vec<(Option<ProcId>, String)>,
    arrays: Vec<(Option<ProcId>, String)>,
    procs: Vec<String>,
}

impl Names {
    pub fn of(program: &Program) -> Names {
        let mut globals: HashMap<&str, u32> = HashMap::new();
        let mut locals: HashMap<(ProcId, &str), u32> = HashMap::new();
        let vars = program.vars.iter().map(|var| (var.owner, var.name.as_str()));
        let arrays = program.arrays.iter().map(|array| (array.owner, array.name.as_str()));
        let all: Vec<(Option<ProcId>, &str)> = vars.chain(arrays).collect();
        let mut numbers = vec![0; all.len()];
        for (number, &(owner, name)) in numbers.iter_mut().zip(&all) {
            if owner.is_none() {
                let count = globals.entry(name).or_default();
                *count += 1;
                *number = *count;
            }
        }
        for (number, &(owner, name)) in numbers.iter_mut().zip(&all) {
            if let Some(proc) = owner {
                let count = locals.entry((proc, name)).or_insert_with(|| globals.get(name).copied().unwrap_or(0));
                *count += 1;
                *number = *count;
            }
        }
        let mut vars: Vec<(Option<ProcId>, String)> =
            all.iter().zip(&numbers).map(|(&(owner, name), &number)| (owner, numbered(name, number))).collect();
        let arrays = vars.split_off(program.vars.len());
        let mut known: HashMap<&str, u32> = HashMap::new();
        let procs = program.procs.iter().map(|proc| {
            let count = known.entry(&proc.name).or_default();
            *count += 1;
            numbered(&proc.name, *count)
        });
        Names { vars, arrays, procs: procs.collect() }
    }

    /// The name within `scope`, which is the procedure that mentions it.
    pub fn var(&self, var: VarId, scope: Option<ProcId>) -> String {
        self.scoped(self.vars.get(var.index()), scope).unwrap_or_else(|| format!("`{var}?`"))
    }

    pub fn array(&self, array: ArrayId, scope: Option<ProcId>) -> String {
        self.scoped(self.arrays.get(array.index()), scope).unwrap_or_else(|| format!("`{array}?`"))
    }

    pub fn proc(&self, proc: ProcId) -> &str {
        self.procs.get(proc.index()).map_or("`?`", String::as_str)
    }

    fn scoped(&self, named: Option<&(Option<ProcId>, String)>, scope: Option<ProcId>) -> Option<String> {
        let (owner, name) = named?;
        Some(match owner {
            Some(proc) if *owner != scope => format!("{}::{name}", self.proc(*proc)),
            _ => name.clone(),
        })
    }
}

fn numbered(name: &str, number: u32) -> String {
    let plain = name.starts_with(is_name_start) && name.chars().all(is_name_part) && !WORDS.contains(&name);
    let mut text = if plain { name.to_owned() } else { quote(name, '`') };
    if number > 1 {
        text.push_str(&format!("#{number}"));
    }
    text
}

/// `text` between two `mark`s, with what would end it or not show written as escapes.
pub(super) fn quote(text: &str, mark: char) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push(mark);
    for c in text.chars() {
        match c {
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c == mark || c == '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{{{:x}}}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push(mark);
    quoted
}
