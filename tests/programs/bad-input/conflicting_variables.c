// exit: 2
int counter;
char *counter;
int main(void) {
    return counter != 0;
}
