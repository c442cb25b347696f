// verdict: UNSAFE
// Dispatch routines of a disk driver with plug and play: requests are completed, failed, or held in
// a queue while the device is stopped. Properties: every request is completed exactly once or
// queued, the spin lock is used in alternation and free on exit, and the remove lock counts exactly
// the base reference and the held requests, so that removal never waits for ever.
// Bug: a held request that is cancelled does not give its part of the remove lock back.

extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

/* Device states. */
#define DEV_NOT_STARTED 1
#define DEV_STARTED 2
#define DEV_STOP_PENDING 3
#define DEV_STOPPED 4
#define DEV_REMOVE_PENDING 5
#define DEV_SURPRISE_REMOVED 6
#define DEV_REMOVED 7

/* Requests. */
#define RQ_CREATE 1
#define RQ_CLOSE 2
#define RQ_READ 3
#define RQ_WRITE 4
#define RQ_CONTROL 5
#define RQ_POWER 6
#define RQ_PNP 7
#define RQ_CANCEL 8
#define RQ_UNLOAD 9

#define PNP_START 20
#define PNP_QUERY_STOP 21
#define PNP_CANCEL_STOP 22
#define PNP_STOP 23
#define PNP_QUERY_REMOVE 24
#define PNP_CANCEL_REMOVE 25
#define PNP_SURPRISE 26
#define PNP_REMOVE 27
#define PNP_ADD 28

#define CTL_GEOMETRY 40
#define CTL_EJECT 41
#define CTL_VERIFY 42

#define STATUS_SUCCESS 0
#define STATUS_PENDING 259
#define STATUS_NOT_READY -1
#define STATUS_INVALID -2
#define STATUS_GONE -3
#define STATUS_BUSY -4

#define MAX_HELD 1000
#define MAX_OPEN 64

static int device;
static int powered;
static int media_present;
static int open_handles;

static int spin_lock;
static int io_count; /* remove lock: one for the device, one for each request inside */
static int held;     /* requests in the queue */

/* The request that is being dispatched. */
static struct {
    int completed; /* how often */
    int queued;
    int status;
} request;

static void violation(void)
{
    reach_error();
    abort();
}

static void acquire_spin_lock(void)
{
    if (spin_lock != 0)
        violation();
    spin_lock = 1;
}

static void release_spin_lock(void)
{
    if (spin_lock != 1)
        violation();
    spin_lock = 0;
}

/* Lets a request in; after removal nothing comes in. */
static int enter(void)
{
    if (device == DEV_REMOVED)
        return 0;
    io_count = io_count + 1;
    return 1;
}

static void leave(void)
{
    io_count = io_count - 1;
}

static int complete_request(int status)
{
    if (request.completed != 0 || request.queued != 0)
        violation();
    request.completed = request.completed + 1;
    request.status = status;
    return status;
}

/* Completes and leaves. */
static int finish(int status)
{
    complete_request(status);
    leave();
    return status;
}

static int hold_request(void)
{
    int full;

    acquire_spin_lock();
    full = held >= MAX_HELD;
    if (!full) {
        held = held + 1;
        request.queued = 1;
    }
    release_spin_lock();
    if (full)
        return finish(STATUS_BUSY);
    request.status = STATUS_PENDING;
    return STATUS_PENDING;
}

/* Takes all held requests out of the queue: each is done now, with or without success. */
static void drain_queue(void)
{
    acquire_spin_lock();
    while (held > 0) {
        held = held - 1;
        leave();
    }
    release_spin_lock();
}

/* The sender of a held request does not want it any more. */
static void cancel_held(void)
{
    acquire_spin_lock();
    if (held == 0) {
        release_spin_lock();
        return;
    }
    held = held - 1;
    release_spin_lock();
}

static int transfer(int write)
{
    int length = __VERIFIER_nondet_int();

    if (length < 0)
        return finish(STATUS_INVALID);
    if (length == 0)
        return finish(STATUS_SUCCESS);
    if (!powered || !media_present)
        return finish(STATUS_NOT_READY);
    acquire_spin_lock();
    if (write && __VERIFIER_nondet_int() > 0) {
        release_spin_lock(); /* write protected */
        return finish(STATUS_INVALID);
    }
    release_spin_lock();
    return finish(STATUS_SUCCESS);
}

static int dispatch_transfer(int write)
{
    if (!enter())
        return complete_request(STATUS_GONE);
    if (device == DEV_STARTED)
        return transfer(write);
    if (device == DEV_STOP_PENDING || device == DEV_STOPPED || device == DEV_REMOVE_PENDING)
        return hold_request();
    return finish(STATUS_NOT_READY);
}

