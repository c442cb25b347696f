//! The names of a program's variables and arrays in formulas.
//!
//! Invariant: two variables never have one name. Users read the names in post-conditions, so a variable of the source has its
//! own name; others of the same name get a number. Among those of the same name the one of the innermost call comes first:
//! inlining gives it the greatest id. What no step names comes last.

use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::{ArrayId, Dim, Node, Program, Role, VarId};
use heureka_sil::{Array, Base, Scalar, Sum};

pub struct Names {
    scalars: Vec<Scalar>,
    vars: BTreeMap<Scalar, VarId>,
    /// By array: its name if it is followed.
    arrays: Vec<Option<Array>>,
    ids: BTreeMap<Array, ArrayId>,
}

impl Names {
    pub fn of(program: &Program) -> Names {
        let mut taken = BTreeSet::new();
        let mut scalars: Vec<Option<Scalar>> = vec![None; program.vars.len()];
        let used = used(program);
        // What users know gets its name first.
        for wants in [(true, true), (true, false), (false, true), (false, false)] {
            for var in program.var_ids().rev() {
                let about = program.var(var);
                if (used.contains(&var), about.role == Role::Source) != wants {
                    continue;
                }
                let name = unused(&about.name, &taken);
                taken.insert(name.clone());
                scalars[var.index()] = Some(Scalar::new(&name));
            }
        }
        let scalars: Vec<Scalar> = scalars.into_iter().map(|name| name.expect("every variable was named")).collect();
        let vars = scalars.iter().cloned().zip(program.var_ids()).collect();
        let mut arrays = Vec::new();
        let mut ids = BTreeMap::new();
        for id in program.array_ids() {
            let array = program.array(id);
            let is_followed = matches!(&*array.dims, [Dim::Const(_) | Dim::Var(_)]);
            arrays.push(is_followed.then(|| {
                let name = unused(&array.name, &taken);
                taken.insert(name.clone());
                ids.insert(Array::new(&name), id);
                Array::new(&name)
            }));
        }
        Names { scalars, vars, arrays, ids }
    }

    pub fn scalar(&self, var: VarId) -> Scalar {
        self.scalars[var.index()].clone()
    }

    pub fn var(&self, scalar: &Scalar) -> Option<VarId> {
        self.vars.get(scalar).copied()
    }

    /// The name of an array that formulas can speak of.
    pub fn array(&self, array: ArrayId) -> Option<Array> {
        self.arrays[array.index()].clone()
    }

    pub fn id(&self, array: &Array) -> Option<ArrayId> {
        self.ids.get(array).copied()
    }

    /// The length of an array, as the program has it.
    pub fn length(&self, program: &Program, array: ArrayId) -> Option<Sum<Base>> {
        match &*program.array(array).dims {
            [Dim::Const(extent)] => Some(Sum::number(i64::try_from(*extent).ok()?)),
            [Dim::Var(var)] => Some(Sum::of(Base::Scalar(self.scalar(*var)))),
            _ => None,
        }
    }
}

/// The variables that steps name.
fn used(program: &Program) -> BTreeSet<VarId> {
    let mut used = BTreeSet::new();
    for edge in program.edges() {
        used.extend(edge.op.written_vars());
        program.exprs.visit(edge.op.exprs(), |_, node| {
            if let Node::Var(var) = node {
                used.insert(*var);
            }
        });
    }
    used
}

/// The name as users know it, without the number that tells it from others.
pub fn shown(scalar: &Scalar) -> &str {
    match scalar.name().rsplit_once('_') {
        Some((name, number)) if !name.is_empty() && number.parse::<u32>().is_ok() => name,
        _ => scalar.name(),
    }
}

fn unused(name: &str, taken: &BTreeSet<String>) -> String {
    if !taken.contains(name) {
        return name.to_owned();
    }
    let candidates = (2..).map(|number| format!("{name}_{number}"));
    candidates.into_iter().find(|name| !taken.contains(name)).expect("the numbers do not end")
}
