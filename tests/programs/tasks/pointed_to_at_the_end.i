extern void *malloc(unsigned int size);
static int *last;
int main(void) {
  last = malloc(4);
  *last = 1;
  return 0;
}