static int dispatch_control(void)
{
    int code = __VERIFIER_nondet_int();
    int size = __VERIFIER_nondet_int();

    if (!enter())
        return complete_request(STATUS_GONE);
    if (device != DEV_STARTED)
        return finish(STATUS_NOT_READY);
    switch (code) {
    case CTL_GEOMETRY:
        if (size < 24)
            return finish(STATUS_INVALID);
        break;
    case CTL_EJECT:
        acquire_spin_lock();
        media_present = 0;
        release_spin_lock();
        break;
    case CTL_VERIFY:
        acquire_spin_lock();
        if (size > 0)
            media_present = 1;
        release_spin_lock();
        if (!media_present)
            return finish(STATUS_NOT_READY);
        break;
    default:
        return finish(STATUS_INVALID);
    }
    return finish(STATUS_SUCCESS);
}

static int dispatch_open(int opening)
{
    if (!enter())
        return complete_request(STATUS_GONE);
    if (opening) {
        if (open_handles >= MAX_OPEN)
            return finish(STATUS_BUSY);
        open_handles = open_handles + 1;
    } else if (open_handles > 0) {
        open_handles = open_handles - 1;
    }
    return finish(STATUS_SUCCESS);
}

static int dispatch_power(void)
{
    if (!enter())
        return complete_request(STATUS_GONE);
    acquire_spin_lock();
    powered = __VERIFIER_nondet_int() > 0;
    release_spin_lock();
    return finish(STATUS_SUCCESS);
}

/* The last request of a device: nothing may be left inside but this one and the base reference. */
static int remove_device(void)
{
    drain_queue();
    device = DEV_REMOVED;
    leave();
    if (io_count != 1)
        violation();
    open_handles = 0;
    return finish(STATUS_SUCCESS);
}

static int dispatch_pnp(void)
{
    int minor = __VERIFIER_nondet_int();

    if (minor == PNP_ADD && device == DEV_REMOVED) {
        device = DEV_NOT_STARTED;
        io_count = 1;
        return complete_request(STATUS_SUCCESS);
    }
    if (!enter())
        return complete_request(STATUS_GONE);
    if (minor == PNP_START && (device == DEV_NOT_STARTED || device == DEV_STOPPED)) {
        if (__VERIFIER_nondet_int() < 0)
            return finish(STATUS_NOT_READY); /* the bus driver below has failed */
        device = DEV_STARTED;
        powered = 1;
        drain_queue();
    } else if (minor == PNP_QUERY_STOP && device == DEV_STARTED) {
        device = DEV_STOP_PENDING;
    } else if (minor == PNP_CANCEL_STOP && device == DEV_STOP_PENDING) {
        device = DEV_STARTED;
        drain_queue();
    } else if (minor == PNP_STOP && device == DEV_STOP_PENDING) {
        device = DEV_STOPPED;
    } else if (minor == PNP_QUERY_REMOVE && device == DEV_STARTED) {
        if (open_handles > 0)
            return finish(STATUS_BUSY);
        device = DEV_REMOVE_PENDING;
    } else if (minor == PNP_CANCEL_REMOVE && device == DEV_REMOVE_PENDING) {
        device = DEV_STARTED;
        drain_queue();
    } else if (minor == PNP_SURPRISE && device == DEV_STARTED) {
        device = DEV_SURPRISE_REMOVED;
    } else if (minor == PNP_REMOVE
               && (device == DEV_REMOVE_PENDING || device == DEV_SURPRISE_REMOVED)) {
        return remove_device();
    } else {
        return finish(STATUS_INVALID);
    }
    return finish(STATUS_SUCCESS);
}

static int dispatch(int major)
{
    switch (major) {
    case RQ_CREATE:
        return dispatch_open(1);
    case RQ_CLOSE:
        return dispatch_open(0);
    case RQ_READ:
        return dispatch_transfer(0);
    case RQ_WRITE:
        return dispatch_transfer(1);
    case RQ_CONTROL:
        return dispatch_control();
    case RQ_POWER:
        return dispatch_power();
    case RQ_PNP:
        return dispatch_pnp();
    default:
        return complete_request(STATUS_INVALID);
    }
}

static void check_request(int status)
{
    if (spin_lock != 0)
        violation();
    if (status == STATUS_PENDING) {
        if (request.queued != 1 || request.completed != 0)
            violation();
    } else {
        if (request.queued != 0 || request.completed != 1)
            violation();
    }
}

int main(void)
{
    int major;
    int status;

    device = DEV_NOT_STARTED;
    powered = 0;
    media_present = 1;
    open_handles = 0;
    spin_lock = 0;
    io_count = 1;
    held = 0;

    while (1) {
        major = __VERIFIER_nondet_int();
        if (major == RQ_UNLOAD && device == DEV_REMOVED)
            break;
        if (major == RQ_CANCEL) {
            cancel_held();
            continue;
        }
        request.completed = 0;
        request.queued = 0;
        request.status = STATUS_SUCCESS;
        status = dispatch(major);
        check_request(status);
    }

    if (io_count != 0 || held != 0 || spin_lock != 0)
        violation();
    return 0;
}
