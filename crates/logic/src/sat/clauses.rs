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

/// The variables of the gates that a formula needs.
pub struct Numbering {
    /// By gate; 0 for those that are not needed.
    variables: Vec<i32>,
    last: i32,
}

impl Numbering {
    pub fn literal(&self, bit: Bit) -> Option<i32> {
        match self.variables[bit.gate()] {
            0 => None,
            variable if bit.is_negated() => Some(-variable),
            variable => Some(variable),
        }
    }
}

/// Hands out the clauses that say that the bit, which is no constant, is true; answers their variables and their size.
pub fn clauses(circuit: &Circuit, root: Bit, mut add: impl FnMut(&[i32])) -> (Numbering, CnfSize) {
    let gates = circuit.gates();
    let mut needed = vec![false; gates.len()];
    needed[root.gate()] = true;
    for place in (1..=root.gate()).rev().filter(|place| *place > 0) {
        if needed[place] {
            operands(gates[place], |operand| needed[operand.gate()] = true);
        }
    }
    let mut numbering = Numbering { variables: vec![0; gates.len()], last: 0 };
    for (place, needed) in needed.iter().enumerate().skip(1) {
        if *needed {
            numbering.last += 1;
            numbering.variables[place] = numbering.last;
        }
    }
    let mut size = CnfSize { variables: numbering.last as u64, ..CnfSize::default() };
    let mut say = |clause: &[i32]| {
        size.count(clause);
        add(clause);
    };
    let literal = |bit: Bit| numbering.literal(bit).expect("operands are needed and no constants");
    for (place, &gate) in gates.iter().enumerate().skip(1) {
        let this = numbering.variables[place];
        if this == 0 {
            continue;
        }
        match gate {
            Gate::Constant | Gate::Input(_) => {}
            Gate::And(a, b) => {
                let (a, b) = (literal(a), literal(b));
                say(&[-this, a]);
                say(&[-this, b]);
                say(&[this, -a, -b]);
            }
            Gate::Xor(a, b) => {
                let (a, b) = (literal(a), literal(b));
                say(&[-this, a, b]);
                say(&[-this, -a, -b]);
                say(&[this, -a, b]);
                say(&[this, a, -b]);
            }
            Gate::Choose(c, a, b) => {
                let (c, a, b) = (literal(c), literal(a), literal(b));
                say(&[-c, -a, this]);
                say(&[-c, a, -this]);
                say(&[c, -b, this]);
                say(&[c, b, -this]);
                // Follow from the others; with them equal operands decide at once.
                say(&[-a, -b, this]);
                say(&[a, b, -this]);
            }
        }
    }
    say(&[literal(root)]);
    size.bytes += format!("p cnf {} {}\n", size.variables, size.clauses).len() as u64;
    (numbering, size)
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
