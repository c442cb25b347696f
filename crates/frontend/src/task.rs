//! Task definitions of SV-COMP: a `.yml` file that names a program, its data model and its properties.
//!
//! Format 2.0, of which everything that bears on the verdict is read and the rest is left alone. What is wrong with a
//! file is plain data with a line; file names are resolved against the folder that the definition is in.

use std::fmt;
use std::path::{Path, PathBuf};

use saphyr::{MarkedYaml, YamlData, YamlLoader};
use saphyr_parser::{Marker, Parser};

use crate::ctype::DataModel;

mod property_file;

pub use property_file::{Formula, PropertyFile, Specification};

/// A program to check, as a task definition describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskDefinition {
    /// At least one.
    pub input_files: Vec<PathBuf>,
    pub data_model: Option<DataModel>,
    /// In the order of the file; may be empty.
    pub properties: Vec<TaskProperty>,
}

/// A property that the task is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskProperty {
    pub file: PathBuf,
    /// What the authors of the task say the answer is.
    pub expected_verdict: Option<bool>,
    /// Which part of the property fails, such as `valid-deref`, where the expected verdict is false.
    pub subproperty: Option<String>,
}

/// What is wrong with a task definition or a property file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskError {
    pub file: PathBuf,
    /// Line and column count from 1; 0 where the file as a whole is meant.
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file.display(), self.message),
            line => write!(f, "{}:{line}:{}: {}", self.file.display(), self.column, self.message),
        }
    }
}

impl std::error::Error for TaskError {}

impl TaskDefinition {
    pub fn read(file: &Path) -> Result<TaskDefinition, TaskError> {
        TaskDefinition::parse(&read_text(file)?, file)
    }

    /// Reads the text of a definition that stands, or would stand, in `file`.
    pub fn parse(text: &str, file: &Path) -> Result<TaskDefinition, TaskError> {
        let complain = |at: &MarkedYaml<'_>, message: String| error_at(file, &at.span.start, message);
        let document = load(text, file)?;
        if !matches!(document.data, YamlData::Mapping(_)) {
            return Err(complain(&document, "a task definition is a mapping from keys to values".into()));
        }
        let require = |key: &str| field(&document, key).ok_or_else(|| missing(file, key));

        let version = require("format_version")?;
        match scalar(version) {
            Some(number) if number == "2.0" || number.starts_with("2.") => {}
            Some(other) => return Err(complain(version, format!("format version {other} is not known, only 2.0 is"))),
            None => return Err(complain(version, "the format version is not a number".into())),
        }

        let here = |name: &str| file.parent().unwrap_or(Path::new("")).join(name);
        let inputs = require("input_files")?;
        let input_files: Vec<PathBuf> = match &inputs.data {
            YamlData::Sequence(list) => list
                .iter()
                .map(|item| name(item).map(here).ok_or_else(|| complain(item, "this is not the name of a file".into())))
                .collect::<Result<_, _>>()?,
            _ => vec![name(inputs).map(here).ok_or_else(|| complain(inputs, "this names no file".into()))?],
        };
        if input_files.is_empty() {
            return Err(complain(inputs, "the task has no input file".into()));
        }

        let mut data_model = None;
        if let Some(options) = field(&document, "options") {
            if let Some(language) = field(options, "language")
                && scalar(language) != Some("C")
            {
                let other = scalar(language).unwrap_or("this");
                return Err(complain(language, format!("the language is {other}, and only C can be checked")));
            }
            if let Some(model) = field(options, "data_model") {
                data_model = Some(match scalar(model) {
                    Some("LP64") => DataModel::Lp64,
                    Some("ILP32") => DataModel::Ilp32,
                    _ => return Err(complain(model, "the data model is neither ILP32 nor LP64".into())),
                });
            }
        }

        let mut properties = Vec::new();
        if let Some(list) = field(&document, "properties") {
            let YamlData::Sequence(items) = &list.data else {
                return Err(complain(list, "`properties` is not a list".into()));
            };
            for item in items {
                let Some(property_file) = field(item, "property_file").and_then(name) else {
                    return Err(complain(item, "this property has no `property_file`".into()));
                };
                let expected_verdict = match field(item, "expected_verdict").map(|value| (scalar(value), value)) {
                    None => None,
                    Some((Some("true"), _)) => Some(true),
                    Some((Some("false"), _)) => Some(false),
                    Some((_, value)) => {
                        return Err(complain(value, "the expected verdict is neither true nor false".into()));
                    }
                };
                let subproperty = field(item, "subproperty").and_then(scalar).map(str::to_owned);
                properties.push(TaskProperty { file: here(property_file), expected_verdict, subproperty });
            }
        }
        Ok(TaskDefinition { input_files, data_model, properties })
    }
}

/// The first document of the text. Scalars keep their spelling: `2.0` and `'2.0'` are the same here.
fn load<'text>(text: &'text str, file: &Path) -> Result<MarkedYaml<'text>, TaskError> {
    let mut loader = YamlLoader::<MarkedYaml<'text>>::default();
    loader.early_parse(false);
    let loaded = Parser::new_from_str(text).load(&mut loader, true);
    if let Err(error) = loaded {
        return Err(error_at(file, error.marker(), format!("this is not YAML: {}", error.info())));
    }
    if let Some(error) = loader.error() {
        return Err(error_at(file, error.marker(), error.info().to_owned()));
    }
    loader.into_documents().into_iter().next().ok_or_else(|| whole_file(file, "the task definition is empty"))
}

