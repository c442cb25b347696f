//! The evidence for SAFE.
//!
//! A certificate is data that somebody who does not trust its maker can check. It lives here, beside [`crate::Trace`],
//! because the engines that make certificates and the checkers of them must not know each other.

use std::collections::BTreeSet;

use crate::fault::Property;
use crate::formula::Formula;
use crate::ids::{LocId, ProcId};
use crate::interpret::{Certain, Ending, Interpreter, Limits, Ways};
use crate::invariant::Invariants;
use crate::passes::lemmas::Lemma;

/// Why no execution fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificate {
    /// There are this many ways that an execution can go, and each was followed to its end. The check is to follow all of them
    /// again, in the program as it was read, where they may be more.
    Exhaustive { executions: u64 },
    /// Invariants that hold at the start, are kept by every step, and do not hold at an error. The check is to prove that.
    Inductive(Invariants),
    /// The same for [`crate::passes::guess_elements`] of the program, which has all its executions and says by single
    /// elements whether sets are empty.
    Guessed(Invariants),
    /// The same with lemmas in between.
    ByLemmas(Box<ByLemmas>),
    /// Every execution was followed, as far as loops go on and calls call each other. The check is to follow them again.
    Unwound(Unwound),
    /// Invariants at the heads of loops. The check is to follow all paths from one head to the next.
    AtHeads(HeadInvariants),
    /// Formulas at the heads of loops and at the entries and exits of procedures. The check is to prove, path by path, that
    /// each of them follows from the ones before.
    AtCuts(CutInvariants),
}

/// A proof in two steps, for [`crate::passes::guess_elements`] of the program: first lemmas, then the rest by them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByLemmas {
    pub lemmas: Vec<Lemma>,
    /// For the program in which they are checked, [`crate::passes::lemmas::checked`].
    pub proof: Invariants,
    /// For the program in which they are used, [`crate::passes::lemmas::used`].
    pub rest: Invariants,
}

/// What holds at the heads of loops, and what procedures promise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeadInvariants {
    pub subject: HeadSubject,
    /// For each loop that is not to be followed to its end: its head, and what holds there whenever an execution comes.
    pub at: Vec<(LocId, Formula)>,
    /// For each procedure whose calls are not to be followed: what is promised.
    pub contracts: Vec<Contract>,
}

/// The program that invariants at heads are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeadSubject {
    /// What [`crate::passes::inline`] makes of the program that was read, with recursion to this depth; locations and
    /// variables are those of the result.
    Inlined { depth: u32 },
    /// The program as it was read.
    AsRead,
}

/// What a procedure promises. The check is to follow its body once, from any state in which `before` holds, and to prove
/// `after` where it returns; and to prove `before` at each call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contract {
    pub procedure: ProcId,
    /// About parameters and globals (now) where it is entered.
    pub before: Formula,
    /// About globals and results now, and about parameters and globals at the entry, where it returns.
    pub after: Formula,
}

/// The name of a function in formulas of [`CutInvariants`].
pub const SUM_OF_CELLS: &str = "sum-of-cells";

/// What holds at the cut points of [`crate::passes::inline_but_recursion`] of the program: locations, variables and arrays are
/// those of the result.
///
/// A formula is SMT-LIB text over the values now, `v3` for variable 3 and `a2` for array 2, and those when the procedure was
/// entered, `w3` for variable 3 and `b2` for array 2. Variables are integers; arrays have one index for each dimension (an array
/// of arrays if there are several). For formulas an array is a map from all tuples of integers, as in [`crate::invariant`].
/// [`SUM_OF_CELLS`] of an array with one dimension and a number t is the sum of its cells 0 to t - 1, zero if there are none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CutInvariants {
    /// At heads of loops: what holds whenever an execution comes. At the entry of a procedure that is called: what its callers
    /// promise. At its exit: what it gives back. Where nothing is said, anything may hold; each cycle of a procedure must
    /// pass a location that is listed.
    pub at: Vec<(LocId, Box<str>)>,
    /// At heads of loops that paths go through: what holds whenever an execution comes, between the values now and those when it
    /// came to the loop from outside, `x3` for variable 3 and `c2` for array 2. A head is in one of the lists at most.
    pub through: Vec<(LocId, Box<str>)>,
}

/// How a program was unwound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unwound {
    /// Rounds of a loop whose end is not known, calls of a procedure within itself, and the k of k-induction.
    pub rounds: u64,
    /// The heads of loops that were not followed to their end, but proved by k-induction: after k rounds all that rounds
    /// can change is arbitrary, k rounds are assumed to go well, and one more is followed.
    pub by_induction: Box<[LocId]>,
    /// What holds at all locations, to be proved by itself, and is assumed at these heads.
    pub invariants: Option<Invariants>,
}

impl Certificate {
    /// Checks the certificate by executing the program; the reason if that does not confirm it.
    pub fn check(
        &self,
        interpreter: &Interpreter,
        properties: &BTreeSet<Property>,
        limits: &Limits,
    ) -> Result<(), String> {
        let Certificate::Exhaustive { .. } = self else {
            return Err("invariants are not checked by execution".to_owned());
        };
        let decided = match interpreter.run_certain(limits, properties) {
            Certain::OneWay { ending: Ending::Finished(_) | Ending::Halted(_) | Ending::Blocked(_), .. } => {
                return Ok(());
            }
            Certain::OneWay { ending, .. } => {
                return Err(format!("the execution does not come to a good end: {ending:?}"));
            }
            Certain::Depends(edge) => edge,
        };
        match interpreter.follow_all(limits, properties) {
            Ways::All(_) => Ok(()),
            Ways::Failing(_) => Err("an execution fails".to_owned()),
            Ways::TooMany => {
                let program = interpreter.program();
                let place = program.files.place(program.edge(decided).span);
                Err(format!("what happens at {place} depends on more values than can be followed"))
            }
        }
    }
}
