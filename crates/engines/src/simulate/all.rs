//! All executions, those that go the same way together: for a moment, then for longer if few seem to be left.
//!
//! How many are left is estimated, and the estimate is wrong where executions become longer with each answer, without end. Then it
//! grows while more and more is followed, so it is made again and again.

use heureka_ir::Certificate;
use heureka_ir::interpret::{Choice, Following, Ways};

use super::script::Tail;
use super::{Context, EngineError, Outcome, Search};
use crate::learned::Learned;

/// Steps of all executions before others have their turn.
const FIRST_STEPS: u64 = 1_000_000;

/// Steps that seem to be left, at most, where an answer is expected.
pub const MOST_EXPECTED: u64 = 100_000_000;

/// So many times the steps that seemed to be left are followed, and so many times the first ones more.
const TIMES_THE_OUTLOOK: u64 = 3;
const TIMES_THE_FIRST: u64 = 3;

/// The outlook has become worse when it is so many times what it was before. After so few steps it is too rough to tell.
const WORSE: u64 = 3;
const ROUGH: u64 = 500_000;

/// Inputs have this part of the steps that are left, this part of the first ones, and at most this part of their budget before
/// all executions.
const PART_OF_THE_OUTLOOK: u64 = 10;
const PART_OF_THE_FIRST: u64 = 4;
const PART_OF_THE_BUDGET: u64 = 10;

/// How far all executions were followed.
pub struct AllExecutions<'a> {
    following: Following<'a>,
    /// The steps so far.
    followed: u64,
    /// What seems to be left, if that is little.
    left: Option<u64>,
    /// There is no way on.
    is_over: bool,
}

impl<'a> AllExecutions<'a> {
    pub fn new(following: Following<'a>) -> AllExecutions<'a> {
        AllExecutions { following, followed: 0, left: None, is_over: false }
    }

    fn go_on(&mut self, steps: u64, cx: &mut Context) -> Option<Ways> {
        cx.report("following all executions");
        self.followed += steps;
        let ways = self.following.go_on(&cx.limits(steps));
        self.is_over = ways.is_some();
        ways
    }

    /// Looks at what is left, for as many steps as were followed. Where that becomes much more, nobody can tell.
    fn look_ahead(&mut self, cx: &Context) {
        let now = self.following.outlook(MOST_EXPECTED, &cx.limits(self.followed));
        let most = match self.left {
            Some(before) if self.followed > ROUGH => (before * WORSE).max(self.followed),
            _ => MOST_EXPECTED,
        };
        self.left = now.filter(|now| *now <= most);
    }
}

impl Search<'_> {
    /// Follows all executions for a moment, and tells others if few seem to be left.
    pub fn first_of_all(&mut self, all: &mut AllExecutions, cx: &mut Context) -> Result<Option<Outcome>, EngineError> {
        let first = self.options.all_executions.min(FIRST_STEPS);
        if first == 0 {
            return Ok(None);
        }
        // Two looks ahead: if the second shows much more than the first, nobody can tell how much it is.
        for steps in [first / 2, first - first / 2] {
            if let Some(ways) = all.go_on(steps, cx) {
                return self.all_executions(ways, cx);
            }
            all.look_ahead(cx);
        }
        cx.teach(|| Learned::StepsLeft(all.left));
        Ok(None)
    }

    /// Follows all executions as long as few seem to be left, after some inputs.
    pub fn few_executions(
        &mut self,
        all: &mut AllExecutions,
        cx: &mut Context,
    ) -> Result<Option<Outcome>, EngineError> {
        let Some(left) = all.left.filter(|left| *left <= self.options.promising) else { return Ok(None) };
        let first = all.followed;
        let some = (left / PART_OF_THE_OUTLOOK).max(first / PART_OF_THE_FIRST);
        if let Some(outcome) = self.inputs(some.min(self.options.budget / PART_OF_THE_BUDGET), cx)? {
            return Ok(Some(outcome));
        }
        let mut patience = TIMES_THE_OUTLOOK * left + TIMES_THE_FIRST * first;
        while patience > 0 && all.left.is_some() {
            let steps = all.followed.min(patience);
            if let Some(ways) = all.go_on(steps, cx) {
                if let Some(outcome) = self.all_executions(ways, cx)? {
                    return Ok(Some(outcome));
                }
                break;
            }
            patience -= steps;
            all.look_ahead(cx);
        }
        if !cx.is_interrupted() {
            cx.teach(|| Learned::StepsLeft(None));
        }
        Ok(None)
    }

    /// Follows all executions when everything else was tried.
    pub fn rest_of_all(&mut self, all: &mut AllExecutions, cx: &mut Context) -> Result<Option<Outcome>, EngineError> {
        let rest = self.options.all_executions.saturating_sub(all.followed);
        if rest == 0 || all.is_over {
            return Ok(None);
        }
        all.go_on(rest, cx).map_or(Ok(None), |ways| self.all_executions(ways, cx))
    }

    /// What all executions show.
    fn all_executions(&mut self, ways: Ways, cx: &mut Context) -> Result<Option<Outcome>, EngineError> {
        match ways {
            Ways::All(executions) => Ok(Some(Outcome::Safe(Certificate::Exhaustive { executions }))),
            Ways::Failing(answers) => {
                let choices: Vec<Choice> = answers.into_iter().map(Choice::Value).collect();
                let seen = self.execute(&choices, Tail::Constant(0), self.options.longest, cx);
                self.conclude(seen, cx)
            }
            Ways::TooMany => Ok(None),
        }
    }
}
