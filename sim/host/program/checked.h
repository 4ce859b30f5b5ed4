/* checked.h - what a checked program and the host of simulated ranks share: where loads and stores are noted. */
#ifndef GA_CHECKED_H
#define GA_CHECKED_H

#include <stdint.h>

enum { GA_CHECKED_ROOM = 4096, GA_CHECKED_RECENT = 1024, GA_CHECKED_PAGES = 1 << 16, GA_CHECKED_PAGE_BITS = 12 };

/* what: the program counter behind the call, and above it the bits below. Sizes are powers of two; GA_CHECKED_RANGE: the next entry's at is the size. */
enum { GA_CHECKED_PC_BITS = 48 };
#define GA_CHECKED_SIZE(bits) ((uint64_t)(bits) << 48)
#define GA_CHECKED_RANGE GA_CHECKED_SIZE(15)
#define GA_CHECKED_WRITE (UINT64_C(1) << 52)
#define GA_CHECKED_ATOMIC (UINT64_C(1) << 53)
#define GA_CHECKED_VOLATILE (UINT64_C(1) << 54)

struct ga_checked_access {
	uint64_t at, what;
};

/* Of a rank, or NULL in its program's pointer: nothing is noted. */
struct ga_checked {
	struct ga_checked_access *next, *end;
	uint64_t generation; /* an access that has been noted is not noted again in the same one */
	uint64_t again;      /* accesses since the last that was noted */
	void (*full)(void);  /* has the accesses be taken */
	void (*spins)(void); /* lets others run: the program does the same again and again */
	uint64_t recent[GA_CHECKED_RECENT];
	uint8_t watched[GA_CHECKED_PAGES]; /* by the last bits of the page: accesses there are noted */
	struct ga_checked_access accesses[GA_CHECKED_ROOM + 1];
};

/* The host's, for the pointers of the rank's objects. Programs outside of simulated jobs do not have it. */
void gasnetgo_checked(struct ga_checked **);

#endif
