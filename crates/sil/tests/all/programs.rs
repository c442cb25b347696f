//! Loops as text, and the programs of the paper and more.
//!
//! ```text
//! a:i b:j            the arrays with their indices
//! while i < n        the condition
//! a[i] > 0: b[j] = a[i]; i++; j++      branches, the first that fits is taken
//! else: i++
//! ```

use heureka_sil::{Array, Assignment, Branch, Condition, Place, ProgramLoop, Scalar, Sum};

pub fn parse(text: &str) -> ProgramLoop {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let arrays = lines.next().expect("arrays").split_whitespace();
    let arrays = arrays.map(|pair| {
        let (array, index) = pair.split_once(':').expect("array:index");
        (Array::new(array), Scalar::new(index))
    });
    let arrays = arrays.collect();
    let condition = condition(lines.next().and_then(|line| line.strip_prefix("while ")).expect("a condition"));
    ProgramLoop { arrays, condition, branches: lines.map(branch).collect() }
}

fn branch(line: &str) -> Branch {
    let (when, body) = line.split_once(": ").unwrap_or((line.trim_end_matches(':'), ""));
    let mut branch = Branch::new(Vec::new(), []);
    if when != "else" {
        branch = branch.when(condition(when));
    }
    for statement in body.split(';').map(str::trim).filter(|it| !it.is_empty()) {
        if statement == "break" {
            branch.breaks = true;
        } else if let Some(index) = statement.strip_suffix("++") {
            branch.increments.insert(Scalar::new(index));
        } else {
            let (target, value) = statement.split_once(" = ").expect("an assignment");
            let target = place(target);
            branch.assignments.push(match value {
                "*" => Assignment::arbitrary(target),
                value => Assignment::new(target, sum(value)),
            });
        }
    }
    branch
}

fn condition(text: &str) -> Condition {
    if let Some((left, right)) = text.split_once(" || ") {
        return Condition::Or(vec![condition(left), condition(right)]);
    }
    if let Some((left, right)) = text.split_once(" && ") {
        return Condition::And(vec![condition(left), condition(right)]);
    }
    if text == "*" {
        return Condition::Unknown;
    }
    for sign in [" <= ", " >= ", " == ", " != ", " < ", " > "] {
        if let Some((left, right)) = text.split_once(sign) {
            let (left, right) = (sum(left), sum(right));
            return match sign {
                " <= " => Condition::at_most(left, &right),
                " >= " => Condition::at_most(right, &left),
                " == " => Condition::equal(&left, &right),
                " != " => Condition::Not(Box::new(Condition::equal(&left, &right))),
                " < " => Condition::less(left, &right),
                _ => Condition::less(right, &left),
            };
        }
    }
    panic!("{text} is no condition");
}

fn sum(text: &str) -> Sum<Place> {
    let mut total = Sum::zero();
    let mut sign = 1;
    for word in text.split_whitespace() {
        match word {
            "+" => sign = 1,
            "-" => sign = -1,
            word => {
                let (sign, word) = word.strip_prefix('-').map_or((sign, word), |rest| (-sign, rest));
                let part = match word.parse::<i64>() {
                    Ok(number) => Sum::number(number),
                    Err(_) => Sum::of(place(word)),
                };
                total = total.plus_scaled(&sign.into(), &part);
            }
        }
    }
    total
}

fn place(text: &str) -> Place {
    let Some((array, position)) = text.strip_suffix(']').and_then(|text| text.split_once('[')) else {
        return text
            .strip_prefix('|')
            .map_or_else(|| Place::scalar(text), |array| Place::Length(Array::new(array.trim_end_matches('|'))));
    };
    let at = position.find(['+', '-']).unwrap_or(position.len());
    let offset = if at < position.len() { position[at..].parse().expect("an offset") } else { 0 };
    Place::cell(array, offset)
}

/// A program: its name, the pre-condition, the loop, and what is to hold afterwards.
pub struct Program {
    pub name: &'static str,
    pub pre: &'static str,
    pub the_loop: &'static str,
    pub post: &'static str,
}

