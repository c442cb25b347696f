//! Where the blocks of a chart stand: the layered method (Sugiyama, Tagawa and Toda, 1981).
//!
//! Blocks get ranks by longest paths once edges that go back are set aside. Between the ranks of blocks lie ranks for the
//! labels of edges; an edge that spans ranks has a small box in each, so that it finds its way between the blocks. An edge
//! that goes back leaves at the bottom, goes up beside the blocks and enters at the top. Boxes of a rank are ordered by the
//! mean place of their neighbours; then each rank is moved as close to its neighbours as the order allows, which is a
//! least-squares problem with a closed solution (pool adjacent violators).

/// Width and height of a block, and of the label of an edge (0 without one).
pub struct Sizes {
    pub blocks: Vec<(f64, f64)>,
    pub labels: Vec<(f64, f64)>,
}

/// A box of the layout, by the middle of its top.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

pub struct Layout {
    pub blocks: Vec<Place>,
    /// For each edge the boxes that it goes through, from its start to its end (without the blocks). The first one holds
    /// its label; there is at least one.
    pub paths: Vec<Vec<Place>>,
    /// Edges that go up.
    pub back: Vec<bool>,
    pub width: f64,
    pub height: f64,
}

const GAP: f64 = 28.0;
const EDGE_GAP: f64 = 14.0;
const RANK_GAP: f64 = 16.0;
const SWEEPS: usize = 24;
/// Boxes of edges without a label; they are as high as their row.
const THIN: f64 = 2.0;

/// Lays out a graph whose node 0 is the entry; edges are pairs of nodes.
pub fn layout(sizes: &Sizes, edges: &[(usize, usize)]) -> Layout {
    let count = sizes.blocks.len();
    let back = back_edges(count, edges);
    let ranks = ranks(count, edges, &back);
    let mut boxes = Boxes::default();
    for (block, &(width, height)) in sizes.blocks.iter().enumerate() {
        boxes.add(2 * ranks[block] + 1, width, height);
    }
    let mut paths: Vec<Vec<usize>> = Vec::new();
    for (at, &(from, to)) in edges.iter().enumerate() {
        let (first, last) = (2 * ranks[from] + 2, 2 * ranks[to]);
        let through: Vec<usize> = if back[at] { (last..=first).rev().collect() } else { (first..=last).collect() };
        let (width, height) = sizes.labels[at];
        let mut path = Vec::new();
        let mut above = from;
        for (step, rank) in through.iter().enumerate() {
            let (width, height) = if step == 0 { (width.max(THIN), height) } else { (THIN, 0.0) };
            let id = boxes.add(*rank, width, height);
            boxes.link(above, id);
            above = id;
            path.push(id);
        }
        boxes.link(above, to);
        paths.push(path);
    }
    boxes.order();
    boxes.place(&paths);
    let place = |id: &usize| boxes.places[*id];
    let width = boxes.places.iter().map(|it| it.x + it.width / 2.0).fold(0.0, f64::max);
    let height = boxes.places.iter().map(|it| it.y + it.height).fold(0.0, f64::max);
    Layout {
        blocks: (0..count).map(|id| boxes.places[id]).collect(),
        paths: paths.iter().map(|path| path.iter().map(place).collect()).collect(),
        back,
        width,
        height,
    }
}

/// The edges that lead to a node on the depth-first path; self-loops among them.
fn back_edges(count: usize, edges: &[(usize, usize)]) -> Vec<bool> {
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (at, &(from, _)) in edges.iter().enumerate() {
        out[from].push(at);
    }
    let (mut on_path, mut seen, mut back) = (vec![false; count], vec![false; count], vec![false; edges.len()]);
    for root in 0..count {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        on_path[root] = true;
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.last_mut() {
            let Some(&edge) = out[*node].get(*next) else {
                on_path[*node] = false;
                stack.pop();
                continue;
            };
            *next += 1;
            let to = edges[edge].1;
            back[edge] = on_path[to];
            if !std::mem::replace(&mut seen[to], true) {
                on_path[to] = true;
                stack.push((to, 0));
            }
        }
    }
    back
}

fn ranks(count: usize, edges: &[(usize, usize)], back: &[bool]) -> Vec<usize> {
    let mut waiting = vec![0; count];
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (&(from, to), _) in edges.iter().zip(back).filter(|(_, back)| !**back) {
        waiting[to] += 1;
        out[from].push(to);
    }
    let mut ranks = vec![0; count];
    let mut ready: Vec<usize> = (0..count).filter(|&node| waiting[node] == 0).collect();
    while let Some(node) = ready.pop() {
        for &to in &out[node] {
            ranks[to] = ranks[to].max(ranks[node] + 1);
            waiting[to] -= 1;
            if waiting[to] == 0 {
                ready.push(to);
            }
        }
    }
    ranks
}

#[derive(Default)]
struct Boxes {
    places: Vec<Place>,
    rank: Vec<usize>,
    /// Boxes of each rank from left to right.
    rows: Vec<Vec<usize>>,
    near: Vec<Vec<usize>>,
}

