// exit: 2
int a[-1];
int main(void)
{
    return a[0];
}
