//! The symbols of variables and arrays at cut points, under the names that the source gives them.

use heureka_ir::Program;
use heureka_logic::{SortId, TermId};

use super::encode::Encoder;

/// A symbol for each variable and each array, by id.
pub struct Vector {
    pub vars: Vec<TermId>,
    pub arrays: Vec<TermId>,
}

pub struct Symbols {
    pub now: Vector,
    /// When the procedure was entered.
    pub at_entry: Vector,
}

impl Symbols {
    /// Names of different things are different: those of arrays end with brackets, and those of values at the entry of a
    /// procedure with a quotation mark.
    pub fn new(encoder: &mut Encoder) -> Symbols {
        let program = encoder.program;
        let now = vector(encoder, program, "");
        let at_entry = vector(encoder, program, "'");
        Symbols { now, at_entry }
    }
}

fn vector(encoder: &mut Encoder, program: &Program, mark: &str) -> Vector {
    let mut vars = Vec::new();
    for var in program.var_ids() {
        let name = format!("{}{mark}", program.var(var).name);
        let name = unused(encoder, &name, var.index());
        vars.push(encoder.terms.constant(&name, SortId::INT));
    }
    let mut arrays = Vec::new();
    for id in program.array_ids() {
        let array = program.array(id);
        let name = unused(encoder, &format!("{}[]{mark}", array.name), id.index());
        let sort = encoder.sort(array);
        arrays.push(encoder.terms.constant(&name, sort));
    }
    Vector { vars, arrays }
}

fn unused(encoder: &Encoder, name: &str, number: usize) -> String {
    match encoder.terms.find_symbol(name) {
        None => name.to_owned(),
        Some(_) => format!("{name}#{number}"),
    }
}
