//! The runs of the suite as text: by category, by engine, what is undecided and why, and the comparison with the best
//! engine alone.
//!
//! Invariant: every run is in exactly one line of the table by category.

use std::collections::BTreeMap;
use std::fmt::Write;

use heureka_benchmarks::Expected;

use super::super::measure::Answer;
use super::Row;
use super::run::Evidence;

/// What the portfolio may take on a task that an engine decides alone in `best` seconds.
pub fn allowed(best: f64) -> f64 {
    1.5 * best + 0.1
}

#[derive(Default)]
struct Counts {
    tasks: usize,
    safe: usize,
    bugs: usize,
    undecided: usize,
    wrong: usize,
    crashed: usize,
    checked: usize,
    seconds: f64,
}

impl Counts {
    fn add(&mut self, row: &Row) {
        self.tasks += 1;
        self.seconds += row.outcome.seconds;
        match (row.outcome.answer, row.task.expected) {
            (Answer::Right, Expected::Safe) => self.safe += 1,
            (Answer::Right, Expected::Unsafe) => self.bugs += 1,
            (Answer::Undecided, _) => self.undecided += 1,
            (Answer::Wrong, _) => self.wrong += 1,
            (Answer::Crashed, _) => self.crashed += 1,
        }
        let is_proof = row.outcome.answer == Answer::Right && row.task.expected == Expected::Safe;
        if is_proof && row.outcome.evidence == Evidence::Checked {
            self.checked += 1;
        }
    }

    fn line(&self, name: &str) -> String {
        let Counts { tasks, safe, bugs, undecided, wrong, crashed, checked, seconds } = self;
        let decided = safe + bugs;
        let share = 100.0 * decided as f64 / (*tasks).max(1) as f64;
        format!(
            "| {name} | {tasks} | {safe} | {checked} | {bugs} | {undecided} | {wrong} | {crashed} | {share:.0} | {seconds:.1} |\n"
        )
    }
}

pub fn by_category(rows: &[Row]) -> String {
    let mut text = String::from(
        "| category | tasks | SAFE | of these checked | UNSAFE | undecided | wrong | crashed | decided, % | seconds |\n\
         | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n",
    );
    let mut categories: BTreeMap<&str, Counts> = BTreeMap::new();
    let mut total = Counts::default();
    for row in rows {
        categories.entry(&row.task.category).or_default().add(row);
        total.add(row);
    }
    categories.iter().for_each(|(name, counts)| text.push_str(&counts.line(name)));
    text.push_str(&total.line("all"));
    text
}

pub fn by_engine(rows: &[Row]) -> String {
    let mut text = String::from("| engine that answered | SAFE | UNSAFE | seconds |\n| --- | --: | --: | --: |\n");
    let mut engines: BTreeMap<&str, Counts> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.outcome.answer == Answer::Right) {
        engines.entry(&row.outcome.engine).or_default().add(row);
    }
    for (name, Counts { safe, bugs, seconds, .. }) in &engines {
        writeln!(text, "| {name} | {safe} | {bugs} | {seconds:.1} |").expect("writing to a string");
    }
    text
}

/// The tasks without a verdict, or whose proof was not checked, with the reason.
pub fn reasons(rows: &[Row]) -> String {
    let mut text = String::from("| task | expected | verdict | seconds | reason |\n| --- | --- | --- | --: | --- |\n");
    let is_open = |row: &&Row| row.outcome.answer != Answer::Right || row.outcome.evidence == Evidence::Unchecked;
    for Row { task, outcome, .. } in rows.iter().filter(is_open) {
        let verdict = match (outcome.answer, outcome.evidence) {
            (Answer::Right, _) => format!("{}, proof not checked", outcome.verdict),
            (Answer::Undecided, _) => outcome.verdict.clone(),
            (answer, _) => format!("{} ({})", outcome.verdict, answer.name()),
        };
        let reason = outcome.reason.replace('|', "\\|");
        let (expected, seconds) = (task.expected.name(), outcome.seconds);
        writeln!(text, "| {} | {expected} | {verdict} | {seconds:.1} | {reason} |", task.path())
            .expect("writing to a string");
    }
    text
}

