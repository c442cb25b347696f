//! The rules about sets that [`Array::is_set`] states: they keep sets finite, and their elements numbers of one type.

use super::Validator;
use crate::expr::Node;
use crate::ids::{ArrayId, EdgeId, ExprId, ProcId};
use crate::program::{Array, Contents, Dim, Op};
use crate::ty::{IntTy, Ty};

impl Validator<'_> {
    pub(super) fn declared_set(&mut self, array: &Array, name: &str) {
        if !array.dims.contains(&Dim::Element) {
            return;
        }
        if !array.is_set() {
            self.error(array.span, format!("{name} is a set with more than one dimension"));
        }
        if array.elem != Array::MEMBERSHIP {
            let (found, wanted) = (array.elem, Array::MEMBERSHIP);
            self.error(array.span, format!("the cells of the set {name} are of type {found}, not {wanted}"));
        }
        if array.init != Contents::Zero {
            self.error(array.span, format!("the set {name} does not start empty"));
        }
    }

    /// The sets that the expressions of a step look into.
    pub(super) fn tested_sets(&mut self, id: EdgeId, op: &Op) {
        let program = self.program;
        let mut accesses: Vec<(ArrayId, ExprId)> = Vec::new();
        program.exprs.visit(op.exprs(), |_, node| {
            if let Node::Read(array, indices) = node
                && let [index] = **indices
            {
                accesses.push((*array, index));
            }
        });
        for (array, index) in accesses {
            self.element(id, array, index);
        }
    }

    /// A set that a step changes.
    pub(super) fn changed_set(&mut self, id: EdgeId, op: &Op) {
        let Some(array) = op.written_array().filter(|&array| self.is_set(array)) else { return };
        let name = &self.program.array(array).name;
        let constant = |value: &ExprId| self.program.exprs.as_const(*value);
        let problem = match op {
            Op::Store { value, .. } if !matches!(constant(value), Some(0 | 1)) => {
                Some(format!("{} puts into the set {name} something that is not the constant 0 or 1", self.at(id)))
            }
            Op::Fill { value, .. } if constant(value) != Some(0) => {
                Some(format!("{} fills the set {name} with something that is not the constant 0", self.at(id)))
            }
            Op::HavocArray { .. } => Some(format!("{} makes the set {name} arbitrary", self.at(id))),
            _ => None,
        };
        if let Some(message) = problem {
            self.error(self.program.edge(id).span, message);
        }
        if let Op::Store { indices, .. } = op
            && let [index] = **indices
        {
            self.element(id, array, index);
        }
    }

    pub(super) fn copy(&mut self, id: EdgeId, to: ArrayId, from: ArrayId, scope: ProcId) {
        self.target_array(id, to, scope);
        let span = self.program.edge(id).span;
        match self.program.arrays.get(from.index()) {
            None => self.error(span, format!("{} copies array {from}, which does not exist", self.at(id))),
            Some(declared) if self.is_foreign(declared.owner, scope) => {
                let name = self.names.array(from, Some(scope));
                self.error(span, format!("{} reads a local of another procedure, {name}", self.at(id)));
            }
            Some(_) => {}
        }
        for array in [to, from] {
            if let Some(declared) = self.program.arrays.get(array.index()).filter(|array| !array.is_set()) {
                self.error(span, format!("{} copies {}, which is not a set", self.at(id), declared.name));
            }
        }
    }

    fn is_set(&self, array: ArrayId) -> bool {
        self.program.arrays.get(array.index()).is_some_and(Array::is_set)
    }

    fn element(&mut self, id: EdgeId, array: ArrayId, index: ExprId) {
        let found = self.program.exprs.ty(index);
        if self.is_set(array) && found != Ty::Int(IntTy::OFFSET) {
            let name = &self.program.array(array).name;
            let message =
                format!("{} has an element of type {found} for the set {name}, not {}", self.at(id), IntTy::OFFSET);
            self.error(self.program.edge(id).span, message);
        }
    }
}
