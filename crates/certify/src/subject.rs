//! What is judged: the question, and the ghosts with which the certificate watches the program.

use heureka_ir::invariant::{Ghost, Invariants};
use heureka_ir::{Fault, IntTy, LocId, LocKind, ProcId, Program, VarId};

use crate::bounds::Bounds;
use crate::ghosts::Ghosts;
use crate::linear::{Row, Symbol};
use crate::question::{Numbers, Question};
use crate::writes::Writes;

pub struct Subject<'q> {
    pub program: &'q Program,
    pub numbers: Numbers,
    pub ghosts: Ghosts<'q>,
    pub writes: Writes,
    question: &'q Question<'q>,
    /// Failures are somebody else's concern.
    allows_failures: bool,
}

impl<'q> Subject<'q> {
    /// The invariants are well formed.
    pub fn new(question: &'q Question<'q>, invariants: &'q Invariants) -> Subject<'q> {
        let program = question.program;
        let ghosts = Ghosts::of(program, invariants);
        let writes = Writes::of(program, &ghosts);
        Subject { program, numbers: question.numbers, ghosts, writes, question, allows_failures: false }
    }

    /// Of invariants that need not exclude failures.
    pub fn auxiliary(question: &'q Question<'q>, invariants: &'q Invariants) -> Subject<'q> {
        Subject { allows_failures: true, ..Subject::new(question, invariants) }
    }

    /// True when the fault is an error, false when it is undefined behaviour that nobody asked about.
    pub fn asks_for(&self, fault: Fault) -> bool {
        !self.allows_failures && self.question.asks_for(fault)
    }

    /// Whether an execution must not come here.
    pub fn is_wrong(&self, loc: LocId) -> bool {
        match &self.program.loc(loc).kind {
            LocKind::Normal | LocKind::Halt => false,
            LocKind::Error { fault, .. } => self.asks_for(*fault),
            LocKind::Unsupported { .. } => !self.allows_failures,
        }
    }

    /// The procedure whose local a variable or ghost is.
    pub fn owner(&self, var: VarId) -> Option<ProcId> {
        self.ghosts.owner(self.program, var)
    }

    /// Its value when the procedure was entered.
    pub fn at_entry(&self, var: VarId) -> Symbol {
        if self.ghosts.is_rigid(var) { Symbol::Now(var) } else { Symbol::Entry(var) }
    }

    /// A global that the procedure, and what it calls, leaves as it is.
    pub fn is_kept_by(&self, proc: ProcId, var: VarId) -> bool {
        self.owner(var).is_none() && !self.writes.contains(proc, var)
    }

    /// What the type of a variable says of the value of a symbol. (What bounds a fresh symbol is said where it is made.)
    pub fn range(&self, symbol: Symbol) -> Bounds {
        match symbol {
            Symbol::Entry(var) | Symbol::Now(var) | Symbol::Callee(var) => self.values_of_var(var),
            Symbol::Fresh(_) => Bounds::OPEN,
        }
    }

    fn values_of_var(&self, var: VarId) -> Bounds {
        match self.ghosts.get(var) {
            None => self.values_of(self.program.var(var).ty),
            // It is enough to look at those values that can be chosen for a failure.
            Some(Ghost::Rigid { at_error: Some(equal), .. }) if !self.ghosts.is_rigid(*equal) => {
                self.values_of_var(*equal)
            }
            Some(Ghost::Rigid { .. }) => Bounds::OPEN,
            Some(Ghost::Cell { array, .. }) => self.values_of(self.program.array(*array).elem),
            Some(Ghost::Last { at }) => {
                let ranges = at.iter().map(|(_, value)| self.values_of(self.program.exprs.int_ty(*value)));
                ranges.reduce(Bounds::hull).unwrap_or(Bounds::OPEN)
            }
        }
    }

    /// What a variable or cell of the type can hold, and what `Havoc` gives. (Beyond machine integers also values that the
    /// type could not hold: the interpreter takes them as they are.)
    pub fn values_of(&self, ty: IntTy) -> Bounds {
        match self.numbers {
            Numbers::Machine => Bounds::of_type(ty),
            Numbers::Integer | Numbers::Real => Bounds::OPEN,
        }
    }

    /// An equivalent row in the simplest form.
    pub fn normalise(&self, row: Row) -> Row {
        match self.numbers {
            Numbers::Machine | Numbers::Integer => row.over_integers(),
            Numbers::Real => row,
        }
    }
}