impl Boxes {
    fn add(&mut self, rank: usize, width: f64, height: f64) -> usize {
        let id = self.places.len();
        self.places.push(Place { width, height, ..Place::default() });
        self.rank.push(rank);
        self.near.push(Vec::new());
        if self.rows.len() <= rank {
            self.rows.resize(rank + 1, Vec::new());
        }
        self.rows[rank].push(id);
        id
    }

    fn link(&mut self, a: usize, b: usize) {
        self.near[a].push(b);
        self.near[b].push(a);
    }

    /// Orders rows by the mean position of neighbours in the row swept before, down and up in turn.
    fn order(&mut self) {
        let mut position: Vec<f64> = vec![0.0; self.places.len()];
        for row in &self.rows {
            for (at, &id) in row.iter().enumerate() {
                position[id] = at as f64;
            }
        }
        let mut best = (self.crossings(&position), self.rows.clone());
        for sweep in 0..SWEEPS {
            let down = sweep % 2 == 0;
            let rows: Vec<usize> =
                if down { (1..self.rows.len()).collect() } else { (0..self.rows.len() - 1).rev().collect() };
            for rank in rows {
                let other = if down { rank - 1 } else { rank + 1 };
                let mut keyed: Vec<(f64, usize)> = Vec::new();
                for &id in &self.rows[rank] {
                    let around: Vec<f64> = self.near[id]
                        .iter()
                        .filter(|&&near| self.rank[near] == other)
                        .map(|&near| position[near])
                        .collect();
                    let mean = around.iter().sum::<f64>() / around.len().max(1) as f64;
                    keyed.push((if around.is_empty() { position[id] } else { mean }, id));
                }
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
                self.rows[rank] = keyed.iter().map(|&(_, id)| id).collect();
                for (at, &id) in self.rows[rank].iter().enumerate() {
                    position[id] = at as f64;
                }
            }
            let crossings = self.crossings(&position);
            if crossings < best.0 {
                best = (crossings, self.rows.clone());
            }
        }
        self.rows = best.1;
    }

    /// How many pairs of links cross between neighbouring rows.
    fn crossings(&self, position: &[f64]) -> usize {
        let mut count = 0;
        for rank in 0..self.rows.len().saturating_sub(1) {
            let mut links: Vec<(usize, usize)> = Vec::new();
            for &id in &self.rows[rank] {
                let below = self.near[id].iter().filter(|&&near| self.rank[near] == rank + 1);
                links.extend(below.map(|&near| (position[id] as usize, position[near] as usize)));
            }
            links.sort_unstable();
            // Inversions of the second ends, counted with a tree of counts.
            let width = self.rows[rank + 1].len();
            let mut tree = vec![0usize; width + 1];
            for (seen, &(_, end)) in links.iter().enumerate() {
                let (mut at, mut up_to) = (end + 1, 0);
                while at > 0 {
                    up_to += tree[at];
                    at &= at - 1;
                }
                count += seen - up_to;
                at = end + 1;
                while at <= width {
                    tree[at] += 1;
                    at += at & at.wrapping_neg();
                }
            }
        }
        count
    }

    fn place(&mut self, paths: &[Vec<usize>]) {
        let mut y = 0.0;
        for row in &self.rows {
            let height = row.iter().map(|&id| self.places[id].height).fold(0.0, f64::max);
            let mut x = 0.0;
            for (at, &id) in row.iter().enumerate() {
                if at > 0 {
                    x += self.distance(row[at - 1], id);
                }
                let place = &mut self.places[id];
                (place.x, place.y) = (x, y);
                if place.width <= THIN {
                    place.height = height;
                }
            }
            if !row.is_empty() {
                y += height + RANK_GAP;
            }
        }
        for sweep in 0..2 * SWEEPS {
            let rows: Vec<usize> =
                if sweep % 2 == 0 { (0..self.rows.len()).collect() } else { (0..self.rows.len()).rev().collect() };
            for rank in rows {
                // The last sweeps look at both sides, so that long edges become straight.
                let both = sweep >= SWEEPS;
                self.pull(rank, sweep % 2 == 0, both);
            }
        }
        for _ in 0..3 {
            self.straighten(paths);
        }
        let left = self.places.iter().map(|it| it.x - it.width / 2.0).fold(f64::INFINITY, f64::min);
        for place in &mut self.places {
            place.x -= left;
        }
    }

    /// Puts the boxes of an edge below each other where there is room between their neighbours.
    fn straighten(&mut self, paths: &[Vec<usize>]) {
        let mut column = vec![0; self.places.len()];
        for row in &self.rows {
            for (at, &id) in row.iter().enumerate() {
                column[id] = at;
            }
        }
        for path in paths {
            let mut run: Vec<usize> = Vec::new();
            let mut room = (f64::NEG_INFINITY, f64::INFINITY);
            for &id in path {
                let row = &self.rows[self.rank[id]];
                let left = column[id].checked_sub(1).map(|at| row[at]);
                let right = row.get(column[id] + 1).copied();
                let least = left.map_or(f64::NEG_INFINITY, |left| self.places[left].x + self.distance(left, id));
                let most = right.map_or(f64::INFINITY, |right| self.places[right].x - self.distance(id, right));
                let both = (room.0.max(least), room.1.min(most));
                if both.0 > both.1 {
                    self.line_up(&run, room);
                    run.clear();
                    room = (least, most);
                } else {
                    room = both;
                }
                run.push(id);
            }
            self.line_up(&run, room);
        }
    }

