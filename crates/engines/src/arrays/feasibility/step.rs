//! One step of the path: what each kind of edge does to the renamed state, and the formula it gives.

use heureka_ir::passes::is_guess;
use heureka_ir::{CmpOp, EdgeId, ExprId, Node, Op, VarId};

use super::evaluate::{Evaluated, Memo};
use super::number::{Number, Value};
use super::reason::ReasonId;
use super::rename::Renaming;
use super::store::Filling;

impl Renaming<'_> {
    /// Takes the edge at place `step` of the path. `number` is that of the step in the table, if it is shown.
    pub fn take(&mut self, step: usize, id: EdgeId, number: Option<usize>) {
        self.step = step;
        let program = self.program;
        let edge = program.edge(id);
        let mut memo = Memo::new();
        for expr in edge.op.exprs() {
            let evaluated = self.evaluate(&mut memo, expr);
            self.constrain(evaluated.ok, evaluated.ok_reason);
        }
        let numbers = |indices: &[ExprId]| indices.iter().map(|index| memo[index].number()).collect::<Vec<Number>>();
        let mut index_reason = ReasonId::NOTHING;
        if let Some((array, indices)) = edge.op.access() {
            index_reason = self.reasons.all(indices.iter().map(|index| memo[index].reason));
            let (inside, because) = self.bounds(array, indices, &numbers(indices), index_reason);
            self.constrain(inside, because);
        }
        self.at = edge.to;
        match &edge.op {
            Op::Skip => {}
            Op::Copy { .. } => unreachable!("paths that copy sets are not looked at"),
            Op::Assume(guard) => self.assume(&memo, *guard),
            Op::Assign(pairs) => {
                let values: Vec<(VarId, Value)> = pairs.iter().map(|(var, expr)| (*var, memo[expr].value())).collect();
                for (var, value) in values {
                    self.assign(var, value, number);
                }
            }
            Op::Store { array, indices, value } => {
                let (store, elem) = (self.store_of(*array), &program.array(*array).elem);
                let value = self.assigned(&program.array(*array).name, *elem, memo[value].value());
                self.write_cell(store, step, &numbers(indices), index_reason, value);
                self.store_mut(store).version = number.unwrap_or(self.store(store).version);
            }
            Op::Fill { array, prefix, value } => {
                let (store, elem) = (self.store_of(*array), &program.array(*array).elem);
                let value = self.assigned(&program.array(*array).name, *elem, memo[value].value());
                self.fill_cells(store, step, &numbers(prefix), index_reason, Filling::Value(value));
                self.store_mut(store).version = number.unwrap_or(self.store(store).version);
            }
            Op::HavocArray { array, prefix, .. } => {
                let store = self.store_of(*array);
                let prefix = numbers(prefix);
                let ask = self.asks.contents();
                self.fill_cells(store, step, &prefix, index_reason, Filling::Free(ask));
                self.store_mut(store).version = number.unwrap_or(self.store(store).version);
            }
            Op::Havoc { var, .. } => {
                let data = program.var(*var);
                let range = self.formulae.range_of(data.ty);
                let chosen = self.formulae.unknown(&data.name, range);
                // The program as it was read has no such question.
                if !is_guess(program, *var) {
                    self.asks.value(chosen);
                }
                let slot = self.slot_mut(*var);
                slot.value = Value { number: chosen, reason: ReasonId::NOTHING };
                slot.version = number.unwrap_or(slot.version);
            }
            Op::Call { proc, args, .. } => {
                let args: Vec<Value> = args.iter().map(|expr| memo[expr].value()).collect();
                self.enter(*proc, Some(id));
                for (&param, value) in program.proc(*proc).params.iter().zip(args) {
                    self.assign(param, value, number);
                }
                self.at = program.proc(*proc).entry;
            }
            Op::Return(values) => {
                let results = &program.proc(self.frame().proc).results;
                let values: Vec<Value> = values.iter().map(|expr| memo[expr].value()).collect();
                for (&result, value) in results.iter().zip(values) {
                    self.assign(result, value, number);
                }
            }
        }
        self.leave(number);
    }

    fn assign(&mut self, var: VarId, value: Value, number: Option<usize>) {
        let data = self.program.var(var);
        let value = self.assigned(&data.name, data.ty, value);
        let slot = self.slot_mut(var);
        slot.value = value;
        slot.version = number.unwrap_or(slot.version);
    }

    /// Goes back to the callers of procedures whose exit is reached.
    fn leave(&mut self, number: Option<usize>) {
        let program = self.program;
        while self.at == program.proc(self.frame().proc).exit
            && let Some(call) = self.frame().call
        {
            let proc = program.proc(self.frame().proc);
            let Op::Call { results, .. } = &program.edge(call).op else { unreachable!("frames are made by calls") };
            let values: Vec<Value> = proc.results.iter().map(|&var| self.slot(var).value).collect();
            self.frames.pop();
            for (&var, value) in results.iter().zip(values) {
                let slot = self.slot_mut(var);
                slot.value = value;
                slot.version = number.unwrap_or(slot.version);
            }
            self.at = program.edge(call).to;
        }
    }

    fn assume(&mut self, memo: &Memo, guard: ExprId) {
        let Evaluated { reason, .. } = memo[&guard];
        self.constrain(memo[&guard].truth(), reason);
        // Equations with numbers are used from here on.
        let mut open = vec![(guard, true)];
        while let Some((expr, is_true)) = open.pop() {
            match *self.program.exprs.node(expr) {
                Node::Not(a) => open.push((a, !is_true)),
                Node::And(a, b) if is_true => open.extend([(b, true), (a, true)]),
                Node::Or(a, b) if !is_true => open.extend([(b, false), (a, false)]),
                Node::Compare(CmpOp::Eq, a, b) if is_true => self.learn_equation(memo, a, b),
                Node::Compare(CmpOp::Ne, a, b) if !is_true => self.learn_equation(memo, a, b),
                _ => {}
            }
        }
    }

    fn learn_equation(&mut self, memo: &Memo, a: ExprId, b: ExprId) {
        // What was not evaluated does not matter.
        let (Some(a), Some(b)) = (memo.get(&a), memo.get(&b)) else { return };
        let (open, known) = match (a.number(), b.number()) {
            (Number::Open { base, offset, .. }, Number::Known(value))
            | (Number::Known(value), Number::Open { base, offset, .. }) => (base, value.checked_sub(offset)),
            _ => return,
        };
        if let Some(known) = known
            && self.formulae.terms.as_constant(open).is_some()
        {
            let both = self.reasons.both(a.reason, b.reason);
            let because = self.reasons.step(self.step, both);
            self.learn(open, known, because);
        }
    }

    /// Whether the step at hand is one of those that no execution takes.
    pub fn is_contradictory(&self) -> bool {
        self.contradiction.is_some()
    }
}
