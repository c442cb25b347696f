//! In which forms the clauses are given to Spacer, and with which settings.
//!
//! Without arrays there is one form, and a second one where something is not linear. Arrays are given as arrays, to quantified
//! generalisation, and as cells: one index, cheap and precise; neighbouring cells where neighbours are read; two indices.
//! Each of these with large numbers as parameters, where there are any, and without. A form whose refutation is spurious is
//! dropped, so the more precise ones get its time.

use std::time::Duration;

use heureka_logic::horn::{Run, Settings, Solution, System};
use heureka_logic::{SymbolId, TermId, Terms};

use super::cells::{CellSystem, Template, abstracted, has_neighbours, is_scalar};
use super::clauses::Clauses;
use super::generalise::{Generalised, generalised};

/// A way to write the clauses: with parameters for numbers, then with cells for arrays.
#[derive(Clone, Default)]
pub struct Form {
    generalised: Option<std::rc::Rc<Generalised>>,
    cells: Option<std::rc::Rc<CellSystem>>,
}

impl Form {
    /// The predicate of the clauses as they were that a predicate stands for.
    pub fn original(&self, predicate: SymbolId) -> Option<SymbolId> {
        let predicate = match &self.cells {
            Some(cells) => cells.original(predicate)?,
            None => predicate,
        };
        match &self.generalised {
            Some(generalised) => generalised.original(predicate),
            None => Some(predicate),
        }
    }

    /// What a solution says of a predicate of the clauses as they were.
    pub fn said(
        &self,
        terms: &mut Terms,
        solution: &Solution,
        predicate: SymbolId,
        arguments: &[TermId],
    ) -> Option<TermId> {
        let (predicate, arguments) = match &self.generalised {
            Some(generalised) => generalised.applied(terms, predicate, arguments),
            None => (predicate, arguments.to_vec()),
        };
        match &self.cells {
            None => solution.instance(terms, predicate, &arguments),
            Some(cells) => cells
                .quantified(terms, predicate, &arguments, |terms, shaped, all| solution.instance(terms, shaped, all)),
        }
    }
}

#[derive(Default)]
pub struct Plan {
    /// As many as there are forms.
    pub systems: Vec<System>,
    pub forms: Vec<Form>,
    pub runs: Vec<Run>,
}

impl Plan {
    pub fn new(terms: &mut Terms, clauses: &Clauses) -> Plan {
        let mut plan = Plan::default();
        let with_parameters = generalised(terms, &clauses.system).map(std::rc::Rc::new);
        let is_scalar = is_scalar(terms, &clauses.system);
        if let Some(generalised) = with_parameters {
            let form = Form { generalised: Some(generalised.clone()), cells: None };
            match is_scalar {
                true => {
                    let system = plan.add(generalised.system.clone(), form);
                    plan.run(system, Settings::global(), 0.0);
                    plan.run(system, Settings::plain(), 1.5);
                }
                false => plan.cells(terms, &generalised.system, &form, 0.0),
            }
        }
        match is_scalar {
            true => plan.scalars(clauses),
            false => {
                plan.cells(terms, &clauses.system, &Form::default(), 0.5);
                let whole = plan.add(clauses.system.clone(), Form::default());
                plan.run(whole, Settings::quantified(), 0.2);
                // Without quantifiers, for errors that come soon.
                plan.run(whole, Settings::usual(), 0.8);
                if let Some(exact) = &clauses.exact {
                    let exact = plan.add(exact.clone(), Form::default());
                    plan.run(exact, Settings::quantified(), 3.0);
                }
            }
        }
        plan.runs.sort_by_key(|run| run.patience);
        plan
    }

    fn add(&mut self, system: System, form: Form) -> usize {
        self.systems.push(system);
        self.forms.push(form);
        self.forms.len() - 1
    }

    fn run(&mut self, system: usize, settings: Settings, seconds: f64) {
        self.runs.push(Run { system, settings, patience: Duration::from_secs_f64(seconds) });
    }

    fn scalars(&mut self, clauses: &Clauses) {
        let linear = self.add(clauses.system.clone(), Form::default());
        self.run(linear, Settings::global(), 0.0);
        self.run(linear, Settings::plain(), 0.1);
        if let Some(exact) = &clauses.exact {
            let exact = self.add(exact.clone(), Form::default());
            self.run(exact, Settings::global(), 0.5);
            self.run(exact, Settings::plain(), 2.0);
        }
        self.run(linear, Settings::usual(), 1.0);
    }

    /// The forms with cells, not before some time.
    fn cells(&mut self, terms: &mut Terms, system: &System, form: &Form, start: f64) {
        let template = |indices: usize, offsets: &[i128], is_precise: bool| Template {
            indices,
            offsets: offsets.to_vec(),
            is_precise,
        };
        let mut templates = vec![template(1, &[0], false), template(1, &[0], true)];
        if has_neighbours(terms, system) {
            templates.extend([template(1, &[0, 1], false), template(1, &[0, 1], true)]);
        }
        templates.extend([template(2, &[0], false), template(2, &[0], true)]);
        let mut sizes = Vec::new();
        for (at, template) in templates.into_iter().enumerate() {
            let mark = format!("cells{}", self.forms.len());
            let Some(made) = abstracted(terms, system, &template, &mark) else { continue };
            // Without reads away from the cells the precise form is the cheap one.
            let size = (template.indices, template.offsets.len(), made.atoms());
            if sizes.contains(&size) {
                continue;
            }
            sizes.push(size);
            let system = made.system.clone();
            let number = self.add(system, Form { cells: Some(made.into()), ..form.clone() });
            let seconds = start + if at == 0 { 0.0 } else { 0.5 + 0.5 * at as f64 };
            self.run(number, Settings::global(), seconds);
            if at <= 1 {
                self.run(number, Settings::plain(), start + 1.0 + at as f64);
            }
        }
    }
}
