//! `printf` and `scanf`: what their formats say about their arguments. A format that is no string literal says nothing.

use heureka_ir::{CmpOp, ExprId, IntTy, LocKind, Op, Source};

use super::Lowerer;
use super::value::Value;
use crate::ast::IntKind;
use crate::ctype::CType;
use crate::points_to::{NULL, Step};
use crate::tree::Expr;

/// A conversion of a format: `%5d`, `%*s`, `%ld`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Conversion {
    /// `scanf` stores nothing.
    is_suppressed: bool,
    width: Option<u32>,
    /// `d`, `s`, `[`, …; `%` for a percent sign. Lengths (`h`, `l`, …) are told by the types of arguments.
    letter: char,
    /// Arguments of `printf` before its own: widths and precisions that are `*`.
    stars: usize,
}

/// The conversions of a format; `None` where it is not well-formed. An asterisk suppresses in `scanf`, and is an argument in `printf`.
fn conversions(format: &str, is_scan: bool) -> Option<Vec<Conversion>> {
    let mut all = Vec::new();
    let mut rest = format.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '%' {
            continue;
        }
        let mut one = Conversion { is_suppressed: false, width: None, letter: '%', stars: 0 };
        loop {
            match rest.next()? {
                '*' if is_scan => one.is_suppressed = true,
                '*' => one.stars += 1,
                digit @ '0'..='9' if is_scan => {
                    let digit = digit.to_digit(10)?;
                    one.width = Some(one.width.unwrap_or(0).checked_mul(10)?.checked_add(digit)?);
                }
                // Flags, numbers and lengths.
                '0'..='9' | '-' | '+' | ' ' | '#' | '.' | '\'' => {}
                'h' | 'l' | 'q' | 'j' | 'z' | 't' | 'L' => {}
                letter => {
                    one.letter = letter;
                    break;
                }
            }
        }
        if one.letter == '[' {
            // A bracket that stands first, perhaps after `^`, is one of the characters.
            rest.next_if_eq(&'^');
            rest.next_if_eq(&']');
            rest.find(|c| *c == ']')?;
        }
        all.push(one);
    }
    Some(all)
}

impl Conversion {
    /// The numbers that `scanf` can read with so many characters; `None` if any number can be read.
    fn range(&self) -> Option<(i128, i128)> {
        let digits = |count: u32| 10i128.checked_pow(count).map(|power| power - 1);
        let width = self.width.filter(|_| self.letter == 'd')?;
        let high = digits(width)?;
        Some((-digits(width.saturating_sub(1))?, high))
    }

    /// Why what `scanf` does is not modelled.
    fn not_modelled(&self) -> Option<&'static str> {
        match (self.letter, self.width) {
            ('s' | '[' | 'S', _) => Some("reading a string from outside"),
            ('c' | 'C', Some(width)) if width != 1 => Some("reading a string from outside"),
            ('n', _) => Some("`%n` in a format"),
            // What comes after `0x` is a number in another notation, with fewer digits.
            ('i' | 'o' | 'x' | 'X' | 'u', Some(_)) => Some("reading a number of limited width that is not decimal"),
            _ => None,
        }
    }
}

