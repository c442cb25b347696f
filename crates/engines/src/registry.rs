//! The engines by name: a new engine is its folder and one line here.

use crate::engine::Engine;
use crate::simulate::Simulate;

/// All engines, in the order in which users read about them.
pub fn all() -> Vec<Box<dyn Engine>> {
    vec![Box::new(Simulate::default())]
}

/// The engine that the command line calls by this name.
pub fn by_name(name: &str) -> Option<Box<dyn Engine>> {
    all().into_iter().find(|engine| engine.info().name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_find_their_engines() {
        for engine in all() {
            let name = engine.info().name;
            assert_eq!(by_name(name).map(|found| found.info()), Some(engine.info()));
        }
        assert!(by_name("nonsense").is_none());
    }
}
