//! In which forms the clauses are given to Spacer, and with which settings.
//!
//! Without arrays there is one form, and a second one where something is not linear. Arrays are given as arrays, to quantified
//! generalisation, and as cells: one index, cheap and precise; neighbouring cells where neighbours are read; two indices.
//! A form whose refutation is spurious is dropped, so the more precise ones get its time.

use std::time::Duration;

use heureka_logic::Terms;
use heureka_logic::horn::{Run, Settings, System};

use super::cells::{CellSystem, Template, abstracted, has_neighbours, is_scalar};
use super::clauses::Clauses;

/// A way to write the clauses.
pub enum Form {
    /// As they are.
    Whole,
    Cells(CellSystem),
}

pub struct Plan {
    /// As many as there are forms.
    pub systems: Vec<System>,
    pub forms: Vec<Form>,
    pub runs: Vec<Run>,
}

impl Plan {
    pub fn new(terms: &mut Terms, clauses: &Clauses) -> Plan {
        let mut plan = Plan { systems: Vec::new(), forms: Vec::new(), runs: Vec::new() };
        match is_scalar(terms, &clauses.system) {
            true => plan.scalars(clauses),
            false => plan.arrays(terms, clauses),
        }
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
        let linear = self.add(clauses.system.clone(), Form::Whole);
        self.run(linear, Settings::global(), 0.0);
        self.run(linear, Settings::plain(), 0.1);
        if let Some(exact) = &clauses.exact {
            let exact = self.add(exact.clone(), Form::Whole);
            self.run(exact, Settings::global(), 0.5);
            self.run(exact, Settings::plain(), 2.0);
        }
        self.run(linear, Settings::usual(), 1.0);
    }

    fn arrays(&mut self, terms: &mut Terms, clauses: &Clauses) {
        let template = |indices: usize, offsets: &[i128], is_precise: bool| Template {
            indices,
            offsets: offsets.to_vec(),
            is_precise,
        };
        let mut templates = vec![template(1, &[0], false), template(1, &[0], true)];
        if has_neighbours(terms, &clauses.system) {
            templates.extend([template(1, &[0, 1], false), template(1, &[0, 1], true)]);
        }
        templates.extend([template(2, &[0], false), template(2, &[0], true)]);
        let mut sizes = Vec::new();
        for (at, template) in templates.into_iter().enumerate() {
            let Some(made) = abstracted(terms, &clauses.system, &template, &format!("cells{at}")) else { continue };
            // Without reads away from the cells the precise form is the cheap one.
            let size = (template.indices, template.offsets.len(), made.atoms());
            if sizes.contains(&size) {
                continue;
            }
            sizes.push(size);
            let number = self.add(made.system.clone(), Form::Cells(made));
            let seconds = if at == 0 { 0.0 } else { 0.5 + 0.5 * at as f64 };
            self.run(number, Settings::global(), seconds);
            if at == 0 {
                let whole = self.add(clauses.system.clone(), Form::Whole);
                self.run(whole, Settings::quantified(), 0.1);
            }
            if at <= 1 {
                self.run(number, Settings::plain(), 1.0 + at as f64);
            }
        }
        if self.runs.is_empty() {
            let whole = self.add(clauses.system.clone(), Form::Whole);
            self.run(whole, Settings::quantified(), 0.0);
        }
        if let Some(exact) = &clauses.exact {
            let exact = self.add(exact.clone(), Form::Whole);
            self.run(exact, Settings::quantified(), 3.0);
        }
    }
}
