//! The same as JSON, for tools: procedures with their entries and summaries, loops, and statements, each with its place.

use heureka_engines::linear::explain::{Explanation, Method, is_statement};
use heureka_engines::sil::explain::LoopPost;
use heureka_ir::{LocKind, Program, Span};
use serde_json::{Value, json};

pub fn json(program: &Program, explanation: &Explanation, posts: &[LoopPost]) -> String {
    let place = |span: Span| json!({ "file": program.files.name(span.file), "line": span.line, "column": span.column });
    let procedures: Vec<Value> = explanation
        .procedures()
        .map(|id| {
            let procedure = program.proc(id);
            json!({
                "name": procedure.name,
                "at": place(procedure.span),
                "entry": explanation.at(procedure.entry),
                "summary": explanation.summary(id),
            })
        })
        .collect();
    let loops: Vec<Value> = explanation
        .loops
        .iter()
        .map(|facts| {
            json!({
                "at": place(program.loc(facts.head).span),
                "invariant": explanation.at(facts.head),
                "afterwards": explanation.after(&facts.exits),
                "not_accelerated": facts.not_accelerated,
            })
        })
        .collect();
    let is_shown = |name: &str| explanation.procedures().any(|proc| program.proc(proc).name == name);
    let statements: Vec<Value> = program
        .edge_ids()
        .filter(|edge| {
            let edge = program.edge(*edge);
            let procedure = &program.proc(program.loc(edge.from).proc).name;
            is_statement(&edge.op) && !edge.span.is_none() && is_shown(procedure)
        })
        .map(|id| {
            let edge = program.edge(id);
            let to = match &program.loc(edge.to).kind {
                LocKind::Normal => "normal",
                LocKind::Halt => "halt",
                LocKind::Error { .. } => "error",
                LocKind::Unsupported { .. } => "not modelled",
            };
            json!({ "at": place(edge.span), "to": to, "after": explanation.after(&[id]) })
        })
        .collect();
    let method = match explanation.method {
        Method::Paper => "paper",
        Method::ClosedForms(_) => "closed forms",
        Method::Widening => "widening",
    };
    let not_exact: Vec<Value> =
        explanation.approximations.iter().map(|what| json!({ "at": place(what.span), "what": what.what })).collect();
    let array_loops: Vec<Value> =
        posts.iter().map(|post| json!({ "at": place(post.span), "afterwards": post.posts })).collect();
    let whole = json!({
        "array_loops": array_loops,
        "method": method,
        "complete": explanation.complete,
        "not_exact": not_exact,
        "procedures": procedures,
        "loops": loops,
        "statements": statements,
    });
    format!("{whole:#}\n")
}
