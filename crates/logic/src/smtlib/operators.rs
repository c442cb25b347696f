//! Operators by their SMT-LIB names, with everything that the pool spells differently: chains, `>=`, `bvnand`, rotations,
//! and integers among reals.

use heureka_number::Int;

use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::sort::{MAX_WIDTH, SortId};

/// How the pool spells an operator of the text.
#[derive(Clone, Copy)]
enum Spelling {
    /// As it is.
    Same(Op),
    /// Two operands, swapped.
    Swapped(Op),
    /// More than two operands associate to the left, or to the right.
    Left(Op),
    Right(Op),
    /// More than two operands are compared pair by pair, each pair swapped or not.
    Chain(Op, bool),
    /// The operator and then a negation.
    Negated(Op, Op),
    Minus,
    Abs,
    BvComp,
    BvSmod,
}

/// Operators without indices.
fn plain(name: &str) -> Option<Spelling> {
    use Op::*;
    use Spelling::*;
    Some(match name {
        "not" => Same(Not),
        "and" => Same(And),
        "or" => Same(Or),
        "xor" => Left(Xor),
        "=>" | "implies" => Right(Implies),
        "=" => Chain(Eq, false),
        "distinct" => Same(Distinct),
        "ite" => Same(Ite),
        "+" => Same(Add),
        "-" => Minus,
        "*" => Same(Mul),
        "/" => Left(Div),
        "div" => Left(IntDiv),
        "mod" => Same(Mod),
        "abs" => Abs,
        "<=" => Chain(Le, false),
        "<" => Chain(Lt, false),
        ">=" => Chain(Le, true),
        ">" => Chain(Lt, true),
        "to_real" => Same(ToReal),
        "to_int" => Same(ToInt),
        "is_int" => Same(IsInt),
        "bvadd" => Same(BvAdd),
        "bvsub" => Left(BvSub),
        "bvneg" => Same(BvNeg),
        "bvmul" => Same(BvMul),
        "bvudiv" => Same(BvUdiv),
        "bvurem" => Same(BvUrem),
        "bvsdiv" => Same(BvSdiv),
        "bvsrem" => Same(BvSrem),
        "bvsmod" => BvSmod,
        "bvand" => Same(BvAnd),
        "bvor" => Same(BvOr),
        "bvxor" => Same(BvXor),
        "bvnand" => Negated(BvAnd, BvNot),
        "bvnor" => Negated(BvOr, BvNot),
        "bvxnor" => Negated(BvXor, BvNot),
        "bvnot" => Same(BvNot),
        "bvcomp" => BvComp,
        "bvshl" => Same(BvShl),
        "bvlshr" => Same(BvLshr),
        "bvashr" => Same(BvAshr),
        "concat" => Same(Concat),
        "bvult" => Same(BvUlt),
        "bvule" => Same(BvUle),
        "bvslt" => Same(BvSlt),
        "bvsle" => Same(BvSle),
        "bvugt" => Swapped(BvUlt),
        "bvuge" => Swapped(BvUle),
        "bvsgt" => Swapped(BvSlt),
        "bvsge" => Swapped(BvSle),
        "bv2nat" | "bv2int" | "ubv_to_int" => Same(BvToNat),
        "select" => Same(Select),
        "store" => Same(Store),
        _ => return None,
    })
}

/// Whether the name is an operator or a constant of the theories, with indices or without.
pub fn is_operator(name: &str) -> bool {
    let indexed = ["extract", "zero_extend", "sign_extend", "repeat", "rotate_left", "rotate_right", "divisible"];
    let others = ["int2bv", "int_to_bv", "true", "false", "let", "forall", "exists", "lambda", "!", "_", "as", "par"];
    plain(name).is_some() || indexed.contains(&name) || others.contains(&name)
}

