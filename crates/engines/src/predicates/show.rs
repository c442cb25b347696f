//! The tree for people to read, `check --verbose`: each node with its region, and what covers it.

use heureka_logic::TermId;

use super::encode::Encoder;
use super::graph::Graph;
use super::places::Places;
use super::region::Region;
use super::tree::{Status, Tree};
use super::words::Words;

/// The nodes in the order in which they were made. Numbers of nodes that were removed are left out.
pub fn tree_text(graph: &Graph, encoder: &Encoder, places: &Places, tree: &Tree) -> String {
    let program = &graph.program;
    let conditions: Vec<TermId> =
        tree.live().flat_map(|node| node.region.cubes.iter().flatten().map(|(term, _)| *term)).collect();
    let words = Words::new(encoder, &conditions);
    let mut lines = vec!["abstract reachability tree:".to_owned()];
    for (id, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.status != Status::Removed) {
        let from = node.parent.map_or_else(|| "start".to_owned(), |parent| format!("from {parent}"));
        let place = program.files.place(program.loc(places.loc(node.at)).span);
        let known = graph.followed.iter().zip(places.known(node.at));
        let known = known.filter_map(|(var, value)| Some(format!("{} == {}", program.var(*var).name, (*value)?)));
        let known: String = known.map(|known| format!(", {known}")).collect();
        let covered = match &node.status {
            Status::CoveredBy(by) => {
                let by: Vec<String> = by.iter().map(ToString::to_string).collect();
                format!(" (covered by {})", by.join(", "))
            }
            _ => String::new(),
        };
        lines.push(format!("  {id}: {from}, {place}{known}: {}{covered}", region_text(&words, &node.region)));
    }
    lines.join("\n")
}

fn region_text(words: &Words, region: &Region) -> String {
    let cube = |cube: &Vec<(TermId, bool)>| {
        let literals: Vec<String> = cube.iter().map(|(term, holds)| words.condition(*term, *holds)).collect();
        if literals.is_empty() { "anything".to_owned() } else { literals.join(" && ") }
    };
    region.cubes.iter().map(cube).collect::<Vec<_>>().join(" || ")
}
