// verdict: UNSAFE
// A bootloader that takes a new firmware image in blocks, verifies it and starts it. Properties:
// the image that is started is the one that was verified and is not older than allowed, blocks
// arrive in order (expected == written + 1 while loading), and flash is locked whenever code runs.
// Bug: only a new download takes the mark "verified" away, a patch of the staged image does not.

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define BL_RESET 1
#define BL_IDLE 2
#define BL_ERASE 3
#define BL_LOAD 4
#define BL_LOAD_BUSY 5
#define BL_VERIFY 6
#define BL_STAGED 7
#define BL_BOOT 8
#define BL_RUNNING 9
#define BL_ROLLBACK 10
#define BL_ERROR 11
#define BL_OFF 12

#define CMD_NONE 0
#define CMD_BEGIN 1
#define CMD_BLOCK 2
#define CMD_END 3
#define CMD_ABORT 4
#define CMD_BOOT 5
#define CMD_STATUS 6
#define CMD_PATCH 7
#define CMD_POWER_OFF 8

#define MAX_BLOCKS 4096
#define MAX_GENERATION 1000000
#define MAX_BAD 5

static int state;
static int unlocked; /* flash can be written */

static int written;  /* blocks that are in flash */
static int expected; /* number of the next block, from 1 */
static int bad;      /* bad packets in a row */

/* Every change of the flash makes a new generation of the image. */
static int generation;
static int verified;            /* the flag that BOOT asks for */
static int verified_generation; /* what the flag is about */
static int image_version;
static int min_version;

static int boots_left; /* trial boots before going back to the old image */
static int fallback;   /* the old image is to be started */

static void unlock_flash(void)
{
    assert(!unlocked);
    unlocked = 1;
}

static void lock_flash(void)
{
    assert(unlocked);
    unlocked = 0;
}

/* Called for everything that writes to the image. */
static int touch_image(void)
{
    assert(unlocked);
    if (generation >= MAX_GENERATION)
        return 0; /* worn out */
    generation = generation + 1;
    return 1;
}

static void to_error(void)
{
    if (unlocked)
        lock_flash();
    verified = 0;
    state = BL_ERROR;
}

static int begin_load(void)
{
    unlock_flash();
    if (!touch_image()) {
        lock_flash();
        return 0;
    }
    verified = 0;
    written = 0;
    expected = 1;
    bad = 0;
    return 1;
}

/* 1 if the block with this number can be taken. */
static int accept_block(int number)
{
    if (number != expected || number > MAX_BLOCKS) {
        bad = bad + 1;
        return 0;
    }
    bad = 0;
    return 1;
}

static int store_block(int number)
{
    assert(number == written + 1);
    if (!touch_image())
        return 0;
    written = number;
    expected = expected + 1;
    return 1;
}

/* Replaces a single word of a staged image: a serial number, say. */
static int patch_image(void)
{
    int done;

    unlock_flash();
    done = touch_image();
    lock_flash();
    return done;
}

static int signature_good(void)
{
    return __VERIFIER_nondet_int() > 0;
}

static void verify_image(void)
{
    image_version = __VERIFIER_nondet_int();
    if (image_version < min_version)
        return;
    if (!signature_good())
        return;
    verified = 1;
    verified_generation = generation;
}

static void jump_to_image(void)
{
    assert(!unlocked);
    if (fallback)
        return; /* the old image is in another bank and was checked long ago */
    assert(verified_generation == generation);
    assert(image_version >= min_version);
}

static int next_command(void)
{
    int command = __VERIFIER_nondet_int();
    if (command < CMD_NONE || command > CMD_POWER_OFF)
        command = CMD_NONE;
    return command;
}

static void run(void)
{
    int command;
    int number;

    number = 0;
    state = BL_RESET;
    while (state != BL_OFF) {
        switch (state) {
        case BL_RESET:
            unlocked = 0;
            written = 0;
            expected = 0;
            bad = 0;
            verified = 0;
            fallback = 0;
            boots_left = 3;
            state = BL_IDLE;
            break;

        case BL_IDLE:
            command = next_command();
            if (command == CMD_BEGIN) {
                if (begin_load())
                    state = BL_ERASE;
                else
                    to_error();
            } else if (command == CMD_BOOT) {
                fallback = 1;
                state = BL_BOOT;
            } else if (command == CMD_POWER_OFF) {
                state = BL_OFF;
            }
            break;

        case BL_ERASE:
            if (__VERIFIER_nondet_int() < 0)
                to_error();
            else if (__VERIFIER_nondet_int() == 0)
                state = BL_LOAD;
            break;

        case BL_LOAD:
            assert(expected == written + 1);
            command = next_command();
            if (command == CMD_BLOCK) {
                number = __VERIFIER_nondet_int();
                if (accept_block(number))
                    state = BL_LOAD_BUSY;
                else if (bad > MAX_BAD)
                    to_error();
            } else if (command == CMD_END) {
                lock_flash();
                if (written == 0)
                    state = BL_IDLE;
                else
                    state = BL_VERIFY;
            } else if (command == CMD_ABORT || command == CMD_POWER_OFF) {
                lock_flash();
                state = BL_IDLE;
            }
            break;

        case BL_LOAD_BUSY:
            if (__VERIFIER_nondet_int() > 0) {
                if (store_block(number))
                    state = BL_LOAD;
                else
                    to_error();
            } else if (__VERIFIER_nondet_int() < 0) {
                to_error(); /* the flash did not take it */
            }
            break;

        case BL_VERIFY:
            verify_image();
            if (verified)
                state = BL_STAGED;
            else
                to_error();
            break;

        case BL_STAGED:
            command = next_command();
            if (command == CMD_BOOT) {
                if (verified)
                    state = BL_BOOT;
                else
                    state = BL_VERIFY;
            } else if (command == CMD_PATCH) {
                if (!patch_image())
                    to_error();
            } else if (command == CMD_BEGIN) {
                if (begin_load())
                    state = BL_ERASE;
                else
                    to_error();
            } else if (command == CMD_ABORT) {
                verified = 0;
                state = BL_IDLE;
            }
            break;

        case BL_BOOT:
            jump_to_image();
            state = BL_RUNNING;
            break;

        case BL_RUNNING:
            assert(!unlocked);
            if (__VERIFIER_nondet_int() > 0) {
                if (!fallback)
                    min_version = image_version; /* it works: no way back */
                boots_left = 3;
                state = BL_RESET;
            } else if (__VERIFIER_nondet_int() < 0) {
                /* the watchdog has bitten */
                boots_left = boots_left - 1;
                if (boots_left <= 0)
                    state = BL_ROLLBACK;
                else
                    state = BL_BOOT;
            }
            break;

        case BL_ROLLBACK:
            fallback = 1;
            boots_left = 3;
            verified = 0;
            state = BL_BOOT;
            break;

        case BL_ERROR:
            assert(!unlocked);
            assert(!verified);
            command = next_command();
            if (command == CMD_ABORT)
                state = BL_IDLE;
            else if (command == CMD_POWER_OFF)
                state = BL_OFF;
            break;

        default:
            assert(0);
        }
    }
}

int main(void)
{
    generation = 0;
    verified_generation = -1;
    image_version = 0;
    min_version = __VERIFIER_nondet_int();
    if (min_version < 1)
        min_version = 1;
    run();
    assert(!unlocked);
    return 0;
}
