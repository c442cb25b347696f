// verdict: UNSAFE 7
extern void reach_error(void);
extern int *find(int key);
int main(void) {
    int *found = find(3);
    if (!found)
        reach_error();
    return 0;
}
