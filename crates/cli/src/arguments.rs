//! The command line: every subcommand and option of the contract, with its help text.
//!
//! Types and help live here and nowhere else; what an option does is decided in `commands`.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use heureka_engines::bmc::LoopName;
use heureka_logic::solver::SolverChoice;

mod values;

pub use values::{Abstraction, Colour, DataModel, Encoding, Engine, Form, Numbers, Property};

/// A software model checker for C programs over integers and arrays.
///
/// It answers SAFE with a certificate, UNSAFE with an execution that was replayed, or UNKNOWN with the reason.
#[derive(Parser, Debug)]
#[command(name = "heureka", version = version(), max_term_width = 110, after_help = EXIT_CODES)]
pub struct Arguments {
    /// When to use colours
    #[arg(
        long = "color",
        global = true,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        hide_possible_values = true
    )]
    #[arg(help = "Use colours: auto (on a terminal, unless NO_COLOR is set), always, never")]
    pub colour: Colour,
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 SAFE or done, 10 UNSAFE, 5 UNKNOWN, 1 wrong usage, 2 input that cannot be read, preprocessed, parsed or
typed, 6 a bug of Heureka.";

const EXPLAIN: &str = "\
Below each line stands what holds after it: x' is the value of x now, x the value that it had when the procedure was
entered. A procedure ends with its summary, a loop has its invariant and what holds afterwards. See docs/EXPLAIN.md.
Exit codes: 0 done, 5 the search was stopped before its end, 1 wrong usage, 2 bad input, 6 a bug of Heureka.";

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Ask whether any execution of a program reaches an error
    #[command(after_help = EXIT_CODES)]
    Check(Box<CheckOptions>),
    /// Execute a program with the interpreter
    Run(RunOptions),
    /// Print a program as Heureka holds it
    Show(ShowOptions),
    /// Show invariants, procedure summaries and loop post-conditions in the source
    #[command(after_help = EXPLAIN)]
    Explain(ExplainOptions),
    /// Decide formulas of the logic SIL, in ACSL
    Sil(SilOptions),
    /// Check a witness, of a violation or of correctness, made by any tool (not built yet)
    Validate(ValidateOptions),
    /// Make the papers' tables and growth curves (not built yet)
    Bench(BenchOptions),
}

/// A program and how to read it.
#[derive(Args, Clone, Debug)]
pub struct Program {
    /// A C file (.c), a preprocessed one (.i), or an SV-COMP task definition (.yml)
    pub file: PathBuf,
    /// Widths of the C types: lp64 or ilp32 [default: what the task definition says, else lp64]
    #[arg(long, value_enum, ignore_case = true, value_name = "MODEL", hide_possible_values = true)]
    #[arg(help_heading = "The program")]
    pub data_model: Option<DataModel>,
    /// The function that execution starts in [default: what the property file says, else main]
    #[arg(long, value_name = "FUNCTION", help_heading = "The program")]
    pub entry: Option<String>,
}

#[derive(Args, Clone, Debug)]
pub struct CheckOptions {
    #[command(flatten)]
    pub program: Program,

    /// What integers are: machine (C's, with their widths), integer (unbounded), real
    #[arg(long, value_enum, default_value_t, value_name = "KIND", hide_possible_values = true)]
    #[arg(help_heading = "The program")]
    pub numbers: Numbers,

    /// What counts as an error, may be repeated: unreach, bounds, overflow, div-by-zero, memory, all, or an SV-COMP
    /// property file (.prp) [default: the first of the task definition, else unreach]
    #[arg(long = "property", value_name = "PROPERTY", value_parser = Property::parse)]
    #[arg(help_heading = "The errors")]
    pub properties: Vec<Property>,
    /// Reaching this label is an error, too [default: ERROR]
    #[arg(long, value_name = "NAME", help_heading = "The errors")]
    pub error_label: Option<String>,
    /// Calling this function is an error, too [default: reach_error and __VERIFIER_error]
    #[arg(long, value_name = "NAME", help_heading = "The errors")]
    pub error_function: Option<String>,

