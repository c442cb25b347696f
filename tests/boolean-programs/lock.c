/* A lock that is taken and given back in turn, as in the retry loops of device drivers. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int locked = 0, wanted, done;
    do {
        if (locked) { ERROR: ; }
        locked = 1;
        done = wanted;
        if (__VERIFIER_nondet_int()) {
            locked = 0;
            wanted = wanted + 1;
        }
    } while (done != wanted);
    if (!locked) goto ERROR;
    return 0;
}
