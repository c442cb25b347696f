// verdict: UNSAFE
// Server side of a TLS-like handshake with session cache, client certificates and renegotiation.
// Property: an established session has agreed keys, a checked Finished message, a verified client
// certificate if one is required, and no record that was written but not flushed.
// Bug: a cached session is resumed although its client never showed the required certificate.

extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

#define ST_BEFORE 4096
#define ST_HELLO_WAIT 4112
#define ST_HELLO_CHECK 4113
#define ST_HELLO_SEND 4128
#define ST_CERT_SEND 4144
#define ST_KEYEX_SEND 4160
#define ST_CERTREQ_SEND 4176
#define ST_DONE_SEND 4192
#define ST_FLUSH 4208
#define ST_CERT_WAIT 4224
#define ST_KEYEX_WAIT 4240
#define ST_VERIFY_WAIT 4256
#define ST_CCS_WAIT 4272
#define ST_FIN_WAIT 4288
#define ST_CCS_SEND 4304
#define ST_FIN_SEND 4320
#define ST_OK 4336

#define MSG_HELLO 1
#define MSG_CERT 2
#define MSG_CERT_EMPTY 3
#define MSG_KEYEX 4
#define MSG_VERIFY 5
#define MSG_CCS 6
#define MSG_FINISHED 7
#define MSG_DATA 8
#define MSG_CLOSE 9

#define CERT_NONE 0
#define CERT_OPTIONAL 1
#define CERT_REQUIRED 2

#define KX_STATIC 1
#define KX_EPHEMERAL 2

#define MAX_RECORDS 1000000
#define MAX_STALLS 20
#define MAX_RENEGOTIATIONS 3

/* Connection. */
int state;
int next_state; /* where ST_FLUSH goes on */
int blocked;    /* the last read or write would have blocked */
int failed;     /* a fatal alert was sent or received */
int written;    /* records given to the buffer */
int flushed;    /* records known to have left the buffer */
int stalls;
int renegotiations;

/* Configuration. */
int cert_mode;

/* The handshake in progress. */
int resumed;
int key_exchange;
int keys_ready;
int peer_cert;
int peer_verified;
int finished_seen;

/* Session cache with one entry. */
int cached;
int cached_verified;

static int flag(void)
{
    if (__VERIFIER_nondet_int() > 0)
        return 1;
    return 0;
}

static void violation(void)
{
    reach_error();
    abort();
}

static void send_alert(void)
{
    failed = 1;
}

/* 1 when the record is in the buffer, 0 when there is no room or no record number left. */
static int send_message(void)
{
    if (!flag()) {
        blocked = 1;
        return 0;
    }
    if (written >= MAX_RECORDS) {
        send_alert();
        return 0;
    }
    written = written + 1;
    return 1;
}

/* The type of the next message, 0 when there is none yet or the connection is lost. */
static int receive_message(void)
{
    int type = __VERIFIER_nondet_int();
    if (type < 0) {
        failed = 1;
        return 0;
    }
    if (type == 0)
        blocked = 1;
    return type;
}

static void unexpected(int type)
{
    if (type != 0)
        send_alert();
}

static void begin_handshake(void)
{
    resumed = 0;
    key_exchange = 0;
    keys_ready = 0;
    peer_cert = 0;
    peer_verified = 0;
    finished_seen = 0;
}

/* Decides between a full and an abbreviated handshake. */
static void look_up_session(void)
{
    int offered = flag();
    if (offered && cached) {
        resumed = 1;
        keys_ready = 1;
        peer_verified = cached_verified;
    }
}

static void store_session(void)
{
    if (resumed)
        return;
    cached = 1;
    cached_verified = peer_verified;
}

static void check_established(void)
{
    if (keys_ready != 1)
        violation();
    if (finished_seen != 1)
        violation();
    if (cert_mode == CERT_REQUIRED && peer_verified != 1)
        violation();
    if (flushed != written)
        violation();
}

