/* calls.h - the calls of the driver's world. */
#ifndef CALLS_H
#define CALLS_H

#include <stdint.h>

struct ga_head {
	uint32_t op, bytes;
	const char *fn;
};

enum { RANK = 1, SIZE, BARRIER, SEND, RECEIVE, CALL, NOTHING, SEGMENT, MAP, UNMAP, ACCESSES };

struct call {
	struct ga_head head;
	long a, b, answer;
};

#endif
