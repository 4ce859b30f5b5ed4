/* integers.c - code without floating-point numbers, in many forms, that processor_test.go steps through. The two marks are where that begins and ends. */
#include <stdint.h>
#include <stdlib.h>

volatile uint64_t sink;
volatile uint8_t bytes[64];
volatile uint16_t words[64];
volatile uint32_t longs[64];
volatile int64_t quads[64];
static uint64_t (*volatile chosen)(uint64_t, uint64_t);

__attribute__((noinline)) void mark(void) { __asm__ volatile("nop"); }

static __attribute__((noinline)) uint64_t mix(uint64_t a, uint64_t b)
{
	a ^= a >> 33;
	a *= 0xff51afd7ed558ccdu;
	a = a << 31 | a >> 33;
	return a ^ ~b;
}

static __attribute__((noinline)) int64_t divide(int64_t a, int64_t b, uint32_t c, int32_t d)
{
	return a / (b | 1) + a % (b | 3) + (uint64_t)a / (uint64_t)(b | 5) + c / ((uint32_t)b | 7) + (int32_t)a / (d | 9) + (int32_t)a % (d | 11);
}

static __attribute__((noinline)) void sort(volatile int64_t *v, int n)
{
	for (int i = 1; i < n; i++)
		for (int k = i; k > 0 && v[k - 1] > v[k]; k--) {
			const int64_t t = v[k];

			v[k] = v[k - 1];
			v[k - 1] = t;
		}
}

static __attribute__((noinline)) int classify(int c)
{
	switch (c & 15) {
	case 0: return 3;
	case 1: return 7;
	case 2: return c >> 3;
	case 3: return c << 2;
	case 4: return -c;
	case 5: return c * 5;
	case 6: return c == 6;
	case 7: return c > 100 ? 1 : 2;
	default: return c & 0x55;
	}
}

static __attribute__((noinline)) void small(int i, uint64_t r)
{
	bytes[i] = (uint8_t)(bytes[i] + (uint8_t)r);
	bytes[i + 1 & 63] -= (uint8_t)(r >> 8);
	bytes[i + 2 & 63]++;
	words[i] = (uint16_t)(words[i] * 3 + (uint16_t)r);
	words[i + 1 & 63]--;
	longs[i] += 12345;
	longs[i + 1 & 63] = longs[i] >> (r & 31);
	quads[i] = quads[i] >> (r & 63);
	quads[i + 1 & 63] -= 3;
	quads[i + 2 & 63] = (int64_t)((uint64_t)quads[i] << (r & 63)) + (int8_t)bytes[i] + (int16_t)words[i] + (int32_t)longs[i];
	sink += bytes[i] < (uint8_t)r;
	sink ^= (uint64_t)((int16_t)words[i] < (int16_t)r) << 7;
	sink |= (uint64_t)(longs[i] <= (uint32_t)r);
	sink &= ~(uint64_t)((int64_t)sink > quads[i]);
}

static __attribute__((noinline)) void carries(uint64_t a, uint64_t b)
{
	unsigned __int128 wide = (unsigned __int128)a * b + ((unsigned __int128)b << 64 | a);

	wide -= (unsigned __int128)a << 32 | b;
	sink += (uint64_t)(wide >> 64) ^ (uint64_t)wide;
	sink ^= (uint64_t)((__int128)(int64_t)a * (int64_t)b >> 64);
	__atomic_fetch_add(&sink, a, __ATOMIC_SEQ_CST);
	sink = __atomic_exchange_n(&quads[3], (int64_t)b, __ATOMIC_SEQ_CST) ^ sink;
	__atomic_compare_exchange_n(&quads[4], (int64_t *)&(int64_t){(int64_t)a}, (int64_t)b, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
	sink ^= __builtin_bswap64(a) + __builtin_bswap32((uint32_t)b);
	sink += (a >> (b & 63) & 1) != 0;
}

static struct block {
	uint64_t a[5];
	uint32_t b[3];
	void *c[2];
} blocks[4];

static __attribute__((noinline)) void copy(int i, uint64_t r)
{
#ifndef __OPTIMIZE_SIZE__ /* which would be rep movs and rep stos */
	const struct block fresh = {.a = {r, r + 1, 3}, .b = {(uint32_t)r, 7}, .c = {&blocks[i & 3], &sink}};

	blocks[i & 3] = fresh;
	blocks[i + 1 & 3] = blocks[i & 3];
	blocks[i + 2 & 3].a[3] += r;
	blocks[i + 2 & 3].a[4] += r >> 1;
	blocks[i + 2 & 3].c[0] = blocks[i & 3].c[1];
	blocks[i + 2 & 3].c[1] = blocks[i & 3].c[1];
	__asm__ volatile("" ::: "memory");
	sink ^= blocks[i + 2 & 3].a[4] + blocks[i + 1 & 3].b[0];
#else
	(void)i, (void)r, (void)blocks;
#endif
}

int main(int argc, char **argv)
{
	uint64_t r = 88172645463325252u + (uint64_t)argc;

	(void)argv;
	chosen = mix;
	mark();
	for (int i = 0; i < 64; i++) {
		r ^= r << 13;
		r ^= r >> 7;
		r ^= r << 17;
		quads[i] = (int64_t)chosen(r, sink);
		small(i, r);
		sink += (uint64_t)classify((int)r) + (uint64_t)divide((int64_t)r, (int64_t)(r >> 40), (uint32_t)r, (int32_t)(r >> 20));
		carries(r, sink);
		copy(i, r);
	}
	sort(quads, 12);
	mark();
	return (int)(sink & 1);
}
