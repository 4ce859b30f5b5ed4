/* hosts_flood.h - the programs hosts_flood_*.c: HOW MESSAGES. The last rank takes no messages for a second while all others send it so many, 512 bytes each: it
 * "stops", so that no thread of it runs, or "computes", so that it calls nothing. Whatever it cannot take has to wait at the senders, which do not keep it all. */
#include "../gt.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#define WORDS 64
#define FLOOD_KEEPS (48 << 10) /* kB more than before, with what a connection needs: a flood of 150,000 messages is more than that */

static int flood_messages;
static const char *flood_how;
static long flood_before;

static inline bool flood_last(void) { return gt_me == gt_n - 1; }

static inline long flood_resident(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

static inline void flood_begin(int argc, char **argv)
{
	flood_how = argc > 1 ? argv[1] : "computes";
	flood_messages = argc > 2 ? atoi(argv[2]) : 1000;
	flood_before = flood_resident();
}

/* The receiver is away. */
static inline void flood_away(void)
{
	const pid_t me = getpid();

	if (strcmp(flood_how, "stops") == 0) {
		if (fork() == 0) {
			usleep(1000000);
			kill(me, SIGCONT);
			_exit(0);
		}
		raise(SIGSTOP);
	} else {
		const double end = (double)gt_ns() + 1e9;
		while ((double)gt_ns() < end)
			;
	}
}

static inline void flood_fill(uint64_t words[WORDS], int from, int number)
{
	for (int i = 0; i < WORDS; i++)
		words[i] = ((uint64_t)from << 48 | (uint64_t)number << 16 | (uint64_t)i);
}

/* The message's number, once its sender and all its words have been checked. */
static inline int flood_number(const uint64_t words[WORDS], int from)
{
	const int number = (int)(words[0] >> 16 & 0xffffffff);

	for (int i = 0; i < WORDS; i++)
		if (words[i] != ((uint64_t)from << 48 | (uint64_t)number << 16 | (uint64_t)i))
			FATAL("from %d: word %d of message %d is %#llx", from, i, number, (unsigned long long)words[i]);
	return number;
}

/* A sender has sent all. */
static inline void flood_sent(void)
{
	const long now = flood_resident();

	CHECK(now - flood_before < FLOOD_KEEPS, "%ld kB more than before", now - flood_before);
}
