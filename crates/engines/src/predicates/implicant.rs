//! From a formula and a model to one way in which the formula is true: a conjunction of literals without conditionals.
//!
//! Where a disjunction is true, one true operand is followed; where a number is a conditional, the branch that the model
//! takes, and the condition becomes a literal. Reads behind writes are decided the same way.

use std::collections::{HashMap, HashSet};

use heureka_logic::{Assignment, Op, Simplifier, SortId, TermId, Terms, Value, evaluate_all};

pub struct Implicant<'a> {
    terms: &'a mut Terms,
    simplifier: &'a mut Simplifier,
    values: HashMap<TermId, Value>,
    seen: HashSet<(TermId, bool)>,
    todo: Vec<(TermId, bool)>,
    resolved: HashMap<TermId, TermId>,
    /// Whether what is not equal is said to be less or greater.
    pub says_which: bool,
    pub literals: Vec<TermId>,
}

impl<'a> Implicant<'a> {
    /// `None` if the model does not say what the roots are.
    pub fn new(
        terms: &'a mut Terms,
        simplifier: &'a mut Simplifier,
        roots: &[TermId],
        model: &Assignment,
    ) -> Option<Implicant<'a>> {
        let order = terms.post_order(roots);
        let order: Vec<TermId> =
            order.into_iter().filter(|term| [SortId::BOOL, SortId::INT].contains(&terms.sort(*term))).collect();
        let values = evaluate_all(terms, &order, model).ok()?;
        let values = order.into_iter().zip(values).collect();
        Some(Implicant {
            terms,
            simplifier,
            values,
            seen: HashSet::new(),
            todo: Vec::new(),
            resolved: HashMap::new(),
            says_which: true,
            literals: Vec::new(),
        })
    }

    fn is_true(&self, term: TermId) -> bool {
        self.values.get(&term).and_then(Value::as_bool) == Some(true)
    }

    /// Literals that make the condition what the model says.
    pub fn condition(&mut self, root: TermId) {
        let value = self.is_true(root);
        self.todo.push((root, value));
        while let Some((term, value)) = self.todo.pop() {
            if self.seen.insert((term, value)) {
                self.step(term, value);
            }
        }
    }

    fn step(&mut self, term: TermId, value: bool) {
        let children = self.terms.children(term).to_vec();
        match (self.terms.op(term), &children[..]) {
            (Op::True | Op::False, _) => {}
            (Op::Not, &[a]) => self.todo.push((a, !value)),
            (op @ (Op::And | Op::Or), _) => {
                let all = (op == Op::And) == value;
                match all {
                    true => self.todo.extend(children.iter().rev().map(|child| (*child, value))),
                    false => {
                        let decides = |child: &&TermId| self.is_true(**child) == value;
                        let known = children.iter().filter(decides).find(|child| self.seen.contains(&(**child, value)));
                        let chosen = known.or_else(|| children.iter().find(decides));
                        self.todo.extend(chosen.map(|child| (*child, value)));
                    }
                }
            }
            (Op::Implies, &[a, b]) => match value {
                false => self.todo.extend([(a, true), (b, false)]),
                true if !self.is_true(a) => self.todo.push((a, false)),
                true => self.todo.push((b, true)),
            },
            (Op::Xor, _) => self.each(&children),
            (Op::Eq, &[a, _]) if self.terms.sort(a) == SortId::BOOL => self.each(&children),
            (Op::Ite, &[condition, yes, no]) => {
                let taken = self.is_true(condition);
                self.todo.extend([(if taken { yes } else { no }, value), (condition, taken)]);
            }
            _ => self.atom(term, value, &children),
        }
    }

    /// Each of the conditions shall be what it is.
    fn each(&mut self, conditions: &[TermId]) {
        let values: Vec<(TermId, bool)> = conditions.iter().map(|term| (*term, self.is_true(*term))).collect();
        self.todo.extend(values);
    }

    fn atom(&mut self, term: TermId, value: bool, children: &[TermId]) {
        let resolved: Vec<TermId> = children.iter().map(|child| self.number(*child)).collect();
        let literal = match (self.terms.op(term), value, &resolved[..]) {
            // What is not equal is less or greater.
            (Op::Eq, false, &[a, b]) if self.says_which && self.terms.sort(a) == SortId::INT => {
                let of = |term: &TermId| self.values.get(term).and_then(Value::as_int).cloned();
                match of(&children[0]) < of(&children[1]) {
                    true => self.terms.lt(a, b),
                    false => self.terms.lt(b, a),
                }
            }
            (op, true, _) => self.terms.apply(op, &resolved).expect("the sorts are as before"),
            (op, false, _) => {
                let atom = self.terms.apply(op, &resolved).expect("the sorts are as before");
                self.terms.not(atom)
            }
        };
        self.note(literal);
    }

    fn note(&mut self, literal: TermId) {
        let literal = self.simplifier.simplify(self.terms, literal);
        if self.terms.as_bool(literal).is_none() && !self.literals.contains(&literal) {
            self.literals.push(literal);
        }
    }

    /// A term without conditionals that is equal to this one where the literals hold.
    pub fn number(&mut self, root: TermId) -> TermId {
        let mut stack = vec![(root, false)];
        while let Some((term, ready)) = stack.pop() {
            if self.resolved.contains_key(&term) {
                continue;
            }
            let children = self.terms.children(term).to_vec();
            if let (Op::Ite, &[condition, yes, no]) = (self.terms.op(term), &children[..]) {
                let taken = if self.is_true(condition) { yes } else { no };
                match self.resolved.get(&taken) {
                    Some(known) => {
                        self.resolved.insert(term, *known);
                        self.todo.push((condition, self.is_true(condition)));
                    }
                    None => stack.extend([(term, true), (taken, false)]),
                }
                continue;
            }
            if !ready {
                stack.push((term, true));
                stack.extend(children.iter().map(|child| (*child, false)));
                continue;
            }
            let new: Vec<TermId> = children.iter().map(|child| self.resolved[child]).collect();
            let result = match self.terms.op(term) {
                Op::Select => self.select(new[0], new[1]),
                _ if new == children => term,
                op => self.terms.apply(op, &new).expect("the sorts are as before"),
            };
            let result = self.simplifier.simplify(self.terms, result);
            if let Some(value) = self.values.get(&term).cloned() {
                self.values.insert(result, value);
            }
            self.resolved.insert(term, result);
        }
        self.resolved[&root]
    }

    /// A read, as far as the model says which write it finds.
    fn select(&mut self, array: TermId, index: TermId) -> TermId {
        let mut array = array;
        while let (Op::Store, &[inner, place, value]) = (self.terms.op(array), self.terms.children(array)) {
            let of = |term: &TermId| self.values.get(term).and_then(Value::as_int).cloned();
            let (Some(here), Some(there)) = (of(&place), of(&index)) else { break };
            let literal = match here.cmp(&there) {
                std::cmp::Ordering::Equal => self.terms.eq(place, index),
                std::cmp::Ordering::Less => self.terms.lt(place, index),
                std::cmp::Ordering::Greater => self.terms.lt(index, place),
            };
            self.note(literal);
            if here == there {
                return value;
            }
            array = inner;
        }
        self.terms.select(array, index)
    }

    /// Follows what numbers left to do.
    pub fn finish(mut self) -> Vec<TermId> {
        while let Some((term, value)) = self.todo.pop() {
            if self.seen.insert((term, value)) {
                self.step(term, value);
            }
        }
        self.literals
    }
}
