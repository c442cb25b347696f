// verdict: SAFE
#include <assert.h>
/* Functions with bodies are what they say, and their sets are plain integers. */
typedef int Set;
Set SetEmpty(void) { return 0; }
Set SetAdd(Set set, int element) { return set | 1 << element; }
int SetInTest(Set set, int element) { return set >> element & 1; }
int main(void) {
    Set s = SetAdd(SetAdd(SetEmpty(), 3), 5);
    assert(s == 40 && SetInTest(s, 5) && !SetInTest(s, 4));
    return 0;
}
