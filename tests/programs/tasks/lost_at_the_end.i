extern void *malloc(unsigned int size);
int main(void) {
  int *mine = malloc(4);
  *mine = 1;
  return 0;
}
