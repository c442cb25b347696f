//! Random expressions. Invariant: everything is built by the checked constructors of `c::expr`; where one refuses,
//! the operands are repaired (made unsigned, widened, reduced) the way a careful C programmer would, and where that
//! fails too a constant takes the place.

use super::Generator;
use super::model::{Ty, Var};
use super::places::{Use, Want};
use crate::c::effects::Effects;
use crate::c::expr::{Binary, Expr, level};
use crate::c::ints::{IntKind, Range};

/// Longest text that a repair may write twice.
const REPEATABLE: usize = 40;

impl Generator<'_> {
    /// Some integer expression.
    pub(super) fn expr(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return self.leaf();
        }
        let pure = self.body.pure > 0;
        let effectful = usize::from(!pure);
        let choice = self.rng.weighted(&[
            (16, 0),
            (24, 1),
            (8, 2),
            (8, 3),
            (7, 4),
            (7, 5),
            (4, 6),
            (5, 7),
            (5, 8),
            (6, 9),
            (2 * effectful, 10),
            (4 * effectful, 11),
            (4 * effectful, 12),
            (7 * effectful, 13),
            (2 * usize::from(self.shape.statement_expressions), 14),
            (2, 15),
            (2, 16),
        ]);
        match choice {
            0 => self.leaf(),
            1 => self.arithmetic(depth, &[Binary::Add, Binary::Sub, Binary::Mul]),
            2 => self.arithmetic(depth, &[Binary::And, Binary::Or, Binary::Xor]),
            3 => self.division(depth),
            4 => self.shift(depth),
            5 => self.comparison(depth),
            6 => {
                let (left, right) = (self.expr(depth - 1), self.expr(depth - 1));
                if self.rng.chance(50) { Expr::and(&left, &right) } else { Expr::or(&left, &right) }
            }
            7 => self.prefix(depth),
            8 => {
                let (condition, yes, no) = (self.condition(depth - 1), self.expr(depth - 1), self.expr(depth - 1));
                Expr::conditional(&condition, &yes, &no)
            }
            9 => {
                let operand = self.expr(depth - 1);
                self.some_cast(&operand)
            }
            10 => {
                let (first, second) = (self.side_effect(), self.expr(depth - 1));
                Expr::comma(&first, &second)
            }
            11 | 12 => self.side_effect(),
            13 => self.call_expr(depth).unwrap_or_else(|| self.leaf()),
            14 => self.statement_expression(depth),
            15 => self.size(),
            _ => self.saturating(depth),
        }
    }

    /// A variable mostly, or a constant.
    pub(super) fn leaf(&mut self) -> Expr {
        if self.rng.chance(70)
            && let Some(place) = self.place(&Want::AnyScalar, Use::Read)
        {
            return Expr::read(&place.cell());
        }
        self.literal()
    }

    /// Something to branch on.
    pub(super) fn condition(&mut self, depth: usize) -> Expr {
        match self.rng.below(7) {
            0 => self.expr(depth),
            6 if self.shape.statement_expressions => {
                let inner = Expr::not(&self.expr(depth));
                let text = format!("__builtin_expect(!{}, {})", inner.at(level::UNARY), self.rng.below(2));
                Expr {
                    text,
                    level: level::POSTFIX,
                    kind: IntKind::Long,
                    range: Range::new(0, 1),
                    effects: inner.effects,
                }
            }
            1 => {
                let (left, right) = (self.comparison(depth.max(1)), self.comparison(depth.max(1)));
                if self.rng.chance(50) { Expr::and(&left, &right) } else { Expr::or(&left, &right) }
            }
            2 => Expr::not(&self.expr(depth)),
            _ => self.comparison(depth.max(1)),
        }
    }

    fn arithmetic(&mut self, depth: usize, ops: &[Binary]) -> Expr {
        let (left, right) = (self.expr(depth - 1), self.expr(depth - 1));
        let op = *self.rng.pick(ops);
        self.compute(op, left, right)
    }

    /// `left op right`, repaired until it cannot overflow.
    pub(super) fn compute(&mut self, op: Binary, left: Expr, right: Expr) -> Expr {
        let right = if left.effects.conflicts(&right.effects) { self.literal() } else { right };
        if let Some(done) = Expr::binary(op, &left, &right) {
            return done;
        }
        let repairs = self.rng.below(4);
        let common = IntKind::common(left.kind, right.kind);
        for repair in 0..4 {
            let attempt = match (repair + repairs) % 4 {
                // Widen.
                0 => Expr::binary(op, &Expr::cast("long long", IntKind::LongLong, &left), &right),
                // Wrap around.
                1 => {
                    let unsigned = common.unsigned();
                    let wrapped = Expr::binary(op, &Expr::cast(unsigned.spelling(), unsigned, &left), &right);
                    wrapped.map(|wrapped| match self.rng.chance(50) {
                        true => Expr::cast(common.spelling(), common, &wrapped),
                        false => wrapped,
                    })
                }
                // Reduce both.
                2 => {
                    let (left, right) = (self.reduce(&left), self.reduce(&right));
                    Expr::binary(op, &left, &right)
                }
                _ => {
                    let left = self.reduce(&left);
                    Expr::binary(op, &left, &right)
                }
            };
            if let Some(done) = attempt {
                return done;
            }
        }
        let unsigned = IntKind::ULongLong;
        Expr::binary(op, &Expr::cast(unsigned.spelling(), unsigned, &left), &right).unwrap_or(left)
    }

    /// The expression made small.
    fn reduce(&mut self, operand: &Expr) -> Expr {
        let modulus = *self.rng.pick(&[7, 10, 16, 100, 1000]);
        let small = match self.rng.below(3) {
            0 => Expr::binary(Binary::And, operand, &Expr::small(modulus - 1)),
            1 if operand.kind.promoted().bits() == 32 => Expr::binary(Binary::Shr, operand, &Expr::small(24)),
            _ => Expr::binary(Binary::Rem, operand, &Expr::small(modulus)),
        };
        small.unwrap_or_else(|| operand.clone())
    }

    fn division(&mut self, depth: usize) -> Expr {
        let left = self.expr(depth - 1);
        let op = if self.rng.chance(50) { Binary::Div } else { Binary::Rem };
        let divisor = match self.rng.below(4) {
            0 | 1 => {
                let magnitude = self.rng.integer(2, 12);
                Expr::small(if self.rng.chance(25) { -magnitude } else { magnitude })
            }
            2 => {
                let raw = self.expr(depth - 1);
                let masked = Expr::binary(Binary::And, &raw, &Expr::small(7)).unwrap_or_else(|| Expr::small(3));
                Expr::binary(Binary::Add, &masked, &Expr::small(1)).unwrap_or_else(|| Expr::small(5))
            }
            // Checked by the program itself: the divisor is written twice, so it must be pure.
            _ => {
                let raw = self.purely(|g| g.expr(depth - 1));
                if raw.kind.signed() || raw.text.len() > REPEATABLE || raw.effects.conflicts(&left.effects) {
                    Expr::small(9)
                } else {
                    let guarded = Expr { range: Range::new(1, raw.range.high.max(1)), ..raw.clone() };
                    if let Some(quotient) = Expr::binary(op, &left, &guarded) {
                        let otherwise = self.literal();
                        return Expr::conditional(&raw, &quotient, &otherwise);
                    }
                    Expr::small(11)
                }
            }
        };
        let divisor = if left.effects.conflicts(&divisor.effects) { Expr::small(3) } else { divisor };
        Expr::binary(op, &left, &divisor).unwrap_or(left)
    }

    fn shift(&mut self, depth: usize) -> Expr {
        let op = if self.rng.chance(50) { Binary::Shl } else { Binary::Shr };
        let mut left = self.expr(depth - 1);
        if op == Binary::Shl && left.range.low < 0 {
            let unsigned = left.kind.promoted().unsigned();
            left = Expr::cast(unsigned.spelling(), unsigned, &left);
        }
        let bits = i128::from(left.kind.promoted().bits());
        let count = if self.rng.chance(60) {
            Expr::small(self.rng.integer(0, bits - 1))
        } else {
            let raw = self.expr(depth - 1);
            Expr::binary(Binary::And, &raw, &Expr::small(bits - 1)).unwrap_or_else(|| Expr::small(1))
        };
        if let Some(shifted) = Expr::binary(op, &left, &count) {
            return shifted;
        }
        // A signed left operand that might lose bits: small operands by small counts, or unsigned.
        let narrow = Expr::small(self.rng.integer(0, 7));
        Expr::binary(op, &left, &narrow).unwrap_or_else(|| {
            let unsigned = Expr::cast("unsigned long", IntKind::ULong, &left);
            Expr::binary(op, &unsigned, &narrow).unwrap_or(unsigned)
        })
    }

    fn comparison(&mut self, depth: usize) -> Expr {
        use Binary::*;
        let (left, right) = (self.expr(depth - 1), self.expr(depth - 1));
        let op = *self.rng.pick(&[Lt, Le, Gt, Ge, Eq, Ne]);
        self.compute(op, left, right)
    }

    fn prefix(&mut self, depth: usize) -> Expr {
        let operand = self.expr(depth - 1);
        match self.rng.below(4) {
            0 => Expr::not(&operand),
            1 => Expr::complement(&operand),
            _ => match Expr::negate(&operand) {
                Some(negated) => negated,
                None => {
                    let wide = Expr::cast("unsigned long long", IntKind::ULongLong, &operand);
                    Expr::negate(&wide).expect("unsigned negation wraps")
                }
            },
        }
    }

    fn some_cast(&mut self, operand: &Expr) -> Expr {
        if self.rng.chance(30) {
            let scalar = *self.rng.pick(&self.scalars);
            return Expr::cast(&self.type_names[scalar.name.0].clone(), scalar.kind, operand);
        }
        let kind = *self.rng.pick(&IntKind::ALL);
        Expr::cast(kind.spelling(), kind, operand)
    }

    /// An assignment, a compound assignment or a step, as an expression.
    pub(super) fn side_effect(&mut self) -> Expr {
        let Some(place) = self.place(&Want::AnyScalar, Use::Write) else { return self.literal() };
        let cell = place.cell();
        if self.rng.chance(45)
            && let Some(step) = {
                let (up, prefix) = (self.rng.chance(60), self.rng.chance(40));
                Expr::step(&cell, up, prefix)
            }
        {
            return step;
        }
        let value = self.purely(|g| g.expr(1));
        self.assignment(&place, value).unwrap_or_else(|| Expr::read(&cell))
    }

    /// `place = value` or `place op= value`, the value brought into what the place may hold.
    pub(super) fn assignment(&mut self, place: &super::places::Place, value: Expr) -> Option<Expr> {
        use Binary::*;
        let cell = place.cell();
        let value = if value.effects.conflicts(&cell.effects) { self.literal() } else { value };
        if self.rng.chance(50) {
            let op = *self.rng.pick(&[Add, Sub, Mul, And, Or, Xor, Rem, Div, Shl, Shr, Add, Sub]);
            let operand = match op {
                Shl | Shr => Expr::small(self.rng.integer(0, 7)),
                Div | Rem if value.range.contains(0) => Expr::small(self.rng.integer(2, 9)),
                _ => value.clone(),
            };
            if let Some(update) = Expr::update(&cell, op, &operand) {
                return Some(update);
            }
            let unsigned = IntKind::common(cell.kind, operand.kind).unsigned();
            let wrapping = Expr::cast(unsigned.spelling(), unsigned, &operand);
            if matches!(op, Add | Sub | Mul | And | Or | Xor)
                && let Some(update) = Expr::update(&cell, op, &wrapping)
            {
                return Some(update);
            }
        }
        let scalar = place.scalar();
        let fitting = self.bring_into(value, scalar.kind, scalar.range);
        Expr::assign(&cell, &fitting).or_else(|| {
            let constant = self.scalar_constant(scalar);
            Expr::assign(&cell, &constant)
        })
    }

    /// An expression like this one whose value, converted to `kind`, lies in the range.
    pub(super) fn bring_into(&mut self, value: Expr, kind: IntKind, range: Range) -> Expr {
        let fits = |value: &Expr| value.range.convert(kind).within(range);
        if fits(&value) {
            return value;
        }
        let reach = range.high.min(i128::from(i32::MAX) - 1);
        let mut attempts = Vec::new();
        if range.low <= 0 && range.high >= 0 {
            // Remainder: between -reach and reach, or from zero on if the value is unsigned.
            let modulus = Expr::small(reach + 1);
            let symmetric = Expr::small(reach.min(-range.low) + 1);
            if range.low < 0 {
                attempts.extend(Expr::binary(Binary::Rem, &value, &symmetric));
            }
            let unsigned = value.kind.promoted().unsigned();
            let cast = Expr::cast(unsigned.spelling(), unsigned, &value);
            attempts.extend(Expr::binary(Binary::Rem, &cast, &modulus));
            let mask = ((reach + 2) as u64).next_power_of_two() as i128 / 2 - 1;
            if mask > 0 {
                attempts.extend(Expr::binary(Binary::And, &value, &Expr::small(mask)));
            }
        }
        if value.effects.is_pure() && value.text.len() < REPEATABLE && range.fits(IntKind::Int) && value.kind.signed() {
            // Clamp: the value is written three times.
            let (low, high) = (Expr::small(range.low), Expr::small(range.high));
            let below = Expr::binary(Binary::Lt, &value, &low);
            let above = Expr::binary(Binary::Gt, &value, &high);
            if let (Some(below), Some(above)) = (below, above) {
                let inner = Expr::conditional(&above, &high, &value);
                let whole = Expr::conditional(&below, &low, &inner);
                attempts.push(Expr { range, ..whole });
            }
        }
        attempts.retain(fits);
        if attempts.is_empty() {
            let constant = self.rng.integer(range.low, range.high);
            return self.spell(constant, if kind == IntKind::Bool { IntKind::Int } else { kind.promoted() });
        }
        self.rng.pick(&attempts).clone()
    }

    /// `({ int t = e; t * t; })`
    fn statement_expression(&mut self, depth: usize) -> Expr {
        let value = self.expr(depth - 1);
        let name = self.fresh_name("t");
        let scalar = *self.rng.pick(&self.scalars);
        let value = self.bring_into(value, scalar.kind, scalar.range);
        let root = self.local_root();
        let object = super::model::Object {
            name: name.clone(),
            ty: Ty::Scalar(scalar),
            root,
            writable: true,
            addressable: false,
        };
        let (effect, last) = self.scoped(|g| {
            g.declare_local(Var::Object(object));
            let cell = super::places::Place {
                text: name.clone(),
                level: level::PRIMARY,
                ty: Ty::Scalar(scalar),
                effects: Effects::none(),
                roots: vec![root],
            };
            let operand = g.purely(|g| g.expr(1));
            (g.assignment(&cell, operand), g.purely(|g| g.expr(1)))
        });
        let declaration = self.declare(&Ty::Scalar(scalar), &name);
        let middle = effect.as_ref().map(|e| format!("{}; ", e.text)).unwrap_or_default();
        let mut effects = value.effects.and(&last.effects);
        if let Some(effect) = &effect {
            effects.add(&effect.effects);
        }
        // The temporary is nobody else's: forget it.
        effects.reads.remove(&root);
        effects.writes.remove(&root);
        Expr {
            text: format!("({{ {declaration} = {}; {middle}{}; }})", value.at(level::ASSIGN), last.text),
            level: level::PRIMARY,
            kind: last.kind,
            range: last.range,
            effects,
        }
    }

    /// `sizeof` of a type or of an expression that is not evaluated.
    fn size(&mut self) -> Expr {
        let scalar = *self.rng.pick(&self.scalars);
        let bytes = i128::from(scalar.kind.bits() / 8);
        if self.rng.chance(50) {
            return Expr::constant(format!("sizeof({})", self.type_names[scalar.name.0]), IntKind::ULong, bytes);
        }
        // In a pure context too: nothing happens inside sizeof, and the value depends on the promoted type.
        match self.place(&Want::AnyScalar, Use::Write) {
            Some(place) if self.rng.chance(60) => {
                let cell = place.cell();
                let bytes = i128::from(cell.kind.bits() / 8);
                match Expr::step(&cell, true, false) {
                    Some(step) => Expr::constant(format!("sizeof({})", step.text), IntKind::ULong, bytes),
                    None => Expr::constant(format!("sizeof({} + 0)", cell.text), IntKind::ULong, bytes.max(4)),
                }
            }
            _ => Expr::constant(
                format!("sizeof(({})0 + 1)", self.type_names[scalar.name.0]),
                IntKind::ULong,
                bytes.max(4),
            ),
        }
    }

    /// Addition that checks for overflow first, as careful programs do.
    fn saturating(&mut self, depth: usize) -> Expr {
        let (left, right) = self.purely(|g| (g.expr(depth - 1), g.expr(depth - 1)));
        let too_long = left.text.len() + right.text.len() > 2 * REPEATABLE;
        if too_long || IntKind::common(left.kind, right.kind) != IntKind::Int {
            return self.compute(Binary::Add, left, right);
        }
        let guard = format!(
            "{} > 0 && {} > 2147483647 - {} || {} < 0 && {} < -2147483647 - 1 - {}",
            right.at(11),
            left.at(11),
            right.at(13),
            right.at(11),
            left.at(11),
            right.at(13)
        );
        let sum = format!("{} + {}", left.at(12), right.at(13));
        Expr {
            text: format!("{guard} ? {} : {sum}", left.at(level::COMMA)),
            level: level::CONDITIONAL,
            kind: IntKind::Int,
            range: Range::of(IntKind::Int),
            effects: left.effects.and(&right.effects),
        }
    }
}
