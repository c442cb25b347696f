/* Finite sets of integers as values.

   Sets are assigned, passed and returned by value. A set with static storage starts empty; a local one is initialised
   before it is read. Heureka takes the type and the functions for sets by these names and declarations; a program may
   also repeat the declarations itself instead of including this file. */
#ifndef HEUREKA_SETS_H
#define HEUREKA_SETS_H

typedef int Set;

/* The empty set. */
Set SetEmpty(void);
/* The set with one more element, and with one less: SetAdd(set, element). */
Set SetAdd(Set, ...);
Set SetDel(Set, ...);
/* 1 if the element is in the set, else 0: SetInTest(set, element). */
int SetInTest(Set, ...);
/* 1 if the set has an element, else 0. */
int SetNotEmptyTest(Set);

#endif