impl Lowerer<'_> {
    /// `scanf`: the integers that arguments point to get arbitrary values, as many as its result says if somebody looks at that.
    pub fn scan(&mut self, call: &Expr, args: &[Expr], name: &str, wanted: bool) -> Value {
        let span = call.span;
        let first = if name.contains("fscanf") { 2 } else { 1 };
        let format = args.get(first - 1).and_then(|format| self.string_literal(format));
        let Some(all) = format.and_then(|format| conversions(&format, true)) else {
            self.unsupported("a format that is not a string literal", span);
            return self.nothing(call.ty);
        };
        let stored: Vec<Conversion> = all.into_iter().filter(|one| one.letter != '%' && !one.is_suppressed).collect();
        let reason = stored.iter().find_map(Conversion::not_modelled);
        let reason = reason.or((args.len() < first + stored.len()).then_some("a format with too few arguments"));
        if let Some(reason) = reason {
            self.unsupported(reason, span);
            return self.nothing(call.ty);
        }
        let targets: Vec<&Expr> = args.iter().skip(first).take(stored.len()).collect();
        let mut places = Vec::new();
        for arg in &targets {
            let pointee = self.unit.types.pointee(arg.ty).filter(|&to| self.unit.types.int_ty(to).is_some());
            let Some(to) = pointee else {
                self.unsupported("reading a value that is not an integer from outside", span);
                return self.nothing(call.ty);
            };
            let pointer = self.expr(arg).pointer();
            let spots = self.dereference(pointer, to, arg.span);
            places.push((to, self.hold_spots(spots, arg.span)));
        }
        args.iter().skip(first + stored.len()).for_each(|arg| self.effect(arg));
        // Without a look at the result a value that is not read is a value like any other.
        let result = if wanted {
            let value = self.bounded(call, &[], name, -1, stored.len() as i128);
            let Value::Int(count) = value else { return value };
            Some(self.hold(count, span))
        } else {
            None
        };
        for (at, ((to, spots), conversion)) in places.iter().zip(&stored).enumerate() {
            let join = self.new_loc(span);
            if let Some(count) = result {
                let here = self.new_loc(span);
                let ty = self.b.exprs.int_ty(count);
                let before = self.b.exprs.int(ty, at as i128);
                let is_read = self.b.exprs.compare(CmpOp::Lt, before, count);
                self.split(is_read, here, join, span);
                self.enter(here);
            }
            let value = self.arbitrary(*to, &Source::Input(name.into()), targets[at].span);
            if let (Value::Int(value), Some((low, high))) = (&value, conversion.range()) {
                self.assume_between(*value, low, high, span);
            }
            self.store(spots, &value, targets[at].span);
            self.jump(join, span);
            self.enter(join);
        }
        result.map_or(Value::Opaque, Value::Int)
    }

    /// Goes on only where a value is within a range.
    pub fn assume_between(&mut self, value: ExprId, low: i128, high: i128, span: heureka_ir::Span) {
        let ty = self.b.exprs.int_ty(value);
        let high = self.b.exprs.int(ty, high.min(ty.max()));
        let low = self.b.exprs.int(ty, low.max(ty.min()));
        let above = self.b.exprs.compare(CmpOp::Le, low, value);
        let below = self.b.exprs.compare(CmpOp::Le, value, high);
        let inside = self.b.exprs.and(above, below);
        self.emit(Op::Assume(inside), span);
    }

    /// `printf`, `puts` and their relatives: nothing that the program sees, unless a format says `%n`; but they read what their
    /// arguments point to, which matters where accesses are asked about.
    pub fn output(&mut self, call: &Expr, args: &[Expr], name: &str, wanted: bool) -> Value {
        args.iter().for_each(|arg| self.effect(arg));
        if let Some(reason) = self.output_not_modelled(args, name) {
            self.unsupported(reason, call.span);
            return self.nothing(call.ty);
        }
        let source = Source::Unmodelled(format!("the result of `{name}`").into());
        if wanted { self.arbitrary(call.ty, &source, call.span) } else { Value::Opaque }
    }

    /// `sprintf`, `fgets` and their relatives: nothing is known of the characters that the first argument points to afterwards.
    /// How many there are is not known either, so that this does not do where accesses are asked about.
    pub fn fill_buffer(&mut self, call: &Expr, args: &[Expr], name: &str, wanted: bool) -> Value {
        let span = call.span;
        let character = self.unit.types.find(&CType::Int(IntKind::Char));
        let mut values = self.arguments(args).into_iter();
        let (Some(Value::Pointer(pointer)), Some(character)) = (values.next(), character) else {
            self.unsupported(format!("call of `{name}` of this form"), span);
            return self.nothing(call.ty);
        };
        values.for_each(|value| self.evaluate(&value, span));
        let reason = if self.options.accesses {
            Some("writing of memory whose length is not checked")
        } else if name.contains("printf") {
            self.output_not_modelled(&args[1..], name)
        } else {
            None
        };
        if let Some(reason) = reason {
            self.unsupported(reason, span);
            return self.nothing(call.ty);
        }
        let pointer = self.hold_pointer(pointer, span);
        if name.contains("snprintf") {
            let null = self.points_to(&pointer, NULL);
            self.unless(null, LocKind::Unsupported { what: "output to nowhere".into() }, span);
        }
        let spots = self.dereference(pointer.clone(), character, span);
        self.refuse_const(&spots, span);
        let source = Source::Unmodelled(format!("what `{name}` writes").into());
        self.at_each_spot(&spots, span, |this, spot| {
            let mut all = spot.clone();
            match this.points.nodes.get(spot.node).parent {
                _ if this.points.nodes.in_union(spot.node, &this.unit.types) => {
                    return this.unsupported("a buffer that is not an array of characters", span);
                }
                Some((array, Step::Element)) => {
                    all.node = array;
                    all.indices.pop();
                }
                _ => {}
            }
            this.havoc_place(&all, &source, span);
        });
        if !wanted {
            return Value::Opaque;
        }
        if !self.unit.types.is_pointer(call.ty) {
            return self.arbitrary(call.ty, &Source::Unmodelled(format!("the result of `{name}`").into()), span);
        }
        // The environment decides whether there is something to read.
        let chosen = self.arbitrary_int(IntTy::unsigned(1), Source::External(name.into()), span);
        let zero = self.b.exprs.int(IntTy::unsigned(1), 0);
        let fails = self.b.exprs.compare(CmpOp::Eq, chosen, zero);
        let null = self.null();
        Value::Pointer(self.choose_pointer(fails, null, pointer))
    }

    fn output_not_modelled(&self, args: &[Expr], name: &str) -> Option<&'static str> {
        if name == "fclose" && self.options.accesses {
            return Some("closing of a stream, which must be open");
        }
        let is_pointer = |arg: &&Expr| self.unit.types.pointee(arg.ty).is_some();
        let is_read = |arg: &Expr| is_pointer(&arg) && self.string_literal(arg).is_none();
        if !name.contains("printf") && !name.contains("syslog") && !name.contains("printk") {
            let reads = ["puts", "perror", "fwrite", "write"].iter().any(|one| name.contains(one));
            let unknown = reads && self.options.accesses && args.iter().any(is_read);
            return unknown.then_some("output of memory whose length is not checked");
        }
        let format = args.iter().enumerate().find_map(|(at, arg)| Some((at, self.string_literal(arg)?)));
        let Some((at, format)) = format else {
            // Of a stream nothing is known.
            let is_stored =
                |arg: &Expr| self.unit.types.pointee(arg.ty).is_some_and(|to| self.unit.types.int_ty(to).is_some());
            let is_unknown = self.options.accesses || args.iter().filter(|arg| is_stored(arg)).count() > 1;
            return is_unknown.then_some("a format that is not a string literal");
        };
        let Some(all) = conversions(&format, false) else { return Some("a format that is not well-formed") };
        if all.iter().any(|one| one.letter == 'n') {
            return Some("`%n` in a format");
        }
        let mut next = at + 1;
        for one in all.iter().filter(|one| one.letter != '%') {
            next += one.stars;
            let is_string = matches!(one.letter, 's' | 'S');
            if is_string && self.options.accesses && args.get(next).is_none_or(is_read) {
                return Some("output of memory whose length is not checked");
            }
            next += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(format: &str, is_scan: bool) -> Option<String> {
        let one = |one: Conversion| {
            let star = if one.is_suppressed { "*" } else { "" };
            format!("{star}{}{}", one.width.map_or_else(String::new, |width| width.to_string()), one.letter)
        };
        Some(conversions(format, is_scan)?.into_iter().map(one).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn formats_are_read() {
        assert_eq!(letters("%d, %5s%%%*d %hhu", true).as_deref(), Some("d 5s % *d u"));
        assert_eq!(letters("%[^]a]%3c", true).as_deref(), Some("[ 3c"));
        assert_eq!(letters("%-*.*f %08lx%n", false).as_deref(), Some("f x n"));
        assert_eq!(letters("100%", true), None);
        assert_eq!(letters("%[abc", true), None);
        assert_eq!(letters("", true).as_deref(), Some(""));
    }

    #[test]
    fn widths_limit_numbers() {
        let range = |format: &str| conversions(format, true).expect("a format")[0].range();
        assert_eq!(range("%2d"), Some((-9, 99)));
        assert_eq!(range("%1d"), Some((0, 9)));
        assert_eq!(range("%d"), None);
        assert_eq!(range("%1c"), None);
        assert_eq!(range("%200d"), None);
    }
}
