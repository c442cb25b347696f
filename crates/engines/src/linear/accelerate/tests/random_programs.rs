//! Random programs with branches, choices, inner loops and calls: T⁺ of their loops against all executions in a small box.
//!
//! After each assignment the value is assumed to lie in the box, so no execution leaves it.

use std::collections::BTreeSet;

use heureka_ir::text;
use heureka_number::Int;

use super::super::super::encode::Encoding;
use super::super::super::scope::Scopes;
use super::super::super::system::{Memory, System};
use super::super::{Limits, Way, accelerate};
use super::closures::{Random, points};
use super::explore::Explorer;
use crate::engine::Arithmetic;

const SIZE: i64 = 4;

struct Generator {
    random: Random,
    /// Steps by the location that they start from.
    steps: Vec<Vec<String>>,
    depth: u32,
    may_call: bool,
    variables: &'static [&'static str],
}

impl Generator {
    fn location(&mut self) -> usize {
        self.steps.push(Vec::new());
        self.steps.len() - 1
    }

    fn edge(&mut self, from: usize, step: &str, to: usize) {
        self.steps[from].push(format!("{step} -> L{to}"));
    }

    fn condition(&mut self) -> (String, String) {
        let (one, other) = (self.random.choose(self.variables), self.random.choose(self.variables));
        let number = self.random.between(0, 3);
        match self.random.below(5) {
            0 => (format!("{one} == {number}"), format!("{one} != {number}")),
            1 | 2 => (format!("{one} < {number}"), format!("{number} <= {one}")),
            3 => (format!("{one} % 2 == 0"), format!("{one} % 2 != 0")),
            _ => (format!("{one} < {other}"), format!("{other} <= {one}")),
        }
    }

    fn block(&mut self, from: usize, to: usize) {
        let mut at = from;
        for _ in 0..self.random.below(3) {
            let next = self.location();
            self.statement(at, next);
            at = next;
        }
        self.statement(at, to);
    }

    fn statement(&mut self, from: usize, to: usize) {
        let deeper = self.depth > 0;
        match self.random.below(10) {
            0 | 1 if deeper => {
                let (yes, no) = self.condition();
                let (then, otherwise) = (self.location(), self.location());
                self.edge(from, &format!("assume {yes}"), then);
                self.edge(from, &format!("assume {no}"), otherwise);
                self.depth -= 1;
                self.block(then, to);
                self.block(otherwise, to);
                self.depth += 1;
            }
            2 if deeper => {
                let (yes, no) = self.condition();
                let (head, body) = (self.location(), self.location());
                self.edge(from, "skip", head);
                self.edge(head, &format!("assume {yes}"), body);
                self.edge(head, &format!("assume {no}"), to);
                self.depth -= 1;
                self.block(body, head);
                self.depth += 1;
            }
            3 if self.may_call => {
                let arg = self.random.choose(self.variables);
                let result = self.random.choose(self.variables);
                self.edge(from, &format!("{result} := call f({arg})"), to);
            }
            4 => {
                let variable = self.random.choose(self.variables);
                self.assign(from, &format!("havoc {variable} from input \"n\""), variable, to);
            }
            _ => {
                let (variable, other) = (self.random.choose(self.variables), self.random.choose(self.variables));
                let value = match self.random.below(7) {
                    0 => other.to_owned(),
                    1 => format!("{}", self.random.between(0, 3)),
                    2 => format!("3 - {other}"),
                    3 => format!("{variable} + {other}"),
                    4 => format!("{variable} - 1"),
                    _ => format!("{variable} + 1"),
                };
                self.assign(from, &format!("{variable} := {value}"), variable, to);
            }
        }
    }

    fn assign(&mut self, from: usize, step: &str, variable: &str, to: usize) {
        let (checked, half) = (self.location(), self.location());
        self.edge(from, step, checked);
        self.edge(checked, &format!("assume 0 <= {variable}"), half);
        self.edge(half, &format!("assume {variable} < {SIZE}"), to);
    }

    fn text(&self, from: usize, entry: usize, exit: usize) -> String {
        let place = |at: usize| {
            if at == entry {
                "entry "
            } else if at == exit {
                "exit "
            } else {
                ""
            }
        };
        let line = |(at, steps): (usize, &Vec<String>)| format!("  {}L{at}: {}\n", place(at), steps.join(" "));
        self.steps.iter().enumerate().skip(from).map(line).collect()
    }
}

