// verdict: SAFE
// options: --engine linear
// unchecked: an execution never ends
/* The boolean program of paper 002. For g = 0 the second call never returns; for g = 1 it leaves g alone. */
extern _Bool __VERIFIER_nondet_bool(void);
int g;
void A(int a1, int a2)
{
    if (a1) {
        A(a2, a1);
        ;
    } else {
        g = a2;
    }
}
int main(void)
{
    int h;
    g = __VERIFIER_nondet_bool();
    h = !g;
    A(g, h);
    ;
    A(g, h);
    ;
    if (!g || h) {
        ERROR: ;
    }
    return 0;
}
