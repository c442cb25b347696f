//! A generated program as a tree of lines and blocks. Expressions are text already; statements keep their nesting, so
//! that a shrinker can drop or unwrap them. Invariant: `@` stands before every name of file scope and nowhere else,
//! so that many programs can share one translation unit under different prefixes.

use std::fmt::Write;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Text that stays or goes as a whole; it may span lines.
    Line(String),
    /// `head { body }tail`, where head or tail may be empty.
    Block { head: String, body: Vec<Node>, tail: String },
    /// Statements that follow each other.
    Group(Vec<Node>),
}

impl Node {
    pub fn line(text: impl Into<String>) -> Node {
        Node::Line(text.into())
    }

    pub fn block(head: impl Into<String>, body: Vec<Node>) -> Node {
        Node::Block { head: head.into(), body, tail: String::new() }
    }

    pub fn block_with_tail(head: impl Into<String>, body: Vec<Node>, tail: impl Into<String>) -> Node {
        Node::Block { head: head.into(), body, tail: tail.into() }
    }

    fn render(&self, depth: usize, out: &mut String) {
        match self {
            Node::Line(text) => {
                for line in text.lines() {
                    // Labels stand one step to the left.
                    let label = line.ends_with(':') && !line.contains('?');
                    let indent = depth.saturating_sub(usize::from(label));
                    writeln!(out, "{:1$}{line}", "", indent * 4).expect("writing to a string");
                }
            }
            Node::Group(nodes) => nodes.iter().for_each(|node| node.render(depth, out)),
            Node::Block { head, body, tail } => {
                let indent = depth * 4;
                let space = if head.is_empty() { "" } else { " " };
                writeln!(out, "{:indent$}{head}{space}{{", "").expect("writing to a string");
                body.iter().for_each(|node| node.render(depth + 1, out));
                let space = if tail.is_empty() || tail.starts_with(';') { "" } else { " " };
                writeln!(out, "{:indent$}}}{space}{tail}", "").expect("writing to a string");
            }
        }
    }
}

/// A whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub items: Vec<Node>,
}

impl Program {
    /// The program as a file of its own, with the entry `main`.
    pub fn text(&self) -> String {
        self.text_with_prefix("")
    }

    /// The lines as they are, joined: for texts that are no programs.
    pub fn raw_text(&self) -> String {
        let line = |node: &Node| match node {
            Node::Line(text) => text.clone(),
            Node::Block { .. } | Node::Group(_) => unreachable!("a text of lines has no blocks"),
        };
        self.items.iter().map(line).collect()
    }

    /// The program with this before every name of file scope.
    pub fn text_with_prefix(&self, prefix: &str) -> String {
        let mut out = String::new();
        self.items.iter().for_each(|item| item.render(0, &mut out));
        out.replace('@', prefix)
    }
}
