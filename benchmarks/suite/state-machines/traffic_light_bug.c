/* Two traffic lights at a crossing change by input; never are both green. The mistake: the side
   road may turn green while the main road is yellow and about to turn back. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "traffic_light_bug.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

enum colour { RED, YELLOW, GREEN };

int main(void) {
    int main_road = GREEN;
    int side_road = RED;
    while (1) {
        int event = __VERIFIER_nondet_int();
        switch (event) {
        case 0:
            if (main_road == GREEN) {
                main_road = YELLOW;
            } else if (main_road == YELLOW) {
                main_road = RED;
            }
            break;
        case 1:
            if (main_road != GREEN && side_road == RED) {
                side_road = GREEN;
            }
            break;
        case 2:
            if (side_road == GREEN) {
                side_road = YELLOW;
            } else if (side_road == YELLOW) {
                side_road = RED;
            }
            break;
        case 3:
            if (main_road == YELLOW || (main_road == RED && side_road == RED)) {
                main_road = GREEN;
            }
            break;
        default:
            return 0;
        }
        __VERIFIER_assert(main_road != GREEN || side_road == RED);
    }
}
