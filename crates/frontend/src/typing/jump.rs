//! Labels, `switch` and what jumps to them.

use std::collections::{BTreeMap, HashMap};

use heureka_ir::span::Span;

use super::{Typed, Typer};
use crate::ast;
use crate::ctype::TyId;
use crate::diagnostic::Diagnostic;
use crate::symbol::Symbol;
use crate::tree::{LabelId, StmtKind};

#[derive(Debug)]
struct Label {
    name: Symbol,
    /// Of the definition; before it, of the first use.
    span: Span,
    defined: bool,
    used: bool,
}

/// The labels of a function.
#[derive(Debug, Default)]
pub(super) struct Labels {
    /// What the names mean at the moment: GNU local labels hide others.
    by_name: HashMap<Symbol, LabelId>,
    /// By id.
    list: Vec<Label>,
    /// The meanings that local labels hide, to be restored at the end of their blocks.
    hidden: Vec<(Symbol, Option<LabelId>)>,
}

impl Labels {
    fn add(&mut self, name: Symbol, span: Span) -> LabelId {
        let id = LabelId(self.list.len() as u32);
        self.list.push(Label { name, span, defined: false, used: false });
        self.by_name.insert(name, id);
        id
    }

    fn find(&mut self, name: Symbol, span: Span) -> LabelId {
        match self.by_name.get(&name) {
            Some(&id) => id,
            None => self.add(name, span),
        }
    }

    pub(super) fn places(&self) -> Vec<(Symbol, Span)> {
        self.list.iter().map(|label| (label.name, label.span)).collect()
    }
}

/// A `switch` while its body is typed.
#[derive(Debug)]
pub(super) struct Switch {
    ty: TyId,
    /// From the low to the high end of each case and its place.
    cases: BTreeMap<i128, (i128, Span)>,
    default: Option<Span>,
}

impl Switch {
    pub(super) fn new(ty: TyId) -> Switch {
        Switch { ty, cases: BTreeMap::new(), default: None }
    }
}

impl Typer {
    /// Remembers where a block starts, for [`Typer::leave_label_scope`].
    pub(super) fn enter_label_scope(&self) -> usize {
        self.function_state().labels.hidden.len()
    }

    pub(super) fn leave_label_scope(&mut self, mark: usize) {
        let labels = &mut self.function_state_mut().labels;
        for (name, meaning) in labels.hidden.drain(mark..).rev() {
            match meaning {
                Some(id) => labels.by_name.insert(name, id),
                None => labels.by_name.remove(&name),
            };
        }
    }

    /// GNU `__label__`.
    pub(super) fn declare_local_label(&mut self, name: Symbol, span: Span) {
        let labels = &mut self.function_state_mut().labels;
        let outer = labels.by_name.get(&name).copied();
        labels.hidden.push((name, outer));
        labels.add(name, span);
    }

    pub(super) fn use_label(&mut self, name: Symbol, span: Span) -> Typed<LabelId> {
        if self.current.is_none() {
            return Err(self.error(span, "a label is used outside of a function"));
        }
        let labels = &mut self.function_state_mut().labels;
        let id = labels.find(name, span);
        labels.list[id.index()].used = true;
        Ok(id)
    }

    pub(super) fn define_label(&mut self, name: Symbol, span: Span) -> Typed<LabelId> {
        let labels = &mut self.function_state_mut().labels;
        let id = labels.find(name, span);
        let label = &mut labels.list[id.index()];
        if label.defined {
            let earlier = label.span;
            let message = format!("label `{}` is defined twice", self.name(name));
            return Err(self.report(Diagnostic::error(span, message).with_note_at(earlier, "first defined here")));
        }
        (label.span, label.defined) = (span, true);
        Ok(id)
    }

    /// Complains about labels that are used and nowhere defined.
    pub(super) fn check_labels(&mut self) {
        let missing: Vec<(Symbol, Span)> = self
            .function_state()
            .labels
            .list
            .iter()
            .filter(|label| label.used && !label.defined)
            .map(|label| (label.name, label.span))
            .collect();
        for (name, span) in missing {
            let message = format!("label `{}` is not defined in this function", self.name(name));
            self.error(span, message);
        }
    }

    /// `case value:` or `case low ... high:`.
    pub(super) fn case(&mut self, case: &ast::Case, span: Span) -> Typed<StmtKind> {
        let Some(ty) = self.function_state().switches.last().map(|switch| switch.ty) else {
            return Err(self.error(span, "`case` outside of a `switch`"));
        };
        let low = self.case_value(&case.value, ty)?;
        let high = match &case.end {
            Some(end) => self.case_value(end, ty)?,
            None => low,
        };
        if low > high {
            self.warning(case.value.span, "the range of this case is empty");
        } else {
            self.add_case(low, high, case.value.span)?;
        }
        Ok(StmtKind::Case { low, high })
    }

    fn case_value(&mut self, expr: &ast::Expr, ty: TyId) -> Typed<i128> {
        let value = self.integer_constant(expr, "the value of a case")?;
        Ok(self.types.int_ty(ty).map_or(value, |ty| ty.wrap(value)))
    }

    fn add_case(&mut self, low: i128, high: i128, span: Span) -> Typed<()> {
        let switch = self.function_state_mut().switches.last_mut().expect("the caller is in a switch");
        let below = switch.cases.range(..=high).next_back().map(|(_, &case)| case);
        if let Some((below_high, earlier)) = below
            && below_high >= low
        {
            let message = if low == high {
                format!("duplicate case {low}")
            } else {
                format!("case {low} ... {high} overlaps another")
            };
            return Err(self.report(Diagnostic::error(span, message).with_note_at(earlier, "the other is here")));
        }
        switch.cases.insert(low, (high, span));
        Ok(())
    }

    pub(super) fn default_case(&mut self, span: Span) -> Typed<StmtKind> {
        let Some(switch) = self.function_state_mut().switches.last_mut() else {
            return Err(self.error(span, "`default` outside of a `switch`"));
        };
        if let Some(earlier) = switch.default {
            let diagnostic = Diagnostic::error(span, "two `default` labels in one `switch`");
            return Err(self.report(diagnostic.with_note_at(earlier, "the other is here")));
        }
        switch.default = Some(span);
        Ok(StmtKind::Default)
    }
}
