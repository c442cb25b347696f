//! Statements: which kinds, how often, how deeply nested. Invariant: each statement adds its estimated work to the
//! body's cost, and a kind that finds nothing to work on falls back to an assignment.

use super::model::Ty;
use super::places::{Use, Want};
use super::{CHECKSUM, Generator, OUTPUT};
use crate::c::effects::Effects;
use crate::c::expr::level;
use crate::c::tree::Node;

#[derive(Clone, Copy)]
enum Kind {
    Assign,
    Effect,
    Call,
    If,
    Loop,
    Switch,
    Local,
    Checksum,
    Print,
    SkipForward,
    JumpBack,
    Exit,
    PointerVariable,
    PointerWalk,
    PointerMoves,
    FunctionPointer,
    StructAssign,
    Heap,
    VariableLength,
    MemoryFunction,
    Idiom,
    List,
}

impl Generator<'_> {
    /// The statements of a function's top level.
    pub(super) fn statements(&mut self, count: usize) -> Vec<Node> {
        (0..count).map(|_| self.statement()).collect()
    }

    /// The statements of an inner block, in the scope that the caller opened.
    pub(super) fn nested_statements(&mut self) -> Vec<Node> {
        self.body.nesting += 1;
        let most = if self.body.nesting >= self.shape.nesting { 2 } else { 3 };
        let count = self.rng.between(1, most);
        let body = self.statements(count);
        self.body.nesting -= 1;
        body
    }

    fn statement(&mut self) -> Node {
        self.body.cost += 2 * self.body.times;
        let kind = self.choose();
        self.attempt(kind).unwrap_or_else(|| self.assign_statement())
    }

    fn choose(&mut self) -> Kind {
        let shape = self.shape;
        let deeper = usize::from(self.body.nesting < shape.nesting);
        let on = |feature: bool, weight: usize| if feature { weight } else { 0 };
        self.rng.weighted(&[
            (28, Kind::Assign),
            (5, Kind::Effect),
            (8, Kind::Call),
            (12 * deeper, Kind::If),
            (13 * deeper, Kind::Loop),
            (on(shape.switches, 5) * deeper, Kind::Switch),
            (9, Kind::Local),
            (6, Kind::Checksum),
            (2, Kind::Print),
            (on(shape.gotos, 3) * deeper, Kind::SkipForward),
            (on(shape.gotos, 2) * deeper, Kind::JumpBack),
            (5, Kind::Exit),
            (on(shape.pointers, 8), Kind::PointerVariable),
            (on(shape.pointers && shape.arrays, 4), Kind::PointerWalk),
            (on(shape.pointers && shape.arrays, 3), Kind::PointerMoves),
            (on(shape.function_pointers, 3), Kind::FunctionPointer),
            (on(shape.structs, 6), Kind::StructAssign),
            (on(shape.heap, 3) * deeper, Kind::Heap),
            (on(shape.variable_length_arrays, 3) * deeper, Kind::VariableLength),
            (on(shape.memory_functions && shape.arrays, 3), Kind::MemoryFunction),
            (on(shape.arrays, 6), Kind::Idiom),
            (on(shape.lists, 3), Kind::List),
        ])
    }

    fn attempt(&mut self, kind: Kind) -> Option<Node> {
        match kind {
            Kind::Assign => Some(self.assign_statement()),
            Kind::Effect => Some(Node::line(format!("{};", self.side_effect().text))),
            Kind::Call => self.call_statement().map(Node::line),
            Kind::If => Some(self.if_statement()),
            Kind::Loop => self.loop_statement(),
            Kind::Switch => Some(self.switch_statement()),
            Kind::Local => Some(self.local_variable()),
            Kind::Checksum => Some(self.checksum_statement()),
            Kind::Print => Some(self.print_statement()),
            Kind::SkipForward => Some(self.forward_goto()),
            Kind::JumpBack => self.backward_goto(),
            Kind::Exit => self.early_exit(),
            Kind::PointerVariable => self.pointer_variable(),
            Kind::PointerWalk => self.pointer_walk(),
            Kind::PointerMoves => self.pointer_moves(),
            Kind::FunctionPointer => self.function_pointer_variable(),
            Kind::StructAssign => self.struct_assignment(),
            Kind::Heap => self.heap_block(),
            Kind::VariableLength => self.variable_length_block(),
            Kind::MemoryFunction => self.memory_function(),
            Kind::Idiom => self.idiom(),
            Kind::List if self.shape.arrays && self.rng.chance(40) => self.view(),
            Kind::List => Some(self.linked_list()),
        }
    }

    pub(super) fn assign_statement(&mut self) -> Node {
        let Some(place) = self.place(&Want::AnyScalar, Use::Write) else { return self.checksum_statement() };
        let value = self.expr(self.shape.depth);
        match self.assignment(&place, value) {
            Some(assignment) => Node::line(format!("{};", assignment.text)),
            None => self.checksum_statement(),
        }
    }

    fn if_statement(&mut self) -> Node {
        let condition = self.condition(2).text;
        let yes = self.scoped(|g| g.nested_statements());
        if self.rng.chance(50) {
            return Node::block(format!("if ({condition})"), yes);
        }
        let no = self.scoped(|g| g.nested_statements());
        if self.rng.chance(25) {
            let middle_condition = self.condition(1).text;
            let middle = self.scoped(|g| g.nested_statements());
            return Node::Group(vec![
                Node::block(format!("if ({condition})"), yes),
                Node::block(format!("else if ({middle_condition})"), middle),
                Node::block("else", no),
            ]);
        }
        Node::Group(vec![Node::block(format!("if ({condition})"), yes), Node::block("else", no)])
    }

    pub(super) fn checksum_statement(&mut self) -> Node {
        let value = self.purely(|g| g.expr(2));
        self.note(&Effects::reading(&[CHECKSUM]).and(&Effects::writing(&[CHECKSUM])));
        let text = match self.rng.below(3) {
            0 => format!("@checksum = @checksum * 31 + (unsigned long long){};", value.at(level::UNARY)),
            1 => format!("@checksum ^= (unsigned long long){} << {};", value.at(level::UNARY), self.rng.below(24)),
            _ => format!("@checksum += {};", value.at(level::ASSIGN)),
        };
        Node::line(text)
    }

    fn print_statement(&mut self) -> Node {
        let value = self.purely(|g| g.expr(2));
        self.note(&Effects::reading(&[OUTPUT]).and(&Effects::writing(&[OUTPUT])));
        self.body.cost += 8 * self.body.times;
        Node::line(format!("__heureka_print({});", value.at(level::ASSIGN)))
    }

    fn struct_assignment(&mut self) -> Option<Node> {
        let place = self.purely(|g| g.place(&Want::AnyStruct, Use::Write))?;
        // The value is read before the target is written, but the target's own indices stand beside it.
        let (text, effects) = self.struct_value(place.struct_id(), &place.effects);
        if place.roots.iter().any(|root| effects.writes.contains(root) || effects.reads.contains(root)) {
            // Overlap other than exact is undefined: keep the two apart.
            return None;
        }
        Some(Node::line(format!("{} = {text};", place.text)))
    }

    /// `return …;` for the current function.
    pub(super) fn return_text(&mut self) -> Option<String> {
        match self.body.result.clone() {
            None => Some("return;".into()),
            Some(Ty::Scalar(scalar)) => {
                let value = self.expr(2);
                let value = self.bring_into(value, scalar.kind, scalar.range);
                Some(format!("return {};", value.text))
            }
            Some(Ty::Struct(id)) => {
                let (text, _) = self.struct_value(id, &Effects::none());
                Some(format!("return {text};"))
            }
            Some(Ty::Array(..)) => unreachable!("arrays are not returned"),
        }
    }
}
