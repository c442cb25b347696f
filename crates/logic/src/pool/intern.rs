//! An interner: values get numbers, equal values the same number. Invariant: numbers are dense, in the order of the
//! first use. Also the one hash that the pool uses: quick, and the same in every run.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use hashbrown::HashTable;

#[derive(Clone)]
pub struct Interner<T> {
    values: Vec<T>,
    table: HashTable<u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { values: Vec::new(), table: HashTable::new() }
    }
}

impl<T: Hash + Eq> Interner<T> {
    pub fn intern(&mut self, value: T) -> u32 {
        let hash = hash(&value);
        if let Some(&found) = self.table.find(hash, |&id| self.values[id as usize] == value) {
            return found;
        }
        let id = u32::try_from(self.values.len()).expect("fewer than 2^32 constants");
        self.values.push(value);
        self.table.insert_unique(hash, id, |&id| self::hash(&self.values[id as usize]));
        id
    }

    pub fn get(&self, id: u32) -> &T {
        &self.values[id as usize]
    }
}

/// A map that hashes with [`Mix`].
pub type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

/// One multiplication for each word, then a mix, since tables look at the low and at the high bits.
#[derive(Default)]
pub struct Mix(u64);

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Mix {
    pub fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(FACTOR);
    }

    pub fn value(&self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(FACTOR);
        mixed ^ (mixed >> 29)
    }
}

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.value()
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.word(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.word(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.word(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.word(value as u64);
    }
}

pub fn hash(value: &impl Hash) -> u64 {
    let mut mix = Mix::default();
    value.hash(&mut mix);
    mix.value()
}
