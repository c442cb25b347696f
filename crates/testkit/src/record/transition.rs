//! What one edge does to the scalar variables, as constraints τ(x′, x″): the paper's α for assignments and β⁺ for
//! guards.

use heureka_ir::{BinOp, CmpOp, ExprId, Node, Op, Program, UnOp, VarId};
use heureka_linear::{Kind, LinearExpr, Var};
use heureka_number::Int;

use super::query::Constraints;

/// Where the copies of the program's variables are: entry x, current x′, next x″, and then undefined values.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    pub count: u32,
}

impl Layout {
    pub fn entry(self, var: VarId) -> Var {
        Var(var.0)
    }

    pub fn current(self, var: VarId) -> Var {
        Var(self.count + var.0)
    }

    pub fn next(self, var: VarId) -> Var {
        Var(2 * self.count + var.0)
    }

    /// Current values and undefined values are what Join eliminates.
    pub fn is_eliminated(self, var: Var) -> bool {
        (self.count..2 * self.count).contains(&var.0) || var.0 >= 3 * self.count
    }

    /// The next values become the current ones.
    pub fn shift(self, var: Var) -> Var {
        if var.0 >= 2 * self.count { Var(var.0 - self.count) } else { var }
    }
}

/// The undefined values used so far in one transition.
struct Undefined {
    layout: Layout,
    used: u32,
}

impl Undefined {
    fn fresh(&mut self) -> LinearExpr {
        self.used += 1;
        LinearExpr::var(Var(3 * self.layout.count + self.used - 1))
    }
}

/// The transition of an assignment of values to variables; the other variables stay.
pub fn assign(program: &Program, layout: Layout, values: &[(VarId, Option<ExprId>)]) -> Constraints {
    let mut undefined = Undefined { layout, used: 0 };
    let step = |var: VarId| {
        let value = match values.iter().find(|(changed, _)| *changed == var) {
            None => LinearExpr::var(layout.current(var)),
            Some((_, None)) => undefined.fresh(),
            Some((_, Some(value))) => linear(program, layout, *value, &mut undefined),
        };
        (LinearExpr::var(layout.next(var)).minus(&value), Kind::Equal)
    };
    program.var_ids().map(step).collect()
}

/// The transitions of a guard: one for each way to satisfy it.
pub fn assume(program: &Program, layout: Layout, guard: ExprId) -> Vec<Constraints> {
    let mut undefined = Undefined { layout, used: 0 };
    let stay = assign(program, layout, &[]);
    let ways = condition(program, layout, guard, true, &mut undefined);
    ways.into_iter()
        .map(|mut way| {
            way.extend(stay.iter().cloned());
            way
        })
        .collect()
}

/// The values that an edge other than a guard, a call or a return gives to variables; `None` is an undefined value.
pub fn effect(op: &Op) -> Vec<(VarId, Option<ExprId>)> {
    match op {
        Op::Assign(values) => values.iter().map(|(var, value)| (*var, Some(*value))).collect(),
        Op::Havoc { var, .. } => vec![(*var, None)],
        _ => Vec::new(),
    }
}

fn linear(program: &Program, layout: Layout, expr: ExprId, undefined: &mut Undefined) -> LinearExpr {
    if let Some(constant) = program.exprs.as_const(expr) {
        return LinearExpr::constant_of(constant);
    }
    match program.exprs.node(expr) {
        Node::Var(var) => LinearExpr::var(layout.current(*var)),
        Node::Cast(inner) => linear(program, layout, *inner, undefined),
        Node::Unary(UnOp::Neg, inner) => linear(program, layout, *inner, undefined).negated(),
        Node::Binary(op @ (BinOp::Add | BinOp::Sub), left, right) => {
            let sign = if *op == BinOp::Add { Int::ONE } else { Int::MINUS_ONE };
            let right = linear(program, layout, *right, undefined);
            linear(program, layout, *left, undefined).plus_scaled(&sign, &right)
        }
        Node::Binary(BinOp::Mul, left, right) => {
            match (program.exprs.as_const(*left), program.exprs.as_const(*right)) {
                (Some(factor), _) => linear(program, layout, *right, undefined).scaled(&Int::from(factor)),
                (_, Some(factor)) => linear(program, layout, *left, undefined).scaled(&Int::from(factor)),
                _ => undefined.fresh(),
            }
        }
        _ => undefined.fresh(),
    }
}

/// The ways in which a condition holds (or does not), as a disjunction of constraints.
fn condition(
    program: &Program,
    layout: Layout,
    expr: ExprId,
    wanted: bool,
    undefined: &mut Undefined,
) -> Vec<Constraints> {
    match program.exprs.node(expr) {
        Node::Bool(value) => {
            if *value == wanted {
                vec![Vec::new()]
            } else {
                Vec::new()
            }
        }
        Node::Not(inner) => condition(program, layout, *inner, !wanted, undefined),
        Node::And(left, right) | Node::Or(left, right) => {
            let both = matches!(program.exprs.node(expr), Node::And(..)) == wanted;
            let left = condition(program, layout, *left, wanted, undefined);
            let right = condition(program, layout, *right, wanted, undefined);
            if !both {
                return left.into_iter().chain(right).collect();
            }
            left.iter().flat_map(|l| right.iter().map(|r| l.iter().chain(r).cloned().collect())).collect()
        }
        Node::Compare(op, left, right) => {
            let difference =
                linear(program, layout, *left, undefined).minus(&linear(program, layout, *right, undefined));
            let below = vec![(difference.negated(), Kind::Above)];
            let at_most = vec![(difference.negated(), Kind::AtLeast)];
            let above = vec![(difference.clone(), Kind::Above)];
            let at_least = vec![(difference.clone(), Kind::AtLeast)];
            match (op, wanted) {
                (CmpOp::Eq, true) | (CmpOp::Ne, false) => vec![vec![(difference, Kind::Equal)]],
                (CmpOp::Eq, false) | (CmpOp::Ne, true) => vec![below, above],
                (CmpOp::Lt, true) => vec![below],
                (CmpOp::Lt, false) => vec![at_least],
                (CmpOp::Le, true) => vec![at_most],
                (CmpOp::Le, false) => vec![above],
            }
        }
        // A choice or a truth value that is not linear: either way is possible.
        _ => vec![Vec::new()],
    }
}
