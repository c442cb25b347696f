//! Every token's place is where the user wrote it: line markers are followed, columns survive macros.

use heureka_frontend::ast::{ExprKind, Item, StmtKind, TranslationUnit};
use heureka_frontend::parse;
use heureka_frontend::preprocess::{PreprocessOptions, Source};
use heureka_frontend::source_text::SourceTexts;
use heureka_ir::span::Span;

use super::parse_good;
use super::temporary::Folder;

/// Parses a C file with the preprocessor, and gives for each statement of its last function the text at its span and,
/// where it is an expression, the texts of the operands of that.
fn placed(program: &str) -> Vec<(u32, Vec<String>)> {
    let folder = Folder::new();
    let path = folder.file("main.c", program);
    let source = heureka_frontend::preprocess(&path, &PreprocessOptions::default()).expect("it preprocesses");
    let unit = parse(&source).expect("it parses");
    let mut texts = SourceTexts::with_source(&source);
    let mut text_at = |span: Span| {
        let line = texts.line(unit.files.name(span.file), span.line).expect("the line is there").into_owned();
        line[span.column as usize - 1..(span.column + span.len) as usize - 1].to_owned()
    };
    let Some(Item::Function(function)) = unit.items.last() else { panic!("a function is last") };
    let mut found = Vec::new();
    for stmt in &function.body.stmts {
        let mut parts = vec![text_at(stmt.span)];
        if let StmtKind::Expr(expr) = &stmt.kind {
            match &expr.kind {
                ExprKind::Binary { left, right, .. } | ExprKind::Assign { left, right, .. } => {
                    parts.extend([text_at(left.span), text_at(right.span)]);
                }
                ExprKind::Call(call) => {
                    parts.extend(call.args.iter().map(|arg| text_at(arg.span)));
                    parts.push(text_at(call.close));
                }
                _ => {}
            }
        }
        found.push((stmt.span.line, parts));
    }
    found
}

#[track_caller]
fn one(program: &str, expected: &[&str]) {
    let found = placed(&format!("{program}\n"));
    let parts: Vec<&str> = found.last().expect("a statement").1.iter().map(String::as_str).collect();
    assert_eq!(parts, expected);
}

#[test]
fn unexpanded_lines() {
    one("void f(int a, int b) { a  =  b   + 1; }", &["a  =  b   + 1;", "a", "b   + 1"]);
    one("void f(int a, int b) {\ta = /* x */ b; }", &["a = /* x */ b;", "a", "b"]);
    one("void f(int a, int *b) { a */* x */b; }", &["a */* x */b;", "a", "b"]);
    one("void g(); void f(int a) { /* one\n two */ g(a /* three */ , 2); }", &["g(a /* three */ , 2);", "a", "2", ")"]);
}

#[test]
fn macros_stand_where_their_name_stands() {
    one("#define N 1000000\nvoid f(int a) { a = N; }", &["a = N;", "a", "N"]);
    one("#define N (1 + 2)\nvoid f(int a) { N + a; }", &["N + a;", "N", "a"]);
    one("#define EMPTY\nvoid f(int a) { EMPTY a = EMPTY 3; }", &["a = EMPTY 3;", "a", "3"]);
    one("#define ADD +\nvoid f(int a) { a ADD 3; }", &["a ADD 3;", "a", "3"]);
    one("#define T int\n#define N 3\nvoid g(); void f(T a) { g(N, a, N); }", &["g(N, a, N);", "N", "a", "N", ")"]);
}

#[test]
fn arguments_of_macros_keep_their_place() {
    one("#define M(x) ((x) + 1)\nvoid f(int a, int b) { a = M(b); }", &["a = M(b);", "a", "M"]);
    one(
        "#define TWICE(x) ((x) + (x))\nvoid g(); void f(int a) { g(TWICE(a), a); }",
        &["g(TWICE(a), a);", "TWICE", "a", ")"],
    );
    one("#define ID(x) x\nvoid f(int a, int b) { ID(a) = ID(b); }", &["ID(a) = ID(b);", "ID", "ID"]);
    one("#define F g\nvoid g(); void f(int a) { F(a, 1); }", &["F(a, 1);", "a", "1", ")"]);
    one("#define M(x, y) y + x\nvoid f(int a, int b) { M(a, b); }", &["M(a, b);", "M", "a"]);
}

#[test]
fn macro_calls_over_several_lines() {
    let found =
        placed("#define M(x, y) ((x) + (y))\nvoid f(int a,\n  int b) {\n  a = M(a,\n        b); b = 1;\n  b = 2;\n}\n");
    assert_eq!(found[0].0, 4);
    assert_eq!(found[1], (5, vec!["b = 1;".to_owned(), "b".to_owned(), "1".to_owned()]));
    assert_eq!(found[2], (6, vec!["b = 2;".to_owned(), "b".to_owned(), "2".to_owned()]));
}

#[test]
fn asserts_of_the_library() {
    let found = placed("#include <assert.h>\nvoid f(int a) {\n  a = 1;\n  assert(a == 1); a = 2;\n}\n");
    assert_eq!(found[1].0, 4);
    assert!(found[1].1[0].starts_with("assert"), "{found:?}");
    assert_eq!(found[2], (4, vec!["a = 2;".to_owned(), "a".to_owned(), "2".to_owned()]));
}