/// The operator applied; none if there is no such operator, an error if it does not fit its operands.
pub fn apply(terms: &mut Terms, name: &str, operands: &[TermId]) -> Option<Result<TermId, String>> {
    plain(name).map(|spelling| spell(terms, spelling, operands))
}

fn build(terms: &mut Terms, op: Op, operands: &[TermId]) -> Result<TermId, String> {
    terms.apply(op, operands).map_err(|error| error.to_string())
}

fn spell(terms: &mut Terms, spelling: Spelling, operands: &[TermId]) -> Result<TermId, String> {
    match spelling {
        Spelling::Same(op @ (Op::Add | Op::Mul | Op::Ite | Op::Distinct)) => {
            let operands = mix(terms, operands);
            build(terms, op, &operands)
        }
        Spelling::Same(op) => build(terms, op, operands),
        Spelling::Swapped(op) => match operands {
            &[a, b] => build(terms, op, &[b, a]),
            _ => build(terms, op, operands),
        },
        Spelling::Negated(op, not) => {
            if operands.len() != 2 {
                return Err(format!("this operator takes two operands, not {}", operands.len()));
            }
            let inner = build(terms, op, operands)?;
            build(terms, not, &[inner])
        }
        Spelling::Left(op) => {
            let operands = if op == Op::Div { reals(terms, operands) } else { operands.to_vec() };
            let Some((&first, rest @ [_, ..])) = operands.split_first() else { return build(terms, op, &operands) };
            rest.iter().try_fold(first, |sum, &next| build(terms, op, &[sum, next]))
        }
        Spelling::Right(op) => {
            let Some((&last, rest @ [_, ..])) = operands.split_last() else { return build(terms, op, operands) };
            rest.iter().rev().try_fold(last, |sum, &next| build(terms, op, &[next, sum]))
        }
        Spelling::Chain(op, swap) => {
            let operands = mix(terms, operands);
            if operands.len() < 2 {
                return build(terms, op, &operands);
            }
            let mut links = Vec::new();
            for pair in operands.windows(2) {
                let link = if swap { [pair[1], pair[0]] } else { [pair[0], pair[1]] };
                links.push(build(terms, op, &link)?);
            }
            build(terms, Op::And, &links)
        }
        Spelling::Minus => {
            let operands = mix(terms, operands);
            let Some((&first, rest @ [_, ..])) = operands.split_first() else {
                return build(terms, Op::Neg, &operands);
            };
            rest.iter().try_fold(first, |sum, &next| build(terms, Op::Sub, &[sum, next]))
        }
        Spelling::Abs => {
            let negative = build(terms, Op::Neg, operands)?;
            let zero = if terms.sort(operands[0]) == SortId::INT { terms.int(0) } else { terms.real(0) };
            let below = build(terms, Op::Lt, &[operands[0], zero])?;
            build(terms, Op::Ite, &[below, negative, operands[0]])
        }
        Spelling::BvComp => {
            let equal = build(terms, Op::Eq, operands)?;
            let (zero, one) = (terms.bits(1, 0), terms.bits(1, 1));
            if terms.sort(operands[0]).width().is_none() {
                return Err("`bvcomp` compares bit-vectors".to_owned());
            }
            build(terms, Op::Ite, &[equal, one, zero])
        }
        Spelling::BvSmod => smod(terms, operands),
    }
}

/// The remainder with the sign of the divisor, as SMT-LIB defines it by the others.
fn smod(terms: &mut Terms, operands: &[TermId]) -> Result<TermId, String> {
    // Checks the sorts, and is what both operands of the right sorts have.
    let remainder = build(terms, Op::BvSrem, operands)?;
    let (a, b) = (operands[0], operands[1]);
    let width = terms.sort(a).width().expect("`bvsrem` takes bit-vectors");
    let zero = terms.bits(width, 0);
    let exact = terms.eq(remainder, zero);
    let (a_negative, b_negative) = (terms.bv_slt(a, zero), terms.bv_slt(b, zero));
    let same_sign = terms.eq(a_negative, b_negative);
    let keep = terms.or(&[exact, same_sign]);
    let moved = terms.bv_add(&[remainder, b]);
    Ok(terms.ite(keep, remainder, moved))
}

