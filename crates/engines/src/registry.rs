//! The engines by name: a new engine is its folder and one line here.

use crate::arrays::{Arrays, Helpers};
use crate::bmc::{self, Bmc};
use crate::engine::Engine;
use crate::horn::{self, Horn};
use crate::linear::{self, Linear};
use crate::predicates::{self, Predicates};
use crate::sil::{self, Sil};
use crate::simulate::{Simulate, SimulateOptions};

/// The options of every engine.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub simulate: SimulateOptions,
    pub linear: linear::Options,
    pub bmc: bmc::Options,
    pub predicates: predicates::Options,
    pub horn: horn::Options,
    pub sil: sil::Options,
}

/// All engines.
pub fn all(options: &Options) -> Vec<Box<dyn Engine>> {
    let simulate = Simulate { options: options.simulate };
    let linear = Linear { options: options.linear };
    let finder = linear::Options { unite: true, ..options.linear };
    let prover = linear::Options { confirm: false, ..finder };
    let hasty = linear::Options { longest_execution: 20_000, ..finder };
    // Others look for executions that fail.
    let simulate_some = SimulateOptions { all_executions: 0, promising: 0, ..options.simulate };
    let sampler = SimulateOptions { budget: 400_000_000, longest: 40_000_000, ..simulate_some };
    let arrays = Arrays {
        helpers: Helpers {
            prover: Box::new(Linear { options: prover }),
            exact_prover: Box::new(Linear { options: linear::Options { first_search: 50_000, ..prover } }),
            finder: Box::new(Linear { options: finder }),
            hasty_finder: Box::new(Linear { options: hasty }),
            glance: Box::new(Simulate {
                options: SimulateOptions { budget: 2_000_000, longest: 200_000, only_execution: 0, ..simulate_some },
            }),
            long_glance: Box::new(Simulate { options: SimulateOptions { budget: 120_000_000, ..sampler } }),
            sampler: Box::new(Simulate { options: sampler }),
        },
    };
    let bmc = Bmc { options: options.bmc.clone() };
    let predicates = Predicates { options: options.predicates };
    let horn = Horn { options: options.horn };
    let sil = Sil {
        options: options.sil,
        helpers: sil::Helpers {
            sampler: Box::new(Simulate { options: SimulateOptions { only_execution: 0, ..simulate_some } }),
            finder: Box::new(Bmc { options: options.bmc.clone() }),
        },
    };
    vec![
        Box::new(simulate),
        Box::new(linear),
        Box::new(arrays),
        Box::new(bmc),
        Box::new(predicates),
        Box::new(sil),
        Box::new(horn),
    ]
}

/// The engine that the command line calls by this name.
pub fn by_name(name: &str, options: &Options) -> Option<Box<dyn Engine>> {
    all(options).into_iter().find(|engine| engine.info().name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_find_their_engines() {
        let options = Options::default();
        for engine in all(&options) {
            let name = engine.info().name;
            assert_eq!(by_name(name, &options).map(|found| found.info()), Some(engine.info()));
        }
        assert!(by_name("nonsense", &options).is_none());
    }
}
