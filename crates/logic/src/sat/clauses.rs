//! Clauses of a circuit: Tseitin's transformation of what a bit depends on. Each gate is a variable.

use super::circuit::{Bit, Circuit, Gate};

/// A propositional formula in clauses, and how large it is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CnfSize {
    pub variables: u64,
    pub clauses: u64,
    /// The text in DIMACS format.
    pub bytes: u64,
}

impl CnfSize {
    fn count(&mut self, clause: &[i32]) {
        self.clauses += 1;
        self.bytes += 2;
        for &literal in clause {
            let digits = literal.unsigned_abs().ilog10() as u64 + 1;
            self.bytes += digits + u64::from(literal < 0) + 1;
        }
    }
}

/// Stands for a variable that is about to come.
const MARK: i32 = i32::MIN;

/// The variables of gates whose clauses were handed out.
#[derive(Default)]
pub struct Numbering {
    /// By gate; 0 for those that have none.
    variables: Vec<i32>,
    last: i32,
}

impl Numbering {
    pub fn literal(&self, bit: Bit) -> Option<i32> {
        match self.variables.get(bit.gate()) {
            None | Some(0) => None,
            Some(variable) if bit.is_negated() => Some(-variable),
            Some(variable) => Some(*variable),
        }
    }

    /// Hands out the clauses of the gates that a bit, which is no constant, depends on, but for those of gates that have a
    /// variable already; answers the literal of the bit.
    pub fn define(&mut self, circuit: &Circuit, root: Bit, mut add: impl FnMut(&[i32])) -> i32 {
        let gates = circuit.gates();
        self.variables.resize(gates.len(), 0);
        for place in self.mark(gates, root) {
            self.last += 1;
            let this = self.last;
            self.variables[place] = this;
            let literal = |bit: Bit| self.literal(bit).expect("operands come first and are no constants");
            match gates[place] {
                Gate::Constant | Gate::Input(_) => {}
                Gate::And(a, b) => {
                    let (a, b) = (literal(a), literal(b));
                    add(&[-this, a]);
                    add(&[-this, b]);
                    add(&[this, -a, -b]);
                }
                Gate::Xor(a, b) => {
                    let (a, b) = (literal(a), literal(b));
                    add(&[-this, a, b]);
                    add(&[-this, -a, -b]);
                    add(&[this, -a, b]);
                    add(&[this, a, -b]);
                }
                Gate::Choose(c, a, b) => {
                    let (c, a, b) = (literal(c), literal(a), literal(b));
                    add(&[-c, -a, this]);
                    add(&[-c, a, -this]);
                    add(&[c, -b, this]);
                    add(&[c, b, -this]);
                    // Follow from the others; with them equal operands decide at once.
                    add(&[-a, -b, this]);
                    add(&[a, b, -this]);
                }
            }
        }
        self.literal(root).expect("it has a variable now")
    }

    /// The gates without a variable that a bit depends on, operands first; they are marked.
    fn mark(&mut self, gates: &[Gate], root: Bit) -> Vec<usize> {
        let mut found = Vec::new();
        let mut stack = vec![root.gate()];
        while let Some(place) = stack.pop() {
            if self.variables[place] == 0 {
                self.variables[place] = MARK;
                found.push(place);
                operands(gates[place], |operand| stack.push(operand.gate()));
            }
        }
        found.sort_unstable();
        found
    }
}

/// Hands out the clauses that say that the bit, which is no constant, is true; answers their size.
pub fn clauses(circuit: &Circuit, root: Bit, mut add: impl FnMut(&[i32])) -> CnfSize {
    let mut size = CnfSize::default();
    let mut say = |clause: &[i32]| {
        size.count(clause);
        add(clause);
    };
    let mut numbering = Numbering::default();
    let root = numbering.define(circuit, root, &mut say);
    say(&[root]);
    size.variables = numbering.last as u64;
    size.bytes += format!("p cnf {} {}\n", size.variables, size.clauses).len() as u64;
    size
}

fn operands(gate: Gate, mut tell: impl FnMut(Bit)) {
    match gate {
        Gate::Constant | Gate::Input(_) => {}
        Gate::And(a, b) | Gate::Xor(a, b) => [a, b].into_iter().for_each(tell),
        Gate::Choose(c, a, b) => {
            tell(c);
            tell(a);
            tell(b);
        }
    }
}
