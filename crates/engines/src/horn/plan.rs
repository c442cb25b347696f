//! In which forms the clauses are given to Spacer, and with which settings.
//!
//! Without arrays there is one form, and a second one where something is not linear. Arrays are given as arrays, to quantified
//! generalisation, and as cells: one index, cheap and precise; two cells at a distance at which cells are read; two indices.
//! Each of these with large numbers as parameters, where there are any, and without. A form whose refutation is spurious is
//! dropped, so the more precise ones get its time; and others take its place, with cells that the refutation got wrong
//! ([`super::refine`]).

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use heureka_logic::horn::{Entrant, Run, Settings, Solution, System};
use heureka_logic::{SymbolId, TermId, Terms};

use super::cells::{CellSystem, Parameters, Template, abstracted, distances, is_scalar};
use super::clauses::{Clauses, parameters};
use super::generalise::{Generalised, generalised};
use super::names::Symbols;
use super::summaries::{Definitions, Summarised, summarised};

/// A way to write the clauses: with parameters for numbers, then without loops that have summaries, then with cells for arrays.
#[derive(Clone, Default)]
pub struct Form {
    generalised: Option<Rc<Generalised>>,
    summarised: Option<Rc<Summarised>>,
    cells: Option<Rc<CellSystem>>,
    /// Of the predicates before there were cells.
    parameters: Rc<Parameters>,
}

/// A form with cells, and what it was made of.
pub struct Refutable<'a> {
    pub system: &'a System,
    pub definitions: Option<&'a Definitions>,
    pub parameters: &'a Parameters,
    pub cells: &'a CellSystem,
    /// The templates that were tried for these clauses.
    pub tried: Vec<&'a Template>,
}

impl Refutable<'_> {
    /// The clauses with other cells; `None` if these were tried, or that is too large.
    pub fn with(&self, terms: &mut Terms, template: &Template, mark: &str) -> Option<CellSystem> {
        let none = Definitions::new();
        let clauses = (self.system, self.definitions.unwrap_or(&none));
        let is_new = !self.tried.contains(&template);
        is_new.then(|| abstracted(terms, clauses, self.parameters, template, &format!("{mark}.told"))).flatten()
    }
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

    /// The clauses before there were cells.
    fn base<'a>(&'a self, clauses: &'a Clauses) -> &'a System {
        match (&self.summarised, &self.generalised) {
            (Some(summarised), _) => &summarised.system,
            (None, Some(generalised)) => &generalised.system,
            (None, None) => &clauses.system,
        }
    }

    /// Whether the clauses before there were cells are the same.
    fn has_base_of(&self, other: &Form) -> bool {
        let is_same = match (&self.summarised, &other.summarised) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        is_same && self.generalised.is_some() == other.generalised.is_some()
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
    pub systems: Vec<Arc<System>>,
    pub forms: Vec<Form>,
    pub runs: Vec<Run>,
    /// The forms whose refutations no execution follows.
    refuted: Vec<usize>,
}

