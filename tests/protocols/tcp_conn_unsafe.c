// verdict: UNSAFE
// One end of a TCP-like connection with the usual eleven states, a retransmission timer and one
// unacknowledged segment at a time. Properties: the timer runs exactly when snd_nxt == snd_una + 1,
// and TIME_WAIT is only entered when both directions are closed and our FIN was acknowledged.
// Bug: in FIN_WAIT_1 any acknowledgement that comes with a FIN is taken for one of our FIN.

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define CLOSED 0
#define LISTEN 1
#define SYN_SENT 2
#define SYN_RCVD 3
#define ESTABLISHED 4
#define FIN_WAIT_1 5
#define FIN_WAIT_2 6
#define CLOSING 7
#define TIME_WAIT 8
#define CLOSE_WAIT 9
#define LAST_ACK 10

#define EV_QUIT 0
#define EV_ACTIVE_OPEN 1
#define EV_PASSIVE_OPEN 2
#define EV_SEND 3
#define EV_CLOSE 4
#define EV_ABORT 5
#define EV_SEGMENT 6
#define EV_RETRANSMIT 7
#define EV_WAIT_OVER 8

#define MAX_SEQ 1000000
#define MAX_RETRIES 5

static int state;
static int snd_una; /* oldest number not acknowledged */
static int snd_nxt; /* next number to send */
static int rcv_nxt; /* next number expected */
static int timer_on;
static int retries;
static int fin_sent;
static int fin_rcvd;
static int close_wanted;

/* The segment that has just arrived. */
static struct {
    int syn;
    int ack;
    int fin;
    int rst;
    int ackno;
} seg;

static int bit(void)
{
    return __VERIFIER_nondet_int() > 0;
}

static void receive_segment(void)
{
    seg.syn = bit();
    seg.ack = bit();
    seg.fin = bit();
    seg.rst = bit();
    seg.ackno = __VERIFIER_nondet_int();
}

static void start_timer(void)
{
    assert(snd_nxt == snd_una + 1);
    timer_on = 1;
    retries = 0;
}

static void stop_timer(void)
{
    assert(snd_nxt == snd_una);
    timer_on = 0;
    retries = 0;
}

/* Forgets the connection, whatever is in flight. */
static void reset_connection(void)
{
    snd_una = snd_nxt;
    stop_timer();
    fin_sent = 0;
    fin_rcvd = 0;
    close_wanted = 0;
    state = CLOSED;
}

static void initial_numbers(void)
{
    int iss = __VERIFIER_nondet_int();

    if (iss < 0 || iss > 1000)
        iss = 0;
    snd_una = iss;
    snd_nxt = iss;
    rcv_nxt = 0;
}

/* Puts one number on the wire: a SYN, a piece of data or a FIN. */
static int transmit(void)
{
    assert(timer_on == 0);
    if (snd_nxt >= MAX_SEQ) {
        reset_connection();
        return 0;
    }
    snd_nxt = snd_nxt + 1;
    start_timer();
    return 1;
}

static void count_received(void)
{
    if (rcv_nxt < MAX_SEQ)
        rcv_nxt = rcv_nxt + 1;
}

/* 1 if the segment acknowledges what is in flight. */
static int process_ack(void)
{
    if (!seg.ack || !timer_on)
        return 0;
    if (seg.ackno != snd_nxt)
        return 0;
    snd_una = snd_nxt;
    stop_timer();
    return 1;
}

static void send_fin(int next)
{
    if (transmit()) {
        fin_sent = 1;
        close_wanted = 0;
        state = next;
    }
}

static void enter_time_wait(void)
{
    assert(fin_sent);
    assert(fin_rcvd);
    assert(timer_on == 0);
    assert(snd_una == snd_nxt);
    state = TIME_WAIT;
}

static void take_fin(void)
{
    assert(fin_rcvd == 0);
    fin_rcvd = 1;
    count_received();
}

static void on_retransmit(void)
{
    if (!timer_on)
        return;
    assert(snd_nxt == snd_una + 1);
    retries = retries + 1;
    if (retries > MAX_RETRIES)
        reset_connection();
}

