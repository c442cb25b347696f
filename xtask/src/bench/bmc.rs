//! `cargo xtask bench bmc`: Figure 3 of paper 004 (time, and size of the encoding, over N), with the encodings of the
//! bounded engine, and CBMC beside them where it is installed; then the goals.
//!
//! The paper's CVC Lite on a Pentium IV had 30 minutes and 800 MB. Plots are written beside the table (`--svg FOLDER`).

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use heureka_benchmarks::{BOUNDED, Expected, Family, family};

use super::measure::{How, Measurement, Run};
use super::plot::{Plot, Series};
use super::session::{Options, Session};
use crate::shell::Failure;

/// What a run may take, in seconds.
const LIMIT: u64 = 60;

/// The N of the plots: 17 and 75 are the limits of CBMC and of SMT-CBMC in the paper.
const SIZES: [u64; 9] = [3, 5, 8, 12, 17, 25, 35, 50, 75];

/// Where the sizes of encodings are compared.
const COMPARED: u64 = 17;

/// The encodings, each with its command line.
const ENCODINGS: [How; 3] = [How::Int, How::Bv, How::Sat];

/// Programs whose loops are known: nothing is left for a solver. Seconds, and the goal.
const KNOWN: &[(&str, u64)] = &[("swap_iter", 1000), ("parity", 1000), ("gray_code", 1000), ("array_init", 1000)];

/// Sorts with a bug, and the N at which it is to be found within the seconds.
const BUGS: &[(&str, u64)] = &[("bubble_sort", 64), ("insertion_sort", 64), ("selection_sort", 64)];

pub fn run(options: &Options) -> Result<(), Failure> {
    let mut bench = Bench { session: Session::start(options, "bmc", LIMIT)?, options };
    let text = [bench.figure_3()?, bench.goals()?].join("\n");
    bench.session.finish(&text, options)
}

struct Bench<'a> {
    session: Session,
    options: &'a Options,
}

/// One line of Figure 3: what made it, and its points.
struct Curve {
    name: &'static str,
    seconds: Vec<(u64, f64)>,
    bytes: Vec<(u64, f64)>,
}

impl Bench<'_> {
    fn figure_3(&mut self) -> Result<String, Failure> {
        let limit = self.session.limit();
        let mut text = format!(
            "Figure 3 of paper 004: seconds (at most {limit}) and bytes of the encoding. In the paper CBMC runs out of \
             memory above N = 17 on SelectSort, SMT-CBMC reaches 75 in 30 minutes. The seconds are those of the engine, \
             without the second proof by `certify` (of sorts it is mostly not found, and given up after 10 s).\n\n\
             | program | verdict | encoding | largest N | seconds | bytes there | bytes at N = {COMPARED} | smaller than sat |\n\
             | --- | --- | --- | --: | --: | --: | --: | --: |\n"
        );
        for family in BOUNDED.iter().filter(|family| self.options.takes(family.name)) {
            for expected in Expected::BOTH {
                let mut curves = Vec::new();
                for how in ENCODINGS {
                    curves.push(self.curve(family, expected, how)?);
                }
                curves.extend(cbmc_curve(family, expected, limit));
                self.draw(family, expected, &curves)?;
                lines(&mut text, family, expected, &curves);
            }
        }
        Ok(text)
    }

    /// The runs of one encoding, up to the first that is not in time.
    fn curve(&mut self, family: &'static Family, expected: Expected, how: How) -> Result<Curve, Failure> {
        let mut curve = Curve { name: how.name(), seconds: Vec::new(), bytes: Vec::new() };
        for n in SIZES {
            let one = self.session.measure(Run { family, n, expected, how })?;
            // Also what was not solved was encoded.
            curve.bytes.extend(one.bytes.map(|bytes| (n, bytes as f64)));
            if !one.is_in_time() {
                break;
            }
            curve.seconds.push((n, one.seconds - one.evidence));
        }
        // Sizes are compared also where nothing is solved.
        if curve.bytes.last().is_some_and(|(n, _)| *n < COMPARED) {
            let one = self.session.measure(Run { family, n: COMPARED, expected, how })?;
            curve.bytes.extend(one.bytes.map(|bytes| (COMPARED, bytes as f64)));
        }
        Ok(curve)
    }

    fn draw(&self, family: &Family, expected: Expected, curves: &[Curve]) -> Result<(), Failure> {
        let Some(folder) = &self.options.svg else { return Ok(()) };
        fs::create_dir_all(folder).map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
        let title = format!("{} ({})", family.name, expected.name());
        let series = |points: &dyn Fn(&Curve) -> &Vec<(u64, f64)>| {
            curves.iter().map(|curve| Series { name: curve.name.to_owned(), points: points(curve).clone() }).collect()
        };
        let plots = [
            ("time", Plot { title: title.clone(), values: "seconds", series: series(&|curve| &curve.seconds) }),
            ("size", Plot { title, values: "bytes", series: series(&|curve| &curve.bytes) }),
        ];
        for (what, plot) in plots {
            let file = folder.join(format!("{}_{}_{what}.svg", family.name, expected.name()));
            fs::write(&file, plot.svg()).map_err(|error| Failure::new(format!("{}: {error}", file.display())))?;
        }
        Ok(())
    }

    fn goals(&mut self) -> Result<String, Failure> {
        let mut text = String::from(
            "Goals.\n\n\
             | program | verdict | encoding | N | seconds | goal |\n\
             | --- | --- | --- | --: | --: | --: |\n",
        );
        let select_sort = [("select_sort", 75, Expected::Safe, How::Int, "60")];
        let known = KNOWN.iter().map(|(name, n)| (*name, *n, Expected::Safe, How::Usual, "1"));
        let bugs = BUGS.iter().map(|(name, n)| (*name, *n, Expected::Unsafe, How::Usual, "20"));
        for (name, n, expected, how, goal) in select_sort.into_iter().chain(known).chain(bugs) {
            if !self.options.takes(name) {
                continue;
            }
            let family = family(name).ok_or_else(|| Failure::new(format!("there is no family {name}")))?;
            let one: Measurement = self.session.measure(Run { family, n, expected, how })?;
            writeln!(text, "| {name} | {} | {} | {n} | {} | {goal} |", expected.name(), how.name(), one.time())
                .expect("writing to a string");
        }
        Ok(text)
    }
}

