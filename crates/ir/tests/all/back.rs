//! The way back: invariants of the new program hold in the old one, and choices replay through several passes.

use heureka_ir::passes::*;
use heureka_ir::text::print;
use heureka_ir::validate::validate;
use heureka_ir::*;

use crate::common::execute::Watcher;
use crate::common::{Machine, Outcome, Random, Recipe, State, random_program};

/// Checks, at each old location, what the ranges of the new program say at its image.
struct Observer<'a> {
    new: &'a Program,
    ranges: &'a Ranges<'a>,
    back: &'a Back,
    random: Random,
    what: String,
}

impl Watcher for Observer<'_> {
    fn choose(&mut self, _: EdgeId, ty: IntTy) -> i128 {
        self.random.value(ty)
    }

    fn see(&mut self, at: LocId, state: &State) {
        assert!(!self.back.is_unreachable(at), "{}: {at} was reached", self.what);
        let Some(image) = self.back.image(at) else { return };
        assert!(self.ranges.is_reachable(image), "{}: {at} was reached, not {image}", self.what);
        let proc = self.new.loc(image).proc;
        let visible = |var: &VarId| self.new.var(*var).owner.is_none_or(|owner| owner == proc);
        for var in self.new.var_ids().filter(visible).filter(|&var| self.back.keeps_value(at, var)) {
            if let Some(value) = state.known(self.back.var(var)) {
                let known = self.ranges.at(image, var).expect("reachable");
                let name = &self.new.var(var).name;
                assert!(known.contains(value), "{}: {name} is {value} at {at}, not in {known} at {image}", self.what);
            }
        }
    }
}

type Pass = fn(&Program) -> (Program, Back);

fn by_ranges(program: &Program) -> (Program, Back) {
    simplify_by_ranges(program, &Ranges::of(program))
}

fn slice_unreach(program: &Program) -> (Program, Back) {
    slice(program, &[Property::Unreach])
}

fn slice_without_faults(program: &Program) -> (Program, Back) {
    slice_with(program, &[Property::Unreach], Faults::Dropped, &Ranges::of(program).edge_faults())
}

fn checks(program: &Program) -> (Program, Back) {
    explicit_checks(program, &[Property::Bounds, Property::DivByZero])
}

/// Passes one after the other.
fn run(program: &Program, passes: &[Pass]) -> (Program, Back) {
    let mut result = (program.clone(), Back::identity(program));
    for pass in passes {
        let (next, back) = pass(&result.0);
        result = (next, result.1.then(&back));
    }
    result
}

#[test]
fn invariants_carry_over() {
    let all: [(&str, &[Pass]); 7] = [
        ("fold", &[fold]),
        ("ranges", &[by_ranges]),
        ("slice", &[slice_unreach]),
        ("slice without faults", &[slice_without_faults]),
        ("checks", &[checks]),
        ("all", &[checks, fold, slice_unreach, by_ranges]),
        ("twice", &[slice_unreach, fold, by_ranges, slice_without_faults]),
    ];
    for seed in 0..1500 {
        let recipe = Recipe { odd_names: false, faults: seed % 3 == 0, procs: 1 + seed as usize % 3, locs: 9 };
        let program = random_program(&mut Random(seed), recipe);
        let (name, passes) = all[seed as usize % all.len()];
        let (new, back) = run(&program, passes);
        let ranges = Ranges::of(&new);
        let what = format!("seed {seed} {name}");
        for run in 0..6 {
            let (random, what) = (Random(seed * 1000 + run), what.clone());
            let mut observer = Observer { new: &new, ranges: &ranges, back: &back, random, what };
            Machine::new(&program, 300).run(&mut observer);
        }
    }
}

#[test]
fn errors_found_after_many_passes_replay() {
    let passes: &[Pass] = &[checks, fold, by_ranges, slice_unreach_and_checks, fold];
    let mut replayed = 0;
    for seed in 0..2500 {
        let recipe = Recipe { odd_names: false, faults: seed % 2 == 0, procs: 1 + seed as usize % 3, locs: 8 };
        let program = random_program(&mut Random(seed), recipe);
        let (new, back) = run(&program, passes);
        assert_eq!(validate(&new), vec![], "seed {seed}\n{}", print(&new));
        let mut random = Random(seed);
        let mut taken = Vec::new();
        let outcome = Machine::new(&new, 300).run(&mut |edge, ty| {
            let value = random.value(ty);
            taken.push((edge, value));
            value
        });
        let Outcome::Error(loc) = outcome else { continue };
        let mut choices = back.choices(taken);
        let found = Machine::new(&program, 3000).run(&mut |edge, _: IntTy| choices.next(edge).unwrap_or(0));
        match found {
            Outcome::Error(old) => assert_eq!(old, back.loc(loc), "seed {seed}"),
            Outcome::Fault(_, edge) => assert_eq!(program.edge(edge).from, back.loc(loc), "seed {seed}"),
            // A loop without influence may run for ever.
            Outcome::Limit => continue,
            other => panic!("seed {seed}: {other:?}\n{}\n----\n{}", print(&program), print(&new)),
        }
        replayed += 1;
    }
    assert!(replayed > 300, "only {replayed} errors were replayed");
}

fn slice_unreach_and_checks(program: &Program) -> (Program, Back) {
    slice(program, &[Property::Unreach, Property::Bounds, Property::DivByZero])
}
