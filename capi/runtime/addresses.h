/* runtime/addresses.h - the same program at the same addresses on all ranks. */
#ifndef GA_ADDRESSES_H
#define GA_ADDRESSES_H

/* Gives this process the addresses that all ranks of its job have, if it is one of several ranks and this is possible: executes the program once
 * more, from its beginning. Call it first in the first constructor; it does not return when it executes the program again. */
void ga_same_addresses(void);

#endif
