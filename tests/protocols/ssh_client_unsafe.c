// verdict: UNSAFE
// Client side of an SSH-like protocol: version and key exchange (with a guessed first packet and
// re-keying), host key check, authentication, one channel. Properties: keys are made with the
// agreed algorithm for an accepted host, no password leaves unencrypted, no session without login.
// Bug: the guess of the server is compared with the wish of the client, not with the agreement.

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum state {
    VERSION_SEND = 100,
    VERSION_WAIT = 101,
    KEXINIT_SEND = 110,
    KEXINIT_WAIT = 111,
    KEX_SEND = 120,
    KEX_WAIT = 121,
    HOSTKEY_CHECK = 122,
    NEWKEYS_SEND = 130,
    NEWKEYS_WAIT = 131,
    SERVICE_SEND = 140,
    SERVICE_WAIT = 141,
    AUTH_CHOOSE = 150,
    AUTH_PUBKEY_SEND = 151,
    AUTH_PASSWORD_SEND = 152,
    AUTH_WAIT = 153,
    CHANNEL_SEND = 160,
    CHANNEL_WAIT = 161,
    SESSION = 170,
    CLOSED = 180
};

enum packet {
    PKT_NONE = 0,
    PKT_DISCONNECT = 1,
    PKT_IGNORE = 2,
    PKT_VERSION = 4,
    PKT_SERVICE_ACCEPT = 6,
    PKT_KEXINIT = 20,
    PKT_NEWKEYS = 21,
    PKT_KEX_REPLY = 31,
    PKT_AUTH_FAILURE = 51,
    PKT_AUTH_SUCCESS = 52,
    PKT_AUTH_BANNER = 53,
    PKT_CHANNEL_OK = 91,
    PKT_CHANNEL_REFUSED = 92,
    PKT_DATA = 94
};

#define HOST_UNKNOWN 0
#define HOST_MATCHES 1
#define HOST_CHANGED 2

#define MAX_ATTEMPTS 3
#define MAX_REKEYS 1000000
#define MAX_IDLE 50

static int state;
static int closing;

/* Key exchange. */
static int my_alg;        /* what this client likes best */
static int agreed_alg;    /* the result of the negotiation */
static int guess_follows; /* the server has sent a packet of its guess after KEXINIT */
static int guess_alg;     /* the algorithm of that guess */
static int skip_next;     /* the guess was wrong, the packet has to be dropped */
static int used_alg;      /* the algorithm of the reply that the keys come from */
static int host_accepted;
static int strict_hosts;
static int encrypted_out;
static int encrypted_in;
static int rekeys;

/* Authentication. */
static int attempts;
static int failures;
static int authenticated;
static int password_allowed;

static int channel_open;
static int idle;

static int yes(void)
{
    return __VERIFIER_nondet_int() != 0;
}

static void disconnect(void)
{
    closing = 1;
    state = CLOSED;
}

/* Handles what may arrive at any time; the rest is for the current state. */
static int read_packet(void)
{
    int type = __VERIFIER_nondet_int();
    if (type == PKT_DISCONNECT) {
        disconnect();
        return PKT_NONE;
    }
    if (type == PKT_IGNORE || type == PKT_NONE) {
        idle = idle + 1;
        if (idle > MAX_IDLE)
            disconnect();
        return PKT_NONE;
    }
    idle = 0;
    return type;
}

static void protocol_error(int type)
{
    if (type != PKT_NONE)
        disconnect();
}

static int pick_algorithm(void)
{
    int alg = __VERIFIER_nondet_int();
    if (alg < 1 || alg > 8)
        alg = 1;
    return alg;
}

static void negotiate(void)
{
    agreed_alg = my_alg;
    if (yes())
        agreed_alg = pick_algorithm();
    guess_follows = yes();
    guess_alg = pick_algorithm();
    skip_next = 0;
    if (guess_follows && guess_alg != my_alg)
        skip_next = 1;
}

/* The reply of the server; its algorithm is the guessed one if it was sent ahead. */
static void take_kex_reply(void)
{
    if (guess_follows)
        used_alg = guess_alg;
    else
        used_alg = agreed_alg;
    guess_follows = 0;
}

static int look_up_host(void)
{
    int answer = __VERIFIER_nondet_int();
    if (answer == HOST_MATCHES || answer == HOST_CHANGED)
        return answer;
    return HOST_UNKNOWN;
}

static void derive_keys(void)
{
    assert(used_alg == agreed_alg);
    assert(host_accepted);
}

static void send_secret(void)
{
    assert(encrypted_out);
    assert(host_accepted);
    assert(attempts == failures);
    attempts = attempts + 1;
    assert(attempts <= MAX_ATTEMPTS);
}

