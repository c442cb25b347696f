//! Table 1 of paper 000 §2 and of paper 004 §3.2.

use heureka_ir::Node;

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

const TABLE_1: &str = "\
step  line  statement                       renamed                               formula                      core
   1     3  a[1] = 1;                       a₁[1] = 1;                            a₁ = store(a₀, 1, 1)         •
   2     4  i = 0;                          i₂ = 0;                               i₂ = 0                       •
   3     5  assume(a[i] != 1 && i < 3);     assume(a₁[i₂] != 1 && i₂ < 3);        a₁[i₂] ≠ 1 ∧ i₂ < 3
   4     6  a[i] = 2 * i;                   a₄[i₂] = 2 * i₂;                      a₄ = store(a₁, i₂, 2 * i₂)   •
   5     7  i = i + 1;                      i₅ = i₂ + 1;                          i₅ = i₂ + 1                  •
   6     5  assume(a[i] != 1 && i < 3);     assume(a₄[i₅] != 1 && i₅ < 3);        a₄[i₅] ≠ 1 ∧ i₅ < 3          •
   7     6  a[i] = 2 * i;                   a₇[i₅] = 2 * i₅;                      a₇ = store(a₄, i₅, 2 * i₅)
   8     7  i = i + 1;                      i₈ = i₅ + 1;                          i₈ = i₅ + 1
   9     5  assume(a[i] != 1 && i < 3);     assume(a₇[i₈] != 1 && i₈ < 3);        a₇[i₈] ≠ 1 ∧ i₈ < 3
  10     6  a[i] = 2 * i;                   a₁₀[i₈] = 2 * i₈;                     a₁₀ = store(a₇, i₈, 2 * i₈)
  11     7  i = i + 1;                      i₁₁ = i₈ + 1;                         i₁₁ = i₈ + 1
  12     5  assume(!(a[i] != 1 && i < 3));  assume(!(a₁₀[i₁₁] != 1 && i₁₁ < 3));  ¬(a₁₀[i₁₁] ≠ 1 ∧ i₁₁ < 3)
  13     9  assume(i > 1);                  assume(i₁₁ > 1);                      i₁₁ > 1
";

#[test]
fn figure_1_of_paper_000() {
    let program = read(FIGURE_1);
    let path = path(&program, &[0, 0, 0, 1, 0]);
    let (core, table) = infeasible(&program, &path);
    assert_eq!(table.to_string(), TABLE_1);
    // Before the first row stand the call of main and two declarations.
    assert_eq!(core.steps, [1, 2, 4, 5, 6].map(|row| row + 2));
    let [read] = &core.reads[..] else { panic!("one read matters, not {:?}", core.reads) };
    assert_eq!((read.step, &read.values[..], read.supplier), (6 + 2, &[Some(1)][..], Some(1 + 2)));
    assert_eq!(program.array(read.array).name, "a");
    assert!(matches!(program.exprs.node(read.indices[0]), Node::Var(var) if program.var(*var).name == "i"));
}

#[test]
fn figure_6_of_paper_004() {
    let program = read(
        "
void main() {
  int i, a[30];
  a[1] = 9;
  i = 0;
  while (a[i] != 9) {
    a[i] = 2 * i;
    i = i + 1;
  }
  if (!(i <= 1))
    reach_error();
}",
    );
    let path = path(&program, &[0, 0, 1, 1]);
    let (core, table) = infeasible(&program, &path);
    let numbers: Vec<usize> = table.rows().filter(|row| row.in_core).map(|row| row.number).collect();
    assert_eq!(numbers, [1, 2, 4, 5, 6], "{table}");
    assert_eq!(core.reads.len(), 1);
    assert_eq!(core.reads[0].values, [Some(1)]);
}

/// Only the read whose value is needed is in the core, not those of the writes that left the cell alone.
#[test]
fn copies_of_other_cells_do_not_matter() {
    let program = read(
        "
int a[10], b[10];
void main() {
  int i;
  b[3] = 7;
  for (i = 0; i < 10; i++)
    a[i] = b[i];
  if (a[3] != 7)
    reach_error();
}",
    );
    let path = path(&program, &[[0; 10].as_slice(), &[1, 0]].concat());
    let (core, table) = infeasible(&program, &path);
    let names: Vec<(&str, Option<i128>)> =
        core.reads.iter().map(|read| (&*program.array(read.array).name, read.values[0])).collect();
    assert_eq!(names, [("b", Some(3)), ("a", Some(3))], "{table}");
}
