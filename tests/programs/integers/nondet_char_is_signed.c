// verdict: UNSAFE 6
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    char c = __VERIFIER_nondet_char();
    unsigned char uc = __VERIFIER_nondet_uchar();
    short s = __VERIFIER_nondet_short();
    unsigned short us = __VERIFIER_nondet_ushort();
    long l = __VERIFIER_nondet_long();
    unsigned long ul = __VERIFIER_nondet_ulong();
    _Bool b = __VERIFIER_nondet_bool();
    __VERIFIER_assert(c >= 0);
    __VERIFIER_assert(uc <= 255 && us <= 65535);
    __VERIFIER_assert(s >= -32768 && s <= 32767);
    __VERIFIER_assert(b <= 1);
    __VERIFIER_assert(l <= 9223372036854775807L && ul >= 0);
    return 0;
}