impl Plan {
    pub fn new(terms: &mut Terms, clauses: &Clauses, symbols: &Symbols) -> Plan {
        let mut plan = Plan::default();
        let of_signature = |signature: &super::clauses::Signature| parameters(symbols, signature);
        let named: Parameters =
            clauses.signatures.values().map(|signature| (signature.predicate, of_signature(signature))).collect();
        let with_parameters = generalised(terms, &clauses.system).map(Rc::new);
        let is_scalar = is_scalar(terms, &clauses.system);
        if let Some(generalised) = with_parameters {
            let parameters = Rc::new(generalised.parameters(&named));
            let form = Form { generalised: Some(generalised.clone()), parameters, ..Form::default() };
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
                let form = Form { parameters: Rc::new(named), ..Form::default() };
                plan.arrays(terms, &clauses.system, &form, 0.5);
                let whole = plan.add(clauses.system.clone(), Form::default());
                plan.run(whole, Settings::quantified(), 0.2);
                // Without quantifiers, for errors that come soon.
                plan.run(whole, Settings::usual(), 0.5);
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
        self.systems.push(Arc::new(system));
        self.forms.push(form);
        self.forms.len() - 1
    }

    /// What takes part in the race.
    pub fn entrants(&self, terms: &Terms) -> Vec<Entrant> {
        let terms = Arc::new(terms.clone());
        self.systems.iter().map(|system| Entrant { terms: terms.clone(), system: system.clone() }).collect()
    }

    /// A form whose refutation may be spurious, as it is to be refined; `None` if it has no cells.
    pub fn refutable<'a>(&'a self, number: usize, clauses: &'a Clauses) -> Option<Refutable<'a>> {
        let form = &self.forms[number];
        let of_base = self.forms.iter().filter(|other| other.has_base_of(form));
        Some(Refutable {
            system: form.base(clauses),
            definitions: form.summarised.as_ref().map(|summarised| &summarised.definitions),
            parameters: &form.parameters,
            cells: form.cells.as_deref()?,
            tried: of_base.filter_map(|other| other.cells.as_ref().map(|cells| &cells.template)).collect(),
        })
    }

    /// What the refutation of a form with cells, which no execution follows, says of other forms: which are more promising now,
    /// and which less. The next cells that are not worse are next, for the same clauses if there are such. The same cells will
    /// hardly do for clauses with more loops in them or with numbers as they are; but the plainest clauses tell of errors.
    pub fn after_refutation(&mut self, number: usize) -> (Vec<usize>, Vec<usize>) {
        self.refuted.push(number);
        let refuted = &self.forms[number];
        let Some(cells) = &refuted.cells else { return (Vec::new(), Vec::new()) };
        let others = || (0..self.forms.len()).filter(|other| !self.refuted.contains(other));
        let template_of = |other: usize| self.forms[other].cells.as_ref().map(|cells| &cells.template);
        let patience_of = |other: usize| {
            let run = self.runs.iter().find(|run| run.system == other);
            run.map_or(Duration::MAX, |run| run.patience)
        };
        let is_not_worse =
            |other: &usize| template_of(*other).is_some_and(|template| !cells.template.has_all_of(template));
        let is_alike = |other: &usize| {
            let form = &self.forms[*other];
            let is_plain = form.generalised.is_none() && form.summarised.is_none();
            !is_plain && template_of(*other) == Some(&cells.template)
        };
        let order = |other: &usize| (!self.forms[*other].has_base_of(refuted), patience_of(*other));
        let sooner = others().filter(is_not_worse).min_by_key(order);
        (sooner.into_iter().collect(), others().filter(is_alike).collect())
    }

    /// New forms in place of one, and how they take part in the race.
    pub fn refined(&mut self, terms: &Terms, number: usize, made: Vec<CellSystem>) -> (Vec<Entrant>, Vec<Run>) {
        let terms = Arc::new(terms.clone());
        let (mut entrants, mut runs) = (Vec::new(), Vec::new());
        for (at, made) in made.into_iter().enumerate() {
            let form = Form { cells: None, ..self.forms[number].clone() };
            let system = self.add(made.system.clone(), Form { cells: Some(made.into()), ..form });
            entrants.push(Entrant { terms: terms.clone(), system: self.systems[system].clone() });
            let patience = Duration::from_secs_f64(0.3 + 0.3 * at as f64);
            runs.push(Run { system, settings: Settings::global(), patience });
            let patience = patience + Duration::from_secs(2);
            runs.push(Run { system, settings: Settings::plain(), patience });
        }
        (entrants, runs)
    }

    fn run(&mut self, system: usize, settings: Settings, seconds: f64) {
        self.runs.push(Run { system, settings, patience: Duration::from_secs_f64(seconds) });
    }

    fn scalars(&mut self, clauses: &Clauses) {
        let linear = self.add(clauses.system.clone(), Form::default());
        self.run(linear, Settings::global(), 0.05);
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
            extras: Vec::new(),
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
            let Some(made) = abstracted(terms, (system, definitions), &form.parameters, &template, &mark) else {
                continue;
            };
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
