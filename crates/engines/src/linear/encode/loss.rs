//! Where the constraints say less than the program, and how that is told.

use heureka_ir::text::{ExprPrinter, Names};
use heureka_ir::{ArrayId, BinOp, EdgeId, ExprId, Node, Program, Span};

/// Expressions longer than this are not shown whole.
const LONGEST: usize = 60;

/// A place where a value became the undefined value `u`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Approximation {
    pub edge: EdgeId,
    pub span: Span,
    /// A phrase for people: "the product `x * y`".
    pub what: String,
}

/// Why a value is undefined.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Loss {
    /// The operator on top of the expression is not linear.
    Operator(ExprId),
    /// The expression or condition has too many cases.
    Cases(ExprId),
    /// How long the array is, is not known here, so that an access may be out of bounds.
    Extent(ArrayId),
    /// The front end stands for something that it does not model.
    Unmodelled(Box<str>),
}

impl Loss {
    pub fn describe(&self, program: &Program, names: &Names, edge: EdgeId) -> String {
        let scope = program.loc(program.edge(edge).from).proc;
        let text = |expr: ExprId| shortened(ExprPrinter::new(program, names, Some(scope)).text(expr));
        match self {
            Loss::Unmodelled(what) => format!("not modelled: {what}"),
            Loss::Extent(array) => format!("the length of `{}`", names.array(*array, Some(scope))),
            Loss::Cases(expr) => format!("too many cases: `{}`", text(*expr)),
            Loss::Operator(expr) => {
                let kind = match program.exprs.node(*expr) {
                    Node::Read(array, _) if program.array(*array).is_set() => "an element of a set",
                    Node::Read(..) => "an array element",
                    Node::NotEmpty(_) => "whether a set is empty",
                    Node::Binary(BinOp::Mul, ..) => "the product of two variables",
                    Node::Binary(BinOp::Div, ..) => "a quotient",
                    Node::Binary(BinOp::Rem, ..) => "a remainder",
                    Node::Binary(BinOp::Shl | BinOp::Shr, ..) => "a shift",
                    Node::Cast(_) => "a conversion",
                    _ => "bits",
                };
                format!("{kind}: `{}`", text(*expr))
            }
        }
    }
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
