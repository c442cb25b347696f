//! Small algorithms from textbooks, over arrays that the program has: sorting, searching, sums, strings, bits.
//! Invariant: an idiom moves elements around or writes what the array's range allows, and counts its work.

use super::Generator;
use super::model::Ty;
use super::places::{Use, Want};
use crate::c::expr::level;
use crate::c::ints::{IntKind, Range};
use crate::c::tree::Node;

impl Generator<'_> {
    pub(super) fn idiom(&mut self) -> Option<Node> {
        match self.rng.below(8) {
            0 => self.sort(),
            1 => self.search(),
            2 => self.extremes(),
            3 => self.matrix_sums(),
            4 => self.string_walk(),
            5 => Some(self.bits()),
            6 => Some(self.greatest_divisor()),
            _ => self.rotate(),
        }
    }

    fn affords(&mut self, steps: usize) -> Option<()> {
        let work = self.body.times * steps as u64;
        if work > self.shape.work {
            return None;
        }
        self.body.cost += work;
        Some(())
    }

    fn sort(&mut self) -> Option<Node> {
        let array = self.stable_array(3)?;
        let (element, len) = (array.array().0.clone(), array.array().1);
        self.affords(len * len * 3)?;
        let (i, j, a) = (self.fresh_name("i"), self.fresh_name("j"), array.postfix());
        let held = self.declare(&element, "held");
        let order = *self.rng.pick(&["<", ">"]);
        Some(Node::line(match self.rng.chance(50) {
            true => format!(
                "for (int {i} = 0; {i} < {len} - 1; {i}++)\n    for (int {j} = 0; {j} + 1 < {len} - {i}; {j}++)\n        if ({a}[{j} + 1] {order} {a}[{j}]) {{\n            {held} = {a}[{j}];\n            {a}[{j}] = {a}[{j} + 1];\n            {a}[{j} + 1] = held;\n        }}"
            ),
            false => format!(
                "for (int {i} = 1; {i} < {len}; {i}++) {{\n    {held} = {a}[{i}];\n    int {j} = {i} - 1;\n    while ({j} >= 0 && {a}[{j}] {order} held) {{\n        {a}[{j} + 1] = {a}[{j}];\n        {j}--;\n    }}\n    {a}[{j} + 1] = held;\n}}"
            ),
        }))
    }

    fn search(&mut self) -> Option<Node> {
        let array = self.stable_array(2)?;
        let len = array.array().1;
        self.affords(len * 3)?;
        let key = self.purely(|g| g.expr(1)).text;
        let (i, a) = (self.fresh_name("i"), array.postfix());
        let label = self.fresh_name("found");
        self.note_checksum();
        Some(Node::line(match self.shape.gotos && self.rng.chance(40) {
            true => format!(
                "{{\n    int {i};\n    for ({i} = 0; {i} < {len}; {i}++)\n        if ({a}[{i}] == ({key}))\n            goto {label};\n    {i} = -1;\n{label}:\n    @checksum = @checksum * 3 + {i};\n}}"
            ),
            false => format!(
                "{{\n    int {i} = 0;\n    while ({i} < {len} && {a}[{i}] != ({key}))\n        {i}++;\n    @checksum = @checksum * 3 + {i};\n}}"
            ),
        }))
    }

    fn extremes(&mut self) -> Option<Node> {
        let array = self.stable_array(2)?;
        let (element, len) = (array.array().0.clone(), array.array().1);
        self.affords(len * 4)?;
        let (i, a) = (self.fresh_name("i"), array.postfix());
        let (least, most) = (self.declare(&element, "least"), self.declare(&element, "most"));
        self.note_checksum();
        Some(Node::line(format!(
            "{{\n    {least} = {a}[0];\n    {most} = {a}[0];\n    for (unsigned {i} = 1; {i} < {len}; ++{i}) {{\n        if ({a}[{i}] < least)\n            least = {a}[{i}];\n        most = {a}[{i}] > most ? {a}[{i}] : most;\n    }}\n    @checksum += (unsigned long long)least * 3 + (unsigned long long)most;\n}}"
        )))
    }

    fn matrix_sums(&mut self) -> Option<Node> {
        let matrix = self.purely(|g| g.place(&Want::Matrix, Use::Read))?;
        let (row, rows) = (matrix.array().0.clone(), matrix.array().1);
        let Ty::Array(_, columns) = row else { return None };
        self.affords(rows * columns * 4)?;
        let (i, j, m) = (self.fresh_name("i"), self.fresh_name("j"), matrix.postfix());
        self.note_checksum();
        Some(Node::line(format!(
            "for (int {i} = 0; {i} < {rows}; {i}++) {{\n    unsigned long long sum = 0;\n    for (int {j} = 0; {j} < {columns}; {j}++)\n        sum += ({i} + 1) * (unsigned long long){m}[{i}][{j}] ^ (unsigned long long){j};\n    @checksum = @checksum * 13 + sum;\n}}"
        )))
    }

    fn string_walk(&mut self) -> Option<Node> {
        if !self.shape.strings || !self.shape.pointers {
            return None;
        }
        self.affords(40)?;
        let (text, s) = (self.string(7), self.fresh_name("s"));
        self.note_checksum();
        Some(Node::line(match self.rng.below(4) {
            3 if self.shape.memory_functions => {
                format!(
                    "{{\n    const char *{s} = {text};\n    @checksum = @checksum * 31 + strlen({s}) + {s}[strlen({s})];\n}}"
                )
            }
            0 => format!(
                "{{\n    const char *{s} = {text};\n    while (*{s})\n        @checksum = @checksum * 65599 + *{s}++;\n}}"
            ),
            1 => format!(
                "{{\n    char {s}[] = {text};\n    unsigned long length = 0;\n    for (; {s}[length] != '\\0'; length++)\n        if ({s}[length] >= 'a' && {s}[length] <= 'z')\n            {s}[length] -= 'a' - 'A';\n    @checksum = @checksum * 31 + length * sizeof({s}) + {s}[0];\n}}"
            ),
            _ => {
                let index = self.purely(|g| g.expr(1));
                let index = self.bring_into(index, IntKind::Int, Range::new(0, 2));
                format!("@checksum = @checksum * 31 + \"xyz\"[{}] + sizeof(\"xyz\");", index.text)
            }
        }))
    }

    /// Counting bits, reversing them, rotating.
    fn bits(&mut self) -> Node {
        let value = self.purely(|g| g.expr(2)).at(level::ASSIGN);
        let (x, n) = (self.fresh_name("x"), self.fresh_name("n"));
        self.body.cost += self.body.times * 100;
        self.note_checksum();
        Node::line(match self.rng.below(4) {
            0 => format!(
                "{{\n    unsigned {x} = {value};\n    int {n} = 0;\n    while ({x}) {{\n        {x} &= {x} - 1;\n        {n}++;\n    }}\n    @checksum = @checksum * 3 + {n};\n}}"
            ),
            1 => format!(
                "{{\n    unsigned char {x} = {value};\n    {x} = ({x} & 0xf0) >> 4 | ({x} & 0x0f) << 4;\n    {x} = ({x} & 0xcc) >> 2 | ({x} & 0x33) << 2;\n    @checksum += ({x} & 0xaa) >> 1 | ({x} & 0x55) << 1;\n}}"
            ),
            2 => {
                let by = self.rng.between(1, 31);
                format!("{{\n    unsigned {x} = {value};\n    @checksum ^= {x} << {by} | {x} >> {};\n}}", 32 - by)
            }
            _ => format!(
                "{{\n    unsigned long long {x} = {value};\n    {x} ^= {x} >> 12;\n    {x} ^= {x} << 25;\n    {x} ^= {x} >> 27;\n    @checksum += {x} * 2685821657736338717ull;\n}}"
            ),
        })
    }

    fn greatest_divisor(&mut self) -> Node {
        let (one, other) = self.purely(|g| (g.expr(1), g.expr(1)));
        let one = self.bring_into(one, IntKind::Int, Range::new(0, 999));
        let other = self.bring_into(other, IntKind::Int, Range::new(0, 999));
        let (a, b) = (self.fresh_name("x"), self.fresh_name("y"));
        self.body.cost += self.body.times * 40;
        self.note_checksum();
        Node::line(format!(
            "{{\n    int {a} = {}, {b} = {};\n    while ({b} != 0) {{\n        int rest = {a} % {b};\n        {a} = {b};\n        {b} = rest;\n    }}\n    @checksum = @checksum * 7 + {a};\n}}",
            one.at(level::ASSIGN),
            other.at(level::ASSIGN)
        ))
    }

    fn rotate(&mut self) -> Option<Node> {
        let array = self.stable_array(3)?;
        let (element, len) = (array.array().0.clone(), array.array().1);
        self.affords(len * 3)?;
        let (i, a) = (self.fresh_name("i"), array.postfix());
        let first = self.declare(&element, "first");
        Some(Node::line(format!(
            "{{\n    {first} = {a}[0];\n    unsigned char {i};\n    for ({i} = 1; {i} < {len}; {i}++)\n        {a}[{i} - 1] = {a}[{i}];\n    {a}[{i} - 1] = first;\n}}"
        )))
    }
}
