//! Arrays with unknown indices and contents.

use heureka_engines::engine::Arithmetic;
use heureka_ir::Node;
use heureka_ir::interpret::Choice;

use super::common::{feasible, infeasible, path, read};

/// Inputs as indices and as contents: the values are found and lead along the path.
#[test]
fn inputs_are_found() {
    let program = read(
        "
int main() {
  int a[8], b[8];
  int i = input(), j = input();
  if (i < 0 || i >= 8 || j < 0 || j >= 8) return 0;
  b[i] = a[j] + 5;
  b[j] = 3;
  if (b[i] == 42 && a[j] == b[i] - 5 && i != j && a[0] == 17)
    reach_error();
}",
    );
    for numbers in [Arithmetic::Machine, Arithmetic::Integer, Arithmetic::Real] {
        let trace = feasible(&program, &path(&program, &[1, 0]), numbers);
        assert_eq!(trace.values().count(), 2);
    }
}

#[test]
fn contents_are_chosen_where_they_are_read() {
    let program = read(
        "
int main() {
  int a[1000][1000];
  int i = input();
  if (a[i][7] == 3 && a[20][i + 1] == 4 && a[20][7] == 5 && i == 19)
    reach_error();
}",
    );
    let trace = feasible(&program, &path(&program, &[0]), Arithmetic::Machine);
    let fills = trace.choices().iter().filter_map(|choice| match choice {
        Choice::Fill(fill) => Some(fill.cells.len()),
        Choice::Value(_) | Choice::Fraction(_) => None,
    });
    assert!(fills.sum::<usize>() <= 4);
}

/// `a[i]` is written and read back; the solver tells who supplied it.
#[test]
fn symbolic_cells_have_suppliers() {
    let program = read(
        "
int a[100];
int main() {
  int i = input(), j = input();
  if (j != i + 1) return 0;
  a[i] = 1;
  a[j] = 2;
  if (a[i] != 1)
    reach_error();
}",
    );
    let path = path(&program, &[1, 0]);
    let (core, table) = infeasible(&program, &path);
    let [read] = &core.reads[..] else { panic!("{:?}\n{table}", core.reads) };
    assert_eq!(read.values, [None]);
    let supplier = program.edge(path[read.supplier.expect("a supplier")]);
    assert_eq!(supplier.span.line, 5, "{table}");
    assert!(matches!(program.exprs.node(read.indices[0]), Node::Var(_) | Node::Cast(_)));
}

/// An index that a guard leaves only one value for.
#[test]
fn the_context_forces_indices() {
    let program = read(
        "
int a[100];
int main() {
  int i = input();
  if (i < 5 || i > 5) return 0;
  a[i] = 1;
  if (a[i] == 0)
    reach_error();
}",
    );
    let (core, table) = infeasible(&program, &path(&program, &[1, 0]));
    assert_eq!(core.reads.len(), 1, "{table}");
    // That the value read is 1 does not depend on the index.
    assert!(core.reads[0].values == [None] || core.reads[0].values == [Some(5)]);
    let program = read(
        "
int a[100];
int main() {
  int i = input();
  a[5] = 1;
  if (i < 5 || i > 5) return 0;
  if (a[i] == 0)
    reach_error();
}",
    );
    let (core, table) = infeasible(&program, &path(&program, &[1, 0]));
    assert_eq!(core.reads.len(), 1, "{table}");
    assert_eq!(core.reads[0].values, [Some(5)]);
    assert_eq!(core.reads[0].supplier.map(|step| step > 0), Some(true));
}

#[test]
fn initial_contents_are_known() {
    let text = "
int a[3][2] = {{1, 2}, {3, 4}, {5, 6}};
int main() {
  int i = input();
  if (i < 0 || i > 1) return 0;
  if (a[2][i] != 5 + i)
    reach_error();
}";
    let program = read(text);
    let (core, _) = infeasible(&program, &path(&program, &[1, 0]));
    assert!(core.reads.iter().all(|read| read.supplier.is_none() && read.values[0] == Some(2)));
    let program = read(&text.replace("5 + i", "6"));
    let trace = feasible(&program, &path(&program, &[1, 0]), Arithmetic::Machine);
    assert_eq!(trace.values().last(), Some(0.into()));
}

#[test]
fn out_of_bounds_ends_the_path() {
    let program = read(
        "
int a[4];
int main() {
  int i = input();
  a[i] = 1;
  if (i > 3)
    reach_error();
}",
    );
    infeasible(&program, &path(&program, &[0]));
}

/// Blocks of the heap have their length in another array.
#[test]
fn heap_blocks() {
    let text = "
extern void *malloc(unsigned long);
int main() {
  int n = input();
  if (n < 1 || n > 10) return 0;
  int *p = malloc(n * sizeof(int));
  p[n - 1] = 4;
  if (p[2] == 4 && n > 2)
    reach_error();
}";
    let program = read(text);
    let choices = some_path(&program);
    feasible(&program, &choices, Arithmetic::Machine);
}

/// A path to the error, by trying choices.
fn some_path(program: &heureka_ir::Program) -> Vec<heureka_ir::EdgeId> {
    for bits in 0..1usize << 10 {
        let mut walk = super::common::Walk::new(program);
        let mut at = 0;
        while let Some(edge) = walk.next(|count| {
            if count == 1 {
                return Some(0);
            }
            at += 1;
            (at <= 10).then_some(bits >> (at - 1) & 1)
        }) {
            walk.path.push(edge);
        }
        let end = walk.path.last().map(|&edge| program.loc(program.edge(edge).to).kind.clone());
        if matches!(end, Some(heureka_ir::LocKind::Error { .. })) {
            let checked = super::common::checked(program, &walk.path, Arithmetic::Machine);
            if matches!(checked.feasibility, heureka_engines::arrays::feasibility::Feasibility::Feasible(_)) {
                return walk.path;
            }
        }
    }
    panic!("no path leads to the error");
}
