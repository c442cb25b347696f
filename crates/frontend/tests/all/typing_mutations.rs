//! Wrong programs of every kind: snippets with tokens removed, doubled, swapped and replaced. Whatever comes out, it is
//! a typed tree or diagnostics, and no panic.

use std::path::Path;

use heureka_frontend::ctype::DataModel;
use heureka_frontend::preprocess::Source;
use heureka_frontend::{TypingOptions, parse, tree, type_unit, with_large_stack};

const MUTATIONS: u64 = 4000;

fn snippets() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut snippets = Vec::new();
    for file in ["typing_errors.txt", "typing_trees.txt", "typing_warnings.txt"] {
        let golden = std::fs::read_to_string(folder.join(file)).expect("the golden file is there");
        for section in golden.split("=== ").skip(1) {
            let source = section.split_once("---\n").map_or(section, |(source, _)| source);
            snippets.push(source.split_once('\n').expect("a section has a name").1.to_owned());
        }
    }
    snippets
}

/// Words, numbers and single other characters; spaces are dropped.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let len = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ if word(first) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(len);
        if !token.trim().is_empty() {
            tokens.push(token);
        }
        rest = after;
    }
    tokens
}

#[test]
fn mutated_programs_do_not_panic() {
    let snippets = snippets();
    let all: Vec<Vec<&str>> = snippets.iter().map(|snippet| tokens(snippet)).collect();
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 16) as usize % bound
    };
    let mut typed = 0;
    for at in 0..MUTATIONS {
        let mut program = all[below(all.len())].clone();
        for _ in 0..below(3) + 1 {
            let place = below(program.len());
            match below(4) {
                0 => drop(program.remove(place)),
                1 => program.insert(place, program[place]),
                2 => {
                    let other = below(program.len());
                    program.swap(place, other);
                }
                _ => {
                    let donor = &all[below(all.len())];
                    program[place] = donor[below(donor.len())];
                }
            }
            if program.is_empty() {
                break;
            }
        }
        let text = program.join(" ");
        let model = if at % 2 == 0 { DataModel::Lp64 } else { DataModel::Ilp32 };
        let outcome = std::panic::catch_unwind(|| {
            with_large_stack(|| match parse(&Source::from_text("test.c", text.as_str())) {
                Ok(unit) => {
                    type_unit(unit, &TypingOptions { model }).map(|(unit, _)| tree::print::print(&unit)).is_ok()
                }
                Err(_) => false,
            })
        });
        match outcome {
            Ok(is_typed) => typed += usize::from(is_typed),
            Err(_) => panic!("this program makes typing panic:\n{text}"),
        }
    }
    assert!(typed > 0, "some mutations leave a correct program");
}
