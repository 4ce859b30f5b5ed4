/* siphash.h - SipHash-2-4 with a result of 128 bits (Aumasson and Bernstein, 2012): a code that only who knows the key can compute. */
#ifndef GA_OFI_SIPHASH_H
#define GA_OFI_SIPHASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define GA_SIPHASH_KEY 16  /* bytes of a key */
#define GA_SIPHASH_CODE 16 /* bytes of a code */

/* The specification's order of bytes, whatever the processor's. */
static inline uint64_t ga_siphash_load(const unsigned char *b)
{
	uint64_t v = 0;

	for (int i = 7; i >= 0; i--)
		v = v << 8 | b[i];
	return v;
}

static inline void ga_siphash_store(unsigned char *b, uint64_t v)
{
	for (int i = 0; i < 8; i++, v >>= 8)
		b[i] = (unsigned char)v;
}

static inline uint64_t ga_siphash_turn(uint64_t v, int bits) { return v << bits | v >> (64 - bits); }

static inline void ga_siphash_rounds(uint64_t v[4], int count)
{
	while (count-- > 0) {
		v[0] += v[1], v[1] = ga_siphash_turn(v[1], 13) ^ v[0], v[0] = ga_siphash_turn(v[0], 32);
		v[2] += v[3], v[3] = ga_siphash_turn(v[3], 16) ^ v[2];
		v[0] += v[3], v[3] = ga_siphash_turn(v[3], 21) ^ v[0];
		v[2] += v[1], v[1] = ga_siphash_turn(v[1], 17) ^ v[2], v[2] = ga_siphash_turn(v[2], 32);
	}
}

static inline void ga_siphash(const unsigned char key[GA_SIPHASH_KEY], const void *text, size_t bytes, unsigned char code[GA_SIPHASH_CODE])
{
	const uint64_t k0 = ga_siphash_load(key), k1 = ga_siphash_load(key + 8);
	uint64_t v[4] = {k0 ^ UINT64_C(0x736f6d6570736575), k1 ^ UINT64_C(0x646f72616e646f6d) ^ 0xee, k0 ^ UINT64_C(0x6c7967656e657261),
	                 k1 ^ UINT64_C(0x7465646279746573)};
	const unsigned char *at = text;
	unsigned char last[8] = {0};
	size_t left = bytes;
	uint64_t m;

	for (; left >= 8; at += 8, left -= 8) {
		m = ga_siphash_load(at);
		v[3] ^= m;
		ga_siphash_rounds(v, 2);
		v[0] ^= m;
	}
	memcpy(last, at, left);
	last[7] = (unsigned char)bytes;
	m = ga_siphash_load(last);
	v[3] ^= m;
	ga_siphash_rounds(v, 2);
	v[0] ^= m;
	v[2] ^= 0xee;
	ga_siphash_rounds(v, 4);
	ga_siphash_store(code, v[0] ^ v[1] ^ v[2] ^ v[3]);
	v[1] ^= 0xdd;
	ga_siphash_rounds(v, 4);
	ga_siphash_store(code + 8, v[0] ^ v[1] ^ v[2] ^ v[3]);
}

#endif
