//! Maps from variables to intervals that share what they have in common.
//!
//! A big-endian Patricia tree (Okasaki and Gill, "Fast mergeable integer maps"): an update copies one path, and merging two
//! maps that came from one looks only at where they differ. Depth is at most 32, so recursion here is bounded.

use std::sync::Arc;

use super::Interval;
use crate::ids::VarId;

/// A persistent map. A variable that is not in it can have any value of its type.
#[derive(Clone, Debug, Default)]
pub struct IntervalMap {
    root: Option<Arc<Tree>>,
}

#[derive(Debug)]
enum Tree {
    Leaf(u32, Interval),
    /// Keys with `bit` clear are left, those with it set right; above the bit all are equal to `prefix`.
    Branch(u32, u32, Arc<Tree>, Arc<Tree>),
}

impl IntervalMap {
    pub fn get(&self, var: VarId) -> Option<Interval> {
        let mut at = self.root.as_deref()?;
        loop {
            match at {
                Tree::Leaf(key, value) => return (*key == var.0).then_some(*value),
                Tree::Branch(_, bit, left, right) => at = if var.0 & bit == 0 { left } else { right },
            }
        }
    }

    /// Sets the interval of a variable, or forgets it.
    pub fn set(&mut self, var: VarId, value: Option<Interval>) {
        if self.get(var) != value {
            self.root = match value {
                Some(value) => Some(insert(self.root.as_ref(), var.0, value)),
                None => self.root.as_ref().and_then(|root| remove(root, var.0)),
            };
        }
    }

    /// The variables of both maps, each with what `merge` makes of its two intervals (`None` forgets it). `merge` must give
    /// back an interval that it gets twice.
    pub fn merge(
        &self,
        other: &IntervalMap,
        merge: &mut impl FnMut(VarId, Interval, Interval) -> Option<Interval>,
    ) -> IntervalMap {
        let root = match (&self.root, &other.root) {
            (Some(a), Some(b)) => intersect(a, b, merge),
            _ => None,
        };
        IntervalMap { root }
    }

    /// True when both are one tree in memory, or both empty.
    pub fn is_same(&self, other: &IntervalMap) -> bool {
        match (&self.root, &other.root) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }

    /// All variables in the map, ascending.
    pub fn entries(&self) -> Vec<(VarId, Interval)> {
        let mut entries = Vec::new();
        let mut stack: Vec<&Tree> = self.root.as_deref().into_iter().collect();
        while let Some(tree) = stack.pop() {
            match tree {
                Tree::Leaf(key, value) => entries.push((VarId(*key), *value)),
                Tree::Branch(_, _, left, right) => stack.extend([&**right, &**left]),
            }
        }
        entries
    }
}

fn branch(a: Arc<Tree>, a_key: u32, b: Arc<Tree>, b_key: u32) -> Arc<Tree> {
    let bit = 1 << (31 - (a_key ^ b_key).leading_zeros());
    let prefix = a_key & !(bit | (bit - 1));
    let (left, right) = if a_key & bit == 0 { (a, b) } else { (b, a) };
    Arc::new(Tree::Branch(prefix, bit, left, right))
}

fn matches(key: u32, prefix: u32, bit: u32) -> bool {
    key & !(bit | (bit - 1)) == prefix
}

fn insert(tree: Option<&Arc<Tree>>, key: u32, value: Interval) -> Arc<Tree> {
    let leaf = || Arc::new(Tree::Leaf(key, value));
    let Some(tree) = tree else { return leaf() };
    match &**tree {
        Tree::Leaf(other, _) if *other == key => leaf(),
        Tree::Leaf(other, _) => branch(leaf(), key, tree.clone(), *other),
        Tree::Branch(prefix, bit, ..) if !matches(key, *prefix, *bit) => branch(leaf(), key, tree.clone(), *prefix),
        Tree::Branch(prefix, bit, left, right) => {
            let (left, right) = match key & bit {
                0 => (insert(Some(left), key, value), right.clone()),
                _ => (left.clone(), insert(Some(right), key, value)),
            };
            Arc::new(Tree::Branch(*prefix, *bit, left, right))
        }
    }
}

