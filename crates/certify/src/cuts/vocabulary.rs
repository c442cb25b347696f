//! The names of certificates: `v3`, `a2` for values now, `w3`, `b2` for values at the entry of the procedure, `x3`, `c2` for values
//! when a loop was entered that paths go through; and the sum of cells.

use heureka_ir::{Array, LocId, Program};
use heureka_logic::smtlib::parse_term;
use heureka_logic::{SortId, TermId, Terms};

pub struct Vocabulary {
    /// By variable, now, at the entry, and when the loop was entered.
    pub vars: [Vec<TermId>; 3],
    /// By array.
    pub arrays: [Vec<TermId>; 3],
}

impl Vocabulary {
    pub fn new(terms: &mut Terms, program: &Program) -> Vocabulary {
        let vars = ['v', 'w', 'x'].map(|mark| {
            let names = program.var_ids().map(|var| format!("{mark}{}", var.index()));
            names.map(|name| terms.constant(&name, SortId::INT)).collect()
        });
        let arrays = ['a', 'b', 'c'].map(|mark| {
            let mut symbols = Vec::new();
            for id in program.array_ids() {
                let sort = sort(terms, program.array(id));
                symbols.push(terms.constant(&format!("{mark}{}", id.index()), sort));
            }
            symbols
        });
        Vocabulary { vars, arrays }
    }

    /// Reads what is said at a location, `of_loop` if paths go through it; the reason if it makes no sense there.
    pub fn read(
        &self,
        terms: &mut Terms,
        program: &Program,
        loc: LocId,
        text: &str,
        of_loop: bool,
    ) -> Result<TermId, String> {
        let formula = parse_term(terms, text).map_err(|error| error.to_string())?;
        if terms.sort(formula) != SortId::BOOL {
            return Err("it is no condition".to_owned());
        }
        let proc = program.loc(loc).proc;
        let is_entry = program.proc(proc).entry == loc;
        let sum = super::sums::symbol(terms);
        for symbol in terms.free_symbols(&[formula]).into_iter().filter(|symbol| *symbol != sum) {
            let is = |term: &TermId| terms.as_constant(*term) == Some(symbol);
            let owner_of = |mark: usize| {
                let var = self.vars[mark].iter().position(is).map(|at| program.vars[at].owner);
                var.or(self.arrays[mark].iter().position(is).map(|at| program.arrays[at].owner))
            };
            let now = owner_of(0).or(owner_of(2).filter(|_| of_loop));
            let before = self.vars[1].iter().position(is).map(|at| {
                let var = heureka_ir::VarId(at as u32);
                program.vars[at].owner.is_none() || program.proc(proc).params.contains(&var)
            });
            let before = before.or(self.arrays[1].iter().position(is).map(|at| program.arrays[at].owner.is_none()));
            let is_known = match (now, before) {
                (Some(owner), _) => !is_entry && owner.is_none_or(|owner| owner == proc),
                (None, before) => before == Some(true),
            };
            if !is_known {
                return Err(format!("`{}` has no meaning there", terms.symbol(symbol).name));
            }
        }
        Ok(formula)
    }
}

/// One level for each dimension.
pub fn sort(terms: &mut Terms, array: &Array) -> SortId {
    array.dims.iter().fold(SortId::INT, |sort, _| terms.array_sort(SortId::INT, sort))
}
