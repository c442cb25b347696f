//! What is known where the unwinding is: the guard of the path, and the versions that variables and arrays have.

use heureka_ir::{ExprId, Program, VarId};

use super::build::Builder;
use super::ssa::{ArrayVersion, ArrayVersionId, Contents, Done};

#[derive(Clone, Debug)]
pub struct State {
    pub guard: ExprId,
    /// By variable; locals of procedures that are not open have none.
    pub vars: Vec<Option<ExprId>>,
    /// By array.
    pub arrays: Vec<Option<ArrayVersionId>>,
}

impl State {
    pub fn is_dead(&self, builder: &Builder) -> bool {
        builder.as_bool(self.guard) == Some(false)
    }

    /// The state where two paths meet. Each variable that differs gets a new version, the conditional of paper 004 §2.1,
    /// step 4.
    pub fn merge(self, other: State, program: &Program, builder: &mut Builder) -> State {
        // On the one path just the one guard holds; where both are parts of one `if`, its condition says which.
        let condition = builder.split(self.guard, other.guard).map_or(self.guard, |(_, condition)| condition);
        let guard = builder.or(self.guard, other.guard);
        builder.guard = guard;
        builder.note(Done::Meeting);
        let mut vars = self.vars;
        for (at, (var, other)) in vars.iter_mut().zip(other.vars).enumerate() {
            *var = match (*var, other) {
                (Some(this), Some(that)) if this != that => {
                    let value = builder.ite(condition, this, that);
                    Some(version_of(builder, VarId(at as u32), value))
                }
                (this, that) => this.or(that),
            };
        }
        let mut arrays = self.arrays;
        for ((array, other), id) in arrays.iter_mut().zip(other.arrays).zip(program.array_ids()) {
            *array = match (*array, other) {
                (Some(then), Some(otherwise)) if then != otherwise => {
                    let meaning = Contents::Join { condition, then, otherwise };
                    Some(builder.array(ArrayVersion { of: id, meaning }))
                }
                (this, that) => this.or(that),
            };
        }
        State { guard, vars, arrays }
    }
}

/// The value itself where it is simple, a new version that stands for it otherwise.
pub fn version_of(builder: &mut Builder, var: VarId, value: ExprId) -> ExprId {
    if builder.is_simple(value) { value } else { builder.define(var, value) }
}
