// verdict: UNKNOWN
#include <assert.h>
#include <pthread.h>
int shared;
static void *work(void *arg) {
    shared++;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(shared == 1);
    return 0;
}
