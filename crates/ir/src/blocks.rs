//! The books of heap blocks: which variables and arrays say whether a block is allocated and not freed yet.
//!
//! The front end keeps a bit for each block, and the story of an execution tells its changes as allocations and releases. No
//! name in a C program ends like this.

const LIVE: &str = ".<live>";

/// The name of the variable, array or set that holds the bits of the blocks of one site.
pub fn live_name(site: &str) -> String {
    format!("{site}{LIVE}")
}

pub fn is_live_name(name: &str) -> bool {
    name.ends_with(LIVE)
}
