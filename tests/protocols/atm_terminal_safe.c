// verdict: SAFE
// A bank terminal: card, PIN with three tries, menu, authorisation by the host, note dispenser.
// Properties: back in idle the number of debits equals the number of payouts, the card is gone and
// the shutter is shut; notes are only paid after a right PIN and while exactly one debit is open.

extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

#define S_IDLE 10
#define S_READ_CARD 11
#define S_ASK_PIN 12
#define S_MENU 13
#define S_ASK_AMOUNT 14
#define S_AUTHORISE 15
#define S_DISPENSE 16
#define S_TAKE_NOTES 17
#define S_REVERSE 18
#define S_BALANCE 19
#define S_EJECT 20
#define S_RETAIN 21
#define S_OUT_OF_ORDER 22

#define KEY_NONE 0
#define KEY_CANCEL 1
#define KEY_WITHDRAW 2
#define KEY_BALANCE 3
#define KEY_LANGUAGE 4

#define HOST_OK 1
#define HOST_REFUSED 2
#define HOST_WRONG_PIN 3
#define HOST_LINE_DOWN 4

#define MAX_TRIES 3
#define MAX_PATIENCE 10
#define MAX_DEBITS 1000000
#define MAX_NOTES 40

int state;
int in_service;

/* Hardware. */
int card_inside;
int shutter_open;
int notes_left;

/* The customer in front of the terminal. */
int pin_ok;
int wrong_pins;
int patience;
int language;
int notes_wanted;

/* Books: a reversal takes a debit back. */
int debits;
int payouts;

void fail(void)
{
    reach_error();
    abort();
}

void check(int condition)
{
    if (!condition)
        fail();
}

int ask_host(void)
{
    int answer = __VERIFIER_nondet_int();
    if (answer < HOST_OK || answer > HOST_LINE_DOWN)
        answer = HOST_LINE_DOWN;
    return answer;
}

/* A key of the customer; one who waits too long is sent away as if with CANCEL. */
int read_key(void)
{
    int key = __VERIFIER_nondet_int();
    if (key == KEY_NONE) {
        patience = patience + 1;
        if (patience >= MAX_PATIENCE)
            return KEY_CANCEL;
        return KEY_NONE;
    }
    patience = 0;
    return key;
}

void forget_customer(void)
{
    pin_ok = 0;
    wrong_pins = 0;
    patience = 0;
    notes_wanted = 0;
}

void open_shutter(void)
{
    check(shutter_open == 0);
    shutter_open = 1;
}

void close_shutter(void)
{
    check(shutter_open == 1);
    shutter_open = 0;
}

void debit(void)
{
    check(debits == payouts);
    debits = debits + 1;
}

void reverse_debit(void)
{
    check(debits == payouts + 1);
    debits = debits - 1;
}

/* Moves the notes to the slot; 0 when the dispenser is jammed. */
int count_notes(void)
{
    int i;

    check(pin_ok);
    check(debits == payouts + 1);
    i = 0;
    while (i < notes_wanted) {
        if (__VERIFIER_nondet_int() < 0)
            return 0;
        i = i + 1;
    }
    return 1;
}

void check_idle(void)
{
    check(debits == payouts);
    check(card_inside == 0);
    check(shutter_open == 0);
    check(pin_ok == 0);
    check(wrong_pins == 0);
}

int main(void)
{
    int key;
    int answer;

    state = S_IDLE;
    in_service = 1;
    card_inside = 0;
    shutter_open = 0;
    notes_left = __VERIFIER_nondet_int();
    if (notes_left < 0 || notes_left > 4000)
        return 1;
    language = 0;
    debits = 0;
    payouts = 0;
    forget_customer();

    while (in_service) {
        switch (state) {
        case S_IDLE:
            check_idle();
            if (__VERIFIER_nondet_int() < 0) {
                state = S_OUT_OF_ORDER; /* the operator */
            } else if (__VERIFIER_nondet_int() > 0) {
                card_inside = 1;
                state = S_READ_CARD;
            }
            break;

        case S_READ_CARD:
            answer = __VERIFIER_nondet_int();
            if (answer > 0)
                state = S_ASK_PIN;
            else if (answer == 0)
                state = S_EJECT; /* not readable */
            else
                state = S_RETAIN; /* stolen */
            break;

        case S_ASK_PIN:
            check(wrong_pins < MAX_TRIES);
            key = read_key();
            if (key == KEY_NONE)
                break;
            if (key == KEY_CANCEL) {
                state = S_EJECT;
                break;
            }
            answer = ask_host();
            if (answer == HOST_OK) {
                pin_ok = 1;
                state = S_MENU;
            } else if (answer == HOST_WRONG_PIN) {
                wrong_pins = wrong_pins + 1;
                if (wrong_pins >= MAX_TRIES)
                    state = S_RETAIN;
            } else {
                state = S_EJECT;
            }
            break;

        case S_MENU:
            key = read_key();
            if (key == KEY_WITHDRAW)
                state = S_ASK_AMOUNT;
            else if (key == KEY_BALANCE)
                state = S_BALANCE;
            else if (key == KEY_LANGUAGE)
                language = !language;
            else if (key == KEY_CANCEL)
                state = S_EJECT;
            break;

        case S_BALANCE:
            answer = ask_host();
            if (answer == HOST_OK)
                state = S_MENU;
            else
                state = S_EJECT;
            break;

        case S_ASK_AMOUNT:
            key = read_key();
            if (key == KEY_NONE)
                break;
            if (key == KEY_CANCEL) {
                state = S_MENU;
                break;
            }
            notes_wanted = __VERIFIER_nondet_int();
            if (notes_wanted <= 0 || notes_wanted > MAX_NOTES) {
                notes_wanted = 0;
            } else if (notes_wanted > notes_left) {
                notes_wanted = 0;
                state = S_MENU;
            } else {
                state = S_AUTHORISE;
            }
            break;

        case S_AUTHORISE:
            if (debits >= MAX_DEBITS) {
                state = S_EJECT;
                break;
            }
            answer = ask_host();
            if (answer == HOST_OK) {
                debit();
                state = S_DISPENSE;
            } else if (answer == HOST_REFUSED) {
                state = S_MENU;
            } else {
                state = S_EJECT;
            }
            break;

        case S_DISPENSE:
            if (count_notes()) {
                payouts = payouts + 1;
                notes_left = notes_left - notes_wanted;
                open_shutter();
                patience = 0;
                state = S_TAKE_NOTES;
            } else {
                state = S_REVERSE; /* jammed */
            }
            break;

        case S_TAKE_NOTES:
            key = read_key();
            if (key == KEY_NONE)
                break;
            close_shutter();
            state = S_EJECT; /* notes taken, or drawn in again after a while */
            break;

        case S_REVERSE:
            answer = ask_host();
            if (answer == HOST_LINE_DOWN) {
                patience = patience + 1;
                if (patience < MAX_PATIENCE)
                    break;
            }
            reverse_debit(); /* with the line down it is kept in the journal */
            state = S_EJECT;
            break;

        case S_EJECT:
            card_inside = 0;
            forget_customer();
            state = S_IDLE;
            break;

        case S_RETAIN:
            card_inside = 0; /* into the box */
            forget_customer();
            if (__VERIFIER_nondet_int() > 0)
                state = S_OUT_OF_ORDER; /* the box is full */
            else
                state = S_IDLE;
            break;

        case S_OUT_OF_ORDER:
            check_idle();
            in_service = 0;
            break;

        default:
            fail();
        }
    }

    check(debits == payouts);
    check(card_inside == 0);
    return 0;
}
