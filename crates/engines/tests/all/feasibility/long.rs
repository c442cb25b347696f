//! Long paths take time in proportion to their length.

use std::time::{Duration, Instant};

use heureka_engines::arrays::feasibility::Feasibility;
use heureka_engines::engine::Arithmetic;

use super::common::{checked, feasible, infeasible, path, read};

fn program(rounds: usize, condition: &str) -> String {
    format!(
        "
int a[{rounds}];
int main() {{
  int x = input(), i, s = 0;
  for (i = 0; i < {rounds}; i++) {{
    a[i] = 2 * i + x;
    s = s + 1;
  }}
  if ({condition})
    reach_error();
}}"
    )
}

#[test]
fn counters_cost_nothing() {
    let rounds = 5_000;
    let choices = [vec![0; rounds], vec![1, 0]].concat();
    let start = Instant::now();
    let read_program = read(&program(rounds, "a[4000] != 8000 + x"));
    let (core, table) = infeasible(&read_program, &path(&read_program, &choices));
    assert_eq!(core.reads.len(), 1);
    assert_eq!(core.reads[0].values, [Some(4000)]);
    assert!(table.to_string().contains("steps are left out"), "{table}");
    assert_eq!(table.to_string().lines().count(), 1 + 40 + 1 + 20 + 1);
    let read_program = read(&program(rounds, "a[4000] == 9000 && s > 3"));
    let trace = feasible(&read_program, &path(&read_program, &choices), Arithmetic::Machine);
    assert!(trace.values().any(|value| value == 1000.into()));
    assert!(start.elapsed() < Duration::from_secs(20));
}

/// A read at an index that is not known has a case for each store before it. A solver that is given too many of them does not
/// look at its clock.
#[test]
fn too_many_cases_do_not_go_to_the_solver() {
    let rounds = 700;
    let program = |within: &str, behind: &str| {
        format!(
            "
int main() {{
  int a[512], i, s = 0;
  for (i = 0; i < {rounds}; i++) {{
    a[__VERIFIER_nondet_uchar()] = i;
    {within}
  }}
  {behind}
  if (s == 12345)
    reach_error();
}}"
        )
    };
    // All in one step.
    let many: Vec<String> = (0..250).map(|at| format!("a[x + {at}]")).collect();
    let reads = format!("unsigned char x = __VERIFIER_nondet_uchar(); s = {};", many.join(" ^ "));
    for text in [program("s = s ^ a[__VERIFIER_nondet_uchar()];", ""), program("", &reads)] {
        let program = read(&text);
        let choices = [vec![0; rounds], vec![1, 0]].concat();
        let start = Instant::now();
        let checked = checked(&program, &path(&program, &choices), Arithmetic::Machine);
        let Feasibility::Undecided(why) = checked.feasibility else { panic!("{:?}", checked.feasibility) };
        assert_eq!(why, "the path is too long for the solver");
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}