    /// Who answers: linear, arrays, bmc, predicates, sil, horn, simulate (random tests), or auto: all of them, in a race
    #[arg(long, value_enum, default_value_t, value_name = "ENGINE", hide_possible_values = true)]
    #[arg(help_heading = "The search")]
    pub engine: Engine,
    /// Engine linear: walk every round of every loop instead of using closed forms, as the paper does
    #[arg(long, help_heading = "The search")]
    pub no_accelerate: bool,
    /// Engine linear: no invariants by widening, as the paper does; the search may not end
    #[arg(long, help_heading = "The search")]
    pub no_widen: bool,
    /// Engine bmc: go round loops and into recursion at most this many times, instead of more and more often
    #[arg(long, value_name = "K", help_heading = "The search")]
    pub unwind: Option<u32>,
    /// Engine bmc: the greatest of the growing bounds
    #[arg(long, value_name = "K", conflicts_with = "unwind", help_heading = "The search")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub max_unwind: Option<u32>,
    /// Engine bmc: bounds for single loops, as LOOP:K,… where LOOP is the line in which the loop starts, or FUNCTION.N
    /// for the function's loop number N, from 0
    #[arg(long, value_name = "LOOP:K", value_delimiter = ',', value_parser = values::loop_bound)]
    #[arg(help_heading = "The search")]
    pub unwindset: Vec<(LoopName, u64)>,
    /// Engine bmc: only unwind, do not try to prove loops by k-induction
    #[arg(long, help_heading = "The search")]
    pub no_induction: bool,
    /// Engine bmc: what the formulas are about: int (unbounded integers and arrays), bv (bit-vectors and arrays), sat
    /// (propositional logic, arrays cell by cell, solved by CaDiCaL), or auto: bit-vectors, with arrays of up to 32 cells
    /// taken apart
    #[arg(long, value_enum, default_value_t, value_name = "ENCODING", hide_possible_values = true)]
    #[arg(help_heading = "The search")]
    pub encoding: Encoding,
    /// Engine predicates: what is known at a location: cartesian (a conjunction of predicates), boolean (all combinations),
    /// auto: conjunctions, and combinations where these are needed; or slam: the whole program as a boolean program, which the
    /// linear engine's tabulation checks
    #[arg(long, value_enum, default_value_t, value_name = "ABSTRACTION", hide_possible_values = true)]
    #[arg(help_heading = "The search")]
    pub abstraction: Abstraction,
    /// z3 (linked), or the path of a solver that reads SMT-LIB 2 from standard input, with arguments if it needs any
    #[arg(long, value_name = "SOLVER", default_value_t, value_parser = str::parse::<SolverChoice>)]
    #[arg(help_heading = "The search")]
    pub solver: SolverChoice,
    /// Write every query to the solver as an SMT-LIB 2 file into this folder
    #[arg(long, value_name = "DIR", help_heading = "The search")]
    pub dump_smt2: Option<PathBuf>,
    /// Stop with UNKNOWN after this time, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds, help_heading = "The search")]
    pub timeout: Option<Duration>,
    /// Stop with UNKNOWN when this much memory is used
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..), help_heading = "The search")]
    pub memory: Option<u64>,

    /// Engine auto: how many engines run at once [default: as many as there are processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "The search")]
    pub jobs: Option<u32>,
    /// Where random choices begin, 0 without it; with it engine auto gives the same answer whatever the load of the machine
    #[arg(long, value_name = "NUMBER", help_heading = "The search")]
    pub seed: Option<u64>,
    /// This process runs one engine of a race, and answers in messages
    #[arg(long, value_enum, value_name = "ENGINE", hide = true)]
    pub worker: Option<Engine>,
    /// Other engines run at the same time.
    #[arg(skip)]
    pub has_rivals: bool,
    /// What the user gave as `--timeout`.
    #[arg(skip)]
    pub whole_timeout: Option<Duration>,
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds, requires = "worker", hide = true)]
    pub worker_timeout: Option<Duration>,
    #[arg(long, value_name = "MIB", requires = "worker", hide = true)]
    pub worker_memory: Option<u64>,
    /// The text of the program comes on the standard input.
    #[arg(long, requires = "worker", hide = true)]
    pub worker_source: bool,

    /// Give every assertion, access and operation that can fail a verdict of its own, in a table; engine bmc only
    #[arg(long, help_heading = "The answer")]
    pub all_properties: bool,
    /// Compile the trace of an UNSAFE answer with the C compiler and run it
    #[arg(long, help_heading = "The answer")]
    pub confirm: bool,
    /// Write a witness (format 2.0) to this file
    #[arg(long, value_name = "FILE.yml", help_heading = "The answer")]
    pub witness: Option<PathBuf>,
    /// Write the certificate of a SAFE answer to this file, as text; after other answers the file is empty
    #[arg(long, value_name = "FILE", help_heading = "The answer")]
    pub certificate: Option<PathBuf>,
    /// Print the answer as JSON
    #[arg(long, help_heading = "The answer")]
    pub json: bool,
    /// Write the answer as SARIF, for code review tools
    #[arg(long, value_name = "FILE", help_heading = "The answer")]
    pub sarif: Option<PathBuf>,
    /// Write a report to read in a browser
    #[arg(long, value_name = "FILE", help_heading = "The answer")]
    pub html: Option<PathBuf>,
    /// Print what the search cost
    #[arg(long, help_heading = "The answer")]
    pub stats: bool,
    /// Say more; twice, even more
    #[arg(short, long, action = clap::ArgAction::Count, conflicts_with = "quiet", help_heading = "The answer")]
    pub verbose: u8,
    /// Print only the verdict
    #[arg(short, long, help_heading = "The answer")]
    pub quiet: bool,
}

