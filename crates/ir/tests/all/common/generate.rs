//! Random programs: valid by construction, with arbitrary (also irreducible) control flow.

use heureka_ir::program::*;
use heureka_ir::*;

/// Splitmix64: small, seeded, the same on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A value of the type: small, near a limit, or anything.
    pub fn value(&mut self, ty: IntTy) -> i128 {
        let raw = match self.below(6) {
            0..=2 => self.below(5) as i128 - 1,
            3 => ty.max() - self.below(2) as i128,
            4 => ty.min() + self.below(2) as i128,
            _ => self.next() as i128,
        };
        ty.wrap(raw)
    }
}

/// What the random programs look like.
#[derive(Clone, Copy)]
pub struct Recipe {
    /// Names that need quotes, several with one name.
    pub odd_names: bool,
    /// Operators that fault and array accesses out of bounds are likely.
    pub faults: bool,
    pub procs: usize,
    pub locs: usize,
}

const TYPES: [IntTy; 8] = [
    IntTy::INT,
    IntTy::INT,
    IntTy::unsigned(32),
    IntTy::signed(8),
    IntTy::unsigned(8),
    IntTy::signed(64),
    IntTy::unsigned(64),
    IntTy::signed(4),
];

struct Generator<'a> {
    random: &'a mut Random,
    recipe: Recipe,
    builder: ProgramBuilder,
    /// The variables and arrays that the procedure at hand can use.
    vars: Vec<VarId>,
    arrays: Vec<ArrayId>,
    names: usize,
}

pub fn random_program(random: &mut Random, recipe: Recipe) -> Program {
    let mut generator = Generator {
        random,
        recipe,
        builder: ProgramBuilder::default(),
        vars: Vec::new(),
        arrays: Vec::new(),
        names: 0,
    };
    generator.run()
}

