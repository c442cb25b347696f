//! What is known at a place of the unrolled program: the path there, and the values of variables and arrays.

use heureka_ir::Program;
use heureka_logic::TermId;

use super::memory::Memory;
use super::words::Words;

/// The conditions of a path, by the number of the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path(u32);

/// Conditions that are collected where paths meet.
const FEW: u32 = 8;

/// All paths: trees of conditions, so that paths that begin alike share what they have in common.
pub struct Paths {
    links: Vec<Link>,
}

#[derive(Clone, Copy)]
struct Link {
    before: Path,
    length: u32,
    condition: TermId,
    /// This condition and all before it.
    all: TermId,
}

impl Path {
    pub const START: Path = Path(0);
}

impl Paths {
    pub fn new(words: &mut Words) -> Paths {
        let condition = words.bool(true);
        Paths { links: vec![Link { before: Path::START, length: 0, condition, all: condition }] }
    }

    fn link(&self, path: Path) -> Link {
        self.links[path.0 as usize]
    }

    /// The condition under which the path is taken.
    pub fn condition(&self, path: Path) -> TermId {
        self.link(path).all
    }

    /// The last condition of the path.
    pub fn last(&self, path: Path) -> TermId {
        self.link(path).condition
    }

    /// The path where a condition holds; `None` if it cannot.
    pub fn extend(&mut self, words: &mut Words, path: Path, condition: TermId) -> Option<Path> {
        if words.is_true(condition) {
            return Some(path);
        }
        let Link { all, length, .. } = self.link(path);
        let all = words.and(all, condition);
        if words.is_false(all) {
            return None;
        }
        self.links.push(Link { before: path, length: length + 1, condition, all });
        Some(Path(self.links.len() as u32 - 1))
    }

    /// Where two paths meet that exclude each other: the path of both, and what tells the first from the second.
    fn join(&mut self, words: &mut Words, first: Path, second: Path) -> (Path, TermId) {
        let (mut a, mut b) = (first, second);
        while a != b {
            if self.link(a).length >= self.link(b).length {
                a = self.link(a).before;
            } else {
                b = self.link(b).before;
            }
        }
        let rests = [self.since(words, a, first), self.since(words, a, second)];
        let either = words.or(rests[0], rests[1]);
        (self.extend(words, a, either).unwrap_or(a), rests[0])
    }

    /// The conditions of a path that come after one before it. If they are many, all of them: that is a term already.
    fn since(&self, words: &mut Words, before: Path, path: Path) -> TermId {
        if self.link(path).length - self.link(before).length > FEW {
            return self.condition(path);
        }
        let (mut at, mut rest) = (path, words.bool(true));
        while at != before {
            rest = words.and(self.link(at).condition, rest);
            at = self.link(at).before;
        }
        rest
    }
}

#[derive(Clone)]
pub struct State {
    pub path: Path,
    /// By variable; those without a value have never been written in the procedures that are open, and have any value.
    pub vars: Vec<Option<TermId>>,
    /// By array.
    pub arrays: Vec<Option<Memory>>,
}

impl State {
    pub fn new(program: &Program) -> State {
        State { path: Path::START, vars: vec![None; program.vars.len()], arrays: vec![None; program.arrays.len()] }
    }

    /// The state where two paths meet.
    pub fn join(self, other: State, program: &Program, words: &mut Words, paths: &mut Paths) -> State {
        let (path, condition) = paths.join(words, self.path, other.path);
        let var = |(at, (this, that)): (usize, (Option<TermId>, Option<TermId>)), words: &mut Words| {
            // What has no value has any, and where one path has a value, the other must not be taken for it.
            let (this, that) = match (this, that) {
                (None, None) => return None,
                (Some(this), Some(that)) => (this, that),
                (Some(this), None) => (this, words.any(program.vars[at].ty)),
                (None, Some(that)) => (words.any(program.vars[at].ty), that),
            };
            Some(words.choose(condition, this, that))
        };
        let vars = self.vars.into_iter().zip(other.vars).enumerate().map(|pair| var(pair, words)).collect();
        let array = |(this, that): (Option<Memory>, Option<Memory>), words: &mut Words| match (this, that) {
            (Some(this), Some(that)) => Some(Memory::choose(words, condition, &this, &that)),
            (this, that) => this.or(that),
        };
        let arrays = self.arrays.into_iter().zip(other.arrays).map(|pair| array(pair, words)).collect();
        State { path, vars, arrays }
    }
}
