// verdict: SAFE
// options: --property bounds
int main(void) {
    char name[8];
    for (int i = 0; i < 8; i++)
        name[i] = 'x';
    return name[0] != 'x';
}