impl CheckOptions {
    /// The options as they are for the engine that runs in this process: a worker has an engine and limits of its own.
    pub fn of_this_process(&self) -> CheckOptions {
        let mut options = self.clone();
        options.whole_timeout = self.timeout;
        if let Some(engine) = self.worker {
            options.has_rivals = self.engine == Engine::Auto;
            options.engine = engine;
            options.timeout = self.worker_timeout;
            options.memory = self.worker_memory.or(self.memory);
        }
        options
    }

    /// Whether memory is asked about by its name: then blocks that are not freed are errors, too.
    pub fn asks_for_memory(&self) -> bool {
        self.properties.iter().any(|property| matches!(property, Property::Memory | Property::All))
    }

    /// The given options that this version accepts, because they are part of the contract, and does nothing with; those
    /// about solvers, if the engine uses none.
    pub fn without_effect(&self, uses_solver: bool) -> Vec<&'static str> {
        let bounded = matches!(self.engine, Engine::Auto | Engine::Bmc) || self.all_properties;
        let abstracting = matches!(self.engine, Engine::Auto | Engine::Predicates);
        let given = [
            (self.witness.is_some(), "--witness"),
            (self.sarif.is_some(), "--sarif"),
            (self.html.is_some(), "--html"),
            (self.confirm, "--confirm"),
            (!bounded && self.unwind.is_some(), "--unwind"),
            (!bounded && self.max_unwind.is_some(), "--max-unwind"),
            (!bounded && !self.unwindset.is_empty(), "--unwindset"),
            (!bounded && self.no_induction, "--no-induction"),
            (!bounded && self.encoding != Encoding::Auto, "--encoding"),
            (!abstracting && self.abstraction != Abstraction::Auto, "--abstraction"),
            (self.engine != Engine::Auto && self.jobs.is_some(), "--jobs"),
            (!uses_solver && self.solver != SolverChoice::Z3, "--solver"),
            (!uses_solver && self.dump_smt2.is_some(), "--dump-smt2"),
        ];
        given.into_iter().filter_map(|(given, name)| given.then_some(name)).collect()
    }
}

#[derive(Args, Debug)]
pub struct RunOptions {
    #[command(flatten)]
    pub program: Program,
    /// The values that the program's inputs take, in the order in which it asks for them
    #[arg(long, value_name = "1,2,3", value_delimiter = ',', value_parser = values::integer)]
    #[arg(allow_hyphen_values = true)]
    pub inputs: Vec<i128>,
}

#[derive(Args, Debug)]
pub struct ShowOptions {
    #[command(flatten)]
    pub program: Program,
    /// ir (text), dot or svg (the program graph); the stages of engine bmc: ssa (unwound, static single assignment form),
    /// cnf-form (conditional normal form, with the sets C and P), smt2 (what the solver is asked); boolean-program (the
    /// abstractions of engine predicates with --abstraction slam, until one decides); horn (the clauses of engine horn, as
    /// SMT-LIB); sil (the loops as engine sil sees them, and their post-conditions)
    #[arg(long = "as", value_enum, value_name = "FORM", hide_possible_values = true)]
    pub form: Form,
    /// For ssa, cnf-form and smt2: go round loops and into recursion at most this many times
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub unwind: u32,
    /// For smt2: int, bv, or auto as in `check`; with sat, the clauses in DIMACS format
    #[arg(long, value_enum, default_value_t, value_name = "ENCODING", hide_possible_values = true)]
    pub encoding: Encoding,
    /// For boolean-program: show what was found after this time, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds, default_value = "60")]
    pub timeout: Duration,
}

#[derive(Args, Debug)]
pub struct ExplainOptions {
    #[command(flatten)]
    pub program: Program,

    /// What integers are: machine (C's, with their widths), integer (unbounded), real
    #[arg(long, value_enum, default_value_t, value_name = "KIND", hide_possible_values = true)]
    #[arg(help_heading = "The program")]
    pub numbers: Numbers,

    /// Walk every round of every loop instead of using closed forms, as the paper does
    #[arg(long, help_heading = "The search")]
    pub no_accelerate: bool,
    /// No invariants by widening, as the paper does; the search may not end
    #[arg(long, help_heading = "The search")]
    pub no_widen: bool,
    /// Show what was found after this time, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds, default_value = "60", help_heading = "The search")]
    pub timeout: Duration,

