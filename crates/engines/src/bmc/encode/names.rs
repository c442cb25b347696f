//! Names of inputs. They do not depend on what else is unwound: with a greater bound the first inputs of a variable have the
//! names that they had before, so that what was found out about them is known.

use std::collections::{HashMap, HashSet};

use heureka_ir::{ArrayId, Program, VarId};

use crate::bmc::ssa::{ArrayVersionId, Contents, Meaning, Ssa};

pub struct Names {
    /// By variable and by array of the program: how it is called. No two are called alike.
    vars: Vec<String>,
    arrays: Vec<String>,
    /// By version: how many inputs of its variable are before it.
    var_numbers: Vec<u32>,
    array_numbers: Vec<u32>,
}

impl Names {
    pub fn new(program: &Program, ssa: &Ssa) -> Names {
        let mut used: HashSet<String> = HashSet::new();
        let mut distinct = |name: &str| {
            let others = (2..).map(|number| format!("{name}.{number}"));
            let mut names = std::iter::once(name.to_owned()).chain(others);
            let name = names.find(|name| !used.contains(name)).expect("there is always one more");
            used.insert(name.clone());
            name
        };
        let vars = program.var_ids().map(|var| distinct(&program.var(var).name)).collect();
        let arrays = program.array_ids().map(|array| distinct(&program.array(array).name)).collect();
        let inputs = |version: usize| ssa.vars[version].meaning == Meaning::Input;
        let var_numbers = numbers(ssa.vars.len(), |at| inputs(at).then_some(ssa.vars[at].of));
        let array_inputs = |version: usize| ssa.arrays[version].meaning == Contents::Input;
        let array_numbers = numbers(ssa.arrays.len(), |at| array_inputs(at).then_some(ssa.arrays[at].of));
        Names { vars, arrays, var_numbers, array_numbers }
    }

    /// The name of an input of a variable.
    pub fn var(&self, of: VarId, version: VarId) -> String {
        format!("{}!{}", self.vars[of.index()], self.var_numbers[version.index()])
    }

    /// The name of an input of an array.
    pub fn array(&self, of: ArrayId, version: ArrayVersionId) -> String {
        format!("{}!{}", self.arrays[of.index()], self.array_numbers[version.index()])
    }
}

/// By place: how many places before it have the same.
fn numbers<T: Eq + std::hash::Hash>(count: usize, of: impl Fn(usize) -> Option<T>) -> Vec<u32> {
    let mut counts: HashMap<T, u32> = HashMap::new();
    let mut number = |at| {
        let count = counts.entry(of(at)?).or_default();
        *count += 1;
        Some(*count - 1)
    };
    (0..count).map(|at| number(at).unwrap_or(0)).collect()
}