fn remove(tree: &Arc<Tree>, key: u32) -> Option<Arc<Tree>> {
    match &**tree {
        Tree::Leaf(other, _) => (*other != key).then(|| tree.clone()),
        Tree::Branch(prefix, bit, ..) if !matches(key, *prefix, *bit) => Some(tree.clone()),
        Tree::Branch(prefix, bit, left, right) => match key & bit {
            0 => join(*prefix, *bit, remove(left, key), Some(right.clone())),
            _ => join(*prefix, *bit, Some(left.clone()), remove(right, key)),
        },
    }
}

fn join(prefix: u32, bit: u32, left: Option<Arc<Tree>>, right: Option<Arc<Tree>>) -> Option<Arc<Tree>> {
    match (left, right) {
        (Some(left), Some(right)) => Some(Arc::new(Tree::Branch(prefix, bit, left, right))),
        (one, other) => one.or(other),
    }
}

fn intersect(
    a: &Arc<Tree>,
    b: &Arc<Tree>,
    merge: &mut impl FnMut(VarId, Interval, Interval) -> Option<Interval>,
) -> Option<Arc<Tree>> {
    if Arc::ptr_eq(a, b) {
        return Some(a.clone());
    }
    match (&**a, &**b) {
        (Tree::Leaf(key, value), _) => {
            let other = IntervalMap { root: Some(b.clone()) }.get(VarId(*key))?;
            let merged = merge(VarId(*key), *value, other)?;
            Some(if merged == *value { a.clone() } else { Arc::new(Tree::Leaf(*key, merged)) })
        }
        (_, Tree::Leaf(key, value)) => {
            let other = IntervalMap { root: Some(a.clone()) }.get(VarId(*key))?;
            let merged = merge(VarId(*key), other, *value)?;
            Some(if merged == *value { b.clone() } else { Arc::new(Tree::Leaf(*key, merged)) })
        }
        (Tree::Branch(p, bit, l, r), Tree::Branch(q, other, s, t)) => {
            if bit == other && p == q {
                let (left, right) = (intersect(l, s, merge), intersect(r, t, merge));
                let is = |found: &Option<Arc<Tree>>, tree: &Arc<Tree>| {
                    found.as_ref().is_some_and(|found| Arc::ptr_eq(found, tree))
                };
                // Sharing is what makes the next merge quick.
                match (is(&left, l) && is(&right, r), is(&left, s) && is(&right, t)) {
                    (true, _) => Some(a.clone()),
                    (_, true) => Some(b.clone()),
                    _ => join(*p, *bit, left, right),
                }
            } else if bit > other && matches(*q, *p, *bit) {
                intersect(if q & bit == 0 { l } else { r }, b, merge)
            } else if other > bit && matches(*p, *q, *other) {
                intersect(a, if p & other == 0 { s } else { t }, merge)
            } else {
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn behaves_like_a_map() {
        let mut state = 7u64;
        let mut random = |bound: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % bound
        };
        for round in 0..200 {
            let keys = if round % 2 == 0 { 20 } else { 100_000 };
            let mut build = || {
                let (mut map, mut model) = (IntervalMap::default(), BTreeMap::new());
                for _ in 0..60 {
                    let key = VarId(random(keys) as u32);
                    let value = (random(4) > 0).then(|| Interval::point(random(3) as i128));
                    map.set(key, value);
                    match value {
                        Some(value) => model.insert(key, value),
                        None => model.remove(&key),
                    };
                }
                (map, model)
            };
            let ((a, model_a), (b, model_b)) = (build(), build());
            assert_eq!(a.entries(), model_a.iter().map(|(&key, &value)| (key, value)).collect::<Vec<_>>());
            let mut merge = |_: VarId, x: Interval, y: Interval| Some(x.join(y)).filter(|both| both.max < 2);
            let merged = a.merge(&b, &mut merge);
            let expected: Vec<(VarId, Interval)> = model_a
                .iter()
                .filter_map(|(&key, &value)| {
                    Some((
                        key,
                        Some(value.join(*model_b.get(&key)?)).filter(|both| value == model_b[&key] || both.max < 2)?,
                    ))
                })
                .collect();
            // The test's merge forgets equal points of value 2 where the tree does not look.
            let forgiving = |list: Vec<(VarId, Interval)>| -> Vec<(VarId, Interval)> {
                list.into_iter().filter(|(_, value)| value.max < 2).collect()
            };
            assert_eq!(forgiving(merged.entries()), forgiving(expected));
            assert!(a.merge(&a, &mut merge).is_same(&a));
        }
    }
}
