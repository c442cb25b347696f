//! DLCs: the text of small examples, what insertion reports, and how coalescing works.

use heureka_linear::{Conjunction, Dlc, Inserted, Mark, Names, Numbers};

fn shown(text: &str, numbers: Numbers) -> String {
    let mut names = Names::default();
    Dlc::parse(text, numbers, &mut names).expect("constraints").show(&names)
}

fn integer(text: &str) -> String {
    shown(text, Numbers::Integer)
}

#[test]
fn disjuncts_that_unite_exactly_become_one() {
    assert_eq!(integer("x = 0 | x = 1 | x >= 2 & x <= 9"), "x <= 9 & x >= 0");
    assert_eq!(integer("x >= 2 & x <= 9 | x = 1 | x = 0"), "x <= 9 & x >= 0");
    assert_eq!(integer("x = 3 & y = x + 2 | x = 4 & y = x + 2"), "x - y = -2 & x <= 4 & x >= 3");
    assert_eq!(integer("x = 3 & y = 5 | x = 4 & y = 6 | x = 5 & y = 7"), "x - y = -2 & x <= 5 & x >= 3");
    assert_eq!(
        integer("x = 1 & y = 2 | x = 2 & y = 4 | x = 3 & y = 6 | x = 4 & y = 8"),
        "2x - y = 0 & x <= 4 & x >= 1"
    );
    assert_eq!(integer("x <= 4 | x >= 2"), "true");
    assert_eq!(integer("x <= 4 & y = 1 | x >= 5 & y = 1"), "y = 1");
    assert_eq!(
        integer("x >= 0 & x <= 3 & y >= 0 & y <= 3 | x >= 4 & x <= 7 & y >= 0 & y <= 3"),
        "x <= 7 & x >= 0 & y <= 3 & y >= 0"
    );
    assert_eq!(
        integer("x = 0 & y = 0 | x = 0 & y = 1 | x = 1 & y = 0 | x = 1 & y = 1"),
        "x <= 1 & x >= 0 & y <= 1 & y >= 0"
    );
    // Three in a row whose bounds move, then more of them.
    let countdown = |i| format!("n = {i} & m >= 0 & m <= {i}");
    assert_eq!(
        integer(&(1..=6).map(countdown).collect::<Vec<_>>().join(" | ")),
        "n <= 6 & n >= 1 & n - m >= 0 & m >= 0"
    );
    assert_eq!(integer("x >= 2 & x <= 9 & y <= x + 3 | x = 1 & y <= 4"), "x <= 9 & x >= 1 & x - y >= -3");
}

#[test]
fn disjuncts_with_a_gap_stay() {
    assert_eq!(integer("x = 0 | x = 2"), "x = 0 | x = 2");
    assert_eq!(shown("x = 0 | x = 1", Numbers::Real), "x = 0 | x = 1");
    assert_eq!(shown("x <= 0 | x > 0", Numbers::Real), "true");
    assert_eq!(shown("x < 0 | x > 0", Numbers::Real), "x < 0 | x > 0");
    assert_eq!(shown("x < 0 | x >= 0 & x <= 1", Numbers::Real), "x <= 1");
    assert_eq!(integer("x = 0 & y = 0 | x = 2 & y = 2"), "x = 0 & y = 0 | x = 2 & y = 2");
    assert_eq!(integer("x = 0 & y = 0 | x = 2 & y = 3"), "x = 0 & y = 0 | x = 2 & y = 3");
}

#[test]
fn what_is_covered_stays_out() {
    let mut names = Names::default();
    let mut read = |text| Conjunction::parse(text, Numbers::Integer, &mut names).expect("constraints");
    let mut dlc = Dlc::bottom(Numbers::Integer);
    let first = dlc.insert(read("x >= 0 & x <= 5 & y <= x"));
    assert!(matches!(first, Inserted::New(id) if *dlc.inserted(id) == read("x >= 0 & x <= 5 & y <= x")));
    assert!(dlc.insert(read("x >= 3 & x <= 9 & y <= 3")).is_new());
    let mark = dlc.mark();
    assert_eq!(dlc.insert(read("x >= 1 & x <= 8 & y <= 1")), Inserted::Subsumed);
    assert_eq!(dlc.insert(read("x = 1 & y = 0")), Inserted::Subsumed);
    assert_eq!(dlc.insert(read("2x = 1 & y = 0")), Inserted::Subsumed);
    assert!(dlc.since(mark).is_empty());
    assert!(dlc.insert(read("x >= 1 & x <= 8 & y <= 2")).is_new());
    assert_eq!(dlc.since(mark), [read("x >= 1 & x <= 8 & y <= 2")]);
    assert_eq!(dlc.since(Mark::default()).len(), 3);
    // It contains all that was there.
    assert!(dlc.insert(read("y <= 9")).is_new());
    assert_eq!(dlc.len(), 1);
}

#[test]
fn text_is_read_back() {
    for text in ["false", "true", "x = 0 & y >= 1 | y <= -1", "x >= 1 & x mod 2 <= 0 | x = -3 | x <= -5"] {
        assert_eq!(integer(text), text);
    }
    assert_eq!(integer("x = 1 & x = 2 | y = 1"), "y = 1");
    let error = Dlc::parse("x = 1 | x <", Numbers::Integer, &mut Names::default()).expect_err("half a row");
    assert_eq!(error.at, 11);
}
