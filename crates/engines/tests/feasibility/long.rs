//! Long paths take time in proportion to their length.

use std::time::{Duration, Instant};

use heureka_engines::engine::Arithmetic;

use super::common::{feasible, infeasible, path, read};

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