fn field<'node, 'text>(node: &'node MarkedYaml<'text>, key: &str) -> Option<&'node MarkedYaml<'text>> {
    let YamlData::Mapping(mapping) = &node.data else { return None };
    mapping.iter().find(|(known, _)| scalar(known) == Some(key)).map(|(_, value)| value)
}

/// The spelling of a scalar, without its quotes.
fn scalar<'node>(node: &'node MarkedYaml<'_>) -> Option<&'node str> {
    match &node.data {
        YamlData::Representation(text, _, _) => Some(text),
        YamlData::Tagged(_, inner) => scalar(inner),
        _ => None,
    }
}

/// A scalar that can name a file.
fn name<'node>(node: &'node MarkedYaml<'_>) -> Option<&'node str> {
    scalar(node).filter(|text| !text.is_empty() && *text != "~")
}

fn read_text(file: &Path) -> Result<String, TaskError> {
    let bytes = std::fs::read(file).map_err(|error| whole_file(file, &format!("cannot be read: {error}")))?;
    String::from_utf8(bytes).map_err(|_| whole_file(file, "is not text (UTF-8)"))
}

fn missing(file: &Path, key: &str) -> TaskError {
    whole_file(file, &format!("the task definition has no `{key}`"))
}

fn whole_file(file: &Path, message: &str) -> TaskError {
    TaskError { file: file.to_owned(), line: 0, column: 0, message: message.to_owned() }
}

/// The parser counts lines from 1 and columns from 0.
fn error_at(file: &Path, at: &Marker, message: String) -> TaskError {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    TaskError { file: file.to_owned(), line: number(at.line()), column: number(at.col()).saturating_add(1), message }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "\
format_version: '2.0'

# old file name: array-1.i
input_files: 'array-1.i'

properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: true
  - property_file: ../properties/valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-deref
  - property_file: ../properties/coverage-branches.prp

options:
  language: C
  data_model: ILP32
";

    fn parse(text: &str) -> Result<TaskDefinition, TaskError> {
        TaskDefinition::parse(text, Path::new("c/array/task.yml"))
    }

    #[test]
    fn a_task_of_the_competition_is_read() {
        let task = parse(GOOD).expect("it is right");
        assert_eq!(task.input_files, [Path::new("c/array/array-1.i")]);
        assert_eq!(task.data_model, Some(DataModel::Ilp32));
        let [first, second, third] = &task.properties[..] else { panic!("three properties") };
        assert_eq!(first.file, Path::new("c/array/../properties/unreach-call.prp"));
        assert_eq!((first.expected_verdict, second.expected_verdict), (Some(true), Some(false)));
        assert_eq!(second.subproperty.as_deref(), Some("valid-deref"));
        assert_eq!(third.expected_verdict, None);
    }

    #[test]
    fn input_files_may_be_a_list_and_the_rest_may_be_missing() {
        let task = parse("format_version: 2.0\ninput_files: [a.c, \"b.c\"]\n").expect("it is right");
        assert_eq!(task.input_files, [Path::new("c/array/a.c"), Path::new("c/array/b.c")]);
        assert_eq!((task.data_model, task.properties.len()), (None, 0));
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let head = "format_version: '2.0'\ninput_files: a.c\n";
        let with = |rest: &str| format!("{head}{rest}");
        let cases = [
            (String::new(), 0, "empty"),
            ("- a\n- b\n".into(), 1, "mapping"),
            ("input_files: a.c\n".into(), 0, "no `format_version`"),
            ("format_version: '1.0'\ninput_files: a.c\n".into(), 1, "1.0 is not known"),
            ("format_version: '2.0'\n".into(), 0, "no `input_files`"),
            ("format_version: '2.0'\ninput_files: []\n".into(), 2, "no input file"),
            ("format_version: '2.0'\ninput_files:\n  - {a: b}\n".into(), 3, "not the name of a file"),
            (with("options:\n  data_model: LP32\n"), 4, "neither ILP32 nor LP64"),
            (with("options: {language: Java}\n"), 3, "language is Java"),
            (with("properties: yes\n"), 3, "not a list"),
            (with("properties:\n  - expected_verdict: true\n"), 4, "no `property_file`"),
            (with("properties:\n  - property_file: p.prp\n    expected_verdict: maybe\n"), 5, "neither true nor false"),
            (with("options: [\n"), 4, "not YAML"),
            (with("input_files: b.c\n"), 3, "uplicate"),
        ];
        for (text, line, message) in cases {
            let error = parse(&text).expect_err("it is wrong");
            assert!(error.message.contains(message), "{text:?}: {error}");
            assert_eq!(error.line, line, "{text:?}: {error}");
        }
    }

    #[test]
    fn hostile_text_is_refused_in_time() {
        let deep = "[".repeat(100_000);
        let laughs = (1..12).fold("a0: &a0 [x]\n".to_owned(), |text, n| {
            let before = format!("*a{}", n - 1);
            text + &format!("a{n}: &a{n} [{}]\n", [before.as_str(); 10].join(", "))
        });
        for text in [deep.as_str(), laughs.as_str(), "\u{0}\u{1}\u{2}", "\t:\t{", "%YAML 9\n---\n"] {
            assert!(parse(text).is_err());
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_an_error() {
        let error = TaskDefinition::read(Path::new("no/such/task.yml")).expect_err("there is none");
        assert!(error.to_string().starts_with("no/such/task.yml: cannot be read"), "{error}");
        let folder = TaskDefinition::read(Path::new(env!("CARGO_MANIFEST_DIR"))).expect_err("it is a folder");
        assert_eq!(folder.line, 0);
    }
}