    /// Show at most this many alternatives of a set
    #[arg(long, value_name = "COUNT", default_value_t = 20, help_heading = "The text")]
    pub most: usize,
    /// Print what was found as JSON
    #[arg(long, help_heading = "The text")]
    pub json: bool,
    /// Say why loops have no closed form
    #[arg(short, long, action = clap::ArgAction::Count, help_heading = "The text")]
    pub verbose: u8,
}

#[derive(Args, Debug)]
pub struct SilOptions {
    #[command(subcommand)]
    pub question: SilQuestion,
}

#[derive(Subcommand, Debug)]
pub enum SilQuestion {
    /// Whether the formula in a file has a model; an example is shown
    Sat(SilFile),
    /// Whether the first of two formulas, with a line `entails` between them, implies the second
    Entails(SilFile),
}

#[derive(Args, Debug)]
pub struct SilFile {
    /// A file with formulas in ACSL; lines that start with // are comments
    pub file: PathBuf,
    /// Answer UNKNOWN after this time, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds, default_value = "60")]
    pub timeout: Duration,
}

#[derive(Args, Debug)]
pub struct ValidateOptions {
    #[command(flatten)]
    pub program: Program,
    /// The witness file
    #[arg(long, value_name = "FILE.yml")]
    pub witness: PathBuf,
}

#[derive(Args, Debug)]
pub struct BenchOptions {
    /// What to measure
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "…")]
    pub arguments: Vec<String>,
}

/// `0.1.0 (Z3 5.4.0.0)`.
fn version() -> &'static str {
    static VERSION: OnceLock<String> = OnceLock::new();
    VERSION.get_or_init(|| format!("{} (Z3 {})", env!("CARGO_PKG_VERSION"), heureka_logic::z3_version()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn check_takes_every_option_of_the_contract() {
        let line = "heureka check --engine horn --property all --property a.prp --data-model ILP32 --numbers integer \
            --timeout 1.5 --memory 4000 --unwind 7 --encoding int --entry start --error-label BAD --error-function boom \
            --solver /bin/sh --dump-smt2 queries --witness w.yml --json --sarif s.json --html h.html --confirm --stats -v x.c";
        let Command::Check(options) = Arguments::parse_from(line.split_whitespace()).command else { panic!("check") };
        assert_eq!(options.engine, Engine::Horn);
        assert_eq!(options.properties, [Property::All, Property::File("a.prp".into())]);
        assert_eq!(options.program.data_model, Some(DataModel::Ilp32));
        assert_eq!(options.timeout, Some(Duration::from_millis(1500)));
        assert_eq!(options.solver.to_string(), "/bin/sh");
        assert_eq!(options.without_effect(false).len(), 8);
        assert_eq!(options.without_effect(true).len(), 6);
    }

    #[test]
    fn the_defaults_are_those_of_the_contract() {
        let Command::Check(options) = Arguments::parse_from(["heureka", "check", "x.c"]).command else {
            panic!("check")
        };
        assert_eq!((options.engine, options.numbers), (Engine::Auto, Numbers::Machine));
        assert_eq!(options.solver, SolverChoice::Z3);
        assert!(options.without_effect(false).is_empty());
    }

    #[test]
    fn inputs_may_be_negative_and_hexadecimal() {
        let line = ["heureka", "run", "x.c", "--inputs", "-1,0x10,18446744073709551615"];
        let Command::Run(options) = Arguments::parse_from(line).command else { panic!("run") };
        assert_eq!(options.inputs, [-1, 16, u64::MAX.into()]);
    }

    #[test]
    fn wrong_values_are_refused() {
        for wrong in [
            "heureka",
            "heureka chek x.c",
            "heureka check",
            "heureka check x.c --engine magic",
            "heureka check x.c --encoding real",
            "heureka check x.c --property nonsense",
            "heureka check x.c --timeout -1",
            "heureka check x.c --timeout soon",
            "heureka check x.c --memory 0",
            "heureka check x.c --unwind 3 --max-unwind 4",
            "heureka check x.c --max-unwind 0",
            "heureka check x.c --unwindset 3",
            "heureka check x.c --unwindset main:3",
            "heureka check x.c --unwindset 3:-1",
            "heureka check x.c --solver /no/such/solver",
            "heureka check x.c -v -q",
            "heureka run x.c --inputs 1,two",
            "heureka show x.c",
        ] {
            assert!(Arguments::try_parse_from(wrong.split_whitespace()).is_err(), "{wrong}");
        }
    }
}