pub const PROGRAMS: &[Program] = &[
    Program {
        name: "init",
        pre: r"i == 0 && n == \length(a) && n > 0",
        the_loop: "a:i
            while i < n
            else: a[i] = 0; i++",
        post: r"\forall integer j; 0 <= j < n ==> a[j] == 0",
    },
    Program {
        name: "partition",
        pre: r"i == 0 && j == 0 && k == 0 && n == \length(a) && n <= \length(b) && n <= \length(c) && n > 0",
        the_loop: "a:i b:j c:k
            while i < n
            a[i] >= 0: b[j] = a[i]; i++; j++
            else: c[k] = a[i]; i++; k++",
        post: r"(\forall integer p; 0 <= p < j ==> b[p] >= 0) && (\forall integer p; 0 <= p < k ==> c[p] < 0)",
    },
    Program {
        name: "insert",
        pre: r"i == 0 && n < \length(a) && n >= 0 && (\forall integer j; 0 <= j < n - 1 ==> a[j] <= a[j + 1])",
        the_loop: "a:i
            while i < n
            a[i] <= x: i++
            else: t = a[i]; a[i] = x; x = t; i++",
        post: r"(\forall integer j; 0 <= j < n - 1 ==> a[j] <= a[j + 1]) && (n > 0 ==> a[n - 1] <= x)",
    },
    Program {
        name: "rotate",
        pre: r"i == 0 && n == \length(a) && n > 0 && n == \length(b) && (\forall integer j; 0 <= j < n ==> a[j] == b[j]) && x == a[0]",
        the_loop: "a:i
            while i < n - 1
            else: a[i] = a[i+1]; i++",
        post: r"(\forall integer j; 0 <= j < n - 1 ==> a[j] == b[j + 1]) && i == n - 1 && x == b[0]",
    },
    Program {
        name: "copy",
        pre: r"i == 0 && n <= \length(a) && n <= \length(b)",
        the_loop: "a:i b:i
            while i < n
            else: b[i] = a[i]; i++",
        post: r"\forall integer j; 0 <= j < n ==> b[j] == a[j]",
    },
    Program {
        name: "copy with two indices",
        pre: r"i == 0 && j == 3 && n <= \length(a) && n + 3 <= \length(b)",
        the_loop: "a:i b:j
            while i < n
            else: b[j] = a[i]; i++; j++",
        post: r"\forall integer p; 0 <= p < n ==> b[p + 3] == a[p]",
    },
    Program {
        name: "copy with offset",
        pre: r"i == 0 && n <= \length(a) && n + 2 <= \length(b)",
        the_loop: "a:i b:i
            while i < n
            else: b[i+2] = a[i]; i++",
        post: r"\forall integer p; 0 <= p < n ==> b[p + 2] == a[p]",
    },
    Program {
        name: "shift right",
        pre: r"i == 0 && n == \length(a) && n > 0 && n == \length(b) && (\forall integer j; 0 <= j < n ==> a[j] == b[j]) && x == a[0]",
        the_loop: "a:i
            while i < n - 1
            else: t = a[i+1]; a[i+1] = x; x = t; i++",
        post: r"\forall integer j; 0 <= j < n - 1 ==> a[j + 1] == b[j]",
    },
    Program {
        name: "increment all",
        pre: r"i == 0 && n == \length(a) && n == \length(b) && (\forall integer j; 0 <= j < n ==> a[j] == b[j])",
        the_loop: "a:i
            while i < n
            else: a[i] = a[i] + 1; i++",
        post: r"\forall integer j; 0 <= j < n ==> a[j] == b[j] + 1",
    },
    Program {
        name: "max so far",
        pre: r"i == 0 && n <= \length(a) && n <= \length(b) && m == 0",
        the_loop: "a:i b:i
            while i < n
            a[i] > m: m = a[i]; b[i] = m; i++
            else: b[i] = m; i++",
        post: r"(\forall integer j; 0 <= j < n ==> a[j] <= b[j] && b[j] <= m) && (\forall integer j; 0 <= j < n - 1 ==> b[j] <= b[j + 1])",
    },
    Program {
        name: "mark positives",
        pre: r"i == 0 && n <= \length(a) && n <= \length(b)",
        the_loop: "a:i b:i
            while i < n
            a[i] > 0: b[i] = 1; i++
            else: b[i] = 0; i++",
        post: r"(\forall integer j; 0 <= j < n ==> 0 <= b[j] <= 1) && (\forall integer j; 0 <= j < n ==> (a[j] > 0 ==> b[j] == 1))",
    },
    Program {
        name: "compare",
        pre: r"i == 0 && n <= \length(a) && n <= \length(b) && n >= 0",
        the_loop: "a:i b:i
            while i < n && a[i] == b[i]
            else: i++",
        post: r"(\forall integer j; 0 <= j < i ==> a[j] == b[j]) && 0 <= i <= n && (i == n || a[i] != b[i])",
    },
    Program {
        name: "find first",
        pre: r"i == 0 && n <= \length(a) && n >= 0",
        the_loop: "a:i
            while i < n && a[i] != x
            else: i++",
        post: r"(\forall integer j; 0 <= j < i ==> a[j] != x) && 0 <= i <= n && (i < n ==> a[i] == x)",
    },
    Program {
        name: "find with break",
        pre: r"i == 0 && n <= \length(a) && n >= 0 && found == 0",
        the_loop: "a:i
            while i < n
            a[i] == x: found = 1; break
            else: i++",
        post: r"(\forall integer j; 0 <= j < i ==> a[j] != x) && (found == 1 ==> a[i] == x) && (found == 0 ==> i == n)",
    },
    Program {
        name: "fill a prefix",
        pre: r"i == 0 && k <= n && n == \length(a) && (\forall integer j; k <= j < n ==> a[j] == 7)",
        the_loop: "a:i
            while i < k
            else: a[i] = 7; i++",
        post: r"\forall integer j; 0 <= j < n ==> a[j] == 7",
    },
    Program {
        name: "clear a window",
        pre: r"i == l && 0 <= l && l <= h && h <= \length(a) && (\forall integer j; a[j] >= 0)",
        the_loop: "a:i
            while i < h
            else: a[i] = 0; i++",
        post: r"(\forall integer j; l <= j < h ==> a[j] == 0) && (\forall integer j; a[j] >= 0)",
    },
    Program {
        name: "alternate",
        pre: r"i == 0 && x == 0 && n <= \length(a)",
        the_loop: "a:i
            while i < n
            else: a[i] = x; x = 1 - x; i++",
        post: r"\forall integer j; 0 <= j < n ==> 0 <= a[j] <= 1",
    },
    Program {
        name: "running difference",
        pre: r"i == 0 && n < \length(a) && n <= \length(b) && (\forall integer j; 0 <= j < n ==> a[j] <= a[j + 1])",
        the_loop: "a:i b:i
            while i < n
            else: b[i] = a[i+1] - a[i]; i++",
        post: r"\forall integer j; 0 <= j < n ==> b[j] >= 0",
    },
    Program {
        name: "merge flags",
        pre: r"i == 0 && n <= \length(a) && n <= \length(b) && n <= \length(c) && (\forall integer j; 0 <= j < n ==> 0 <= a[j] <= 1 && 0 <= b[j] <= 1)",
        the_loop: "a:i b:i c:i
            while i < n
            a[i] == 1 || b[i] == 1: c[i] = 1; i++
            else: c[i] = 0; i++",
        post: r"(\forall integer j; 0 <= j < n ==> a[j] <= c[j] && b[j] <= c[j] && c[j] <= 1)",
    },
    Program {
        name: "index",
        pre: r"i == 0 && n <= \length(a)",
        the_loop: "a:i
            while i < n
            else: a[i] = i; i++",
        post: r"\forall integer j; 0 <= j < n ==> a[j] == j",
    },
    Program {
        name: "count up",
        pre: r"i == 0 && n <= \length(a) && x == 5",
        the_loop: "a:i
            while i < n
            else: a[i] = x; x = x + 1; i++",
        post: r"(\forall integer j; 0 <= j < n ==> a[j] == j + 5) && (n >= 0 ==> x == n + 5)",
    },
    Program {
        name: "max",
        pre: r"i == 1 && 1 <= n && n <= \length(a) && m == a[0]",
        the_loop: "a:i
            while i < n
            a[i] > m: m = a[i]; i++
            else: i++",
        post: r"\forall integer j; 0 <= j < n ==> a[j] <= m",
    },
    Program {
        name: "copy positives",
        pre: r"i == 0 && j == 0 && n <= \length(a) && n <= \length(b)",
        the_loop: "a:i b:j
            while i < n
            a[i] > 0: b[j] = a[i]; i++; j++
            else: i++",
        post: r"(\forall integer p; 0 <= p < j ==> b[p] > 0) && j <= i",
    },
    Program {
        name: "saturate",
        pre: r"i == 0 && n == \length(a)",
        the_loop: "a:i
            while i < n
            a[i] > 255: a[i] = 255; i++
            a[i] < 0: a[i] = 0; i++
            else: i++",
        post: r"\forall integer j; 0 <= j < n ==> 0 <= a[j] <= 255",
    },
    Program {
        name: "arbitrary",
        pre: r"i == 0 && n == \length(a) && n == \length(b)",
        the_loop: "a:i b:i
            while i < n
            else: x = *; a[i] = x; b[i] = x + 1; i++",
        post: r"\forall integer j; 0 <= j < n ==> a[j] < b[j]",
    },
    Program {
        name: "make increasing",
        pre: r"i == 1 && n == \length(a) && n >= 1",
        the_loop: "a:i
            while i < n
            a[i] < a[i-1]: a[i] = a[i-1]; i++
            else: i++",
        post: r"\forall integer j; 0 <= j < n - 1 ==> a[j] <= a[j + 1]",
    },
    Program {
        name: "increment a known part",
        pre: r"i == 0 && n == \length(a) && 0 <= k && k <= n && (\forall integer j; 0 <= j < k ==> a[j] == 3)",
        the_loop: "a:i
            while i < n
            else: a[i] = a[i] + 1; i++",
        post: r"\forall integer j; 0 <= j < k ==> a[j] == 4",
    },
];
