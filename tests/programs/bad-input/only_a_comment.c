// exit: 2