/// The operands as reals if any of them is one: SMT-LIB wants it written, solvers do not always.
fn mix(terms: &mut Terms, operands: &[TermId]) -> Vec<TermId> {
    let any_real = operands.iter().any(|&operand| terms.sort(operand) == SortId::REAL);
    if any_real { reals(terms, operands) } else { operands.to_vec() }
}

fn reals(terms: &mut Terms, operands: &[TermId]) -> Vec<TermId> {
    operands.iter().map(|&operand| to_real(terms, operand)).collect()
}

/// An integer as a real; other terms stay.
pub fn to_real(terms: &mut Terms, term: TermId) -> TermId {
    match terms.as_int(term) {
        Some(value) => {
            let value = value.clone();
            terms.real(value)
        }
        None if terms.sort(term) == SortId::INT => terms.to_real(term),
        None => term,
    }
}

/// The operator with indices applied to operands; none if there is no such operator.
pub fn apply_indexed(
    terms: &mut Terms,
    name: &str,
    indices: &[Int],
    operands: &[TermId],
) -> Option<Result<TermId, String>> {
    let wanted = match name {
        "extract" => 2,
        "zero_extend" | "sign_extend" | "repeat" | "rotate_left" | "rotate_right" | "divisible" | "int2bv"
        | "int_to_bv" => 1,
        _ => return None,
    };
    if indices.len() != wanted {
        return Some(Err(format!("`{name}` takes {wanted} indices, not {}", indices.len())));
    }
    Some(indexed(terms, name, indices, operands))
}

fn indexed(terms: &mut Terms, name: &str, indices: &[Int], operands: &[TermId]) -> Result<TermId, String> {
    if name == "divisible" {
        if !indices[0].is_positive() {
            return Err("the divisor must be positive".to_owned());
        }
        // Checks that it is one integer.
        build(terms, Op::ToReal, operands)?;
        return Ok(terms.divisible(indices[0].clone(), operands[0]));
    }
    let small = |index: &Int| {
        let value = index.to_i64().and_then(|value| u32::try_from(value).ok()).filter(|&value| value <= MAX_WIDTH);
        value.ok_or_else(|| format!("the index {index} of `{name}` is beyond {MAX_WIDTH}"))
    };
    let first = small(&indices[0])?;
    match name {
        "extract" => {
            let place = |index: u32| u16::try_from(index).map_err(|error| error.to_string());
            build(terms, Op::Extract { high: place(first)?, low: place(small(&indices[1])?)? }, operands)
        }
        "zero_extend" => build(terms, Op::ZeroExtend(first), operands),
        "sign_extend" => build(terms, Op::SignExtend(first), operands),
        "int2bv" | "int_to_bv" => build(terms, Op::IntToBv(first), operands),
        "repeat" => match operands {
            &[only] => build(terms, Op::Concat, &vec![only; first as usize]),
            _ => Err(format!("`repeat` takes one operand, not {}", operands.len())),
        },
        _ => rotate(terms, name == "rotate_left", first, operands),
    }
}

fn rotate(terms: &mut Terms, left: bool, places: u32, operands: &[TermId]) -> Result<TermId, String> {
    // Checks that it is one bit-vector.
    build(terms, Op::BvNot, operands)?;
    let width = terms.sort(operands[0]).width().expect("`bvnot` takes a bit-vector");
    let left_by = if left { places % width } else { (width - places % width) % width };
    if left_by == 0 {
        return Ok(operands[0]);
    }
    let low = terms.extract(width - left_by - 1, 0, operands[0]);
    let high = terms.extract(width - 1, width - left_by, operands[0]);
    Ok(terms.concat(&[low, high]))
}
