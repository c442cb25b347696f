//! Declarations that jumps skip: `goto` and `switch` may lead into the scope of a local without passing its declaration,
//! and the local is then there with an arbitrary value.

use std::collections::HashMap;

use crate::tree::{LabelId, LocalId, Stmt, StmtKind};

/// For each `goto` and `switch` of a function (by address) the locals whose declaration it may skip.
pub fn skipped_declarations(stmts: &[Stmt]) -> HashMap<*const Stmt, Vec<LocalId>> {
    let mut walk = Walk::default();
    walk.block(stmts);
    let gotos = walk.gotos.iter().filter_map(|&(stmt, from, label)| Some((stmt, from, *walk.labels.get(&label)?)));
    let mut skipped: HashMap<*const Stmt, Vec<LocalId>> = HashMap::new();
    for (stmt, from, to) in gotos.chain(walk.cases.iter().copied()) {
        for decl in &walk.decls {
            let comes_from_inside = decl.at < from && from < decl.end;
            let leads_inside = decl.at < to && to < decl.end;
            if leads_inside && !comes_from_inside {
                let locals = skipped.entry(stmt).or_default();
                if !locals.contains(&decl.local) {
                    locals.push(decl.local);
                }
            }
        }
    }
    skipped
}

/// A declaration and the end of its scope, as positions in the text.
struct Decl {
    local: LocalId,
    at: u32,
    end: u32,
}

#[derive(Default)]
struct Walk {
    next: u32,
    decls: Vec<Decl>,
    labels: HashMap<LabelId, u32>,
    gotos: Vec<(*const Stmt, u32, LabelId)>,
    /// A switch, its position, and the position of one of its cases.
    cases: Vec<(*const Stmt, u32, u32)>,
    switches: Vec<(*const Stmt, u32)>,
}

impl Walk {
    /// Walks statements that share a scope.
    fn block(&mut self, stmts: &[Stmt]) {
        let first = self.decls.len();
        self.stmts(stmts);
        self.close(first);
    }

    fn close(&mut self, first: usize) {
        for decl in &mut self.decls[first..] {
            decl.end = decl.end.min(self.next);
        }
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let at = self.next;
        self.next += 1;
        match &stmt.kind {
            StmtKind::Declare(local, _) => self.decls.push(Decl { local: *local, at, end: u32::MAX }),
            StmtKind::Block(stmts) => self.block(stmts),
            StmtKind::If { then, otherwise, .. } => {
                self.stmt(then);
                if let Some(otherwise) = otherwise {
                    self.stmt(otherwise);
                }
            }
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => self.stmt(body),
            StmtKind::For { init, body, .. } => {
                let first = self.decls.len();
                self.stmts(init);
                self.stmt(body);
                self.close(first);
            }
            StmtKind::Switch { body, .. } => {
                self.switches.push((std::ptr::from_ref(stmt), at));
                self.stmt(body);
                self.switches.pop();
            }
            StmtKind::Case { .. } | StmtKind::Default => {
                if let Some(&(switch, from)) = self.switches.last() {
                    self.cases.push((switch, from, at));
                }
            }
            StmtKind::Label(label) => drop(self.labels.insert(*label, at)),
            StmtKind::Goto(label) => self.gotos.push((std::ptr::from_ref(stmt), at, *label)),
            _ => {}
        }
    }
}
