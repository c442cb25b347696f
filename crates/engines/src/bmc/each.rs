//! A verdict for every claim: each is asked about by itself, with the same unwound program.

use heureka_ir::interpret::Point;
use heureka_ir::{Certificate, ExprId, Trace};

use super::claims::{Claim, ClaimVerdict, claims};
use super::decide::{Found, executed, not_modelled};
use super::encoding::Encoding;
use super::solve::{NotSolved, Solving};
use super::solvers::Solvers;
use super::ssa::{Obligation, ObligationKind, Site, Ssa};
use super::vacuity;
use crate::engine::{Context, StopReason, Task};

/// The claims of a program, and what came of them.
pub struct Each {
    pub claims: Vec<Claim>,
    /// Why claims are unknown, if some are.
    pub reason: Option<StopReason>,
    /// The proof that all hold, if they do.
    pub certificate: Option<Certificate>,
}

impl Each {
    pub fn new(task: &Task) -> Each {
        Each { claims: claims(task), reason: None, certificate: None }
    }

    pub fn is_decided(&self) -> bool {
        self.claims.iter().all(|claim| claim.verdict != ClaimVerdict::Unknown)
    }

    /// Asks about each claim that is open. A model is an execution only if nothing was left to induction.
    pub fn ask<'c>(
        &mut self,
        task: &Task,
        ssa: &Ssa,
        encoding: Encoding,
        is_real: bool,
        solvers: &mut Solvers<'c>,
        cx: &mut Context<'c>,
    ) -> Result<Found, NotSolved> {
        let mut solving = Solving::new(task.program, ssa, encoding, solvers, cx);
        let shown = self.shown(task, ssa, is_real, &mut solving, cx)?;
        if solving.can_hold(&guards(ssa, |one| matches!(one.kind, ObligationKind::Unsupported(_))), cx)?.is_some() {
            return Ok(Found::Stopped(not_modelled(ssa)));
        }
        let is_unwound =
            solving.can_hold(&guards(ssa, |one| matches!(one.kind, ObligationKind::Unwinding(_))), cx)?.is_none();
        if !is_unwound && !self.is_decided() {
            return Ok(if ssa.is_cut_off { Found::CutOff } else { Found::NotUnwound });
        }
        for at in shown.into_iter().filter(|_| is_unwound) {
            let sites = &self.claims[at].sites;
            let near = ssa.reached.iter().filter(|(reached, _)| sites.contains(reached)).map(|(_, guard)| *guard);
            let is_reached = solving.can_hold(&near.collect::<Vec<ExprId>>(), cx)?.is_some();
            self.claims[at].verdict = if is_reached { ClaimVerdict::Holds } else { ClaimVerdict::Unreached };
        }
        if !self.is_decided() {
            let reason = self.reason.clone().filter(|_| is_real);
            return Ok(reason.map_or(Found::NotUnwound, Found::Stopped));
        }
        if is_unwound {
            vacuity::warn(task, ssa, &mut solving, cx);
        }
        Ok(Found::Nothing)
    }

    /// The claims that no execution within the bound fails; those that one fails are decided.
    fn shown<'c>(
        &mut self,
        task: &Task,
        ssa: &Ssa,
        is_real: bool,
        solving: &mut Solving<'_, 'c>,
        cx: &mut Context<'c>,
    ) -> Result<Vec<usize>, NotSolved> {
        let is_open = |claim: &Claim| claim.verdict == ClaimVerdict::Unknown;
        let open: Vec<usize> = (0..self.claims.len()).filter(|at| is_open(&self.claims[*at])).collect();
        let mine = |claim: &Claim, obligation: &Obligation| {
            claim.sites.contains(&obligation.site) && obligation.kind == ObligationKind::Property(claim.fault)
        };
        // Most hold, and then one question is enough.
        let all = guards(ssa, |obligation| open.iter().any(|at| mine(&self.claims[*at], obligation)));
        if solving.can_hold(&all, cx)?.is_none() {
            return Ok(open);
        }
        let mut shown = Vec::new();
        for at in open {
            if !is_open(&self.claims[at]) {
                continue;
            }
            cx.report(&format!("claim {} of {}", at + 1, self.claims.len()));
            let claim = &self.claims[at];
            match solving.can_hold(&guards(ssa, |obligation| mine(claim, obligation)), cx)? {
                None => shown.push(at),
                Some(model) if is_real => match solving.choices(&model).map(|choices| executed(task, &choices, cx)) {
                    Some(Found::Violated(trace)) => self.failed(trace),
                    Some(Found::Stopped(reason)) => drop(self.reason.get_or_insert(reason)),
                    _ => {}
                },
                Some(_) => {}
            }
        }
        Ok(shown)
    }

    /// An execution fails: that decides the claim that it fails, which need not be the one that was asked about.
    fn failed(&mut self, trace: Trace) {
        let failure = trace.failure();
        let site = match failure.point {
            Point::Loc(loc) => Site::Loc(loc),
            Point::Edge(edge) => Site::Edge(edge),
        };
        if let Some(claim) =
            self.claims.iter_mut().find(|claim| claim.sites.contains(&site) && claim.fault == failure.fault)
        {
            claim.verdict = ClaimVerdict::Fails(Box::new(trace));
        }
    }
}

/// The obligations of a kind.
fn guards(ssa: &Ssa, wanted: impl Fn(&Obligation) -> bool) -> Vec<ExprId> {
    ssa.obligations.iter().filter(|obligation| wanted(obligation)).map(|obligation| obligation.guard).collect()
}