#[test]
fn spliced_lines() {
    one(
        "void f(int a, int b) { a = \\\n  b; }",
        &["a = ", "a", "b"].map(|part| if part == "a = " { "a =" } else { part }),
    );
}

fn first_declaration(unit: &TranslationUnit, at: usize) -> String {
    match &unit.items[at] {
        Item::Declaration(declaration) => {
            format!("{}+{}", unit.files.place(declaration.span), declaration.span.len)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn markers_in_preprocessed_text() {
    let unit = parse_good(
        "# 1 \"test.c\"\n# 1 \"/usr/include/x.h\" 1 3\nint a;\n# 2 \"test.c\" 2\nint b;\n#line 40\n  int c;\n#line 7 \"gen.y\"\nint d; int e;\n#pragma x\nint f;\n",
    );
    let found: Vec<String> = (0..6).map(|at| first_declaration(&unit, at)).collect();
    assert_eq!(
        found,
        ["/usr/include/x.h:1:1+6", "test.c:2:1+6", "test.c:40:3+6", "gen.y:7:1+6", "gen.y:7:8+6", "gen.y:9:1+6"]
    );
    assert_eq!(unit.system_headers, [false, true, false]);
}

#[test]
fn preprocessed_text_whose_original_is_gone() {
    let folder = Folder::new();
    let text = "# 0 \"no/such.c\"\n# 0 \"<built-in>\"\n# 1 \"no/such.c\"\nint x;\n";
    let path = folder.file("a.i", text);
    let source = heureka_frontend::preprocess(&path, &PreprocessOptions::default()).expect("good");
    let unit = parse(&source).expect("good");
    assert_eq!(unit.files.iter().map(|(_, name)| name).collect::<Vec<_>>(), [path.display().to_string()]);
    assert_eq!(first_declaration(&unit, 0), format!("{}:4:1+6", path.display()));
}

#[test]
fn preprocessed_text_whose_original_is_there() {
    let folder = Folder::new();
    let original = folder.file("a.c", "#define T int\n\n\nT   x;\n");
    let name = original.display().to_string();
    let path = folder.file("a.i", format!("# 0 \"{name}\"\n# 0 \"<built-in>\"\n# 4 \"{name}\"\nint x;\n"));
    let source = heureka_frontend::preprocess(&path, &PreprocessOptions::default()).expect("good");
    let unit = parse(&source).expect("good");
    assert_eq!(unit.files.iter().map(|(_, name)| name).collect::<Vec<_>>(), [&name]);
    assert_eq!(first_declaration(&unit, 0), format!("{name}:4:1+6"));
    assert_eq!(SourceTexts::with_source(&source).line(&name, 4).as_deref(), Some("T   x;"));
}

#[test]
fn generated_programs_that_name_a_lost_file() {
    let folder = Folder::new();
    folder.file("beside.h", "int z;\n");
    let text = "#include \"beside.h\"\n#line 70 \"no/such.y\"\nint x;\n#line 80\nint y;\n";
    let path = folder.file("a.c", text);
    let source = heureka_frontend::preprocess(&path, &PreprocessOptions::default()).expect("good");
    let unit = parse(&source).expect("good");
    let name = path.display();
    assert_eq!(unit.files.name(heureka_ir::span::FileId(0)), name.to_string());
    assert_eq!(first_declaration(&unit, 1), format!("{name}:3:1+6"));
    assert_eq!(first_declaration(&unit, 2), format!("{name}:5:1+6"));
    let path = folder.file("b.c", format!("{text}#include \"absent.h\"\n"));
    let diagnostics = heureka_frontend::preprocess(&path, &PreprocessOptions::default()).expect_err("bad");
    assert_eq!(diagnostics.list[0].span.line, 6);
    assert_eq!(diagnostics.files.name(diagnostics.list[0].span.file), path.display().to_string());
}

#[test]
fn code_on_several_lines_is_named_by_its_first() {
    let unit = parse_good("int f(int a) {\n  return a +\n    (a *\n     a);\n}\n");
    let Item::Function(function) = &unit.items[0] else { panic!("a function") };
    let stmt = &function.body.stmts[0];
    assert_eq!((stmt.span.line, stmt.span.column, stmt.span.len), (2, 3, 10));
    assert_eq!((function.span.line, function.span.column, function.span.len), (1, 1, 12));
    assert_eq!((function.body.close.line, function.body.close.column), (5, 1));
}

#[test]
fn witnesses_find_their_tokens() {
    let unit = parse_good("int g(int);\nint f(int a) { return a ? g(a) : 2; }\n");
    let Item::Function(function) = &unit.items[1] else { panic!("a function") };
    let StmtKind::Return(Some(value)) = &function.body.stmts[0].kind else { panic!("a return") };
    let ExprKind::Conditional(conditional) = &value.kind else { panic!("a conditional") };
    assert_eq!(conditional.question.column, 25);
    let Some(ExprKind::Call(call)) = conditional.then.as_ref().map(|then| &then.kind) else { panic!("a call") };
    assert_eq!(call.close.column, 30);
}

#[test]
fn text_without_a_file() {
    let source = Source::from_text("nowhere.c", "int x;\nint y;\n");
    assert_eq!(SourceTexts::with_source(&source).line("nowhere.c", 2).as_deref(), Some("int y;"));
    assert_eq!(SourceTexts::new().line("nowhere.c", 2), None);
}
