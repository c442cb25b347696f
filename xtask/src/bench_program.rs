//! `cargo xtask bench-program`: prints a program of the papers' families.

use heureka_benchmarks::{Expected, families, family};

use crate::shell::Failure;

pub const HELP: &str = "\
Usage: cargo xtask bench-program NAME N safe|unsafe

Prints the C text of a program of the papers' families: the one of parameter N that is safe, or the one that is not.
Without arguments it lists the families.
";

pub fn run(args: &[String]) -> Result<(), Failure> {
    let [name, n, expected] = args else {
        if !args.is_empty() {
            return Err(Failure::usage("bench-program takes a name, a number and a verdict", HELP));
        }
        families().for_each(|family| println!("{:24} {}", family.name, family.summary));
        return Ok(());
    };
    let family = family(name).ok_or_else(|| Failure::usage(format!("there is no family `{name}`"), HELP))?;
    let n = n.parse().ok().filter(|n| family.range().contains(n));
    let (least, most) = family.range().into_inner();
    let n = n.ok_or_else(|| Failure::usage(format!("{name} needs a number from {least} to {most}"), HELP))?;
    let expected = Expected::by_name(expected);
    let expected = expected.ok_or_else(|| Failure::usage("a program is `safe` or `unsafe`", HELP))?;
    print!("{}", family.program(n, expected));
    Ok(())
}
