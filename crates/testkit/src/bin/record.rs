//! `record OUT FILE.c …`: writes the questions that walks over the programs ask of the linear kernel, a few of each
//! program and kind, for `cargo xtask bench kernels`. Programs that cannot be read, or are too large, are skipped.

use std::path::Path;
use std::process::ExitCode;

use heureka_frontend::{ReadOptions, read_file};
use heureka_ir::passes::{Faults, Ranges, slice_with};
use heureka_ir::{Program, Property};
use heureka_testkit::record::{Query, record, write_queries};
use heureka_testkit::rng::Rng;

/// Steps of a walk; recorded questions of each kind and program; scalar variables of a program.
const STEPS: usize = 1_500;
const SAMPLES: usize = 4;
const MOST_VARS: usize = 12;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((out, files)) = arguments.split_first() else {
        eprintln!("usage: record OUT FILE.c …");
        return ExitCode::from(2);
    };
    let mut rng = Rng::new(1);
    let mut queries: Vec<Query> = Vec::new();
    for file in files {
        let Ok(reading) = read_file(Path::new(file), &ReadOptions::default()) else { continue };
        let program = sliced(&reading.program);
        if program.vars.len() > MOST_VARS {
            continue;
        }
        let asked = record(&program, STEPS).queries;
        eprintln!("{file}: {} variables, {} questions", program.vars.len(), asked.len());
        let kinds: [fn(&Query) -> bool; 3] = [
            |query| matches!(query, Query::Satisfiable(_)),
            |query| matches!(query, Query::Project(..)),
            |query| matches!(query, Query::Entails(..)),
        ];
        for kind in kinds {
            let mut fitting: Vec<&Query> = asked.iter().filter(|query| kind(query)).collect();
            for _ in 0..SAMPLES.min(fitting.len()) {
                let query = fitting.swap_remove(rng.below(fitting.len()));
                if !queries.contains(query) {
                    queries.push(query.clone());
                }
            }
        }
    }
    match std::fs::write(out, write_queries(&queries)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{out}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What matters to whether an error can be reached.
fn sliced(program: &Program) -> Program {
    let faults = Ranges::of(program).edge_faults();
    slice_with(program, &[Property::Unreach], Faults::Dropped, &faults).0
}
