// verdict: UNSAFE 21
// unchecked: sets have no implementation in C
typedef int ptr;
typedef int Set;
Set SetEmpty();
Set SetAdd(Set, ...);
Set SetDel(Set, ...);
int SetInTest(Set, ...);
int SetNotEmptyTest(Set);
void reach_error(void);
int counter = 1;
/* Set of allocated regions */
Set memory;
ptr allocate(void) {
    counter += 1;
    memory = SetAdd(memory, counter);
    return counter;
}
void release(ptr p) {
    if (!SetInTest(memory, p))
        reach_error();
    memory = SetDel(memory, p);
}
void check_leaks(void) {
    if (SetNotEmptyTest(memory))
        reach_error();
}
int main(void) {
    ptr a = allocate(), b = allocate();
    release(a);
    release(b);
    release(a);
    check_leaks();
    return 0;
}
