//! Scripts for the SMT-LIB reader: valid ones, damaged ones, and what must hold of both.

use std::panic::{AssertUnwindSafe, catch_unwind};

use heureka_logic::smtlib::{Command, Script, parse_script, print_script};
use heureka_logic::{SortId, TermId, Terms};

use crate::rng::Rng;
use crate::terms::{Kind, TermGenerator};

/// A script with declarations, assertions, levels and a check.
pub fn valid_script(seed: u64) -> String {
    let mut terms = Terms::new();
    let mut generator = TermGenerator::new(&mut terms, Kind::ALL, seed);
    let formulas: Vec<TermId> = (0..3).map(|_| generator.term(&mut terms, SortId::BOOL, 4)).collect();
    let mut script = Script::asserting(&terms, &formulas);
    let inner = generator.term(&mut terms, SortId::BOOL, 2);
    let level = Script::asserting(&terms, &[inner]);
    let new = level.commands.into_iter().filter(|command| !script.commands.contains(command)).collect::<Vec<_>>();
    script.commands.extend([Command::SetLogic("ALL".to_owned()), Command::Push(1)]);
    script.commands.extend(new);
    script.commands.extend([Command::CheckSat, Command::Pop(1), Command::GetModel]);
    let extra = "(set-info :source |a \"text\"|) ; a comment\n(define-fun twice ((k Int)) Int (+ k k))\n\
                 (assert (! (let ((k (twice 2))) (>= k 4 (- 1))) :named fact))\n(set-info :status \"say \"\"sat\"\"\")\n";
    extra.to_owned() + &print_script(&terms, &script)
}

/// The valid script of this seed with a few damages: pieces dropped, repeated, swapped or replaced, text cut off.
pub fn damaged(seed: u64) -> String {
    // Several damages of each script: generating costs more than damaging.
    let text = valid_script(seed / 16);
    let mut rng = Rng::new(seed ^ 0x5eed);
    let mut pieces: Vec<&str> = split(&text);
    for _ in 0..rng.between(1, 5) {
        if pieces.is_empty() {
            break;
        }
        let at = rng.below(pieces.len());
        match rng.below(8) {
            0 => drop(pieces.remove(at)),
            1 => pieces.insert(at, pieces[at]),
            2 => {
                let other = rng.below(pieces.len());
                pieces.swap(at, other);
            }
            3 => pieces.truncate(at),
            4 => pieces.insert(at, NOISE[rng.below(NOISE.len())]),
            _ => {
                pieces[at] =
                    if rng.chance(50) { NOISE[rng.below(NOISE.len())] } else { pieces[rng.below(pieces.len())] }
            }
        }
    }
    pieces.concat()
}

const NOISE: [&str; 44] = [
    "(",
    ")",
    "|",
    "\"",
    ";",
    "#x",
    "#b2",
    "#xfF",
    "0.5",
    "007",
    "1.",
    "-1",
    "x",
    "|x|",
    "||",
    "_",
    "!",
    ":named",
    "as",
    "let",
    "forall",
    "((x Int))",
    "(_ bv3 2)",
    "(_ BitVec 0)",
    "(_ BitVec 70000)",
    "99999999999999999999",
    "é",
    "\u{0}",
    "\t",
    "(push 4294967295)",
    "(pop 2)",
    "(_ repeat 9999)",
    "(_ rotate_left 3)",
    "bvsmod",
    "bvcomp",
    "distinct",
    "abs",
    "/",
    "(lambda ((i Int)) (ite (= i 1) 2 3))",
    "(_ as-array f)",
    "(as const Int)",
    "define-fun",
    "Real",
    "%select",
];

/// Tokens and what is between them; the pieces joined are the text.
fn split(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        if matches!(c, '(' | ')' | ' ' | '\n' | '|' | '"') {
            pieces.extend([&text[start..at], &text[at..at + 1]]);
            start = at + 1;
        }
    }
    pieces.push(&text[start..]);
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// What the reader did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub text: String,
    pub message: String,
}

/// Whether the text was accepted; an error if reading it panics, or if accepted text does not survive being printed.
pub fn check_script(text: &str) -> Result<bool, Failure> {
    let fail = |message: String| Failure { text: text.to_owned(), message };
    let outcome = catch_unwind(AssertUnwindSafe(|| round_trip(text)));
    match outcome {
        Ok(result) => result.map_err(fail),
        Err(panic) => {
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a text");
            Err(fail(format!("panicked: {message}")))
        }
    }
}

fn round_trip(text: &str) -> Result<bool, String> {
    let mut terms = Terms::new();
    let Ok(script) = parse_script(&mut terms, text) else { return Ok(false) };
    let printed = print_script(&terms, &script);
    let again =
        parse_script(&mut terms, &printed).map_err(|error| format!("printed text is refused: {error}\n{printed}"))?;
    if again != script {
        return Err(format!("printed text means something else:\n{printed}"));
    }
    let mut other = Terms::new();
    let fresh = parse_script(&mut other, &printed).map_err(|error| format!("refused by a new pool: {error}"))?;
    let twice = print_script(&other, &fresh);
    if twice != printed {
        return Err(format!("printed twice, it differs:\n{printed}\n{twice}"));
    }
    Ok(true)
}

/// A smaller text that fails in the same way: pieces are dropped while the first words of the message stay.
pub fn shrink_failure(found: &Failure) -> Failure {
    let kind = |message: &str| message.chars().take(20).collect::<String>();
    let wanted = kind(&found.message);
    let mut best = found.clone();
    let mut size = split(&best.text).len() / 2;
    while size > 0 {
        let mut at = 0;
        loop {
            let pieces = split(&best.text);
            if at >= pieces.len() {
                break;
            }
            let end = (at + size).min(pieces.len());
            let candidate = [&pieces[..at], &pieces[end..]].concat().concat();
            match check_script(&candidate) {
                Err(failure) if kind(&failure.message) == wanted => best = failure,
                _ => at += size,
            }
        }
        size /= 2;
    }
    best
}
