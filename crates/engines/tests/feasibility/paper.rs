//! Table 1 of paper 000 §2 and of paper 004 §3.2.

use super::common::{infeasible, path, read};

const FIGURE_1: &str = "
void main() {
  int i, a[3];
  a[1] = 1;
  i = 0;
  while (a[i] != 1 && i < 3) {
    a[i] = 2 * i;
    i = i + 1;
  }
  if (i > 1)
    ERROR: ;
}";

#[test]
fn figure_1_of_paper_000() {
    let program = read(FIGURE_1);
    let path = path(&program, &[0, 0, 0, 1, 0]);
    let (core, table) = infeasible(&program, &path);
    println!("{table}{core:?}");
}