fn program(seed: u64) -> String {
    let random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut generator = Generator { random, steps: Vec::new(), depth: 1, may_call: false, variables: &["x", "y", "p"] };
    let (entry, exit, end) = (generator.location(), generator.location(), generator.location());
    generator.block(entry, end);
    generator.edge(end, "return p", exit);
    let callee = generator.text(0, entry, exit);
    let first = generator.steps.len();
    (generator.depth, generator.may_call, generator.variables) = (2, true, &["x", "y", "t"]);
    let (entry, exit) = (generator.location(), generator.location());
    let (head, body) = (generator.location(), generator.location());
    generator.edge(entry, "skip", head);
    let (yes, no) = generator.condition();
    generator.edge(head, &format!("assume {yes}"), body);
    generator.edge(head, &format!("assume {no}"), exit);
    generator.block(body, head);
    let main = generator.text(first, entry, exit);
    format!(
        "entry main global x: i32 global y: i32
         proc f(p) -> (result) {{ local p: i32 local result: i32 {callee} }}
         proc main() {{ local t: i32 {main} }}"
    )
}

#[derive(Default, Debug)]
struct Found {
    complete: usize,
    partial: usize,
    none: usize,
}

/// Compares the loops of one program with its executions, on the places that are live where `memory` asks for them only.
fn check(text: &str, memory: Memory, found: &mut Found) {
    let program = text::parse(text).unwrap_or_else(|error| panic!("{error:?} in {text}"));
    let scopes = Scopes::of(&program);
    let encoding = Encoding::of(&program, None, &scopes, Arithmetic::Integer);
    let system = System::new(&program, scopes, encoding, memory);
    let System { scopes, encoding, loops, .. } = &system;
    let is_dead = |loc, place| system.dead(loc).contains(system.arity(loc).current_var(place));
    let acceleration = accelerate(&program, scopes, encoding, loops, &is_dead, &Limits::default());
    let explorer = Explorer { program: &program, scopes, encoding, loops, size: SIZE };
    for id in loops.ids() {
        let Some(rounds) = acceleration.rounds(id) else {
            found.none += 1;
            continue;
        };
        *(if rounds.is_complete() { &mut found.complete } else { &mut found.partial }) += 1;
        let head = loops.get(id).head;
        let width = system.arity(head).current;
        let live = |state: &[Int]| -> Vec<Int> {
            let places = state.iter().enumerate().filter(|(place, _)| !is_dead(head, *place as u32));
            places.map(|(_, value)| value.clone()).collect()
        };
        let states = points(width, SIZE);
        for before in states.iter().step_by(3) {
            let reached: BTreeSet<Vec<Int>> = explorer.rounds(id, before).iter().map(|state| live(state)).collect();
            for after in &states {
                let pair = [before.clone(), after.clone()].concat();
                let claimed = rounds.parts().iter().any(|part| part.holds_at(|var| pair[var.0 as usize].clone()));
                let is_reached = reached.contains(&live(after));
                let right = if rounds.is_complete() { claimed == is_reached } else { is_reached || !claimed };
                assert!(right, "{memory:?}, {id:?}: {before:?} -> {after:?}, claimed {claimed}\n{text}");
                let Some(Way::States(way)) = rounds.between(before, after).filter(|_| after[0] != before[0]) else {
                    continue;
                };
                assert!(claimed, "a way to where no rounds lead");
                let mut now = before.clone();
                for next in way.chain([after.clone()]).take(50) {
                    let mut round = explorer.round(id, &now).into_iter().map(|state| live(&state));
                    assert!(round.any(|state| state == live(&next)), "{now:?} -> {next:?} in\n{text}");
                    now = next;
                }
            }
        }
    }
}

#[test]
fn loops_of_random_programs_do_what_executions_do() {
    let mut found = Found::default();
    (1..=100).for_each(|seed| check(&program(seed), Memory::Everything, &mut found));
    assert!(found.complete >= 120, "{found:?}");
}

#[test]
fn live_values_in_loops_of_random_programs_are_those_of_executions() {
    let mut found = Found::default();
    (201..=300).for_each(|seed| check(&program(seed), Memory::WhatIsLive, &mut found));
    assert!(found.complete >= 120, "{found:?}");
}
