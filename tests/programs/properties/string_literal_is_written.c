// verdict: UNSAFE 7
// options: --property memory
// unchecked: what happens depends on where the compiler puts literals
static void shout(char *word) {
    for (; *word; word++)
        if (*word >= 'a' && *word <= 'z')
            *word -= 32;
}
int main(void) {
    shout("hello");
    return 0;
}
