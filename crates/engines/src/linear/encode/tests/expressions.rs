//! Random typed expressions over the variables of a sketch.

use heureka_ir::interpret::Random;
use heureka_ir::sketch::Sketch;
use heureka_ir::{ArrayId, BinOp, CmpOp, ExprId, IntTy, UnOp, VarId};

const TYPES: [IntTy; 8] = [
    IntTy::signed(3),
    IntTy::unsigned(3),
    IntTy::signed(4),
    IntTy::unsigned(4),
    IntTy::signed(5),
    IntTy::unsigned(5),
    IntTy::unsigned(1),
    IntTy::signed(8),
];

/// Quotients first.
pub const BINARY: [BinOp; 10] = [
    BinOp::Div,
    BinOp::Rem,
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::BitAnd,
    BinOp::BitOr,
    BinOp::BitXor,
    BinOp::Shl,
    BinOp::Shr,
];

const COMPARE: [CmpOp; 4] = [CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le];

/// Makes expressions; `vars` are the variables they may read, `operators` what may stand between them.
pub struct Generator<'a> {
    pub random: &'a mut Random,
    pub sketch: &'a mut Sketch,
    pub vars: &'a [(VarId, IntTy)],
    pub operators: &'a [BinOp],
    pub array: ArrayId,
}

pub fn any_type(random: &mut Random) -> IntTy {
    TYPES[random.below(TYPES.len() as u64) as usize]
}

pub fn any_value(random: &mut Random, ty: IntTy) -> i128 {
    ty.min() + i128::from(random.below(1 << ty.bits()))
}

impl Generator<'_> {
    fn constant(&mut self, ty: IntTy) -> ExprId {
        // Small values matter most: divisors, amounts of shifts, masks.
        let value = if self.random.below(2) == 0 {
            ty.wrap(i128::from(self.random.below(5)) - 1)
        } else {
            any_value(self.random, ty)
        };
        self.sketch.int(ty, value)
    }

    pub fn value(&mut self, ty: IntTy, depth: u32) -> ExprId {
        match self.random.below(if depth == 0 { 3 } else { 12 }) {
            0 => self.constant(ty),
            1 | 2 => {
                let (var, _) = self.vars[self.random.below(self.vars.len() as u64) as usize];
                let var = self.sketch.var(var);
                self.sketch.builder.exprs.cast(ty, var)
            }
            3 => {
                let op = if self.random.below(2) == 0 { UnOp::Neg } else { UnOp::BitNot };
                let a = self.value(ty, depth - 1);
                self.sketch.builder.exprs.unary(op, a)
            }
            4 => {
                let from = any_type(self.random);
                let a = self.value(from, depth - 1);
                self.sketch.builder.exprs.cast(ty, a)
            }
            5 => {
                let c = self.condition(depth - 1);
                let (a, b) = (self.value(ty, depth - 1), self.value(ty, depth - 1));
                self.sketch.builder.exprs.ite(c, a, b)
            }
            6 if self.random.below(2) == 0 => {
                let index_ty = any_type(self.random);
                let index = self.value(index_ty, depth - 1);
                let element = self.sketch.read(self.array, &[index]);
                self.sketch.builder.exprs.cast(ty, element)
            }
            _ => {
                let op = self.operators[self.random.below(self.operators.len() as u64) as usize];
                let right_ty = if op.is_shift() { any_type(self.random) } else { ty };
                let a = self.value(ty, depth - 1);
                let b = match self.random.below(3) {
                    0 => self.constant(right_ty),
                    _ => self.value(right_ty, depth - 1),
                };
                self.sketch.binary(op, a, b)
            }
        }
    }

    pub fn condition(&mut self, depth: u32) -> ExprId {
        match self.random.below(if depth == 0 { 3 } else { 8 }) {
            0..=3 => {
                let ty = any_type(self.random);
                let op = COMPARE[self.random.below(4) as usize];
                let (a, b) = (self.value(ty, depth.saturating_sub(1)), self.value(ty, depth.saturating_sub(1)));
                self.sketch.compare(op, a, b)
            }
            4 => {
                let a = self.condition(depth - 1);
                self.sketch.builder.exprs.not(a)
            }
            5 => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                self.sketch.builder.exprs.and(a, b)
            }
            6 => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                self.sketch.builder.exprs.or(a, b)
            }
            _ => {
                let c = self.condition(depth - 1);
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                self.sketch.builder.exprs.ite(c, a, b)
            }
        }
    }
}
