//! Unfolding the tree, and refining it, until it has no open node.

use std::collections::HashMap;

use heureka_ir::interpret::Choices;
use heureka_ir::passes::Ranges;
use heureka_ir::{Certificate, LocId, LocKind, VarId};
use heureka_logic::TermId;
use heureka_logic::solver::{Answer, Solver, SolverError};

use super::abstraction::{Posts, Shape, Step};
use super::answers::choices;
use super::block::{Block, block};
use super::certificate::{Known, certificate};
use super::encode::Encoder;
use super::graph::{Graph, Target};
use super::places::{Place, Places};
use super::refine::{Leg, PathFormula, Refinement, describe, refine};
use super::region::Region;
use super::show::tree_text;
use super::tree::{NodeId, Precision, Status, Tree};
use super::{Abstraction, Options};
use crate::common::execution::execute;
use crate::engine::{Context, EngineError, Outcome, StopReason, Task};

/// How a search ends.
pub enum Ending {
    Decided(Outcome),
    /// Recursion goes deeper than it was followed.
    TooDeep(StopReason),
}

/// How a search ends when the solver fails.
pub fn without_answer(error: SolverError) -> Result<Ending, EngineError> {
    let reason = match error {
        SolverError::TimedOut | SolverError::Cancelled => StopReason::Interrupted,
        SolverError::WrongModel { program, .. } => {
            StopReason::Inconclusive(format!("the solver `{program}` gave a model that is none"))
        }
        error => return Err(EngineError { engine: super::NAME, message: error.to_string() }),
    };
    Ok(Ending::Decided(Outcome::Unknown(reason)))
}

pub struct Search<'a> {
    graph: &'a Graph,
    task: &'a Task<'a>,
    options: Options,
    ranges: Ranges<'a>,
    encoder: Encoder,
    places: Places,
    blocks: HashMap<Place, Block>,
    /// By place.
    predicates: HashMap<Place, Vec<TermId>>,
    shapes: HashMap<Place, Shape>,
    tree: Tree,
    posts: Posts,
    refinements: u64,
}

impl<'a> Search<'a> {
    pub fn run(graph: &'a Graph, task: &'a Task, options: Options, cx: &mut Context) -> Result<Ending, EngineError> {
        let mut search = Search {
            graph,
            task,
            options,
            ranges: Ranges::of(&graph.program),
            encoder: Encoder::new(&graph.program),
            places: Places::default(),
            blocks: HashMap::new(),
            predicates: HashMap::new(),
            shapes: HashMap::new(),
            tree: Tree::default(),
            posts: Posts::default(),
            refinements: 0,
        };
        let ending = search.unfold(cx);
        search.count(cx);
        if let Some(details) = &mut cx.details {
            details.push(tree_text(graph, &search.encoder, &search.places, &search.tree));
        }
        ending.or_else(without_answer)
    }

    fn count(&self, cx: &mut Context) {
        cx.statistics.clear();
        cx.count("nodes", self.tree.live().count() as u64);
        cx.count("nodes made", self.tree.nodes.len() as u64);
        cx.count("predicates", self.predicates.values().map(|list| list.len() as u64).sum());
        cx.count("refinements", self.refinements);
        cx.count("questions", self.posts.questions);
    }

    fn unfold(&mut self, cx: &mut Context) -> Result<Ending, SolverError> {
        let mut solver = cx.solver()?;
        let region = Region::anything(&mut self.encoder.terms);
        let precision = Precision { predicates: 0, shape: Shape::Cartesian };
        let nothing = vec![None; self.graph.followed.len()].into();
        let entry = self.places.id(self.graph.entry(), nothing);
        self.tree.add(entry, None, region, precision);
        while let Some(node) = self.tree.next(|place| self.graph.order[self.places.loc(place).index()]) {
            if cx.is_interrupted() {
                return Ok(Ending::Decided(Outcome::Unknown(StopReason::Interrupted)));
            }
            cx.report(&format!("{} nodes, {} refinements", self.tree.nodes.len(), self.refinements));
            if self.is_covered(node, &mut *solver)? {
                continue;
            }
            if let Some(ending) = self.expand(node, &mut *solver, cx)? {
                return Ok(ending);
            }
        }
        let certificate = self.certificate();
        Ok(Ending::Decided(Outcome::Safe(certificate)))
    }

