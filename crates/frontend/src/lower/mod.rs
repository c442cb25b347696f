//! From the typed tree to the program graph.
//!
//! Control flow becomes edges, side effects become steps in C's order (left to right where C leaves it open; the right
//! side of an assignment before the left), and memory becomes variables and arrays as the points-to analysis allows: see
//! [`storage`] for the layout. What is not modelled becomes an `Unsupported` location or an `Unmodelled` havoc.

mod call;
mod condition;
mod copy;
mod expr;
mod format;
mod heap;
mod initial;
mod known;
mod lifetime;
mod place;
mod pointer;
mod prune;
mod sets;
mod skipped;
mod stmt;
mod storage;
mod unbounded;
mod unions;
mod value;
mod view;

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use heureka_ir::span::Span;
use heureka_ir::{
    ArrayId, ExprId, Fault, IntTy, LocId, LocKind, Node, Op, ProcId, Program, ProgramBuilder, Role, Source, Var, VarId,
};

use self::heap::HeapSite;
use self::storage::Leaf;
use crate::ctype::{CType, TyId};
use crate::diagnostic::Diagnostic;
use crate::library::Library;
use crate::points_to::{FOREIGN, NodeId, PointsTo, SiteId, analyse};
use crate::tree::{Expr, FuncId, GlobalId, LocalId, Stmt, Unit};

/// What counts as an error, and where the program starts.
#[derive(Clone, Debug)]
pub struct LowerOptions {
    pub entry: String,
    /// Calling one of these is an error, whatever their bodies.
    pub error_functions: Vec<String>,
    /// Reaching this label is an error.
    pub error_label: Option<String>,
    /// Whether a failing `assert` is an error; otherwise it only ends the execution.
    pub assertions: bool,
    /// Whether blocks that are not freed at the end are an error.
    pub leaks: bool,
    /// Of these, only blocks that nothing points to.
    pub only_lost: bool,
    /// Whether accesses outside of objects are errors: then nobody may pass over what reads memory that is not modelled, and
    /// every object must have a length.
    pub accesses: bool,
    /// Whether globals have arbitrary values when the entry function is called, as a contract has it.
    pub arbitrary_globals: bool,
}

impl Default for LowerOptions {
    fn default() -> LowerOptions {
        LowerOptions {
            entry: "main".to_owned(),
            error_functions: vec!["reach_error".to_owned(), "__VERIFIER_error".to_owned()],
            error_label: Some("ERROR".to_owned()),
            assertions: true,
            leaks: false,
            only_lost: false,
            accesses: false,
            arbitrary_globals: false,
        }
    }
}

/// Lowers what can be reached from the entry function.
pub fn lower(mut unit: Unit, options: &LowerOptions) -> Result<Program, Diagnostic> {
    let entry = find_entry(&unit, &options.entry)?;
    let library = Library::of(&unit, &options.error_functions);
    let points = analyse(&mut unit, &library, entry);
    let mut lowerer = Lowerer::new(&unit, &library, points, options);
    lowerer.declare_procs();
    for at in 0..lowerer.points.reachable.len() {
        lowerer.function(lowerer.points.reachable[at]);
    }
    let start = lowerer.start(entry);
    let mut builder = lowerer.b;
    let always = &lowerer.without_row_length;
    unbounded::refuse_unknown_lengths(&mut builder, &lowerer.without_length, always, options.accesses);
    prune::prune(&mut builder);
    Ok(builder.finish(start))
}

fn find_entry(unit: &Unit, name: &str) -> Result<FuncId, Diagnostic> {
    let found = unit.functions.iter().position(|function| unit.symbols.name(function.name) == name);
    match found {
        Some(at) if unit.functions[at].body.is_some() => Ok(FuncId(at as u32)),
        Some(at) => {
            let span = unit.functions[at].span;
            Err(Diagnostic::error(span, format!("the entry function `{name}` is declared but has no body")))
        }
        None => {
            let error = Diagnostic::error(Span::NONE, format!("there is no entry function `{name}`"));
            Err(error.with_note("use `--entry FUNCTION` to start elsewhere"))
        }
    }
}

