/* Plain loads and stores to maps of another rank's memory: each is seen once, in order, with its value; what they do is what they do with memory of the rank. */
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "world.h"

enum { BYTES = 256 << 10, MOST = 300000 };

static struct access *seen;
static long n, at;
static unsigned char *map, local[BYTES];

static void begin(void) { world_accesses(seen, MOST); }

static void end(void)
{
	n = world_accesses(seen, MOST);
	CHECK(n <= MOST);
	at = 0;
}

static void expect(int kind, const void *where, long bytes, const void *value)
{
	CHECK(at < n);
	if (seen[at].kind != kind || seen[at].offset != (unsigned char *)where - map || seen[at].bytes != bytes ||
	    memcmp(seen[at].data, value, bytes) != 0)
		fprintf(stderr, "access %ld: '%c' of %ld bytes at %ld, not '%c' of %ld at %ld\n", at, (char)seen[at].kind, seen[at].bytes,
		        seen[at].offset, kind, bytes, (long)((unsigned char *)where - map));
	CHECK(seen[at].kind == kind);
	CHECK(seen[at].offset == (unsigned char *)where - map);
	CHECK(seen[at].bytes == bytes);
	CHECK(memcmp(seen[at].data, value, bytes) == 0);
	at++;
}

/* One of these, and no more: a load, a store, or both. */
#define STORE(type, offset, value)                                     \
	do {                                                           \
		volatile type *p_ = (volatile type *)(map + (offset)); \
		type v_ = (type)(value);                               \
		begin();                                               \
		*p_ = v_;                                              \
		end();                                                 \
		expect('s', (void *)p_, sizeof v_, &v_);               \
		CHECK(at == n);                                        \
		memcpy(local + (offset), &v_, sizeof v_);              \
	} while (0)
#define LOAD(type, offset)                                                       \
	do {                                                                     \
		volatile type *p_ = (volatile type *)(map + (offset));           \
		type v_;                                                         \
		begin();                                                         \
		v_ = *p_;                                                        \
		end();                                                           \
		expect('l', (void *)p_, sizeof v_, &v_);                         \
		CHECK(at == n && memcmp(&v_, local + (offset), sizeof v_) == 0); \
	} while (0)
#define MODIFY(type, offset, what)                                                                                \
	do {                                                                                                      \
		volatile type *p_ = (volatile type *)(map + (offset)), *q_ = (volatile type *)(local + (offset)); \
		type before_ = *q_, after_;                                                                       \
		begin();                                                                                          \
		{                                                                                                 \
			volatile type *p = p_;                                                                    \
			what;                                                                                     \
		}                                                                                                 \
		end();                                                                                            \
		{                                                                                                 \
			volatile type *p = q_;                                                                    \
			what;                                                                                     \
		}                                                                                                 \
		after_ = *q_;                                                                                     \
		expect('l', (void *)p_, sizeof before_, &before_);                                                \
		expect('s', (void *)p_, sizeof after_, &after_);                                                  \
		CHECK(at == n);                                                                                   \
	} while (0)

struct large {
	char text[300];
};

static void sizes(void)
{
	for (long offset = 0; offset < 9000; offset += 1237) {
		STORE(char, offset, 17 + offset);
		STORE(short, offset + 1, -3);
		STORE(int, offset + 3, 100000 + offset);
		STORE(long, offset + 7, 1L << 40 | offset);
		STORE(float, offset + 15, 1.5);
		STORE(double, offset + 19, -2.25);
		STORE(unsigned char, offset + 27, 0); /* what was there */
		LOAD(char, offset);
		LOAD(unsigned char, offset);
		LOAD(short, offset + 1);
		LOAD(unsigned short, offset + 1);
		LOAD(int, offset + 3);
		LOAD(long, offset + 7);
		LOAD(float, offset + 15);
		LOAD(double, offset + 19);
		MODIFY(char, offset, *p += 3);
		MODIFY(short, offset + 1, *p ^= 0x55);
		MODIFY(int, offset + 3, (*p)++);
		MODIFY(long, offset + 7, *p |= 6);
		MODIFY(int, offset + 3, *p <<= 2);
		MODIFY(long, offset + 7, *p = -*p);
		MODIFY(long, offset + 7, __atomic_fetch_add(p, 5, __ATOMIC_SEQ_CST));
		MODIFY(int, offset + 3, __atomic_exchange_n(p, 77, __ATOMIC_SEQ_CST));
		MODIFY(int, offset + 3, __sync_bool_compare_and_swap(p, 77, 78));
	}
	STORE(int, 4096 - 2, 0x12345678); /* in two pages */
	LOAD(int, 4096 - 2);
	STORE(long, 8192 - 7, 0x123456789abcdef0);
	MODIFY(long, 8192 - 7, *p += 1);
	{ /* compares with something else: no store */
		int there = *(int *)(local + 3);

		begin();
		CHECK(!__sync_bool_compare_and_swap((int *)(map + 3), there + 1, 1));
		end();
		expect('l', map + 3, 4, &there);
		CHECK(at == n);
	}
}

/* All stores together are these bytes, once each and in ascending order. */
static void stored(const unsigned char *to, long bytes, int ascending)
{
	static unsigned char times[BYTES];
	long next = to - map;

	end();
	memset(times, 0, sizeof times);
	for (long i = 0; i < n; i++) {
		if (seen[i].kind != 's')
			fprintf(stderr, "access %ld of %ld is a load of %ld bytes at %ld, of %ld stored at %ld\n", i, n, seen[i].bytes,
			        seen[i].offset, bytes, (long)(to - map));
		CHECK(seen[i].kind == 's');
		CHECK(!ascending || seen[i].offset == next);
		next = seen[i].offset + seen[i].bytes;
		for (long k = 0; k < seen[i].bytes; k++)
			times[seen[i].offset + k]++;
		CHECK(memcmp(seen[i].data, local + seen[i].offset, seen[i].bytes < 64 ? seen[i].bytes : 64) == 0);
	}
	for (long i = 0; i < BYTES; i++)
		if (ascending)
			CHECK(times[i] == (i >= to - map && i < to - map + bytes));
		else
			CHECK(!times[i] == !(i >= to - map && i < to - map + bytes));
}

