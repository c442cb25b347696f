//! What is asked about a program: the properties, what counts as an error, and where execution starts.

use std::collections::BTreeSet;
use std::path::Path;

use heureka_frontend::task::{Formula, PropertyFile, TaskProperty};
use heureka_frontend::{LowerOptions, Specifications};
use heureka_ir::Property;

use super::input;
use crate::arguments::{self, CheckOptions};
use crate::diagnostics::Report;

/// The question, or why it cannot be answered.
pub struct Question {
    pub properties: BTreeSet<Property>,
    pub lower: LowerOptions,
    pub specifications: Specifications,
    /// A property that Heureka knows of but does not check.
    pub not_checked: Option<String>,
}

/// Reads the properties from the options, else from the task definition: of its properties the first that is checked.
pub fn ask(options: &CheckOptions, task: &[TaskProperty]) -> Result<Question, Box<Report>> {
    let mut question = Question {
        properties: BTreeSet::new(),
        lower: LowerOptions::default(),
        specifications: Specifications::All,
        not_checked: None,
    };
    match (&options.properties[..], task) {
        ([], []) => drop(question.properties.insert(Property::Unreach)),
        ([], [first, ..]) => question.add_file(&task.iter().find(|one| is_checked(one)).unwrap_or(first).file)?,
        (given, _) => {
            for property in given {
                question.add(property)?;
            }
        }
    }
    question.lower.error_functions.extend(options.error_function.clone());
    if let Some(label) = &options.error_label {
        question.lower.error_label = Some(label.clone());
    }
    if let Some(entry) = &options.program.entry {
        question.lower.entry.clone_from(entry);
    }
    if question.specifications == Specifications::All && !question.properties.contains(&Property::Unreach) {
        question.specifications = Specifications::Contracts;
    }
    question.lower.accesses = [Property::Bounds, Property::Memory].iter().any(|one| question.properties.contains(one));
    question.lower.leaks |= question.properties.contains(&Property::Memory) && options.asks_for_memory();
    Ok(question)
}

/// Whether a property of a task can be read and is checked: tasks are also about coverage and termination.
fn is_checked(property: &TaskProperty) -> bool {
    let is_checked = |formula: &Formula| !matches!(formula, Formula::Termination | Formula::NoDataRace);
    PropertyFile::read(&property.file)
        .is_ok_and(|asked| asked.specifications.iter().all(|specification| is_checked(&specification.formula)))
}

impl Question {
    fn add(&mut self, property: &arguments::Property) -> Result<(), Box<Report>> {
        use arguments::Property as Given;
        let one = match property {
            Given::Unreach => Property::Unreach,
            Given::Bounds => Property::Bounds,
            Given::Overflow => Property::Overflow,
            Given::DivByZero => Property::DivByZero,
            Given::Memory => {
                // An access outside an object is a use of memory that is not there.
                self.properties.insert(Property::Bounds);
                Property::Memory
            }
            Given::All => {
                self.properties.extend(Property::ALL);
                return Ok(());
            }
            Given::File(file) => return self.add_file(file),
        };
        self.properties.insert(one);
        Ok(())
    }

    /// Under a property file exactly what it says is an error.
    fn add_file(&mut self, file: &Path) -> Result<(), Box<Report>> {
        let asked = PropertyFile::read(file).map_err(|error| Box::new(input::report(&error)))?;
        self.lower.entry = asked.entry;
        self.lower.assertions = false;
        self.specifications = Specifications::None;
        self.lower.error_label = None;
        self.lower.error_functions.clear();
        for specification in asked.specifications {
            match specification.formula {
                Formula::NoCall(function) => {
                    self.lower.error_functions.push(function);
                    self.properties.insert(Property::Unreach);
                }
                Formula::NoLabel(label) => {
                    let is_other = self.lower.error_label.replace(label.clone()).is_some_and(|before| before != label);
                    if is_other {
                        self.not_checked = Some("only one label can be checked at a time".to_owned());
                    }
                    self.properties.insert(Property::Unreach);
                }
                Formula::NoOverflow => drop(self.properties.insert(Property::Overflow)),
                Formula::ValidDeref | Formula::ValidFree => {
                    self.properties.extend([Property::Bounds, Property::Memory]);
                }
                Formula::ValidMemtrack | Formula::ValidMemcleanup => {
                    self.properties.insert(Property::Memory);
                    self.lower.only_lost =
                        specification.formula == Formula::ValidMemtrack && (self.lower.only_lost || !self.lower.leaks);
                    self.lower.leaks = true;
                }
                formula @ (Formula::Termination | Formula::NoDataRace) => {
                    self.not_checked = Some(format!("the property `{formula}` is not checked by Heureka"));
                }
            }
        }
        Ok(())
    }
}
