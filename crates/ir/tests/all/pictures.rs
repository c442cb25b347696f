//! Pictures of programs: well-formed whatever the names, the same each time, and quick.

use heureka_ir::dot::dot;
use heureka_ir::svg::svg;
use heureka_ir::text::parse;

use crate::common::{Random, Recipe, random_program};

/// Panics unless every tag is closed in order and no text holds a bare `<` or `&`.
fn assert_well_formed(xml: &str) {
    let mut open = Vec::new();
    let mut rest = xml;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "a bare > in {:?}", &rest[..start]);
        let end = rest[start..].find('>').expect("a tag ends") + start;
        let tag = &rest[start + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes in {tag:?}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(tag.split(' ').next().unwrap()),
        }
        rest = &rest[end + 1..];
    }
    assert_eq!(open, Vec::<&str>::new());
    for (at, _) in xml.match_indices('&') {
        assert!(["&amp;", "&lt;", "&gt;", "&quot;"].iter().any(|entity| xml[at..].starts_with(entity)));
    }
}

#[test]
fn pictures_of_random_programs() {
    for seed in 0..300 {
        let recipe = Recipe { odd_names: true, faults: true, procs: 2, locs: 10 };
        let program = random_program(&mut Random(seed), recipe);
        let picture = svg(&program);
        assert_well_formed(&picture);
        assert_eq!(picture, svg(&program));
        assert!(!picture.contains("NaN") && !picture.contains("inf "), "seed {seed}");
        assert_eq!(dot(&program), dot(&program));
    }
}

#[test]
fn errors_stand_out() {
    let program = parse(
        "global x: i32 entry main proc main() {
           entry L0: x := x + 1 -> L1  L1: assume x < 1 -> L2 assume 1 <= x -> L3
           L2: error assertion \"x >= 1\"  exit L3: }",
    )
    .unwrap();
    let picture = svg(&program);
    assert!(picture.contains("class=\"b error\"") && picture.contains("assertion failed"), "{picture}");
    assert!(picture.contains(">x := x + 1<") && picture.contains(">x &lt; 1<"), "{picture}");
}

#[test]
fn some_hundred_blocks_take_no_time() {
    let mut text = String::from("global x: i32 entry main proc main() { entry L0: skip -> A0");
    for at in 0..300 {
        let onward = (at * 7 + 3) % 300;
        text += &format!(" A{at}: assume x == {at} -> A{} assume x != {at} -> A{onward}", at + 1);
    }
    let program = parse(&format!("{text} A300: x := 1 -> X exit X: }}")).unwrap();
    let start = std::time::Instant::now();
    svg(&program);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