struct Lowerer<'a> {
    unit: &'a Unit,
    library: &'a Library,
    points: PointsTo,
    options: &'a LowerOptions,
    b: ProgramBuilder,
    /// Variables and arrays of the scalar places met so far.
    leaves: HashMap<NodeId, Rc<Leaf>>,
    /// The numbers of the places that pointers point to.
    numbers: HashMap<NodeId, i128>,
    /// For each object the one place in it whose addresses are elements of sets.
    element_places: HashMap<NodeId, NodeId>,
    /// The hidden local that holds the instance of an object that a function's own name refers to.
    own_instance: HashMap<NodeId, VarId>,
    /// The counters of instances.
    instance_count: HashMap<NodeId, VarId>,
    /// The lengths of variable-length arrays with many instances.
    length_tables: HashMap<(NodeId, LocalId), ArrayId>,
    /// For each local that may be pointed to when it is gone, whether it is alive.
    alive: HashMap<NodeId, storage::Cell>,
    heap: Vec<HeapSite>,
    /// Sites of `alloca` whose blocks may be pointed to when they are gone.
    outlived: BTreeSet<SiteId>,
    /// Whether blocks that are not freed at the end are an error.
    leaks: bool,
    /// Arrays of which the program does not say how long they are.
    without_length: BTreeSet<ArrayId>,
    /// Those among them that are rows, so that it is not known where the second one starts.
    without_row_length: BTreeSet<ArrayId>,
    /// Constant initial values of globals, by place and position in row-major order.
    initial: HashMap<GlobalId, HashMap<NodeId, initial::Values>>,
    /// Leaves of globals whose initial value is not modelled.
    unknown_initial: BTreeSet<NodeId>,
    procs: Vec<Option<ProcId>>,
    /// The variables through which the arguments of a function are passed.
    param_cache: HashMap<FuncId, Vec<value::Slots>>,
    /// Whether lowering an expression emits steps that change something (memoised).
    effects: HashMap<*const Expr, bool>,
    // The function being lowered.
    func: FuncId,
    proc: ProcId,
    /// Where the next step starts; `None` in code that cannot be reached.
    at: Option<LocId>,
    /// The position of the edge that leads to `at`, when it is the only one and nothing else refers to `at`.
    fresh: Option<usize>,
    temps: u32,
    /// How many loops surround the current statement.
    loop_depth: u32,
    targets: stmt::JumpTargets,
    /// The locals whose declaration a jump may skip, by the address of the jump.
    skipped: HashMap<*const Stmt, Vec<LocalId>>,
    scopes: lifetime::Scopes,
}

