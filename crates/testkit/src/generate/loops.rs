//! Loops with bounds. Invariant: the counter of a loop is never assigned by its body and no pointer reaches it; a
//! `continue` appears only where it still advances the counter; the work of the body is counted as often as it runs.

use super::Generator;
use super::calls::COUNTER_KINDS;
use super::model::{Object, Scalar, Ty, TypeName, Var};
use crate::c::ints::{IntKind, Range};
use crate::c::tree::Node;

impl Generator<'_> {
    /// How many iterations a loop here may have, at most.
    pub(super) fn trip_limit(&self) -> usize {
        let left = (self.shape.work / 8 / self.body.times.max(1)).min(9);
        left as usize
    }

    /// A variable that the body reads but does not assign.
    pub(super) fn counter(&mut self, name: &str, kind: IntKind, range: Range) -> Var {
        // The name of a counter's type is never printed from here: loops write their own declarations.
        let scalar = Scalar { kind, range, name: TypeName(0), enumeration: None };
        let root = self.local_root();
        Var::Object(Object { name: name.into(), ty: Ty::Scalar(scalar), root, writable: false, addressable: false })
    }

    /// A loop around some statements.
    pub(super) fn loop_statement(&mut self) -> Option<Node> {
        let limit = self.trip_limit();
        if limit < 2 {
            return None;
        }
        let n = self.rng.between(1, limit) as i128;
        let (kind, type_name) = *self.rng.pick(&COUNTER_KINDS);
        let i = self.fresh_name("i");
        let up = Range::new(0, n - 1);
        if self.rng.chance(25)
            && let Some(node) = self.loop_to_variable(&i, limit)
        {
            return Some(node);
        }
        let node = match self.rng.below(9) {
            0..=2 => {
                let body = self.loop_body(n, &i, kind, up, true);
                let step = *self.rng.pick(&["i++", "++i", "i += 1", "i = i + 1"]);
                Node::block(format!("for ({type_name} {i} = 0; {i} < {n}; {})", step.replace('i', &i)), body)
            }
            3 if kind.signed() => {
                let body = self.loop_body(n, &i, kind, up, true);
                Node::block(format!("for ({type_name} {i} = {}; {i} >= 0; {i}--)", n - 1), body)
            }
            3 | 4 => {
                let body = self.loop_body(n, &i, kind, up, true);
                let head = Node::line(format!("{type_name} {i} = {n};"));
                Node::block("", vec![head, Node::block(format!("while ({i}-- > 0)"), body)])
            }
            5 => {
                let body = self.loop_body(n, &i, kind, up, true);
                let head = Node::line(format!("{type_name} {i} = 0;"));
                Node::block("", vec![head, Node::block_with_tail("do", body, format!("while (++{i} < {n});"))])
            }
            6 => {
                let mut body = self.loop_body(n, &i, kind, up, false);
                body.push(Node::line(format!("{i}++;")));
                let head = Node::line(format!("{type_name} {i} = 0;"));
                Node::block("", vec![head, Node::block(format!("while ({i} < {n})"), body)])
            }
            7 => {
                let body = self.loop_body(n, &i, kind, Range::new(1, n), true);
                let mut whole = vec![Node::line(format!("if ({i} >= {n})\n    break;")), Node::line(format!("{i}++;"))];
                whole.extend(body);
                let head = Node::line(format!("{type_name} {i} = 0;"));
                let forever = *self.rng.pick(&["for (;;)", "while (1)"]);
                Node::block("", vec![head, Node::block(forever, whole)])
            }
            _ => {
                // Two counters that meet.
                let j = self.fresh_name("j");
                let partner = self.counter(&j, IntKind::Int, Range::new(0, n));
                let body = self.scoped(|g| {
                    g.declare_local(partner);
                    g.loop_body(n, &i, IntKind::Int, up, true)
                });
                Node::block(format!("for (int {i} = 0, {j} = {n}; {i} < {j}; {i}++, {j}--)"), body)
            }
        };
        Some(node)
    }

    /// A loop up to a variable that keeps to small values, such as a length parameter.
    fn loop_to_variable(&mut self, i: &str, limit: usize) -> Option<Node> {
        let bounds: Vec<(String, i128)> = self
            .visible()
            .filter_map(|var| match var {
                Var::Object(object) if !object.writable => match &object.ty {
                    Ty::Scalar(s) if s.range.low >= 0 && s.range.high >= 1 && s.range.high <= limit as i128 => {
                        Some((object.name.clone(), s.range.high))
                    }
                    _ => None,
                },
                _ => None,
            })
            .collect();
        if bounds.is_empty() {
            return None;
        }
        let (bound, most) = self.rng.pick(&bounds).clone();
        let body = self.loop_body(most, i, IntKind::Int, Range::new(0, most - 1), true);
        Some(Node::block(format!("for (int {i} = 0; {i} < {bound}; {i}++)"), body))
    }

    /// The statements of a loop that runs at most `times` times with this counter.
    pub(super) fn loop_body(
        &mut self,
        times: i128,
        i: &str,
        kind: IntKind,
        range: Range,
        continues: bool,
    ) -> Vec<Node> {
        let counter = self.counter(i, kind, range);
        let outer = self.body.times;
        self.body.times *= times as u64;
        self.body.breakable.push(Some(continues));
        let body = self.scoped(|g| {
            g.declare_local(counter);
            g.nested_statements()
        });
        self.body.breakable.pop();
        self.body.times = outer;
        body
    }

    /// A label that is jumped back to a few times.
    pub(super) fn backward_goto(&mut self) -> Option<Node> {
        let limit = self.trip_limit().min(4);
        if limit < 2 {
            return None;
        }
        let n = self.rng.between(2, limit) as i128;
        let (i, label) = (self.fresh_name("i"), self.fresh_name("again"));
        // A continue of an outer loop or a break may leave the region: both are fine.
        let outer = self.body.times;
        self.body.times *= n as u64;
        let counter = self.counter(&i, IntKind::Int, Range::new(0, n - 1));
        let (body, condition) = self.scoped(|g| {
            g.declare_local(counter);
            (g.scoped(|g| g.nested_statements()), g.condition(1))
        });
        self.body.times = outer;
        Some(Node::block(
            "",
            vec![
                Node::line(format!("int {i} = 0;")),
                Node::line(format!("{label}:")),
                Node::block("", body),
                Node::line(format!("if (++{i} < {n} && {})\n    goto {label};", condition.at(6))),
            ],
        ))
    }

    /// Statements that are jumped over under a condition.
    pub(super) fn forward_goto(&mut self) -> Node {
        let label = self.fresh_name("skip");
        let condition = self.condition(1);
        let body = self.scoped(|g| g.nested_statements());
        Node::Group(vec![
            Node::line(format!("if ({})\n    goto {label};", condition.text)),
            Node::block("", body),
            Node::line(format!("{label}:")),
            Node::line(";"),
        ])
    }

    /// `break`, `continue` or `return` under a condition, where one is possible.
    pub(super) fn early_exit(&mut self) -> Option<Node> {
        let condition = self.condition(1).text;
        if let Some(innermost) = self.body.breakable.last()
            && self.rng.chance(75)
        {
            let continues = self.body.breakable.iter().rev().flatten().next() == Some(&true);
            let word = if continues && (innermost.is_none() || self.rng.chance(50)) { "continue" } else { "break" };
            return Some(Node::line(format!("if ({condition})\n    {word};")));
        }
        // A return on the top level would make much of the body dead.
        if self.body.stays || self.body.nesting == 0 {
            return None;
        }
        let value = self.return_text()?;
        Some(Node::line(format!("if ({condition})\n    {value}")))
    }
}
