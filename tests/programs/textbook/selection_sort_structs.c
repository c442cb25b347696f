// verdict: SAFE
#include <assert.h>
struct student { int grade; int id; };
int main(void) {
    struct student s[4] = { { 3, 100 }, { 1, 101 }, { 2, 102 }, { 1, 103 } };
    for (int i = 0; i < 4; i++) {
        int best = i;
        for (int j = i + 1; j < 4; j++)
            if (s[j].grade < s[best].grade)
                best = j;
        struct student t = s[i];
        s[i] = s[best];
        s[best] = t;
    }
    assert(s[0].id == 101 && s[3].id == 100);
    int ids = 0;
    for (int i = 0; i < 4; i++)
        ids += s[i].id;
    assert(ids == 406);
    return 0;
}
