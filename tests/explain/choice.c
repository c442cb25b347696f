/* Two procedures and a choice. */
extern int __VERIFIER_nondet_int(void);

int clamp(int value, int limit)
{
    if (value > limit)
        return limit;
    return value;
}

int distance(int a, int b)
{
    return a < b ? b - a : a - b;
}

int main(void)
{
    int speed = 0;
    if (__VERIFIER_nondet_int())
        speed = clamp(30, 20);
    else
        speed = clamp(10, 20);
    int gap = distance(speed, 15);
    return gap;
}
