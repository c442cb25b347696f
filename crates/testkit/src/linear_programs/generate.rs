//! A whole program: globals, procedures that call each other to a bounded depth, and `main`.

use super::Mode;
use super::statements::{Body, Signature};
use crate::c::tree::{Node, Program};
use crate::rng::Rng;

const HEADER: &str = "\
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);";

/// The program that these random numbers give, with the assertion (a condition about `out`) at its end.
pub(super) fn program(rng: &mut Rng, mode: Mode, assertion: Option<String>) -> Program {
    let globals: Vec<String> = (0..rng.between(0, 2)).map(|number| format!("@g{number}")).collect();
    let procedures: Vec<Signature> = (0..rng.weighted(&[(2, 0), (3, 1), (2, 2), (1, 3)]))
        .map(|number| {
            // Without a result, a procedure matters only through a global.
            let returns = globals.is_empty() || rng.chance(70);
            Signature { name: format!("@f{number}"), arguments: rng.below(3), returns }
        })
        .collect();
    let mut items: Vec<Node> = HEADER.lines().map(Node::line).collect();
    for global in &globals {
        items.push(Node::line(format!("{} {global} = {};", type_name(rng, mode), rng.below(4))));
    }
    items.push(Node::line(format!("{} @out;", if mode == Mode::Integer { "int" } else { "long long" })));
    items.extend(procedures.iter().map(|procedure| Node::line(format!("{};", head(procedure)))));
    let mut inputs_left = rng.weighted(&[(1, 0), (3, 1), (3, 2), (2, 3)]);
    for procedure in &procedures {
        items.push(procedure_body(rng, mode, procedure, &procedures, &globals, &mut inputs_left));
    }
    items.push(main(rng, mode, &procedures, &globals, &mut inputs_left, assertion));
    Program { items }
}

fn type_name(rng: &mut Rng, mode: Mode) -> &'static str {
    match mode {
        Mode::Integer | Mode::Machine | Mode::Nonlinear | Mode::Words => "int",
        Mode::Narrow => {
            rng.pick::<&str>(&["unsigned char", "signed char", "unsigned char", "unsigned", "short", "int"])
        }
    }
}

fn head(procedure: &Signature) -> String {
    let result = if procedure.returns { "int" } else { "void" };
    let parameters: String = (0..procedure.arguments).map(|number| format!(", int a{number}")).collect();
    format!("{result} {}(int d{parameters})", procedure.name)
}

/// Declarations of local variables, with their names.
fn locals(rng: &mut Rng, mode: Mode, count: usize) -> (Vec<Node>, Vec<String>) {
    let names: Vec<String> = (0..count).map(|number| format!("x{number}")).collect();
    let nodes = names.iter().map(|name| Node::line(format!("{} {name} = {};", type_name(rng, mode), rng.below(3))));
    (nodes.collect(), names)
}

fn procedure_body(
    rng: &mut Rng,
    mode: Mode,
    procedure: &Signature,
    procedures: &[Signature],
    globals: &[String],
    inputs_left: &mut usize,
) -> Node {
    let count = rng.below(2) + usize::from(globals.is_empty() && procedure.arguments == 0);
    let (mut nodes, mut vars) = locals(rng, mode, count);
    vars.extend(globals.iter().cloned());
    vars.extend((0..procedure.arguments).map(|number| format!("a{number}")));
    let frozen = vec!["d".to_owned()];
    let statements = rng.between(1, 3);
    let mut body =
        Body { rng, mode, procedures, vars, frozen, is_main: false, calls_left: 2, inputs_left, loops: 0, names: 0 };
    nodes.extend(body.block(statements, 0));
    if procedure.returns {
        nodes.push(Node::line(format!("return {};", body.expression())));
    }
    Node::block(head(procedure), nodes)
}

fn main(
    rng: &mut Rng,
    mode: Mode,
    procedures: &[Signature],
    globals: &[String],
    inputs_left: &mut usize,
    assertion: Option<String>,
) -> Node {
    let count = rng.between(1, 3);
    let (mut nodes, mut vars) = locals(rng, mode, count);
    vars.extend(globals.iter().cloned());
    let (statements, frozen) = (rng.between(2, 5), Vec::new());
    let mut body =
        Body { rng, mode, procedures, vars, frozen, is_main: true, calls_left: 3, inputs_left, loops: 0, names: 0 };
    nodes.extend(body.input().unwrap_or_default());
    nodes.extend(body.block(statements, 0));
    nodes.extend(body.call().unwrap_or_default());
    nodes.push(Node::line(format!("@out = {};", body.mixture())));
    if let Some(assertion) = assertion {
        nodes.push(Node::line(format!("if (!({assertion}))\n    reach_error();")));
    }
    nodes.push(Node::line("return 0;"));
    Node::block("int @main(void)", nodes)
}
