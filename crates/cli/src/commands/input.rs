//! From the file on the command line to the program to read: a task definition stands for the program that it names.

use std::fs;
use std::path::{Path, PathBuf};

use heureka_frontend::ctype::DataModel;
use heureka_frontend::task::{TaskDefinition, TaskError, TaskProperty};

use crate::arguments::Program;
use crate::diagnostics::{Place, Report};

/// A program file and what its task definition, if there is one, says about it.
#[derive(Debug)]
pub struct Input {
    /// `.c` or `.i`.
    pub file: PathBuf,
    /// The option, else what the task says, else LP64.
    pub data_model: DataModel,
    /// The properties of the task, in its order.
    pub properties: Vec<TaskProperty>,
}

/// Follows a `.yml` to its program; any other file is the program itself, whether it exists or not.
pub fn resolve(program: &Program) -> Result<Input, Box<Report>> {
    let is_task = program.file.extension().is_some_and(|end| end == "yml" || end == "yaml");
    if !is_task {
        let data_model = program.data_model.map(DataModel::from).unwrap_or_default();
        return Ok(Input { file: program.file.clone(), data_model, properties: Vec::new() });
    }
    let task = TaskDefinition::read(&program.file).map_err(|error| Box::new(report(&error)))?;
    let [file] = &task.input_files[..] else {
        let count = task.input_files.len();
        let message = format!("{}: the task has {count} input files, and one can be checked", program.file.display());
        return Err(Box::new(Report::error(message)));
    };
    let data_model = program.data_model.map(DataModel::from).or(task.data_model).unwrap_or_default();
    Ok(Input { file: file.clone(), data_model, properties: task.properties })
}

/// Shows what is wrong with a task definition or a property file.
pub fn report(error: &TaskError) -> Report {
    let file = error.file.display().to_string();
    if error.line == 0 {
        return Report::error(format!("{file}: {}", error.message));
    }
    let source = source_line(&error.file, error.line);
    Report::error(error.message.as_str()).at(Place { file, line: error.line, column: error.column, len: 0, source })
}

/// A line of a file, if it is there and is text.
fn source_line(file: &Path, line: u32) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    text.lines().nth(line.checked_sub(1)? as usize).map(str::to_owned)
}
