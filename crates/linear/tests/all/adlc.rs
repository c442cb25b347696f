//! Relations: the first worked example of paper 002, and widening.

use heureka_linear::{Adlc, Arity, Conjunction, Dlc, DlcWidening, Names, Numbers, Thresholds};

/// The names of two variables at the entry of a procedure and now.
fn names() -> Names {
    let mut names = Names::default();
    for name in ["x", "y", "x'", "y'"] {
        names.var(name);
    }
    names
}

fn relation(text: &str) -> Adlc {
    Adlc::new(Arity::square(2), Dlc::parse(text, Numbers::Integer, &mut names()).expect("constraints"))
}

/// `int x, y; main() { x=0; y=0; while (x<1) { x=x+1; p(x,y); } ; }` with `p(a, b) { b=b+a; }`: the path edges of the
/// slides, by Join, SelfLoop and ⊔. (At `x=x+1` the slides write `x = 0` for the value before the assignment, which
/// Join eliminates; and they show the summary edge of `p` among the path edges at `while`.)
#[test]
fn path_edges_of_the_slides() {
    let names = names();
    let start = Adlc::identity(2, Numbers::Integer);
    assert_eq!(start.show(&names), "x - x' = 0 & y - y' = 0");
    let after_x = start.join(&relation("x' = 0 & y' = y"));
    assert_eq!(after_x.show(&names), "y - y' = 0 & x' = 0");
    let mut at_while = after_x.join(&relation("x' = x & y' = 0"));
    assert_eq!(at_while.show(&names), "x' = 0 & y' = 0");

    let (enter, leave) = (relation("x < 1 & x' = x & y' = y"), relation("x >= 1 & x' = x & y' = y"));
    let in_loop = at_while.join(&enter);
    assert_eq!(in_loop.show(&names), "x' = 0 & y' = 0");
    assert!(at_while.join(&leave).is_empty());
    let at_call = in_loop.join(&relation("x' = x + 1 & y' = y"));
    assert_eq!(at_call.show(&names), "x' = 1 & y' = 0");

    let entry_of_p = at_call.self_loop();
    assert_eq!(entry_of_p.show(&names), "x = 1 & y = 0 & x' = 1 & y' = 0");
    let summary = entry_of_p.join(&relation("x' = x & y' = y + x"));
    assert_eq!(summary.show(&names), "x = 1 & y = 0 & x' = 1 & y' = 1");

    assert!(at_while.extend(&summary));
    assert_eq!(at_while.show(&names), "x' = 0 & y' = 0 | x = 1 & y = 0 & x' = 1 & y' = 1");
    assert_eq!(at_while.join(&leave).show(&names), "x = 1 & y = 0 & x' = 1 & y' = 1");
    assert!(!at_while.extend(&summary));
    assert!(summary.entails(&at_while) && !at_while.entails(&summary));
}

/// The summary edges of `swap` in the second example, from the two states in which it is called.
#[test]
fn summary_edges_of_swap() {
    let names = names();
    let swap = relation("x' = y & y' = x");
    let mut called = relation("x = 20 & y = 10 & x' = x & y' = y");
    called.extend(&relation("x = 10 & y = 20 & x' = x & y' = y"));
    let summary = called.join(&swap);
    assert_eq!(summary.show(&names), "x = 20 & y = 10 & x' = 10 & y' = 20 | x = 10 & y = 20 & x' = 20 & y' = 10");
    assert!(called.join(&swap).join(&swap).dlc().equivalent(called.dlc()));
}

#[test]
fn tuples_of_different_lengths() {
    // From (x, y) to a call with one argument x + y, and back with its double.
    let mut names = names();
    let call = Adlc::new(
        Arity { entry: 2, current: 1 },
        Dlc::parse("x' = x + y", Numbers::Integer, &mut names).expect("constraints"),
    );
    let mut names = Names::default();
    for name in ["a", "a'"] {
        names.var(name);
    }
    let double = Adlc::new(Arity::square(1), Dlc::parse("a' = 2a", Numbers::Integer, &mut names).expect("constraints"));
    let both = call.join(&double);
    assert_eq!(both.arity(), Arity { entry: 2, current: 1 });
    assert_eq!(both.show(&self::names()), "2x + 2y - x' = 0");
    assert_eq!(both.range().show(&self::names()), "x mod 2 <= 0");
    assert!(both.domain().equivalent(&Dlc::top(Numbers::Integer)));
}

#[test]
fn widening_becomes_stable() {
    let mut names = Names::default();
    let mut read = |text: &str| Conjunction::parse(text, Numbers::Integer, &mut names).expect("constraints");
    let thresholds = Thresholds { constants: [100.into()].into(), ..Thresholds::default() };
    for bound in 1..=4 {
        let mut reached = DlcWidening::new(Numbers::Integer, bound, thresholds.clone());
        let mut changes = 0;
        for i in 0..100i64 {
            let edge = read(&format!("k = {i} & x = {}", if i % 2 == 0 { 10 } else { 20 }));
            if let Some(place) = reached.insert(&edge) {
                changes += 1;
                assert!(Dlc::from(place).contains(&edge));
            }
            assert!(reached.dlc().contains(&edge));
        }
        assert!(changes <= bound + 8, "{changes} changes with {bound} places");
        assert!(!reached.dlc().contains(&read("k = -1 & x = 10")));
        assert!(!reached.dlc().contains(&read("k = 101")), "the threshold holds: {:?}", reached.dlc());
    }
}

/// Growing squares contain each other: no place is opened again for the one that was closed.
#[test]
fn widening_of_what_contains_the_rest() {
    let mut names = Names::default();
    let mut reached = DlcWidening::new(Numbers::Integer, 3, Thresholds::default());
    let mut changes = 0;
    for i in 0..50 {
        let text = format!("x >= 0 & y >= 0 & x <= {i} & y <= {i}");
        let square = Conjunction::parse(&text, Numbers::Integer, &mut names).expect("constraints");
        changes += usize::from(reached.insert(&square).is_some());
    }
    assert!(changes <= 5, "{changes} changes");
    assert_eq!(reached.dlc().show(&names), "x >= 0 & y >= 0");
}
