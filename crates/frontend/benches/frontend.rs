//! Time and memory of the front end: parse, type and lower preprocessed C of growing size.
//!
//! Each size runs in a process of its own, so that the peak of its memory can be read. The aim: at least 1 MB a second,
//! linear in the size, and at most 150 times the input in memory.

use std::fmt::Write;
use std::process::Command;
use std::time::Instant;

use heureka_frontend::preprocess::Source;
use heureka_frontend::{ReadOptions, parse, read_source, with_large_stack};

const SIZES: [usize; 5] = [250_000, 500_000, 1_000_000, 2_000_000, 4_000_000];

fn main() {
    let size = std::env::args().nth(1).and_then(|size| size.parse().ok());
    match size {
        Some(size) => measure(size),
        None => {
            println!("{:>10} {:>10} {:>10} {:>8} {:>14}", "bytes", "parse MB/s", "all MB/s", "edges", "memory / input");
            for size in SIZES {
                let program = std::env::current_exe().expect("a bench knows its own file");
                let status = Command::new(program).arg(size.to_string()).status().expect("the bench starts itself");
                assert!(status.success(), "the measurement of {size} bytes failed");
            }
        }
    }
}

fn measure(size: usize) {
    let text = program(size);
    let bytes = text.len();
    let source = Source::from_text("bench.i", text);
    let before = peak_kib();
    let start = Instant::now();
    let reading = read_source(&source, &ReadOptions::default()).expect("the program is fine");
    let all = start.elapsed().as_secs_f64();
    let memory = (peak_kib() - before) * 1024;
    let start = Instant::now();
    with_large_stack(|| drop(parse(&source).expect("the program is fine")));
    let parsing = start.elapsed().as_secs_f64();
    let rate = |seconds: f64| bytes as f64 / 1e6 / seconds;
    let edges = reading.program.edges().len();
    let factor = memory as f64 / bytes as f64;
    println!("{bytes:>10} {:>10.1} {:>10.2} {edges:>8} {factor:>14.0}", rate(parsing), rate(all));
}

/// The greatest resident size so far, in KiB; 0 where the system does not tell.
fn peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// About `size` bytes of C: functions over arrays, structs and pointers that call each other.
fn program(size: usize) -> String {
    let mut text = String::from("struct point { int x; int y; short tag[4]; };\nint table[64];\n");
    let mut count = 0;
    while text.len() < size {
        let previous = if count == 0 { "n".to_owned() } else { format!("f{}(a, n - 1, p)", count - 1) };
        write!(
            text,
            "static int f{count}(int *a, int n, struct point *p)\n{{\n    int sum = {count};\n    \
             for (int i = 0; i < n && i < 64; i++) {{\n        if (a[i] > sum + p->x * 3 || table[i] == {count}) {{\n            \
             sum += a[i] - (p->y << 2);\n            p->tag[i & 3] = (short)(sum % 1000);\n        }} else {{\n            \
             table[(i + {count}) % 64] ^= sum;\n            sum -= i ? table[i - 1] : 7;\n        }}\n    }}\n    \
             switch (sum & 3) {{\n    case 0: p->x = sum; break;\n    case 1: p->y++;\n    default: sum = -sum; break;\n    }}\n    \
             while (sum > 100) {{ sum /= 2; n--; }}\n    return n > 0 ? sum + {previous} : sum;\n}}\n"
        )
        .expect("writing to a string");
        count += 1;
    }
    let last = count - 1;
    writeln!(text, "int main(void) {{ struct point p = {{ 1, 2, {{ 0 }} }}; return f{last}(table, 3, &p); }}")
        .expect("writing to a string");
    text
}
