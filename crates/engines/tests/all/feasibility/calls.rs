//! Calls and recursion: every call has its own variables and arrays.

use heureka_engines::engine::Arithmetic;

use super::common::{feasible, infeasible, path, read};

const RECURSION: &str = "
int down(int n) {
  int a[2];
  a[0] = n;
  a[1] = input();
  if (n > 0) {
    int below = down(n - 1);
    return a[0] + a[1] + below;
  }
  return a[1];
}
int main() {
  int sum = down(3);
  if (sum == LIMIT)
    reach_error();
}";

#[test]
fn recursion_has_local_arrays() {
    let program = read(&RECURSION.replace("LIMIT", "1000"));
    let choices = [0, 0, 0, 1, 0];
    let trace = feasible(&program, &path(&program, &choices), Arithmetic::Machine);
    let inputs: Vec<i128> = trace.values().map(|value| value.whole().expect("an integer")).collect();
    assert!(inputs.iter().sum::<i128>() == 1000 - 6, "{inputs:?}");
}

#[test]
fn what_a_callee_stores_is_its_own() {
    let program = read(&RECURSION.replace("input()", "0").replace("LIMIT", "7"));
    let (core, table) = infeasible(&program, &path(&program, &[0, 0, 0, 1, 0]));
    // a[0] at three depths, a[1] at four.
    assert_eq!(core.reads.len(), 7, "{table}");
    let program = read(&RECURSION.replace("input()", "0").replace("LIMIT", "6"));
    feasible(&program, &path(&program, &[0, 0, 0, 1, 0]), Arithmetic::Machine);
}

#[test]
fn a_path_that_is_none_is_refused() {
    let program = read(&RECURSION.replace("LIMIT", "6"));
    let mut path = path(&program, &[0, 0, 0, 1, 0]);
    path.remove(4);
    let checked = super::common::checked(&program, &path, Arithmetic::Machine);
    assert!(matches!(checked.feasibility, heureka_engines::arrays::feasibility::Feasibility::Undecided(_)));
}

#[test]
fn parameters_and_results_are_renamed() {
    let program = read(
        "
int twice(int n) { return n + n; }
void main() {
  int x = twice(4);
  if (x != 8)
    reach_error();
}",
    );
    let (_, table) = infeasible(&program, &path(&program, &[0]));
    assert!(table.to_string().contains("n₁ = 4"), "{table}");
    assert!(table.to_string().contains("= n₁ + n₁"), "{table}");
}
