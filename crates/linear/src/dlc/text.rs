//! DLCs as text: the disjuncts' text with `|` between them, `false` for none.

use super::Dlc;
use crate::conjunction::Conjunction;
use crate::names::Names;
use crate::parse::ParseError;
use crate::row::Numbers;

impl Dlc {
    pub fn show(&self, names: &Names) -> String {
        if self.is_empty() {
            return "false".to_owned();
        }
        self.disjuncts().map(|disjunct| disjunct.show(names)).collect::<Vec<_>>().join(" | ")
    }

    /// The union that the text says; new names become new variables.
    pub fn parse(text: &str, numbers: Numbers, names: &mut Names) -> Result<Dlc, ParseError> {
        let mut dlc = Dlc::bottom(numbers);
        let mut start = 0;
        for part in text.split('|') {
            let conjunction = Conjunction::parse(part, numbers, names)
                .map_err(|error| ParseError { at: start + error.at, expected: error.expected })?;
            dlc.insert(conjunction);
            start += part.len() + 1;
        }
        Ok(dlc)
    }
}

impl std::fmt::Debug for Dlc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.show(&Names::default()))
    }
}
