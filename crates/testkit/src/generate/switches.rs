//! Switches: fall-through, grouped cases, a default anywhere, Duff's device. Invariant: case values are distinct
//! after conversion to the promoted type of the controlling expression, and no case jumps over a declaration.

use super::Generator;
use super::model::Ty;
use super::places::{Use, Want};
use crate::c::expr::{Binary, Expr};
use crate::c::ints::{IntKind, Range};
use crate::c::tree::Node;

impl Generator<'_> {
    pub(super) fn switch_statement(&mut self) -> Node {
        if self.rng.chance(10) && self.trip_limit() >= 3 {
            return self.duffs_device();
        }
        let (subject, labels) = self.subject();
        let mut labels = labels;
        self.rng.shuffle(&mut labels);
        labels.truncate(self.rng.between(1, labels.len().min(5)));
        let default_at = if self.rng.chance(75) { Some(self.rng.below(labels.len() + 1)) } else { None };
        self.body.breakable.push(None);
        let mut body = Vec::new();
        for (at, label) in labels.iter().map(|l| format!("case {l}:")).chain([String::new()]).enumerate() {
            if default_at == Some(at) {
                body.push(Node::line("default:"));
                self.case_body(&mut body);
            }
            if !label.is_empty() {
                body.push(Node::line(label));
                // Some labels share the next one's statements.
                if self.rng.chance(80) {
                    self.case_body(&mut body);
                }
            }
        }
        self.body.breakable.pop();
        body.push(Node::line(";"));
        Node::block(format!("switch ({})", subject.text), body)
    }

    fn case_body(&mut self, body: &mut Vec<Node>) {
        let statements = self.scoped(|g| g.nested_statements());
        body.push(Node::block("", statements));
        if self.rng.chance(60) {
            body.push(Node::line("break;"));
        }
    }

    /// What to switch on, and spellings of values that it may have (and one or two that it may not).
    fn subject(&mut self) -> (Expr, Vec<String>) {
        if self.rng.chance(30) {
            let enums: Vec<Ty> =
                self.scalars.iter().filter(|s| s.enumeration.is_some()).map(|s| Ty::Scalar(*s)).collect();
            if !enums.is_empty() {
                let wanted = self.rng.pick(&enums).clone();
                if let (Ty::Scalar(scalar), Some(place)) =
                    (&wanted, self.place(&Want::Exactly(wanted.clone()), Use::Read))
                    && let Some(id) = scalar.enumeration
                {
                    let mut members = self.enums[id.0].members.clone();
                    members.sort_by_key(|(_, value)| *value);
                    members.dedup_by_key(|(_, value)| *value);
                    let names = members.into_iter().map(|(name, _)| name).collect();
                    return (Expr::read(&place.cell()), names);
                }
            }
        }
        let raw = self.expr(2);
        let range = *self.rng.pick(&[Range::new(0, 3), Range::new(0, 7), Range::new(-3, 3), Range::new(-1, 1)]);
        let subject = if self.rng.chance(75) { self.bring_into(raw, IntKind::Int, range) } else { raw };
        let kind = subject.kind.promoted();
        let mut values: Vec<i128> = (range.low..=range.high).collect();
        values.extend([97, kind.max()]);
        if kind.signed() {
            values.push(kind.min());
        } else {
            values.retain(|value| *value >= 0);
        }
        let labels = values
            .into_iter()
            .map(|value| match value {
                97 if self.rng.chance(50) => "'a'".into(),
                _ => self.spell(value, kind).text,
            })
            .collect();
        (subject, labels)
    }

    /// A loop entered in its middle.
    fn duffs_device(&mut self) -> Node {
        let rounds = self.rng.between(1, 2);
        let i = self.fresh_name("i");
        let raw = self.purely(|g| g.expr(1));
        let entry = Expr::binary(Binary::And, &raw, &Expr::small(3)).unwrap_or_else(|| Expr::small(1));
        let outer = self.body.times;
        self.body.times *= rounds as u64;
        let mut step = |body: &mut Vec<Node>| {
            let effect = self.side_effect();
            body.push(Node::line(format!("{};", effect.text)));
        };
        let mut body = vec![Node::line("case 0:"), Node::line("do {")];
        step(&mut body);
        for label in ["case 3:", "case 2:", "case 1:"] {
            body.push(Node::line(label));
            step(&mut body);
        }
        body.push(Node::line(format!("}} while (--{i} > 0);")));
        self.body.times = outer;
        Node::block(
            "",
            vec![Node::line(format!("int {i} = {rounds};")), Node::block(format!("switch ({})", entry.text), body)],
        )
    }
}
