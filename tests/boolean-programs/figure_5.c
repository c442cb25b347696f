extern int __VERIFIER_nondet_int(void);
int numUnits;
int level;
static void NewUnit(void) {} static void gotUnit(void) {}
void getUnit(void) {
    int canEnter = 0;
    if (numUnits == 0) {
        if (level > 0) {
            NewUnit();
            numUnits = 1;
            canEnter = 1;
        }
    } else canEnter = 1;
    if (canEnter == 1) {
        if (numUnits == 0)
            ERROR: ;
        else
            gotUnit();
    }
}
int main(void) {
    numUnits = __VERIFIER_nondet_int();
    level = __VERIFIER_nondet_int();
    getUnit();
}
