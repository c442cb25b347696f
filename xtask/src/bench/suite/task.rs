//! The tasks of the suite: the files `benchmarks/suite/CATEGORY/NAME.yml`, in SV-COMP's format.
//!
//! Only what the bench itself needs is read here, line by line: the property and the expected verdict. The checker reads
//! the same files with its own reader. Invariant: the list is sorted, and the same on every machine.

use std::fs;
use std::path::{Path, PathBuf};

use heureka_benchmarks::Expected;

use crate::shell::Failure;

/// Where the categories are, in the checkout.
pub const FOLDER: &str = "benchmarks/suite";

#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    pub category: String,
    /// The file without its ending.
    pub name: String,
    /// From the folder of the checkout.
    pub file: PathBuf,
    /// The property file without folder and ending.
    pub property: String,
    pub expected: Expected,
}

impl Task {
    /// How it is called in logs and by `--only`.
    pub fn path(&self) -> String {
        format!("{}/{}", self.category, self.name)
    }

    fn read(category: &str, file: &Path, text: &str) -> Result<Task, Failure> {
        let bad = |what: &str| Failure::new(format!("{}: {what}", file.display()));
        let name = file.file_stem().and_then(|name| name.to_str()).ok_or_else(|| bad("no name"))?;
        let property = field(text, "property_file").ok_or_else(|| bad("names no property"))?;
        let property = Path::new(property).file_stem().and_then(|name| name.to_str());
        let expected = match field(text, "expected_verdict") {
            Some("true") => Expected::Safe,
            Some("false") => Expected::Unsafe,
            _ => return Err(bad("has no expected verdict")),
        };
        Ok(Task {
            category: category.to_owned(),
            name: name.to_owned(),
            file: file.to_owned(),
            property: property.ok_or_else(|| bad("names no property"))?.to_owned(),
            expected,
        })
    }
}

/// The value of the first line `key: value`, also in a list.
fn field<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    text.lines().find_map(|line| {
        let line = line.trim_start().trim_start_matches("- ");
        let value = line.strip_prefix(key)?.strip_prefix(':')?.trim();
        Some(value.trim_matches(['\'', '"']))
    })
}

/// All tasks below the folder of the checkout, by category and name.
pub fn all(root: &Path) -> Result<Vec<Task>, Failure> {
    let mut tasks = Vec::new();
    for category in entries(&root.join(FOLDER))? {
        if !category.is_dir() {
            continue;
        }
        let name = category.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        for file in entries(&category)?.into_iter().filter(|file| file.extension().is_some_and(|end| end == "yml")) {
            let text = fs::read_to_string(&file).map_err(|error| failure(&file, &error))?;
            let inside = file.strip_prefix(root).map_or_else(|_| file.clone(), Path::to_owned);
            tasks.push(Task::read(&name, &inside, &text)?);
        }
    }
    Ok(tasks)
}

/// What a folder holds, sorted.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| failure(folder, &error))? {
        found.push(entry.map_err(|error| failure(folder, &error))?.path());
    }
    found.sort();
    Ok(found)
}

fn failure(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_read() {
        let text = "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: ../p/unreach-call.prp\n    \
                    expected_verdict: false\n";
        let file = Path::new("benchmarks/suite/bits/a.yml");
        let task = Task::read("bits", file, text).expect("it is a task");
        assert_eq!(task.path(), "bits/a");
        assert_eq!((task.property.as_str(), task.expected), ("unreach-call", Expected::Unsafe));
        let without = text.replace("false", "maybe");
        assert!(Task::read("bits", file, &without).is_err());
    }

    #[test]
    fn the_suite_is_as_it_should_be() {
        let root = crate::shell::root();
        let tasks = all(&root).expect("the suite is there");
        assert!(tasks.len() >= 160, "{} tasks", tasks.len());
        let bugs = tasks.iter().filter(|task| task.expected == Expected::Unsafe).count();
        assert!((35..=50).contains(&(100 * bugs / tasks.len())), "{bugs} of {} are unsafe", tasks.len());
        for task in &tasks {
            let source = root.join(&task.file).with_extension("c");
            let text = fs::read_to_string(&source).unwrap_or_else(|error| panic!("{}: {error}", source.display()));
            assert!((10..=160).contains(&text.lines().count()), "{} is too short or too long", source.display());
        }
        // Every task that should fail comes with inputs that make it fail, and no other does.
        let recorded = fs::read_to_string(root.join(FOLDER).join("failing-inputs.txt")).expect("the inputs are there");
        let named: Vec<&str> = recorded.lines().filter_map(|line| Some(line.split_once(": ")?.0)).collect();
        let named: Vec<&str> = named.into_iter().filter(|name| !name.starts_with('#')).collect();
        let unsafe_tasks = tasks.iter().filter(|task| task.expected == Expected::Unsafe);
        assert_eq!(named, unsafe_tasks.map(Task::path).collect::<Vec<_>>());
    }
}