    /// The regions of each cut point, and where they belong to a place, the values of the variables that are followed.
    fn certificate(&mut self) -> Certificate {
        let mut known: HashMap<LocId, Vec<Known>> = HashMap::new();
        for node in self.tree.live() {
            let values = self.graph.followed.iter().zip(self.places.known(node.at));
            let values: Vec<(VarId, i128)> = values.filter_map(|(var, value)| Some((*var, (*value)?))).collect();
            let cubes = node.region.cubes.iter().map(|cube| Known { values: values.clone(), cube: cube.clone() });
            known.entry(self.places.loc(node.at)).or_default().extend(cubes);
        }
        certificate(self.graph, &self.ranges, &self.encoder, |head| known.remove(&head).unwrap_or_default())
    }

    /// Whether all states of a node are those of others.
    fn is_covered(&mut self, node: NodeId, solver: &mut dyn Solver) -> Result<bool, SolverError> {
        // A node that was expanded before has something new to look at.
        if !self.tree.nodes[node].children.is_empty() {
            return Ok(false);
        }
        let coverers = self.tree.coverers(node);
        if coverers.is_empty() {
            return Ok(false);
        }
        let terms = &mut self.encoder.terms;
        let own = self.tree.nodes[node].region.term;
        let others: Vec<TermId> = coverers.iter().map(|id| self.tree.nodes[*id].region.term).collect();
        let is_covered = others.contains(&own) || {
            let any = terms.or(&others);
            let none = terms.not(any);
            solver.push()?;
            solver.assert(terms, own)?;
            solver.assert(terms, none)?;
            let answer = solver.check(terms)?;
            solver.pop()?;
            answer == Answer::Unsatisfiable
        };
        if is_covered {
            self.tree.nodes[node].status = Status::CoveredBy(coverers);
        }
        Ok(is_covered)
    }

    /// Looks at all that a node leads to: errors first.
    fn expand(&mut self, node: NodeId, solver: &mut dyn Solver, cx: &Context) -> Result<Option<Ending>, SolverError> {
        let from = self.tree.nodes[node].at;
        self.make_block(from);
        self.tree.nodes[node].status = Status::Expanded;
        let count = self.blocks[&from].exits.len();
        for at in 0..count {
            let block = &self.blocks[&from];
            let exit = &block.exits[at];
            let to = exit.to;
            if self.tree.nodes[node].children.iter().any(|(target, _)| *target == to) {
                continue;
            }
            let region = self.tree.nodes[node].region.clone();
            let step = Step { from, region: &region, block, exit };
            match to {
                Target::Error | Target::Unsupported(_) => {
                    if self.posts.is_possible(&self.encoder, solver, &step)? {
                        // Behind a refinement the node may be gone.
                        return self.look_into(node, to, cx);
                    }
                }
                Target::Cut(place) => {
                    let shape = self.shape(place);
                    let predicates = self.predicates.entry(place).or_default();
                    let post = self.posts.post(&mut self.encoder, solver, &step, predicates, shape)?;
                    if let Some(region) = post {
                        let precision = Precision { predicates: predicates.len(), shape };
                        self.tree.add(place, Some(node), region, precision);
                    }
                }
            }
        }
        Ok(None)
    }

    fn make_block(&mut self, from: Place) {
        if !self.blocks.contains_key(&from) {
            let made = block(self.graph, self.task, &self.ranges, &mut self.encoder, &mut self.places, from);
            self.blocks.insert(from, made);
        }
    }

    fn shape(&self, place: Place) -> Shape {
        match self.options.abstraction {
            Abstraction::Cartesian => Shape::Cartesian,
            Abstraction::Boolean => Shape::Boolean,
            Abstraction::Auto | Abstraction::Slam => self.shapes.get(&place).copied().unwrap_or(Shape::Cartesian),
        }
    }