static __attribute__((noinline)) void loop(int *to, const int *from, long count)
{
	for (long i = 0; i < count; i++)
		to[i] = from[i] + 1;
}

static __attribute__((noinline)) long sum(const int *from, long count)
{
	long total = 0;

	for (long i = 0; i < count; i++)
		total += from[i];
	return total;
}

/* Loads and stores of maps, and of other memory, in one loop. */
static __attribute__((noinline)) void mixed(volatile short *to, volatile int *local_sum, volatile short *other, long count)
{
	for (long i = 0; i < count; i++) {
		to[2 * i] = (short)(other[i] + i);
		*local_sum += other[i];
		to[2 * i + 1] = (short)i;
	}
}

static void loops(void)
{
	volatile int sums[2] = {0};
	static unsigned char back[2000];

	for (long i = 0; i < 400; i++)
		((short *)(local + 60000))[i] = (short)(i * i);
	memcpy(map + 60000, local + 60000, 800);
	mixed((short *)(local + 50002), &sums[0], (short *)(local + 60000), 400);
	mixed((short *)(map + 50002), &sums[1], (short *)(map + 60000), 400);
	CHECK(sums[0] == sums[1]);
	memcpy(back, map + 50000, sizeof back);
	CHECK(memcmp(back + 2, local + 50002, 1600) == 0);
	begin();
	mixed((short *)(map + 50002), &sums[1], (short *)(local + 60000), 400);
	stored(map + 50002, 1600, 1);
	mixed((short *)(map + 50002 + 6), &sums[1], (short *)(map + 50002), 300); /* stores what it loads later */
	mixed((short *)(local + 50002 + 6), &sums[0], (short *)(local + 50002), 300);
	memcpy(back, map + 50000, sizeof back);
	CHECK(memcmp(back + 2, local + 50002, 1600) == 0);
}

static void many(void)
{
	static unsigned char from[BYTES], back[BYTES];
	static const long some[] = {1,  2,  3,   4,   5,   7,   8,   15,  16,  17,   31,   32,   33,   63,
	                            64, 65, 127, 128, 200, 255, 256, 300, 511, 1000, 2047, 4096, 5000, 20000};

	for (long i = 0; i < BYTES; i++)
		from[i] = (unsigned char)(i * 7 + i / 256);
	for (unsigned i = 0; i < sizeof some / sizeof *some; i++)
		for (long offset = 0; offset < 70; offset += 23) {
			const volatile long bytes = some[i];

			memcpy(local + offset, from + i, bytes);
			begin();
			memcpy(map + offset, from + i, bytes);
			stored(map + offset, bytes, 0);
			memset(back, 0, bytes);
			memcpy(back, map + offset, bytes);
			CHECK(memcmp(back, from + i, bytes) == 0);
			CHECK(memcmp(map + offset, from + i, bytes) == 0);
			memset(local + offset, i, bytes);
			begin();
			memset(map + offset, i, bytes);
			stored(map + offset, bytes, 0);
			memmove(map + offset + 1, map + offset, bytes);
			memmove(local + offset + 1, local + offset, bytes);
		}
	memcpy(map + 40000, map, 3000); /* from a map to a map */
	memcpy(local + 40000, local, 3000);
	memcpy(back, map + 40000, 3000);
	CHECK(memcmp(back, local + 40000, 3000) == 0);
	for (long count = 1; count < 3000; count = count * 3 + 1) {
		long total;

		loop((int *)(local + 4), (int *)from, count);
		begin();
		loop((int *)(map + 4), (int *)from, count);
		stored(map + 4, 4 * count, 1);
		begin();
		total = sum((int *)(map + 4), count);
		end();
		CHECK(total == sum((int *)(local + 4), count));
	}
	{
		struct large *to = (struct large *)(map + 5000), value, again;

		memset(&value, 9, sizeof value);
		memcpy(local + 5000, &value, sizeof value);
		begin();
		*to = value;
		stored(map + 5000, sizeof value, 0);
		again = *to;
		CHECK(memcmp(&again, &value, sizeof again) == 0);
	}
	strcpy((char *)map + 100, "a string");
	CHECK(strlen((char *)map + 100) == 8);
	CHECK(strcmp((char *)map + 100, "a string") == 0);
	CHECK(sprintf((char *)map + 200, "%s, %d and %g", "a string", 5, 1.25) == 20);
	CHECK(strcmp((char *)map + 200, "a string, 5 and 1.25") == 0);
	memcpy(local + 100, map + 100, 200);
}

int main(void)
{
	unsigned char *own;

	seen = calloc(MOST, sizeof *seen);
	own = world_segment(BYTES, 0);
	world_barrier();
	if (world_rank() == 0) {
		unsigned char *again;

		map = world_map(1);
		sizes();
		many();
		loops();
		again = map;
		world_unmap(map);
		map = world_map(1);
		CHECK(memcmp(map, local, 5000) == 0);
		CHECK(map != NULL && again != NULL);
	}
	world_barrier();
	if (world_rank() == 1)
		CHECK(own[4098] != 0);
	world_barrier();
	return 0;
}
