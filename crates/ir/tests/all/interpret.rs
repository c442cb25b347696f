//! The interpreter agrees with the simple executor on random programs: ending, steps, and final values.

use heureka_ir::interpret::{
    Certain, Ending, Fill, FillRequest, InputList, Inputs, Interpreter, Limits, Options, Point, Recorder, ValueRequest,
};
use heureka_ir::story::{StoryOptions, tell};
use heureka_ir::*;

use crate::common::execute::Watcher;
use crate::common::{Machine, Outcome, Random, Recipe, State, random_program};

/// Gives both executors the same values.
struct Chooser(Random);

impl Watcher for Chooser {
    fn choose(&mut self, _: EdgeId, ty: IntTy) -> i128 {
        self.0.value(ty)
    }
}

impl Inputs for Chooser {
    fn value(&mut self, request: &ValueRequest) -> Option<i128> {
        Some(self.0.value(request.ty))
    }

    fn fill(&mut self, request: &FillRequest) -> Option<Fill> {
        Some(Fill::constant(if request.edge.is_some() { self.0.value(request.ty) } else { 0 }))
    }
}

/// The ending in the terms of the simple executor.
fn outcome(ending: &Ending) -> Outcome {
    match ending {
        Ending::Finished(_) => Outcome::Exit,
        Ending::Halted(_) => Outcome::Halt,
        Ending::Blocked(_) => Outcome::Blocked,
        Ending::Unsupported { loc, .. } => Outcome::Unsupported(*loc),
        Ending::Fault(failure) => match failure.point {
            Point::Loc(loc) => Outcome::Error(loc),
            Point::Edge(edge) => Outcome::Fault(failure.fault, edge),
        },
        Ending::StepLimit | Ending::CallDepth => Outcome::Limit,
        other => panic!("unexpected ending {other:?}"),
    }
}

fn final_values(state: &State) -> Vec<Option<i128>> {
    let globals = state.program.var_ids().filter(|&var| state.program.var(var).owner.is_none());
    globals.map(|var| state.known(var)).collect()
}

#[test]
fn agrees_with_the_simple_executor() {
    let mut compared = 0;
    for seed in 0..6000u64 {
        let recipe = Recipe { odd_names: false, faults: seed % 3 == 0, procs: 1 + seed as usize % 3, locs: 7 };
        let program = random_program(&mut Random(seed), recipe);
        let mut simple = Machine::new(&program, 300);
        let expected = simple.run(&mut Chooser(Random(seed)));
        if expected == Outcome::Limit {
            continue;
        }
        let interpreter = Interpreter::new(&program, Options::default());
        let mut recorder = Recorder::new(Chooser(Random(seed)));
        let execution = interpreter.run(&mut recorder, &Limits { steps: 1000, ..Limits::default() });
        let text = || text::print(&program);
        let found = outcome(&execution.ending);
        // The simple executor lets an index without a bound be negative.
        let is_unbounded = program.arrays.iter().any(|array| array.dims.contains(&Dim::Unbounded));
        if is_unbounded && matches!(found, Outcome::Fault(Fault::OutOfBounds, _)) {
            continue;
        }
        assert_eq!(found, expected, "seed {seed}\n{}", text());
        let globals = program.var_ids().filter(|&var| program.var(var).owner.is_none());
        let found: Vec<Option<i128>> = globals.map(|var| execution.global(var)).collect();
        assert_eq!(found, final_values(&simple.state), "seed {seed}\n{}", text());
        // The story is told without complaint, and of the same execution.
        if seed % 4 == 0 {
            let how = StoryOptions { all: seed % 8 == 0, ..StoryOptions::default() };
            let story = tell(&program, &recorder.into_choices(), Options::default(), how);
            assert_eq!((story.ending, story.executed), (execution.ending, execution.steps));
        }
        compared += 1;
    }
    assert!(compared > 1000, "only {compared} programs were compared");
}

/// Random values for everything, also for arrays that come into being.
struct Anything(Random);

impl Inputs for Anything {
    fn value(&mut self, request: &ValueRequest) -> Option<i128> {
        Some(self.0.value(request.ty))
    }

    fn fill(&mut self, request: &FillRequest) -> Option<Fill> {
        Some(Fill::constant(self.0.value(request.ty)))
    }
}

#[test]
fn what_is_certain_holds_for_all_values() {
    let all = Property::ALL.into_iter().collect();
    let options = Options { check_shift_overflow: true, ..Options::default() };
    let limits = Limits { steps: 300, ..Limits::default() };
    let mut certain = 0;
    for seed in 0..6000u64 {
        let recipe = Recipe { odd_names: false, faults: seed % 3 == 0, procs: 1 + seed as usize % 2, locs: 5 };
        let program = random_program(&mut Random(seed), recipe);
        let interpreter = Interpreter::new(&program, options);
        let Certain::OneWay { ending, steps } = interpreter.run_certain(&limits, &all) else { continue };
        if outcome(&ending) == Outcome::Limit {
            continue;
        }
        for run in 0..8 {
            let execution = interpreter.run(&mut Anything(Random(seed * 8 + run)), &limits);
            assert_eq!(outcome(&execution.ending), outcome(&ending), "seed {seed}\n{}", text::print(&program));
            assert_eq!(execution.steps, steps);
        }
        certain += !interpreter.run(&mut InputList::zeros(), &limits).chosen_at().is_empty() as u64;
    }
    assert!(certain > 100, "only {certain} programs with arbitrary values were certain");
}
