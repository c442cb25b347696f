// verdict: UNKNOWN
// unchecked: assert has no declaration
/* A function without a prototype is given anything: a failing assertion about it is not passed over. */
float zero;
int main(void) {
    assert(zero);
    return 0;
}