/// The portfolio beside the best engine alone, where there is one that is as fast: the sums, and every task where it takes
/// longer than it may.
pub fn ratio(rows: &[Row]) -> String {
    let mut text =
        String::from("| task | seconds | by | best alone | seconds | ratio |\n| --- | --: | --- | --- | --: | --: |\n");
    let (mut within, mut own, mut best_sum, mut fastest) = (0, 0.0, 0.0, 0);
    let mut ratios = Vec::new();
    for row in rows.iter().filter(|row| row.outcome.answer == Answer::Right) {
        let Some((engine, best)) = row.best_alone() else {
            fastest += 1;
            continue;
        };
        let seconds = row.outcome.seconds;
        own += seconds;
        best_sum += best;
        ratios.push(seconds / best);
        if seconds <= allowed(best) {
            within += 1;
            continue;
        }
        let (path, by, ratio) = (row.task.path(), &row.outcome.engine, seconds / best);
        writeln!(text, "| {path} | {seconds:.2} | {by} | {engine} | {best:.2} | {ratio:.1} |")
            .expect("writing to a string");
    }
    ratios.sort_by(f64::total_cmp);
    let middle = ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN);
    format!(
        "In {fastest} tasks no engine alone is as fast as the portfolio. In the {} others it takes {own:.1} s against \
         {best_sum:.1} s of the best engine of each (ratio of the sums {:.2}, median of the ratios {middle:.2}); {within} of \
         them are within 1.5 times the best plus 0.1 s. Those that are not:\n\n{text}",
        ratios.len(),
        own / best_sum
    )
}

/// Every run as a line.
pub fn csv(rows: &[Row]) -> String {
    let mut text = String::from(
        "task,property,expected,how,answer,verdict,seconds,engine,evidence,best_alone,best_seconds,reason\n",
    );
    for row in rows {
        let alone = row.alone.iter().map(|(engine, outcome)| (engine.as_str(), outcome, None));
        let all = std::iter::once((row.engine.as_str(), &row.outcome, row.best_alone())).chain(alone);
        for (how, outcome, best) in all {
            let (best_engine, best_seconds) = best.map_or((String::new(), String::new()), |(engine, seconds)| {
                (engine.to_owned(), format!("{seconds:.4}"))
            });
            let fields = [
                row.task.path(),
                row.task.property.clone(),
                row.task.expected.name().to_owned(),
                how.to_owned(),
                outcome.answer.name().to_owned(),
                outcome.verdict.clone(),
                format!("{:.4}", outcome.seconds),
                outcome.engine.clone(),
                outcome.evidence.name().to_owned(),
                best_engine,
                best_seconds,
                format!("\"{}\"", outcome.reason.replace('"', "'")),
            ];
            text.push_str(&fields.join(","));
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::run::Outcome;
    use super::super::task::Task;
    use super::*;

    fn row(name: &str, expected: Expected, answer: Answer, seconds: f64, alone: &[(&str, Answer, f64)]) -> Row {
        let outcome = |answer, seconds, engine: &str| Outcome {
            answer,
            verdict: "SAFE".to_owned(),
            seconds,
            engine: engine.to_owned(),
            evidence: Evidence::Checked,
            reason: String::new(),
        };
        let task = Task {
            category: "bits".to_owned(),
            name: name.to_owned(),
            file: name.into(),
            property: "unreach-call".to_owned(),
            expected,
        };
        let alone =
            alone.iter().map(|(engine, answer, seconds)| (String::from(*engine), outcome(*answer, *seconds, engine)));
        Row { task, engine: "auto".to_owned(), outcome: outcome(answer, seconds, "bmc"), alone: alone.collect() }
    }

    #[test]
    fn every_run_is_counted_once() {
        let rows = [
            row("a", Expected::Safe, Answer::Right, 1.0, &[]),
            row("b", Expected::Unsafe, Answer::Right, 2.0, &[]),
            row("c", Expected::Unsafe, Answer::Undecided, 3.0, &[]),
            row("d", Expected::Safe, Answer::Wrong, 4.0, &[]),
        ];
        let table = by_category(&rows);
        assert!(table.ends_with("| all | 4 | 1 | 1 | 1 | 1 | 1 | 0 | 50 | 10.0 |\n"), "{table}");
        assert!(by_engine(&rows).ends_with("| bmc | 1 | 1 | 3.0 |\n"));
        assert_eq!(reasons(&rows).lines().count(), 4);
    }

    #[test]
    fn the_best_engine_is_the_fastest_that_is_right() {
        let alone = [("linear", Answer::Undecided, 0.1), ("bmc", Answer::Right, 2.0), ("arrays", Answer::Right, 1.0)];
        let rows = [
            row("slow", Expected::Safe, Answer::Right, 2.0, &alone),
            row("quick", Expected::Safe, Answer::Right, 1.5, &alone),
            row("never", Expected::Safe, Answer::Undecided, 20.0, &[]),
            row("alone", Expected::Safe, Answer::Right, 0.5, &alone[..1]),
        ];
        assert_eq!(rows[0].best_alone(), Some(("arrays", 1.0)));
        assert_eq!(rows[3].best_alone(), None);
        let text = ratio(&rows);
        assert!(
            text.contains("In 1 tasks no engine") && text.contains("In the 2 others it takes 3.5 s against 2.0 s"),
            "{text}"
        );
        assert!(text.contains("1 of them are within"), "{text}");
        assert!(text.contains("bits/slow") && !text.contains("bits/never") && !text.contains("bits/quick"));
        assert_eq!(csv(&rows).lines().count(), 1 + 4 + 2 * 3 + 1);
    }
}
