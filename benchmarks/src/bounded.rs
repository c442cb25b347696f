//! The families of Figure 3 of paper 004 (§2.4), which measure bounded model checking. The paper gives the algorithms and
//! that "the size of the arrays and the number of iterations depend on N"; the rest is chosen here.
//!
//! - select_sort is selection sort of N arbitrary numbers.
//! - bellman_ford looks for the shortest paths from the first of N nodes over 2N edges with arbitrary weights.
//! - m_k_gray_codes makes N steps through the Gray code of N digits from 0 to 2 (Guan, "Generalized Gray codes with
//!   applications", 1998), from an arbitrary code.

use crate::arrays::{MOST, selection_sort};
use crate::{Expected, Family, fill};

pub const BOUNDED: &[Family] = &[
    Family {
        name: "select_sort",
        summary: "N arbitrary numbers by selection sort; the result is sorted",
        least: 2,
        most: MOST,
        cells: Some,
        text: selection_sort,
    },
    Family {
        name: "bellman_ford",
        summary: "shortest paths in a graph of N nodes and 2N edges; no distance is negative",
        least: 2,
        most: MOST / 4,
        cells: |n| Some(7 * n),
        text: bellman_ford,
    },
    Family {
        name: "m_k_gray_codes",
        summary: "N steps through a Gray code of N digits from any code; every digit stays in its range",
        least: 2,
        most: MOST / 4,
        cells: |n| Some(2 * n + 2),
        text: m_k_gray_codes,
    },
];

fn bellman_ford(n: u64, expected: Expected) -> String {
    const TEXT: &str = "\
#include <assert.h>

#define N $N
#define EDGES (2 * N)
#define FAR 100000000

extern int __VERIFIER_nondet_int(void);

int from[EDGES], to[EDGES], weight[EDGES], distance[N];

int main(void)
{
    for (int e = 0; e < EDGES; e++) {
        from[e] = e % N;
        to[e] = e < N ? (e + 1) % N : (3 * e + 2) % N;
        weight[e] = __VERIFIER_nondet_int();
        if (weight[e] < $LINE || weight[e] > 9)
            return 0;
    }
    for (int v = 0; v < N; v++)
        distance[v] = FAR;
    distance[0] = 0;

    for (int round = 0; round < N - 1; round++)
        for (int e = 0; e < EDGES; e++) {
            int there = distance[from[e]] + weight[e];
            if (there < distance[to[e]])
                distance[to[e]] = there;
        }

    for (int v = 0; v < N; v++)
        assert(distance[v] >= 0);
    return 0;
}
";
    fill(TEXT, n, expected, "0", "-1")
}

fn m_k_gray_codes(n: u64, expected: Expected) -> String {
    const TEXT: &str = "\
#include <assert.h>

#define N $N
#define RADIX 3

extern int __VERIFIER_nondet_int(void);

int digit[N + 1], direction[N + 1];

int main(void)
{
    for (int i = 0; i < N; i++) {
        digit[i] = __VERIFIER_nondet_int();
        if (digit[i] < 0 || digit[i] >= RADIX)
            return 0;
        direction[i] = __VERIFIER_nondet_int() ? 1 : -1;
    }
    digit[N] = 0;
    direction[N] = 1;

    for (int step = 0; step < N; step++) {
        int i = 0;
        int next = digit[0] + direction[0];
        while (i < N && (next < 0 || next $LINE RADIX)) {
            direction[i] = -direction[i];
            i++;
            next = digit[i] + direction[i];
        }
        if (i == N)
            break;
        digit[i] = next;
        assert(0 <= digit[i] && digit[i] < RADIX);
    }
    return 0;
}
";
    fill(TEXT, n, expected, ">=", ">")
}
