//! One file per subcommand: each takes its parsed options and the output, and answers with an exit code.

pub mod answer;
mod auto;
pub mod bench;
pub mod check;
mod claims;
pub mod explain;
pub mod input;
pub mod load;
mod look;
pub mod question;
mod race;
pub mod run;
pub mod show;
pub mod sil;
mod turns;
pub mod undefined;
pub mod validate;
mod watchdog;
mod worker;

use crate::diagnostics::Report;
use crate::exit::Exit;
use crate::output::Output;

/// A subcommand of the contract that nothing stands behind yet says so.
fn not_built_yet(what: &str, output: &mut Output) -> Exit {
    output.report(&Report::error(format!("{what} is not built yet in version {}", env!("CARGO_PKG_VERSION"))));
    Exit::Usage
}
