//! Inputs of an awkward size or form, made when they are needed instead of being stored. Invariant: what claims to be
//! C compiles, apart from compilers' own limits.

use crate::rng::Rng;
use crate::shape::Shape;

/// `x = ((((1))));` with this many parentheses.
pub fn nested_parentheses(depth: usize) -> String {
    format!("int main(void) {{\n    int x = {}1{};\n    return x - 1;\n}}\n", "(".repeat(depth), ")".repeat(depth))
}

/// This many blocks inside each other.
pub fn nested_blocks(depth: usize) -> String {
    format!(
        "int main(void) {{\n    int x = 0;\n{}x++;{}\n    return x - 1;\n}}\n",
        "{".repeat(depth),
        "}".repeat(depth)
    )
}

/// `- ~ - ~ … x` with this many operators.
pub fn nested_unary(depth: usize) -> String {
    // `- ~ x` is `x + 1`.
    let pairs = depth / 2;
    format!("int main(void) {{\n    int x = 1;\n    return {}x != {};\n}}\n", "- ~ ".repeat(pairs), pairs + 1)
}

/// `1 + 1 + …` with this many terms.
pub fn long_sum(terms: usize) -> String {
    format!("int main(void) {{\n    long x = 0{};\n    return x != {terms};\n}}\n", " + 1".repeat(terms))
}

/// This many `else if`.
pub fn long_else_if(count: usize) -> String {
    let arms: String = (0..count).map(|i| format!("    else if (x == {i})\n        y = {i} + 1;\n")).collect();
    format!("int main(void) {{\n    int x = 3, y = 0;\n    if (x < 0)\n        y = 0;\n{arms}    return y;\n}}\n")
}

/// This many procedures, each of which calls the next one; the last changes a variable, on which the label `ERROR` depends.
pub fn procedure_chain(procedures: usize, safe: bool) -> String {
    let mut text = String::from("int x;\nvoid f0(void) { x = x + 1; }\n");
    for i in 1..procedures {
        text.push_str(&format!("void f{i}(void) {{ f{}(); }}\n", i - 1));
    }
    let wrong = if safe { "x != 1" } else { "x == 1" };
    let last = procedures - 1;
    format!(
        "{text}int main(void) {{\n    f{last}();\n    if ({wrong}) {{\n        ERROR: ;\n    }}\n    return 0;\n}}\n"
    )
}

/// A valid program of at least this many bytes: generated programs under different prefixes, all called from `main`.
pub fn large_program(bytes: usize, shape: &Shape) -> String {
    let mut text = String::new();
    let mut calls = String::new();
    let mut seed = 0;
    while text.len() < bytes {
        let prefix = format!("p{seed}_");
        text.push_str(&crate::program(seed, shape).text_with_prefix(&prefix));
        calls.push_str(&format!("    {prefix}main();\n"));
        seed += 1;
    }
    format!("{text}int main(void) {{\n{calls}    return 0;\n}}\n")
}

/// Bytes that are no text in any encoding.
pub fn garbage(bytes: usize, seed: u64) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    (0..bytes).map(|_| rng.next_u64() as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::{Mode, run_c};

    #[test]
    fn they_compile_and_end_well() {
        for text in
            [nested_parentheses(100), nested_blocks(100), nested_unary(99), long_sum(500), procedure_chain(50, true)]
        {
            run_c(&text, Mode::Plain).unwrap_or_else(|error| panic!("{error}\n{text}"));
        }
        assert!(large_program(100_000, &Shape::default()).len() >= 100_000);
        assert_eq!(garbage(10, 1).len(), 10);
    }
}
