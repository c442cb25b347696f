//! In which forms the clauses are given to Spacer, and with which settings.
//!
//! Without arrays there is one form, and a second one where something is not linear. Arrays are given as arrays, to quantified
//! generalisation, and as cells: one index, cheap and precise; two cells at a distance at which cells are read; two indices.
//! Each of these with large numbers as parameters, where there are any, and without. A form whose refutation is spurious is
//! dropped, so the more precise ones get its time.

use std::rc::Rc;
use std::time::Duration;

use heureka_logic::horn::{Run, Settings, Solution, System};
use heureka_logic::{SymbolId, TermId, Terms};

use super::cells::{CellSystem, Template, abstracted, distances, is_scalar};
use super::clauses::Clauses;
use super::generalise::{Generalised, generalised};
use super::summaries::{Definitions, Summarised, summarised};

/// A way to write the clauses: with parameters for numbers, then without loops that have summaries, then with cells for arrays.
#[derive(Clone, Default)]
pub struct Form {
    generalised: Option<Rc<Generalised>>,
    summarised: Option<Rc<Summarised>>,
    cells: Option<Rc<CellSystem>>,
}

/// What a solution says of a point.
pub enum Said {
    /// What holds there.
    Here(TermId),
    /// What holds there between the values when the loop was entered and those now.
    Through(TermId),
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

    /// For people.
    pub fn name(&self) -> String {
        let mut parts = vec![match &self.cells {
            None => "the clauses".to_owned(),
            Some(cells) => format!("clauses with {}", cells.template),
        }];
        parts.extend(self.summarised.as_ref().map(|_| "without loops that have summaries".to_owned()));
        parts.extend(self.generalised.as_ref().map(|_| "with parameters for numbers".to_owned()));
        parts.join(", ")
    }

    /// Whether refutations are those of the clauses as they were.
    pub fn has_all_loops(&self) -> bool {
        self.summarised.is_none()
    }

    /// What a solution says of a predicate of the clauses as they were, of these arguments and those when the loop was entered.
    pub fn said(
        &self,
        terms: &mut Terms,
        solution: &Solution,
        predicate: SymbolId,
        arguments: &[TermId],
        entered: &[TermId],
    ) -> Option<Said> {
        let applied = |terms: &mut Terms, arguments: &[TermId]| match &self.generalised {
            Some(generalised) => generalised.applied(terms, predicate, arguments),
            None => (predicate, arguments.to_vec()),
        };
        let (predicate, arguments) = applied(terms, arguments);
        if let Some(summarised) = self.summarised.as_ref().filter(|summarised| summarised.replaces(predicate)) {
            let (_, entered) = applied(terms, entered);
            return summarised.relation(terms, predicate, &entered, &arguments).map(Said::Through);
        }
        let said = match &self.cells {
            None => solution.instance(terms, predicate, &arguments),
            Some(cells) => cells
                .quantified(terms, predicate, &arguments, |terms, shaped, all| solution.instance(terms, shaped, all)),
        };
        said.map(Said::Here)
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
        let with_parameters = generalised(terms, &clauses.system).map(Rc::new);
        let is_scalar = is_scalar(terms, &clauses.system);
        if let Some(generalised) = with_parameters {
            let form = Form { generalised: Some(generalised.clone()), ..Form::default() };
            match is_scalar {
                true => {
                    let system = plan.add(generalised.system.clone(), form.clone());
                    plan.run(system, Settings::global(), 0.0);
                    plan.run(system, Settings::plain(), 1.5);
                    plan.without_loops(terms, &generalised.system, &form, 0.2);
                }
                false => plan.arrays(terms, &generalised.system, &form, 0.0),
            }
        }
        match is_scalar {
            true => {
                plan.scalars(clauses);
                plan.without_loops(terms, &clauses.system, &Form::default(), 0.3);
            }
            false => {
                plan.arrays(terms, &clauses.system, &Form::default(), 0.5);
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

    /// Clauses without arrays, and without the loops that have summaries.
    fn without_loops(&mut self, terms: &mut Terms, system: &System, form: &Form, seconds: f64) {
        if let Some(made) = summarised(terms, system) {
            let system = made.system.clone();
            let number = self.add(system, Form { summarised: Some(made.into()), ..form.clone() });
            self.run(number, Settings::global(), seconds);
        }
    }

    /// The forms with cells, first without the loops that have summaries.
    fn arrays(&mut self, terms: &mut Terms, system: &System, form: &Form, start: f64) {
        let mut later = 0.0;
        if let Some(made) = summarised(terms, system).map(Rc::new) {
            let form = Form { summarised: Some(made.clone()), ..form.clone() };
            self.cells(terms, (&made.system, &made.definitions), &form, start);
            later = 0.4;
        }
        self.cells(terms, (system, &Definitions::new()), form, start + later);
    }

    /// The forms with cells, not before some time.
    fn cells(&mut self, terms: &mut Terms, clauses: (&System, &Definitions), form: &Form, start: f64) {
        let (system, definitions) = clauses;
        let template = |indices: usize, offsets: &[i128], is_precise: bool| Template {
            indices,
            offsets: offsets.to_vec(),
            is_precise,
        };
        // Each with the time before which it does not push in.
        let mut templates = vec![(template(1, &[0], false), 0.0)];
        let has_arrays = |predicate: &SymbolId| terms.symbol(*predicate).arguments.iter().any(|sort| sort.is_array());
        if system.predicates.iter().any(has_arrays) {
            templates.extend([(template(2, &[0], false), 0.3), (template(1, &[0], true), 0.6)]);
            for distance in distances(terms, system) {
                let offsets = [0, distance];
                templates.extend([(template(1, &offsets, false), 1.5), (template(1, &offsets, true), 2.0)]);
            }
            templates.push((template(2, &[0], true), 2.5));
        }
        let mut sizes = Vec::new();
        for (template, seconds) in templates {
            let mark = format!("cells{}", self.forms.len());
            let Some(made) = abstracted(terms, system, definitions, &template, &mark) else { continue };
            // Without reads away from the cells the precise form is the cheap one.
            let size = (template.indices, template.offsets.clone(), made.atoms());
            if sizes.contains(&size) {
                continue;
            }
            sizes.push(size);
            let system = made.system.clone();
            let number = self.add(system, Form { cells: Some(made.into()), ..form.clone() });
            self.run(number, Settings::global(), start + seconds);
            if template.indices == 1 && template.offsets.len() == 1 && (!template.is_precise || form.has_all_loops()) {
                self.run(number, Settings::plain(), start + 1.0 + 2.0 * seconds);
            }
        }
    }
}