static void auth_failed(void)
{
    failures = failures + 1;
    assert(attempts == failures);
    if (failures >= MAX_ATTEMPTS)
        disconnect();
    else
        state = AUTH_CHOOSE;
}

static void send_data(void)
{
    assert(authenticated);
    assert(channel_open);
    assert(encrypted_out);
}

static void start_rekey(void)
{
    if (rekeys >= MAX_REKEYS) {
        disconnect();
        return;
    }
    rekeys = rekeys + 1;
    host_accepted = 0; /* the key has to be shown again */
    state = KEXINIT_SEND;
}

static void run_client(void)
{
    int type;
    int host;

    state = VERSION_SEND;
    while (!closing) {
        switch (state) {
        case VERSION_SEND:
            state = VERSION_WAIT;
            break;
        case VERSION_WAIT:
            type = read_packet();
            if (type == PKT_VERSION)
                state = KEXINIT_SEND;
            else
                protocol_error(type);
            break;
        case KEXINIT_SEND:
            my_alg = pick_algorithm();
            state = KEXINIT_WAIT;
            break;
        case KEXINIT_WAIT:
            type = read_packet();
            if (type == PKT_KEXINIT) {
                negotiate();
                state = KEX_SEND;
            } else {
                protocol_error(type);
            }
            break;
        case KEX_SEND:
            used_alg = 0;
            state = KEX_WAIT;
            break;
        case KEX_WAIT:
            type = read_packet();
            if (type == PKT_NONE)
                break;
            if (skip_next) {
                skip_next = 0;
                guess_follows = 0;
                break;
            }
            if (type == PKT_KEX_REPLY) {
                take_kex_reply();
                state = HOSTKEY_CHECK;
            } else {
                protocol_error(type);
            }
            break;
        case HOSTKEY_CHECK:
            host = look_up_host();
            if (host == HOST_MATCHES) {
                host_accepted = 1;
                state = NEWKEYS_SEND;
            } else if (host == HOST_UNKNOWN && !strict_hosts && yes()) {
                host_accepted = 1; /* the user said yes */
                state = NEWKEYS_SEND;
            } else {
                disconnect();
            }
            break;
        case NEWKEYS_SEND:
            derive_keys();
            encrypted_out = 1;
            state = NEWKEYS_WAIT;
            break;
        case NEWKEYS_WAIT:
            type = read_packet();
            if (type == PKT_NEWKEYS) {
                encrypted_in = 1;
                if (authenticated)
                    state = SESSION; /* it was a re-keying */
                else
                    state = SERVICE_SEND;
            } else {
                protocol_error(type);
            }
            break;
        case SERVICE_SEND:
            state = SERVICE_WAIT;
            break;
        case SERVICE_WAIT:
            type = read_packet();
            if (type == PKT_SERVICE_ACCEPT)
                state = AUTH_CHOOSE;
            else
                protocol_error(type);
            break;
        case AUTH_CHOOSE:
            if (yes())
                state = AUTH_PUBKEY_SEND;
            else if (password_allowed)
                state = AUTH_PASSWORD_SEND;
            else
                disconnect();
            break;
        case AUTH_PUBKEY_SEND:
        case AUTH_PASSWORD_SEND:
            send_secret();
            state = AUTH_WAIT;
            break;
        case AUTH_WAIT:
            type = read_packet();
            if (type == PKT_AUTH_SUCCESS) {
                authenticated = 1;
                state = CHANNEL_SEND;
            } else if (type == PKT_AUTH_FAILURE) {
                auth_failed();
            } else if (type == PKT_AUTH_BANNER) {
                break; /* only to be shown */
            } else {
                protocol_error(type);
            }
            break;
        case CHANNEL_SEND:
            state = CHANNEL_WAIT;
            break;
        case CHANNEL_WAIT:
            type = read_packet();
            if (type == PKT_CHANNEL_OK) {
                channel_open = 1;
                state = SESSION;
            } else if (type == PKT_CHANNEL_REFUSED) {
                disconnect();
            } else {
                protocol_error(type);
            }
            break;
        case SESSION:
            if (yes())
                send_data();
            type = read_packet();
            if (type == PKT_KEXINIT)
                start_rekey();
            else if (type != PKT_DATA)
                protocol_error(type);
            break;
        default:
            disconnect();
            break;
        }
    }
}

int main(void)
{
    closing = 0;
    encrypted_out = 0;
    encrypted_in = 0;
    host_accepted = 0;
    authenticated = 0;
    channel_open = 0;
    attempts = 0;
    failures = 0;
    rekeys = 0;
    idle = 0;
    strict_hosts = yes();
    password_allowed = yes();
    run_client();
    assert(state == CLOSED);
    return 0;
}