/* The user wants to close; a FIN has to wait for data in flight. */
static void on_close(void)
{
    switch (state) {
    case LISTEN:
    case SYN_SENT:
        reset_connection();
        break;
    case SYN_RCVD:
        close_wanted = 1;
        break;
    case ESTABLISHED:
        if (timer_on)
            close_wanted = 1;
        else
            send_fin(FIN_WAIT_1);
        break;
    case CLOSE_WAIT:
        if (timer_on)
            close_wanted = 1;
        else
            send_fin(LAST_ACK);
        break;
    default:
        break;
    }
}

static void on_segment(void)
{
    int acked;

    receive_segment();
    if (state == CLOSED)
        return;
    if (seg.rst) {
        if (state != LISTEN)
            reset_connection();
        return;
    }

    switch (state) {
    case LISTEN:
        if (seg.syn && !seg.ack) {
            initial_numbers();
            count_received();
            if (transmit())
                state = SYN_RCVD;
        }
        break;
    case SYN_SENT:
        if (!seg.syn)
            break;
        count_received();
        if (process_ack())
            state = ESTABLISHED;
        else
            state = SYN_RCVD; /* both sides have opened */
        break;
    case SYN_RCVD:
        if (process_ack()) {
            state = ESTABLISHED;
            if (close_wanted)
                send_fin(FIN_WAIT_1);
        }
        break;
    case ESTABLISHED:
        acked = process_ack();
        if (seg.fin) {
            take_fin();
            state = CLOSE_WAIT;
            if (acked && close_wanted)
                send_fin(LAST_ACK);
        } else {
            count_received();
            if (acked && close_wanted)
                send_fin(FIN_WAIT_1);
        }
        break;
    case FIN_WAIT_1:
        acked = process_ack();
        if (seg.fin) {
            take_fin();
            if (seg.ack)
                enter_time_wait();
            else
                state = CLOSING;
        } else if (acked) {
            state = FIN_WAIT_2;
        }
        break;
    case FIN_WAIT_2:
        if (seg.fin) {
            take_fin();
            enter_time_wait();
        } else {
            count_received();
        }
        break;
    case CLOSING:
        if (process_ack())
            enter_time_wait();
        break;
    case CLOSE_WAIT:
        if (process_ack() && close_wanted)
            send_fin(LAST_ACK);
        break;
    case LAST_ACK:
        if (process_ack()) {
            assert(fin_sent && fin_rcvd);
            reset_connection();
        }
        break;
    case TIME_WAIT:
        break; /* an old segment, acknowledged again */
    default:
        assert(0);
    }
}

int main(void)
{
    int event;

    state = CLOSED;
    snd_una = 0;
    snd_nxt = 0;
    rcv_nxt = 0;
    timer_on = 0;
    retries = 0;
    fin_sent = 0;
    fin_rcvd = 0;
    close_wanted = 0;

    while (1) {
        event = __VERIFIER_nondet_int();
        if (event == EV_QUIT && state == CLOSED) {
            break;
        } else if (event == EV_ACTIVE_OPEN) {
            if (state == CLOSED) {
                initial_numbers();
                if (transmit())
                    state = SYN_SENT;
            }
        } else if (event == EV_PASSIVE_OPEN) {
            if (state == CLOSED)
                state = LISTEN;
        } else if (event == EV_SEND) {
            if ((state == ESTABLISHED || state == CLOSE_WAIT) && !timer_on && !close_wanted)
                transmit();
        } else if (event == EV_CLOSE) {
            on_close();
        } else if (event == EV_ABORT) {
            if (state != CLOSED)
                reset_connection();
        } else if (event == EV_SEGMENT) {
            on_segment();
        } else if (event == EV_RETRANSMIT) {
            on_retransmit();
        } else if (event == EV_WAIT_OVER) {
            if (state == TIME_WAIT)
                reset_connection();
        }
    }

    assert(timer_on == 0);
    assert(snd_una == snd_nxt);
    assert(fin_sent == 0 && fin_rcvd == 0);
    return 0;
}
