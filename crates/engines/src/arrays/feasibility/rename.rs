//! Renaming: the state of the execution along the path, in which no variable is assigned twice (Table 1, column
//! "Renamed Statement").
//!
//! A variable holds a known number, or a symbol that was made by the step that assigned it. Every call has its own
//! locals and local arrays.

use std::collections::HashMap;

use heureka_ir::{ArrayId, Contents, Dim, EdgeId, ExprId, IntTy, LocId, ProcId, Program, VarId};
use heureka_logic::TermId;

use super::ask::Asks;
use super::formula::Formulae;
use super::number::{Number, Truth, Value};
use super::reason::{ReasonId, Reasons};
use super::store::{Filling, Store, StoreId, Supplier};
use crate::engine::Arithmetic;

/// A read of a cell on the path.
pub struct Read {
    pub step: usize,
    pub array: ArrayId,
    pub indices: Box<[ExprId]>,
    pub numbers: Box<[Number]>,
    pub store: StoreId,
    pub supplier: Supplier,
}

/// A variable.
#[derive(Clone, Copy)]
pub struct Slot {
    pub value: Value,
    /// The number of the shown step that assigned it; 0 for none.
    pub version: usize,
}

pub struct Frame {
    pub proc: ProcId,
    /// The call that made it; none for the entry procedure.
    pub call: Option<EdgeId>,
    locals: Vec<Slot>,
    arrays: Vec<StoreId>,
}

/// Where variables and arrays stand in the frames of their procedures.
struct Layout {
    var_slots: Vec<usize>,
    array_slots: Vec<usize>,
    /// By procedure.
    local_counts: Vec<usize>,
    local_arrays: Vec<Vec<ArrayId>>,
}

impl Layout {
    fn of(program: &Program) -> Layout {
        let mut layout = Layout {
            var_slots: Vec::new(),
            array_slots: Vec::new(),
            local_counts: vec![0; program.procs.len()],
            local_arrays: vec![Vec::new(); program.procs.len()],
        };
        let (mut globals, mut global_arrays) = (0, 0);
        for var in &program.vars {
            let count = var.owner.map_or(&mut globals, |proc| &mut layout.local_counts[proc.index()]);
            layout.var_slots.push(*count);
            *count += 1;
        }
        for (id, array) in program.array_ids().zip(&program.arrays) {
            layout.array_slots.push(match array.owner {
                Some(proc) => {
                    layout.local_arrays[proc.index()].push(id);
                    layout.local_arrays[proc.index()].len() - 1
                }
                None => {
                    global_arrays += 1;
                    global_arrays - 1
                }
            });
        }
        layout
    }
}

pub struct Renaming<'p> {
    pub program: &'p Program,
    pub formulae: Formulae,
    pub reasons: Reasons,
    pub reads: Vec<Read>,
    pub asks: Asks,
    pub frames: Vec<Frame>,
    /// The place in the path of the step at hand.
    pub step: usize,
    /// The location that the execution is at.
    pub at: LocId,
    /// Why no execution comes along here: the first contradiction between known numbers.
    pub contradiction: Option<ReasonId>,
    layout: Layout,
    globals: Vec<Slot>,
    global_arrays: Vec<StoreId>,
    stores: Vec<Store>,
    /// Symbols that a guard made equal to a number.
    learned: HashMap<TermId, (i128, ReasonId)>,
}

impl<'p> Renaming<'p> {
    pub fn new(program: &'p Program, arithmetic: Arithmetic) -> Renaming<'p> {
        let globals = program.vars.iter().filter(|var| var.owner.is_none());
        let globals = globals.map(|var| Slot { value: Value::initial(var.init), version: 0 }).collect();
        let mut renaming = Renaming {
            program,
            formulae: Formulae::new(arithmetic),
            reasons: Reasons::new(),
            reads: Vec::new(),
            asks: Asks::default(),
            frames: Vec::new(),
            step: 0,
            at: program.proc(program.entry).entry,
            contradiction: None,
            layout: Layout::of(program),
            globals,
            global_arrays: Vec::new(),
            stores: Vec::new(),
            learned: HashMap::new(),
        };
        for array in program.array_ids().filter(|&array| program.array(array).owner.is_none()) {
            let store = renaming.create(array);
            renaming.global_arrays.push(store);
        }
        renaming.enter(program.entry, None);
        renaming
    }

    /// Pushes a frame; its arrays come into being in the order in which the interpreter asks for their contents.
    pub fn enter(&mut self, proc: ProcId, call: Option<EdgeId>) {
        // The front end havocs what C leaves undefined; a local that was never assigned reads as zero.
        let unset = Slot { value: Value::initial(0), version: 0 };
        let locals = vec![unset; self.layout.local_counts[proc.index()]];
        self.frames.push(Frame { proc, call, locals, arrays: Vec::new() });
        for at in 0..self.layout.local_arrays[proc.index()].len() {
            let store = self.create(self.layout.local_arrays[proc.index()][at]);
            self.frame_mut().arrays.push(store);
        }
    }

    pub fn frame(&self) -> &Frame {
        self.frames.last().expect("the entry procedure is never left")
    }

    fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the entry procedure is never left")
    }

