//! Building and simplifying a term of a million nodes, of four shapes.
//!
//! `cargo bench -p heureka-logic --bench terms`

use std::time::Instant;

use heureka_logic::{Simplifier, SortId, TermId, Terms, simplify};

/// Builds a term in an empty pool.
type Shape = fn(&mut Terms) -> TermId;

const NODES: usize = 1_000_000;

/// What an unrolled loop looks like: sums, comparisons, choices and conjunctions that share a lot.
fn unrolling(terms: &mut Terms) -> TermId {
    let (mut x, mut y) = (terms.constant("x0", SortId::INT), terms.constant("y0", SortId::INT));
    let (one, limit) = (terms.int(1), terms.int(1000));
    let mut path = Terms::TRUE;
    let mut step = 0;
    while terms.len() < NODES {
        step += 1;
        let input = terms.constant(&format!("in{step}"), SortId::INT);
        let next = terms.add(&[x, input, one]);
        let guard = terms.lt(next, limit);
        y = terms.ite(guard, next, y);
        x = if step % 8 == 0 { terms.constant(&format!("x{step}"), SortId::INT) } else { next };
        let fact = terms.le(y, next);
        path = terms.and(&[path, guard, fact]);
    }
    path
}

/// One long sum, built two operands at a time.
fn sum(terms: &mut Terms) -> TermId {
    let mut total = terms.int(0);
    let mut step = 0i64;
    while terms.len() < NODES {
        step += 1;
        let input = terms.constant(&format!("in{}", step % 50_000), SortId::INT);
        let factor = terms.int(step % 7 - 3);
        let product = terms.mul(&[factor, input]);
        let offset = terms.int(step);
        total = terms.add(&[total, product, offset]);
    }
    let zero = terms.int(0);
    terms.le(total, zero)
}

/// Words of 32 bits, mixed.
fn words(terms: &mut Terms) -> TermId {
    let mut state = terms.constant("state", SortId::bit_vec(32));
    let (five, prime) = (terms.bits(32, 5), terms.bits(32, 16_777_619));
    let mut step = 0i64;
    while terms.len() < NODES {
        step += 1;
        let input = terms.constant(&format!("b{}", step % 1_000), SortId::bit_vec(8));
        let wide = terms.zero_extend(24, input);
        let mixed = terms.bv_xor(&[state, wide]);
        let shifted = terms.bv_shl(mixed, five);
        let product = terms.bv_mul(&[mixed, prime]);
        let constant = terms.bits(32, step);
        state = terms.bv_add(&[shifted, product, constant]);
    }
    let zero = terms.bits(32, 0);
    terms.eq(state, zero)
}

/// Writes to an array at constant places, and a read after each.
fn arrays(terms: &mut Terms) -> TermId {
    let sort = terms.array_sort(SortId::INT, SortId::INT);
    let mut array = terms.constant("a", sort);
    let mut facts = Vec::new();
    let mut step = 0i64;
    while terms.len() < NODES {
        step += 1;
        let (place, value) = (terms.int(step), terms.constant(&format!("v{step}"), SortId::INT));
        array = terms.store(array, place, value);
        let earlier = terms.int(step - 3);
        let cell = terms.select(array, earlier);
        facts.push(terms.le(cell, value));
    }
    terms.and(&facts)
}

fn main() {
    let shapes: [(&str, Shape); 4] = [("unrolling", unrolling), ("sum", sum), ("words", words), ("arrays", arrays)];
    for (name, shape) in shapes {
        let (mut best_build, mut best_simplify) = (f64::INFINITY, f64::INFINITY);
        let (mut before, mut after) = (0, 0);
        for _ in 0..3 {
            let mut terms = Terms::new();
            let start = Instant::now();
            let term = shape(&mut terms);
            best_build = best_build.min(start.elapsed().as_secs_f64());
            before = terms.len();
            let start = Instant::now();
            let simple = Simplifier::new().simplify(&mut terms, term);
            best_simplify = best_simplify.min(start.elapsed().as_secs_f64());
            after = terms.dag_size(&[simple]);
            let again = simplify(&mut terms, simple);
            assert_eq!(terms.sort(again), SortId::BOOL);
        }
        let total = best_build + best_simplify;
        println!(
            "{name:10} {before} nodes built in {best_build:.3} s, simplified to {after} in {best_simplify:.3} s: \
             {:.2} million nodes a second",
            before as f64 / total / 1e6
        );
    }
}
