//! Z3's side: one solver for all questions, terms built before the clock runs.

use heureka_linear::{Kind, LinearExpr, Var};
use z3::ast::{Bool, Int};
use z3::quantifier_elimination::QuantifierElimination;
use z3::{SatResult, Solver};

type Constraints = [(LinearExpr, Kind)];

pub struct Z3 {
    solver: Solver,
}

/// A question put into Z3's terms.
pub struct Prepared<'s> {
    solver: &'s Solver,
    assertions: Vec<Bool>,
    /// Whether the answer is that there is a point, or that there is none.
    wanted: SatResult,
}

/// A projection put into Z3's terms.
pub struct PreparedProjection<'s> {
    solver: &'s Solver,
    formula: Bool,
    eliminated: Vec<Int>,
}

impl Z3 {
    pub fn new() -> Z3 {
        Z3 { solver: Solver::new() }
    }

    pub fn satisfiable(&self, constraints: &Constraints) -> Prepared<'_> {
        Prepared { solver: &self.solver, assertions: atoms(constraints), wanted: SatResult::Sat }
    }

    pub fn entails(&self, left: &Constraints, right: &[Vec<(LinearExpr, Kind)>]) -> Prepared<'_> {
        let mut assertions = atoms(left);
        assertions.extend(right.iter().map(|disjunct| Bool::and(&atoms(disjunct)).not()));
        Prepared { solver: &self.solver, assertions, wanted: SatResult::Unsat }
    }

    pub fn project(&self, constraints: &Constraints, eliminated: &[Var]) -> PreparedProjection<'_> {
        PreparedProjection {
            solver: &self.solver,
            formula: Bool::and(&atoms(constraints)),
            eliminated: eliminated.iter().map(|var| variable(*var)).collect(),
        }
    }
}

impl Prepared<'_> {
    pub fn answer(&self) -> bool {
        self.solver.push();
        self.assertions.iter().for_each(|atom| self.solver.assert(atom));
        let answer = self.solver.check();
        self.solver.pop(1);
        assert_ne!(answer, SatResult::Unknown, "Z3 decides linear constraints");
        answer == self.wanted
    }
}

impl PreparedProjection<'_> {
    /// Model-based projection: a model's projection is added until no model is left. Says how many there were.
    pub fn answer(&self) -> usize {
        let vars: Vec<&dyn z3::ast::Ast> = self.eliminated.iter().map(|var| var as &dyn z3::ast::Ast).collect();
        self.solver.push();
        self.solver.assert(&self.formula);
        let mut disjuncts = 0;
        while self.solver.check() == SatResult::Sat {
            let model = self.solver.get_model().expect("a satisfiable formula has a model");
            let disjunct = QuantifierElimination::model_project(&model, &vars, &self.formula);
            self.solver.assert(disjunct.not());
            disjuncts += 1;
        }
        self.solver.pop(1);
        disjuncts
    }

    /// Z3's quick elimination, which may leave variables; says whether it did not.
    pub fn lite(&self) -> bool {
        let vars = z3::AstVector::new();
        self.eliminated.iter().for_each(|var| vars.push(var));
        QuantifierElimination::lite(&vars, &self.formula);
        vars.is_empty()
    }
}

fn variable(var: Var) -> Int {
    Int::new_const(format!("x{}", var.0))
}

fn atoms(constraints: &Constraints) -> Vec<Bool> {
    let number = |number: &heureka_number::Int| Int::from_i128(number.to_i128().expect("recorded numbers are small"));
    constraints
        .iter()
        .map(|(expr, kind)| {
            let mut summands: Vec<Int> = Vec::new();
            for (var, coefficient) in expr.terms() {
                let var = variable(*var);
                summands.push(if coefficient.is_one() { var } else { number(coefficient) * var });
            }
            summands.push(number(expr.constant()));
            let sum = Int::add(&summands);
            let zero = Int::from_i64(0);
            match kind {
                Kind::Equal => sum.eq(zero),
                Kind::AtLeast => sum.ge(zero),
                Kind::Above => sum.gt(zero),
                Kind::Modulo { modulus, width } => sum.modulo(number(modulus)).le(number(width)),
            }
        })
        .collect()
}
