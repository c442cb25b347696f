// exit: 2
struct hidden;
int main(void) {
    struct hidden h;
    return sizeof h;
}