static int serve(void)
{
    int msg;

    state = ST_BEFORE;
    next_state = 0;
    while (1) {
        blocked = 0;

        if (state == ST_BEFORE) {
            begin_handshake();
            state = ST_HELLO_WAIT;
        } else if (state == ST_HELLO_WAIT) {
            msg = receive_message();
            if (msg == MSG_HELLO)
                state = ST_HELLO_CHECK;
            else
                unexpected(msg);
        } else if (state == ST_HELLO_CHECK) {
            look_up_session();
            if (flag())
                key_exchange = KX_EPHEMERAL;
            else
                key_exchange = KX_STATIC;
            if (flag())
                send_alert(); /* no common cipher suite */
            state = ST_HELLO_SEND;
        } else if (state == ST_HELLO_SEND) {
            if (send_message()) {
                if (resumed)
                    state = ST_CCS_SEND;
                else
                    state = ST_CERT_SEND;
            }
        } else if (state == ST_CERT_SEND) {
            if (send_message()) {
                if (key_exchange == KX_EPHEMERAL)
                    state = ST_KEYEX_SEND;
                else if (cert_mode != CERT_NONE)
                    state = ST_CERTREQ_SEND;
                else
                    state = ST_DONE_SEND;
            }
        } else if (state == ST_KEYEX_SEND) {
            if (send_message()) {
                if (cert_mode != CERT_NONE)
                    state = ST_CERTREQ_SEND;
                else
                    state = ST_DONE_SEND;
            }
        } else if (state == ST_CERTREQ_SEND) {
            if (send_message())
                state = ST_DONE_SEND;
        } else if (state == ST_DONE_SEND) {
            if (send_message()) {
                if (cert_mode != CERT_NONE)
                    next_state = ST_CERT_WAIT;
                else
                    next_state = ST_KEYEX_WAIT;
                state = ST_FLUSH;
            }
        } else if (state == ST_FLUSH) {
            if (flag()) {
                flushed = written;
                state = next_state;
            } else {
                blocked = 1;
            }
        } else if (state == ST_CERT_WAIT) {
            msg = receive_message();
            if (msg == MSG_CERT) {
                if (!flag())
                    send_alert(); /* not signed by anybody we know */
                peer_cert = 1;
                state = ST_KEYEX_WAIT;
            } else if (msg == MSG_CERT_EMPTY) {
                if (cert_mode == CERT_REQUIRED)
                    send_alert();
                state = ST_KEYEX_WAIT;
            } else {
                unexpected(msg);
            }
        } else if (state == ST_KEYEX_WAIT) {
            msg = receive_message();
            if (msg == MSG_KEYEX) {
                keys_ready = 1;
                if (peer_cert)
                    state = ST_VERIFY_WAIT;
                else
                    state = ST_CCS_WAIT;
            } else {
                unexpected(msg);
            }
        } else if (state == ST_VERIFY_WAIT) {
            msg = receive_message();
            if (msg == MSG_VERIFY) {
                if (flag())
                    peer_verified = 1;
                else
                    send_alert();
                state = ST_CCS_WAIT;
            } else {
                unexpected(msg);
            }
        } else if (state == ST_CCS_WAIT) {
            msg = receive_message();
            if (msg == MSG_CCS)
                state = ST_FIN_WAIT;
            else
                unexpected(msg);
        } else if (state == ST_FIN_WAIT) {
            msg = receive_message();
            if (msg == MSG_FINISHED) {
                if (!flag())
                    send_alert(); /* wrong hash */
                finished_seen = 1;
                if (resumed)
                    state = ST_OK;
                else
                    state = ST_CCS_SEND;
            } else {
                unexpected(msg);
            }
        } else if (state == ST_CCS_SEND) {
            if (send_message())
                state = ST_FIN_SEND;
        } else if (state == ST_FIN_SEND) {
            if (send_message()) {
                if (resumed)
                    next_state = ST_CCS_WAIT;
                else
                    next_state = ST_OK;
                state = ST_FLUSH;
            }
        } else if (state == ST_OK) {
            check_established();
            store_session();
            msg = receive_message();
            if (msg == MSG_DATA) {
                if (send_message())
                    flushed = written;
            } else if (msg == MSG_HELLO && renegotiations < MAX_RENEGOTIATIONS) {
                renegotiations = renegotiations + 1;
                begin_handshake();
                state = ST_HELLO_CHECK;
            } else if (msg == MSG_CLOSE) {
                return 1;
            } else {
                unexpected(msg);
            }
        } else {
            return -1; /* unknown state */
        }

        if (failed)
            return -1;
        if (blocked) {
            stalls = stalls + 1;
            if (stalls > MAX_STALLS)
                return 0;
        } else {
            stalls = 0;
        }
    }
}

int main(void)
{
    cert_mode = __VERIFIER_nondet_int();
    if (cert_mode < CERT_NONE || cert_mode > CERT_REQUIRED)
        return 2;
    cached = flag();
    cached_verified = flag();
    failed = 0;
    written = 0;
    flushed = 0;
    stalls = 0;
    renegotiations = 0;
    if (serve() > 0)
        return 0;
    return 1;
}