    fn line_up(&mut self, run: &[usize], room: (f64, f64)) {
        if room.0 <= room.1 {
            let mean = run.iter().map(|&id| self.places[id].x).sum::<f64>() / run.len().max(1) as f64;
            for &id in run {
                self.places[id].x = mean.clamp(room.0, room.1);
            }
        }
    }

    /// The least distance between the middles of two neighbours.
    fn distance(&self, left: usize, right: usize) -> f64 {
        let (a, b) = (&self.places[left], &self.places[right]);
        let gap = if a.width > THIN && b.width > THIN { GAP } else { EDGE_GAP };
        (a.width + b.width) / 2.0 + gap
    }

    /// Moves the boxes of a row to the mean of their neighbours, as near as order and distances allow.
    fn pull(&mut self, rank: usize, down: bool, both: bool) {
        let row = &self.rows[rank];
        let mut offset = 0.0;
        let mut offsets = Vec::with_capacity(row.len());
        // Groups of boxes that touch: sum of wishes, weight.
        let mut groups: Vec<(f64, f64, usize)> = Vec::new();
        for (at, &id) in row.iter().enumerate() {
            if at > 0 {
                offset += self.distance(row[at - 1], id);
            }
            offsets.push(offset);
            let counts = |near: usize| both || if down { self.rank[near] < rank } else { self.rank[near] > rank };
            let around: Vec<f64> =
                self.near[id].iter().filter(|&&near| counts(near)).map(|&near| self.places[near].x).collect();
            let (wish, weight) = if around.is_empty() {
                (self.places[id].x, 0.1)
            } else {
                // Links between small boxes should be straight.
                let weight = if self.places[id].width <= THIN { 4.0 } else { 1.0 };
                (around.iter().sum::<f64>() / around.len() as f64, weight)
            };
            groups.push(((wish - offset) * weight, weight, 1));
            while let [.., before, last] = groups[..] {
                if before.0 / before.1 <= last.0 / last.1 {
                    break;
                }
                groups.truncate(groups.len() - 2);
                groups.push((before.0 + last.0, before.1 + last.1, before.2 + last.2));
            }
        }
        let mut at = 0;
        for (sum, weight, size) in groups {
            for _ in 0..size {
                self.places[self.rows[rank][at]].x = sum / weight + offsets[at];
                at += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(blocks: usize, edges: usize) -> Sizes {
        Sizes { blocks: vec![(60.0, 30.0); blocks], labels: vec![(40.0, 12.0); edges] }
    }

    #[test]
    fn a_diamond_stands_in_three_rows() {
        let layout = layout(&sizes(4, 4), &[(0, 1), (0, 2), (1, 3), (2, 3)]);
        let [top, left, right, bottom] = [0, 1, 2, 3].map(|at| layout.blocks[at]);
        assert!(top.y < left.y && left.y == right.y && right.y < bottom.y);
        assert!((left.x - right.x).abs() >= 60.0 + GAP - 1e-6);
        assert!((top.x - bottom.x).abs() < 1.0 && (top.x - (left.x + right.x) / 2.0).abs() < 1.0);
    }

    #[test]
    fn edges_back_go_up_beside_the_blocks() {
        let layout = layout(&sizes(3, 4), &[(0, 1), (1, 2), (2, 1), (2, 2)]);
        assert_eq!(layout.back, [false, false, true, true]);
        let path = &layout.paths[2];
        assert!(path.first().unwrap().y > layout.blocks[2].y && path.last().unwrap().y < layout.blocks[1].y);
    }

    #[test]
    fn boxes_do_not_overlap() {
        let mut state = 5u64;
        let mut random = |bound: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % bound
        };
        for _ in 0..50 {
            let count = 2 + random(40);
            let edges: Vec<(usize, usize)> =
                (0..count + random(count)).map(|_| (random(count), random(count))).collect();
            let sizes = Sizes {
                blocks: (0..count).map(|_| (20.0 + random(90) as f64, 20.0 + random(30) as f64)).collect(),
                labels: edges.iter().map(|_| (random(2) as f64 * 50.0, 12.0)).collect(),
            };
            let layout = layout(&sizes, &edges);
            for (at, a) in layout.blocks.iter().enumerate() {
                for b in &layout.blocks[..at] {
                    let beside = (a.x - b.x).abs() + 1e-6 >= (a.width + b.width) / 2.0;
                    let apart = a.y + a.height <= b.y || b.y + b.height <= a.y;
                    assert!(beside || apart, "{a:?} and {b:?}");
                }
            }
        }
    }
}