impl<'a> Lowerer<'a> {
    fn new(unit: &'a Unit, library: &'a Library, points: PointsTo, options: &'a LowerOptions) -> Lowerer<'a> {
        let mut lowerer = Lowerer {
            unit,
            library,
            options,
            b: ProgramBuilder { files: unit.files.clone(), ..ProgramBuilder::default() },
            leaves: HashMap::new(),
            numbers: HashMap::new(),
            element_places: HashMap::new(),
            own_instance: HashMap::new(),
            instance_count: HashMap::new(),
            length_tables: HashMap::new(),
            alive: HashMap::new(),
            heap: Vec::new(),
            outlived: BTreeSet::new(),
            leaks: options.leaks,
            without_length: BTreeSet::new(),
            without_row_length: BTreeSet::new(),
            initial: HashMap::new(),
            unknown_initial: BTreeSet::new(),
            procs: vec![None; unit.functions.len()],
            param_cache: HashMap::new(),
            effects: HashMap::new(),
            func: points.reachable[0],
            proc: ProcId(0),
            at: None,
            fresh: None,
            temps: 0,
            loop_depth: 0,
            targets: stmt::JumpTargets::default(),
            skipped: HashMap::new(),
            scopes: lifetime::Scopes::default(),
            points,
        };
        lowerer.declare_heap();
        lowerer.flag_short_lived();
        lowerer
    }

    /// The procedure in which the execution starts: unknown values are chosen, then the entry function is called.
    fn start(&mut self, entry: FuncId) -> ProcId {
        let unit = self.unit;
        let span = unit.functions[entry.index()].span;
        let start = self.b.add_proc("<start>", span);
        self.proc = start;
        self.enter(self.b.procs[start.index()].entry);
        self.havoc_extern_globals();
        self.call_all(&unit.constructors, span);
        let is_main = self.unit.symbols.name(self.unit.functions[entry.index()].name) == "main";
        let callee = self.procs[entry.index()].expect("the entry function is reachable");
        let params = self.b.procs[callee.index()].params.clone();
        let mut args = Vec::new();
        for param in params {
            let Var { name, ty, role, .. } = self.b.vars[param.index()].clone();
            args.push(match role {
                // What `main` is given is there; any other entry function may be called with null.
                Role::PointerObject if is_main => self.b.exprs.int(ty, pointer::FOREIGN_NUMBER),
                Role::PointerObject => {
                    let source = Source::Input(format!("argument {name}").into());
                    self.null_or(FOREIGN, source, span)
                }
                Role::PointerOffset | Role::PointerInstance => self.b.exprs.int(ty, 0),
                _ => {
                    let var = self.temp(ty);
                    let source = Source::Input(format!("argument {name}").into());
                    self.emit(Op::Havoc { var, source }, span);
                    let value = self.b.var_expr(var);
                    // What C promises of `argc`.
                    if is_main && args.is_empty() {
                        self.assume_between(value, 0, ty.max(), span);
                    }
                    value
                }
            });
        }
        if let CType::Function(function) = unit.types.get(unit.functions[entry.index()].ty)
            && function.params.iter().any(|&param| *unit.types.get(param) == CType::Set)
        {
            self.unsupported("an entry function that takes a set", span);
        }
        if let CType::Function(function) = unit.types.get(unit.functions[entry.index()].ty)
            && function.params.iter().any(|&param| self.is_by_parts(param))
        {
            self.unsupported("an entry function that takes a record with arrays or unions", span);
        }
        self.emit(Op::Call { proc: callee, args: args.into(), results: Box::default() }, span);
        self.call_all(&unit.destructors, span);
        self.check_leaks(false, span);
        self.jump(self.b.procs[start.index()].exit, span);
        start
    }

    /// Calls functions without arguments: what runs before and after the entry function.
    fn call_all(&mut self, functions: &[FuncId], span: Span) {
        for func in functions {
            let Some(proc) = self.procs[func.index()] else { continue };
            if self.b.procs[proc.index()].params.is_empty() {
                self.emit(Op::Call { proc, args: Box::default(), results: Box::default() }, span);
            } else {
                self.unsupported("a constructor or destructor with parameters", span);
            }
        }
    }

    // Building the graph.

    /// Continues at an existing location.
    fn enter(&mut self, loc: LocId) {
        self.at = Some(loc);
        self.fresh = None;
    }

    fn new_loc(&mut self, span: Span) -> LocId {
        self.b.add_loc(self.proc, LocKind::Normal, span)
    }

    /// One step from here to a new location. Nothing happens in code that cannot be reached.
    fn emit(&mut self, op: Op, span: Span) {
        let Some(from) = self.at else { return };
        if self.redirect_result(&op) {
            return;
        }
        let to = self.new_loc(span);
        self.fresh = Some(self.b.edges.len());
        self.b.add_edge(from, to, op, span);
        self.at = Some(to);
    }

    /// `t = input(); x = t` is `x = input()`: when the step before has just set a temporary, which nothing else reads,
    /// it can set the variable itself. True when that is all there is to do.
    fn redirect_result(&mut self, op: &Op) -> bool {
        let Op::Assign(pairs) = op else { return false };
        let [(var, value)] = **pairs else { return false };
        let Node::Var(temp) = *self.b.exprs.node(value) else { return false };
        if self.b.vars[temp.index()].role != Role::Temp {
            return false;
        }
        let Some(last) = self.fresh.map(|edge| &mut self.b.edges[edge].op) else { return false };
        match last {
            Op::Havoc { var: set, .. } if *set == temp => *set = var,
            Op::Call { results, .. } if **results == [temp] => results[0] = var,
            _ => return false,
        }
        true
    }

    /// Goes on at `to`. An edge that leads only here is turned there; otherwise an empty step is added.
    fn jump(&mut self, to: LocId, span: Span) {
        let Some(from) = self.at.take() else { return };
        match self.fresh.take() {
            Some(edge) => {
                self.b.edges[edge].to = to;
                if from.index() + 1 == self.b.locs.len() {
                    self.b.locs.pop();
                }
            }
            None => self.b.add_edge(from, to, Op::Skip, span),
        }
    }

    /// Two ways from here; the current location becomes `None`.
    fn split(&mut self, condition: ExprId, on_true: LocId, on_false: LocId, span: Span) {
        let Some(from) = self.at.take() else { return };
        self.fresh = None;
        match self.b.exprs.as_bool(condition) {
            Some(value) => self.b.add_edge(from, if value { on_true } else { on_false }, Op::Skip, span),
            None => {
                let complement = self.b.exprs.not(condition);
                self.b.add_edge(from, on_true, Op::Assume(condition), span);
                self.b.add_edge(from, on_false, Op::Assume(complement), span);
            }
        }
    }

    /// Goes on only where the condition is false; where it holds, the execution arrives at a location of this kind.
    fn unless(&mut self, condition: ExprId, kind: LocKind, span: Span) {
        if self.at.is_none() || self.b.exprs.as_bool(condition) == Some(false) {
            return;
        }
        let bad = self.b.add_loc(self.proc, kind, span);
        let good = self.new_loc(span);
        let certain = self.b.exprs.as_bool(condition) == Some(true);
        self.split(condition, bad, good, span);
        if !certain {
            self.enter(good);
        }
    }

    fn unless_fault(&mut self, condition: ExprId, fault: Fault, note: impl Into<Box<str>>, span: Span) {
        self.unless(condition, LocKind::Error { fault, note: note.into() }, span);
    }

    /// The execution ends here in a location of this kind.
    fn end(&mut self, kind: LocKind, span: Span) {
        if self.at.is_some() {
            let loc = self.b.add_loc(self.proc, kind, span);
            self.jump(loc, span);
        }
    }

    fn unsupported(&mut self, what: impl Into<Box<str>>, span: Span) {
        self.end(LocKind::Unsupported { what: what.into() }, span);
    }

    // Variables.

    fn temp(&mut self, ty: IntTy) -> VarId {
        self.temps += 1;
        let name = format!("t{}", self.temps);
        let owner = Some(self.proc);
        self.b.add_var(Var { name, ty, owner, role: Role::Temp, init: 0, span: Span::NONE })
    }

    fn hidden_global(&mut self, name: &str, ty: IntTy, span: Span) -> VarId {
        self.b.add_var(Var { name: name.to_owned(), ty, owner: None, role: Role::Hidden, init: 0, span })
    }

    fn set(&mut self, var: VarId, value: ExprId, span: Span) {
        self.emit(Op::Assign([(var, value)].into()), span);
    }

    /// A temporary that holds the value from here on, whatever changes; a constant stays what it is.
    fn hold(&mut self, value: ExprId, span: Span) -> ExprId {
        if self.b.exprs.as_const(value).is_some() {
            return value;
        }
        let var = self.temp(self.b.exprs.int_ty(value));
        self.set(var, value, span);
        self.b.var_expr(var)
    }

    fn offset(&mut self, value: i128) -> ExprId {
        self.b.exprs.int(IntTy::OFFSET, value)
    }

    /// What a pointer type points to.
    fn pointee(&self, ty: TyId) -> TyId {
        self.unit.types.pointee(ty).expect("typing moves pointers only")
    }

    /// The program graph's type of an integer type of C.
    fn int_ty(&self, ty: TyId) -> IntTy {
        self.unit.types.int_ty(ty).expect("typing leaves only modelled integers as integer values")
    }
}
