//! Identifiers as small numbers: each distinct spelling is stored once, in one buffer.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// An interned spelling, an index into its [`Interner`]. Symbols order by first occurrence, not alphabetically.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

/// The spellings of one translation unit.
#[derive(Clone, Debug, Default)]
pub struct Interner {
    text: String,
    /// Where each symbol's spelling ends in `text`; it starts where the one before ends.
    ends: Vec<u32>,
    /// Symbols by the hash of their spelling; the rare second spelling with the same hash probes at `hash + 1`.
    by_hash: HashMap<u64, Symbol, BuildHasherDefault<AlreadyHashed>>,
}

impl Interner {
    pub fn new() -> Interner {
        Interner::default()
    }

    /// The symbol of `name`, which is added when it is new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        let mut hash = hash_of(name.as_bytes());
        while let Some(&symbol) = self.by_hash.get(&hash) {
            if self.name(symbol) == name {
                return symbol;
            }
            hash = hash.wrapping_add(1);
        }
        let symbol = Symbol(self.ends.len() as u32);
        self.text.push_str(name);
        self.ends.push(u32::try_from(self.text.len()).expect("the input is limited to 4 GiB"));
        self.by_hash.insert(hash, symbol);
        symbol
    }

    /// The symbol of `name` if it occurs in the unit.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        let mut hash = hash_of(name.as_bytes());
        while let Some(&symbol) = self.by_hash.get(&hash) {
            if self.name(symbol) == name {
                return Some(symbol);
            }
            hash = hash.wrapping_add(1);
        }
        None
    }

    pub fn name(&self, symbol: Symbol) -> &str {
        let at = symbol.0 as usize;
        let start = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        &self.text[start..self.ends[at] as usize]
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// Multiply and rotate, eight bytes at a time: identifiers are short, and the table never leaves the process.
fn hash_of(bytes: &[u8]) -> u64 {
    const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = bytes.len() as u64;
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let word = u64::from_le_bytes(chunk.try_into().expect("chunks of eight"));
        hash = (hash.rotate_left(5) ^ word).wrapping_mul(SEED);
    }
    let mut last = [0; 8];
    last[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
    hash = (hash.rotate_left(5) ^ u64::from_le_bytes(last)).wrapping_mul(SEED);
    hash ^ (hash >> 29)
}

/// A hasher for keys that are hashes.
#[derive(Clone, Copy, Default)]
struct AlreadyHashed(u64);

impl Hasher for AlreadyHashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are u64")
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spelling_has_one_symbol() {
        let mut symbols = Interner::new();
        let names: Vec<String> = (0..5000).map(|n| format!("{}name{n}", "x".repeat(n % 40))).collect();
        let ids: Vec<Symbol> = names.iter().map(|name| symbols.intern(name)).collect();
        for (name, &id) in names.iter().zip(&ids) {
            assert_eq!(symbols.intern(name), id);
            assert_eq!(symbols.find(name), Some(id));
            assert_eq!(symbols.name(id), name);
        }
        assert_eq!(symbols.len(), names.len());
        assert_eq!(symbols.find("absent"), None);
    }
}
