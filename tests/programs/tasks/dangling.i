void *malloc(unsigned long);
void free(void *);
int main(void) {
    int *p = malloc(sizeof(int) * 2);
    p[1] = 4;
    free(p);
    p[1]++;
    return 0;
}