    /// There is a way in the tree to an error: an execution, or predicates that exclude it.
    fn look_into(&mut self, node: NodeId, to: Target, cx: &Context) -> Result<Option<Ending>, SolverError> {
        self.refinements += 1;
        let path = self.tree.path(node);
        let places: Vec<Place> = path.iter().map(|id| self.tree.nodes[*id].at).collect();
        let targets = places[1..].iter().map(|place| Target::Cut(*place)).chain([to]);
        let mut legs = Vec::new();
        for (from, to) in places.iter().zip(targets) {
            let block = &self.blocks[from];
            let exit = block.exits.iter().find(|exit| exit.to == to).expect("the tree follows the blocks");
            legs.push(Leg { block, exit });
        }
        let formula = PathFormula::new(self.graph, &self.places, &mut self.encoder, &legs);
        let regions: Vec<Region> = path.iter().map(|id| self.tree.nodes[*id].region.clone()).collect();
        let found = match refine(&legs, &formula, &regions, &mut self.encoder, cx)? {
            Refinement::Stopped(reason) => {
                return Ok(Some(Ending::Decided(Outcome::Unknown(self.with_path(reason, &places)))));
            }
            Refinement::Possible(model) => {
                let asked = legs.iter().map(|leg| &leg.block.asks[..]).zip(&formula.names);
                let choices = choices(&self.graph.program, &mut self.encoder, asked, &model);
                return Ok(Some(self.executed(choices, to, &places, cx)));
            }
            Refinement::Impossible(found) => found,
        };
        drop(legs);
        Ok(self.add(&path, &places, found))
    }

    /// The path as people read it: the lines of its cut points.
    fn describe(&self, places: &[Place]) -> String {
        let locs: Vec<LocId> = places.iter().map(|place| self.places.loc(*place)).collect();
        describe(self.graph, &locs)
    }

    /// The reason for having no answer, with the path that it is about.
    fn with_path(&self, reason: StopReason, places: &[Place]) -> StopReason {
        match reason {
            StopReason::Inconclusive(text) => {
                StopReason::Inconclusive(format!("{text}; the path is {}", self.describe(places)))
            }
            other => other,
        }
    }

    /// Takes new predicates in, and the tree back to the first node that gets some.
    fn add(&mut self, path: &[NodeId], places: &[Place], found: Vec<Vec<TermId>>) -> Option<Ending> {
        let mut pivot = None;
        for (at, predicates) in found.iter().enumerate() {
            let used = self.tree.nodes[path[at + 1]].precision.predicates;
            let known = self.predicates.entry(places[at + 1]).or_default();
            for predicate in predicates {
                let place = known.iter().position(|known| known == predicate).unwrap_or(known.len());
                if place == known.len() {
                    known.push(*predicate);
                }
                // New, or found for another node after this one was made.
                if place >= used {
                    pivot.get_or_insert(at + 1);
                }
            }
        }
        if pivot.is_none() && self.options.abstraction == Abstraction::Auto {
            // The predicates are there, but as a conjunction they do not say enough.
            for (at, _) in found.iter().enumerate().filter(|(_, predicates)| !predicates.is_empty()) {
                if self.tree.nodes[path[at + 1]].precision.shape == Shape::Cartesian {
                    self.shapes.insert(places[at + 1], Shape::Boolean);
                    pivot.get_or_insert(at + 1);
                }
            }
        }
        match pivot {
            Some(pivot) => {
                self.tree.remove(path[pivot]);
                None
            }
            None => {
                let path = self.describe(places);
                let text = format!("interpolation yields no new predicate for the path {path}");
                Some(Ending::Decided(Outcome::Unknown(StopReason::Inconclusive(text))))
            }
        }
    }

    /// What the execution with these answers shows.
    fn executed(&self, choices: Option<Choices>, to: Target, places: &[Place], cx: &Context) -> Ending {
        if let Target::Unsupported(id) = to {
            let loc = self.graph.program.loc(id);
            let LocKind::Unsupported { what } = &loc.kind else { unreachable!("the target says so") };
            let reason = StopReason::Unmodelled { what: what.clone(), span: loc.span };
            return match self.graph.cut_off.contains(&id) {
                true => Ending::TooDeep(reason),
                false => Ending::Decided(Outcome::Unknown(reason)),
            };
        }
        let executed = match choices {
            Some(choices) => execute(self.task, &choices, cx),
            None => Err(StopReason::Inconclusive("the solver's model is no execution".to_owned())),
        };
        Ending::Decided(match executed {
            Ok(trace) => Outcome::Unsafe(trace),
            Err(reason) => Outcome::Unknown(self.with_path(reason, places)),
        })
    }
}