fn lines(text: &mut String, family: &Family, expected: Expected, curves: &[Curve]) {
    let at = |points: &[(u64, f64)], n: u64| points.iter().find(|(at, _)| *at == n).map(|(_, value)| *value);
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.0}"));
    let sat = curves.iter().find(|curve| curve.name == How::Sat.name()).and_then(|curve| at(&curve.bytes, COMPARED));
    for curve in curves {
        let (n, seconds) = curve
            .seconds
            .last()
            .map_or(("-".to_owned(), "-".to_owned()), |(n, seconds)| (n.to_string(), format!("{seconds:.2}")));
        let there = curve.seconds.last().and_then(|(n, _)| at(&curve.bytes, *n));
        let compared = at(&curve.bytes, COMPARED);
        let ratio = sat.zip(compared).map_or("-".to_owned(), |(sat, own)| format!("{:.0}", sat / own));
        let (name, verdict) = (family.name, expected.name());
        writeln!(
            text,
            "| {name} | {verdict} | {} | {n} | {seconds} | {} | {} | {ratio} |",
            curve.name,
            number(there),
            number(compared)
        )
        .expect("writing to a string");
    }
}

/// The same with CBMC, if it is on the path: time, and size of its propositional formula.
fn cbmc_curve(family: &Family, expected: Expected, limit: u64) -> Option<Curve> {
    let is_there = Command::new("cbmc").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    is_there.ok().filter(|status| status.success())?;
    let folder = std::env::temp_dir();
    let mut curve = Curve { name: "cbmc", seconds: Vec::new(), bytes: Vec::new() };
    for n in SIZES {
        let file = folder.join(format!("heureka_bench_{}_{}_{}.c", std::process::id(), family.name, n));
        let cnf = file.with_extension("cnf");
        fs::write(&file, family.program(n, expected)).ok()?;
        let unwind = (2 * n + 2).to_string();
        let start = Instant::now();
        let run = |extra: &[&str], out: Option<&Path>| {
            let mut command = Command::new("timeout");
            command.arg(limit.to_string()).arg("cbmc").arg(&file).args(["--unwind", &unwind, "--unwinding-assertions"]);
            command.args(extra).args(out).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().ok().and_then(|status| status.code())
        };
        let wanted = if expected == Expected::Safe { Some(0) } else { Some(10) };
        let is_in_time = run(&[], None) == wanted;
        let seconds = start.elapsed().as_secs_f64();
        run(&["--dimacs", "--outfile"], Some(&cnf));
        curve.bytes.extend(fs::metadata(&cnf).ok().map(|data| (n, data.len() as f64)));
        let _ = (fs::remove_file(&file), fs::remove_file(&cnf));
        if !is_in_time {
            break;
        }
        curve.seconds.push((n, seconds));
    }
    Some(curve)
}
