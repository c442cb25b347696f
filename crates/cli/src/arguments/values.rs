//! The values that options take, and how they are read.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use heureka_engines::bmc::LoopName;
use heureka_engines::engine::Arithmetic;

/// `LOOP:K`.
pub fn loop_bound(text: &str) -> Result<(LoopName, u64), String> {
    let (name, bound) = text.rsplit_once(':').ok_or("LOOP:K is expected, for example 12:5 or main.0:5")?;
    let bound: u32 = bound.parse().map_err(|_| format!("`{bound}` is no number of rounds"))?;
    Ok((name.parse()?, bound.into()))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Colour {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DataModel {
    Lp64,
    Ilp32,
}

impl From<DataModel> for heureka_frontend::ctype::DataModel {
    fn from(model: DataModel) -> Self {
        match model {
            DataModel::Lp64 => heureka_frontend::ctype::DataModel::Lp64,
            DataModel::Ilp32 => heureka_frontend::ctype::DataModel::Ilp32,
        }
    }
}

/// What the values of C's integer types are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Numbers {
    #[default]
    Machine,
    Integer,
    Real,
}

impl From<Numbers> for Arithmetic {
    fn from(numbers: Numbers) -> Self {
        match numbers {
            Numbers::Machine => Arithmetic::Machine,
            Numbers::Integer => Arithmetic::Integer,
            Numbers::Real => Arithmetic::Real,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Engine {
    #[default]
    Auto,
    Linear,
    Arrays,
    Bmc,
    Predicates,
    Sil,
    Horn,
    Simulate,
}

impl Engine {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Linear => "linear",
            Engine::Arrays => "arrays",
            Engine::Bmc => "bmc",
            Engine::Predicates => "predicates",
            Engine::Sil => "sil",
            Engine::Horn => "horn",
            Engine::Simulate => "simulate",
        }
    }
}

/// What the formulas of the bounded engine are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Encoding {
    #[default]
    Auto,
    Int,
    Bv,
    Sat,
}

impl From<Encoding> for heureka_engines::bmc::Encoding {
    fn from(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Auto => heureka_engines::bmc::Encoding::Auto,
            Encoding::Int => heureka_engines::bmc::Encoding::Int,
            Encoding::Bv => heureka_engines::bmc::Encoding::Bv,
            Encoding::Sat => heureka_engines::bmc::Encoding::Sat,
        }
    }
}

/// What is known at a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Abstraction {
    #[default]
    Auto,
    Cartesian,
    Boolean,
    Slam,
}

impl From<Abstraction> for heureka_engines::predicates::Abstraction {
    fn from(abstraction: Abstraction) -> Self {
        match abstraction {
            Abstraction::Auto => heureka_engines::predicates::Abstraction::Auto,
            Abstraction::Cartesian => heureka_engines::predicates::Abstraction::Cartesian,
            Abstraction::Boolean => heureka_engines::predicates::Abstraction::Boolean,
            Abstraction::Slam => heureka_engines::predicates::Abstraction::Slam,
        }
    }
}

/// What `show` prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Form {
    Ir,
    Dot,
    Svg,
    Ssa,
    #[value(name = "cnf-form")]
    ConditionalNormal,
    Smt2,
    BooleanProgram,
    Horn,
    Sil,
}

/// What counts as an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Property {
    Unreach,
    Bounds,
    Overflow,
    DivByZero,
    Memory,
    All,
    /// A property file of SV-COMP.
    File(PathBuf),
}

impl Property {
    pub fn parse(text: &str) -> Result<Property, String> {
        Ok(match text {
            "unreach" => Property::Unreach,
            "bounds" => Property::Bounds,
            "overflow" => Property::Overflow,
            "div-by-zero" => Property::DivByZero,
            "memory" => Property::Memory,
            "all" => Property::All,
            file if file.ends_with(".prp") => Property::File(file.into()),
            _ => return Err("use unreach, bounds, overflow, div-by-zero, memory, all or a file FILE.prp".into()),
        })
    }
}

/// Seconds, with decimals if wanted; `900s`, as other tools write it, is fine too.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text);
    let seconds: f64 = number.parse().map_err(|_| "use a number of seconds, such as 60 or 0.5".to_owned())?;
    if seconds <= 0.0 {
        return Err("the time must be more than nothing".into());
    }
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// An integer as C writes it, decimal or hexadecimal.
pub fn integer(text: &str) -> Result<i128, String> {
    let (sign, digits) = match text.trim().strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.trim()),
    };
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => i128::from_str_radix(hexadecimal, 16),
        None => digits.parse(),
    };
    value.map(|value| sign * value).map_err(|error| error.to_string())
}