    fn create(&mut self, id: ArrayId) -> StoreId {
        let store = StoreId(u32::try_from(self.stores.len()).expect("fewer than 2^32 arrays"));
        let array = self.program.array(id);
        let (filling, listed) = match &array.init {
            Contents::Undefined => (Filling::Free(self.asks.contents()), Vec::new()),
            Contents::Zero => (Filling::Value(Value::initial(0)), Vec::new()),
            Contents::Values(values) => {
                let listed =
                    values.iter().enumerate().filter_map(|(at, &value)| Some((place(&array.dims, at)?, value)));
                (Filling::Value(Value::initial(0)), listed.collect())
            }
        };
        self.stores.push(Store::new(id, filling, listed));
        store
    }

    pub fn store(&self, id: StoreId) -> &Store {
        &self.stores[id.0 as usize]
    }

    pub fn store_mut(&mut self, id: StoreId) -> &mut Store {
        &mut self.stores[id.0 as usize]
    }

    /// The array that a name means now.
    pub fn store_of(&self, array: ArrayId) -> StoreId {
        let slot = self.layout.array_slots[array.index()];
        match self.program.array(array).owner {
            None => self.global_arrays[slot],
            Some(_) => self.frame().arrays[slot],
        }
    }

    pub fn slot(&self, var: VarId) -> &Slot {
        let slot = self.layout.var_slots[var.index()];
        match self.program.var(var).owner {
            None => &self.globals[slot],
            Some(_) => &self.frame().locals[slot],
        }
    }

    pub fn slot_mut(&mut self, var: VarId) -> &mut Slot {
        let slot = self.layout.var_slots[var.index()];
        match self.program.var(var).owner {
            None => &mut self.globals[slot],
            Some(_) => &mut self.frame_mut().locals[slot],
        }
    }

    pub fn value_of(&mut self, var: VarId) -> Value {
        let value = self.slot(var).value;
        self.resolved(value)
    }

    /// The value, as a number if a guard says which.
    pub fn resolved(&mut self, value: Value) -> Value {
        let Number::Open { base, offset, .. } = value.number else { return value };
        let Some(&(known, because)) = self.learned.get(&base) else { return value };
        let Some(known) = known.checked_add(offset) else { return value };
        Value { number: Number::Known(known), reason: self.reasons.both(value.reason, because) }
    }

    /// From here on the symbol is equal to the number.
    pub fn learn(&mut self, symbol: TermId, value: i128, because: ReasonId) {
        self.learned.entry(symbol).or_insert((value, because));
    }

    /// What holds if the execution takes this step.
    pub fn constrain(&mut self, truth: Truth, reason: ReasonId) {
        match truth {
            Truth::Known(true) => {}
            Truth::Known(false) => {
                let reason = self.reasons.step(self.step, reason);
                self.contradiction.get_or_insert(reason);
            }
            Truth::Open(formula) => self.formulae.say(self.step, formula, reason),
        }
    }

    /// A number that stands for a value that a step computed: the value itself where that is short, else a new symbol
    /// with a clause that says what it is.
    pub fn assigned(&mut self, name: &str, ty: IntTy, value: Value) -> Value {
        let short = match value.number {
            Number::Known(_) => true,
            Number::Open { base, .. } => self.formulae.terms.as_constant(base).is_some(),
        };
        if short {
            return Value { number: value.number, reason: self.reasons.step(self.step, value.reason) };
        }
        let range = self.formulae.range_of(ty);
        let number = self.formulae.unknown(name, range);
        let (symbol, meaning) = (self.formulae.term(number), self.formulae.term(value.number));
        let equal = self.formulae.terms.eq(symbol, meaning);
        self.formulae.say(self.step, equal, value.reason);
        Value { number, reason: ReasonId::NOTHING }
    }

    /// The number, without its reason: where there is one, a new symbol with a clause of the step that says it.
    pub fn named(&mut self, step: usize, ty: IntTy, value: Value) -> Number {
        if value.reason == ReasonId::NOTHING {
            return value.number;
        }
        // Not the range of the value: that would tell it to those who do not use the clause.
        let range = self.formulae.range_of(ty);
        let number = self.formulae.unknown("stored", range);
        let (symbol, meaning) = (self.formulae.term(number), self.formulae.term(value.number));
        let equal = self.formulae.terms.eq(symbol, meaning);
        self.formulae.say(step, equal, value.reason);
        number
    }
}

/// The index of a value in row-major order; none where the array has no such cell.
fn place(dims: &[Dim], at: usize) -> Option<Box<[i128]>> {
    // The last dimension without a fixed extent takes what is left, and those before it are zero.
    let fixed = dims.iter().rev().take_while(|dim| matches!(dim, Dim::Const(_))).count();
    let fixed_from = dims.len() - fixed;
    let mut index = vec![0; dims.len()];
    let mut rest = at as u64;
    for (place, dim) in dims.iter().enumerate().rev().take(fixed) {
        let Dim::Const(extent) = dim else { unreachable!("only fixed extents were counted") };
        if *extent == 0 {
            return None;
        }
        index[place] = i128::from(rest % extent);
        rest /= extent;
    }
    match fixed_from.checked_sub(1) {
        Some(last) => index[last] = i128::from(rest),
        None if rest > 0 => return None,
        None => {}
    }
    Some(index.into())
}