impl Generator<'_> {
    fn run(&mut self) -> Program {
        self.builder.files.intern("main.c");
        self.builder.files.intern("dir/other \"file\".h");
        for name in ["a", "heap block"] {
            let span = self.span();
            self.builder.add_object(name, span);
        }
        for _ in 0..2 + self.random.below(3) {
            self.var(None);
        }
        for _ in 0..self.random.below(3) {
            self.array(None);
        }
        let (global_vars, global_arrays) = (self.vars.clone(), self.arrays.clone());
        let mut scopes = Vec::new();
        for at in 0..self.recipe.procs {
            let name = if self.recipe.odd_names { "proc".to_owned() } else { format!("p{at}") };
            let span = self.span();
            let proc = self.builder.add_proc(&name, span);
            (self.vars, self.arrays) = (global_vars.clone(), global_arrays.clone());
            let params: Box<[VarId]> = (0..self.random.below(3)).map(|_| self.var(Some(proc))).collect();
            let results: Box<[VarId]> = (0..self.random.below(3)).map(|_| self.var(Some(proc))).collect();
            for _ in 0..1 + self.random.below(3) {
                self.var(Some(proc));
            }
            if self.random.chance(40) {
                self.array(Some(proc));
            }
            let procedure = &mut self.builder.procs[proc.index()];
            (procedure.params, procedure.results) = (params, results);
            scopes.push((proc, self.vars.clone(), self.arrays.clone()));
        }
        for (proc, vars, arrays) in scopes {
            (self.vars, self.arrays) = (vars, arrays);
            self.body(proc);
        }
        std::mem::take(&mut self.builder).finish(ProcId(0))
    }

    fn span(&mut self) -> Span {
        match self.random.below(3) {
            0 => Span::NONE,
            file => Span {
                file: FileId(file as u32 - 1),
                line: 1 + self.random.below(90) as u32,
                column: 1 + self.random.below(40) as u32,
                len: self.random.below(4) as u32,
            },
        }
    }

    fn name(&mut self) -> String {
        self.names += 1;
        if self.recipe.odd_names {
            let names = ["x", "y", "x", "skip", "p.obj", "i32", "L3", "a b`c\n", "", "\u{e9}t\u{e9}", "temp", "1"];
            self.random.pick(&names).to_owned()
        } else {
            format!("v{}", self.names)
        }
    }

    fn var(&mut self, owner: Option<ProcId>) -> VarId {
        let ty = self.random.pick(&TYPES);
        let roles = [
            Role::Source,
            Role::Source,
            Role::Temp,
            Role::PointerObject,
            Role::PointerOffset,
            Role::PointerInstance,
            Role::Hidden,
        ];
        let init = if owner.is_none() { self.random.value(ty) } else { 0 };
        let var = Var { name: self.name(), ty, owner, role: self.random.pick(&roles), init, span: self.span() };
        let var = self.builder.add_var(var);
        self.vars.push(var);
        var
    }

    fn array(&mut self, owner: Option<ProcId>) -> ArrayId {
        if self.random.chance(25) {
            return self.set(owner);
        }
        let elem = self.random.pick(&TYPES);
        let extent = |random: &mut Random, vars: &[VarId]| match random.below(5) {
            0 => Dim::Var(random.pick(vars)),
            1 => Dim::Unbounded,
            _ => Dim::Const(2 + random.below(3) as u64),
        };
        let dims = (0..1 + self.random.below(2)).map(|_| extent(self.random, &self.vars)).collect();
        let init = match self.random.below(3) {
            0 => Contents::Undefined,
            1 => Contents::Zero,
            _ => Contents::Values((0..2).map(|_| self.random.value(elem)).collect()),
        };
        let array = Array { name: self.name(), elem, dims, owner, init, span: self.span() };
        let array = self.builder.add_array(array);
        self.arrays.push(array);
        array
    }

    fn set(&mut self, owner: Option<ProcId>) -> ArrayId {
        let (dims, init) = ([Dim::Element].into(), Contents::Zero);
        let set = Array { name: self.name(), elem: Array::MEMBERSHIP, dims, owner, init, span: self.span() };
        let set = self.builder.add_array(set);
        self.arrays.push(set);
        set
    }

    fn is_set(&self, array: ArrayId) -> bool {
        self.builder.arrays[array.index()].is_set()
    }

    fn change_set(&mut self, array: ArrayId) -> Op {
        let bit = |this: &mut Self, value| this.builder.exprs.int(Array::MEMBERSHIP, value);
        match self.random.below(6) {
            0 => Op::Fill { array, prefix: Box::default(), value: bit(self, 0) },
            1 | 2 => {
                let sets: Vec<ArrayId> = self.arrays.iter().copied().filter(|&array| self.is_set(array)).collect();
                Op::Copy { to: array, from: self.random.pick(&sets) }
            }
            member => {
                let indices = self.indices(array, 1);
                Op::Store { array, indices, value: bit(self, (member > 3).into()) }
            }
        }
    }

    fn body(&mut self, proc: ProcId) {
        let mut locs = vec![self.builder.procs[proc.index()].entry];
        for _ in 0..self.recipe.locs {
            let span = self.span();
            locs.push(self.builder.add_loc(proc, LocKind::Normal, span));
        }
        let normal = locs.len();
        locs.push(self.builder.procs[proc.index()].exit);
        for _ in 0..1 + self.random.below(2) {
            let fault = self.random.pick(&[Fault::Assertion, Fault::ErrorCall, Fault::ErrorLabel]);
            let note = self.random.pick(&["x > 0", "", "a \"quoted\" note"]).into();
            let span = self.span();
            locs.push(self.builder.add_loc(proc, LocKind::Error { fault, note }, span));
        }
        if self.random.chance(30) {
            locs.push(self.builder.add_loc(proc, LocKind::Halt, Span::NONE));
        }
        if self.random.chance(10) {
            locs.push(self.builder.add_loc(proc, LocKind::Unsupported { what: "setjmp".into() }, Span::NONE));
        }
        for at in 0..normal {
            self.steps(proc, &locs, at);
        }
    }

    /// A location some way on, sometimes back.
    fn target(&mut self, locs: &[LocId], at: usize) -> LocId {
        if self.random.chance(20) {
            // Not back to the entry, which is where calls start.
            return locs[1 + self.random.below(locs.len() - 1)];
        }
        let ahead = at + 1 + self.random.below(3.min(locs.len() - at - 1));
        locs[ahead.min(locs.len() - 1)]
    }

    fn steps(&mut self, proc: ProcId, locs: &[LocId], at: usize) {
        let (from, span) = (locs[at], self.span());
        let to = self.target(locs, at);
        let op = match self.random.below(12) {
            0..=3 => {
                let guard = self.condition(2);
                let not = self.builder.exprs.not(guard);
                let other = self.target(locs, at);
                self.builder.add_edge(from, to, Op::Assume(guard), span);
                self.builder.add_edge(from, other, Op::Assume(not), span);
                return;
            }
            4 if self.random.chance(30) => Op::Assume(self.condition(2)),
            4 => Op::Skip,
            5 => Op::Havoc { var: self.random.pick(&self.vars), source: self.source() },
            6 => {
                let callee = ProcId(self.random.below(self.recipe.procs) as u32);
                let (params, results) = {
                    let callee = &self.builder.procs[callee.index()];
                    (callee.params.clone(), callee.results.clone())
                };
                let args = params.iter().map(|&param| self.expr(self.builder.vars[param.index()].ty, 1)).collect();
                let targets: Option<Vec<VarId>> =
                    results.iter().map(|&result| self.fresh_var_of(self.builder.vars[result.index()].ty)).collect();
                let mut targets = targets.unwrap_or_default();
                let before = targets.len();
                targets.sort();
                targets.dedup();
                if targets.len() < before {
                    targets.clear();
                } else if let Some(in_order) = results
                    .iter()
                    .map(|&r| self.fresh_var_of(self.builder.vars[r.index()].ty))
                    .collect::<Option<Vec<_>>>()
                {
                    let mut sorted = in_order.clone();
                    sorted.sort();
                    sorted.dedup();
                    targets = if sorted.len() == in_order.len() { in_order } else { Vec::new() };
                }
                Op::Call { proc: callee, args, results: targets.into() }
            }
            7 if !self.arrays.is_empty() => {
                let array = self.random.pick(&self.arrays);
                if self.is_set(array) {
                    let op = self.change_set(array);
                    self.builder.add_edge(from, to, op, span);
                    return;
                }
                let (elem, dims) = {
                    let array = &self.builder.arrays[array.index()];
                    (array.elem, array.dims.len())
                };
                match self.random.below(4) {
                    0 => {
                        let prefix = self.indices(array, self.random.0 as usize % (dims + 1));
                        Op::Fill { array, prefix, value: self.expr(elem, 1) }
                    }
                    1 => {
                        let prefix = self.indices(array, self.random.0 as usize % (dims + 1));
                        Op::HavocArray { array, prefix, source: self.source() }
                    }
                    _ => Op::Store { array, indices: self.indices(array, dims), value: self.expr(elem, 2) },
                }
            }
            8 if self.random.chance(40) => {
                let results = self.builder.procs[proc.index()].results.clone();
                let values = results.iter().map(|&result| self.expr(self.builder.vars[result.index()].ty, 1)).collect();
                let exit = self.builder.procs[proc.index()].exit;
                self.builder.add_edge(from, exit, Op::Return(values), span);
                return;
            }
            9 => {
                let mut targets: Vec<VarId> =
                    (0..1 + self.random.below(2)).map(|_| self.random.pick(&self.vars)).collect();
                targets.sort();
                targets.dedup();
                let pairs = targets.into_iter().map(|var| (var, self.expr(self.builder.vars[var.index()].ty, 2)));
                Op::Assign(pairs.collect::<Vec<_>>().into())
            }
            _ => {
                let var = self.random.pick(&self.vars);
                Op::assign(var, self.expr(self.builder.vars[var.index()].ty, 2))
            }
        };
        self.builder.add_edge(from, to, op, span);
    }

    fn fresh_var_of(&mut self, ty: IntTy) -> Option<VarId> {
        let fitting: Vec<VarId> =
            self.vars.iter().copied().filter(|var| self.builder.vars[var.index()].ty == ty).collect();
        (!fitting.is_empty()).then(|| self.random.pick(&fitting))
    }

    fn source(&mut self) -> Source {
        match self.random.below(4) {
            0 => Source::Uninitialised,
            1 => Source::External("ext".into()),
            2 => Source::Unmodelled("float \"x\"".into()),
            _ => Source::Input("__VERIFIER_nondet_int".into()),
        }
    }

    fn indices(&mut self, array: ArrayId, count: usize) -> Box<[ExprId]> {
        let dims = self.builder.arrays[array.index()].dims.clone();
        let index = |dim: &Dim, this: &mut Self| {
            let ty = this.random.pick(&[IntTy::OFFSET, IntTy::INT, IntTy::unsigned(8)]);
            match dim {
                // Few elements, so that they are met again.
                Dim::Element if this.random.chance(60) => {
                    let value = this.random.below(3) as i128 - 1;
                    this.builder.exprs.int(IntTy::OFFSET, value)
                }
                Dim::Element => this.expr(IntTy::OFFSET, 1),
                Dim::Const(extent) if !this.recipe.faults || this.random.chance(70) => {
                    let value = this.random.below(*extent as usize) as i128;
                    this.builder.exprs.int(ty, value)
                }
                _ => this.expr(ty, 1),
            }
        };
        dims.iter().take(count).map(|dim| index(dim, self)).collect()
    }

    fn expr(&mut self, ty: IntTy, depth: usize) -> ExprId {
        if depth == 0 || self.random.chance(30) {
            let var = self.random.pick(&self.vars);
            return if self.random.chance(35) {
                let value = self.random.value(ty);
                self.builder.exprs.int(ty, value)
            } else {
                let read = self.builder.var_expr(var);
                self.builder.exprs.cast(ty, read)
            };
        }
        match self.random.below(12) {
            0 => {
                let op = if self.random.chance(50) { UnOp::Neg } else { UnOp::BitNot };
                let operand = self.expr(ty, depth - 1);
                self.builder.exprs.unary(op, operand)
            }
            1 => {
                let (condition, then) = (self.condition(depth - 1), self.expr(ty, depth - 1));
                let otherwise = self.expr(ty, depth - 1);
                self.builder.exprs.ite(condition, then, otherwise)
            }
            2 if !self.arrays.is_empty() => {
                let array = self.random.pick(&self.arrays);
                let (elem, dims) = {
                    let array = &self.builder.arrays[array.index()];
                    (array.elem, array.dims.len())
                };
                let indices = self.indices(array, dims);
                let read = self.builder.exprs.read(array, elem, indices);
                self.builder.exprs.cast(ty, read)
            }
            3 => {
                let other = self.random.pick(&TYPES);
                let operand = self.expr(other, depth - 1);
                self.builder.exprs.cast(ty, operand)
            }
            4 => {
                let amount_ty = self.random.pick(&TYPES);
                let amount = if self.recipe.faults && self.random.chance(40) {
                    self.expr(amount_ty, depth - 1)
                } else {
                    let amount = self.random.below(3.min(ty.bits() as usize)) as i128;
                    self.builder.exprs.int(amount_ty, amount)
                };
                let left = self.expr(ty, depth - 1);
                let op = if self.random.chance(50) { BinOp::Shl } else { BinOp::Shr };
                self.builder.exprs.binary(op, left, amount)
            }
            5 => {
                let op = if self.random.chance(50) { BinOp::Div } else { BinOp::Rem };
                let left = self.expr(ty, depth - 1);
                let right = if self.recipe.faults && self.random.chance(50) {
                    self.expr(ty, depth - 1)
                } else {
                    self.builder.exprs.int(ty, 3)
                };
                self.builder.exprs.binary(op, left, right)
            }
            _ => {
                let ops = [BinOp::Add, BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor];
                let op = self.random.pick(&ops);
                let (left, right) = (self.expr(ty, depth - 1), self.expr(ty, depth - 1));
                self.builder.exprs.binary(op, left, right)
            }
        }
    }

    fn condition(&mut self, depth: usize) -> ExprId {
        if depth > 0 && self.random.chance(25) {
            let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
            return match self.random.below(4) {
                0 => self.builder.exprs.and(left, right),
                1 => self.builder.exprs.or(left, right),
                2 => self.builder.exprs.not(left),
                _ => {
                    let third = self.condition(depth - 1);
                    self.builder.exprs.ite(left, right, third)
                }
            };
        }
        let sets: Vec<ArrayId> = self.arrays.iter().copied().filter(|&array| self.is_set(array)).collect();
        if !sets.is_empty() && self.random.chance(15) {
            let set = self.random.pick(&sets);
            return self.builder.exprs.not_empty(set);
        }
        let ty = self.random.pick(&TYPES);
        let op = self.random.pick(&[CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le]);
        let (left, right) = (self.expr(ty, depth), self.expr(ty, depth.min(1)));
        self.builder.exprs.compare(op, left, right)
    }
}
