/* record.c - what a connection begins with, and its code (siphash.h). */
#define _GNU_SOURCE
#include "record.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

static const unsigned char mark[8] = {'g', 'a', 's', 'n', 'e', 't', 'g', 'o'};

static void put32(unsigned char *b, uint32_t v)
{
	for (int i = 0; i < 4; i++, v >>= 8)
		b[i] = (unsigned char)v;
}

static uint32_t get32(const unsigned char *b) { return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24; }

/* Grows in a process, and from one process that is this rank to the next. */
static uint64_t new_number(void)
{
	static _Atomic uint64_t last;
	struct timespec t;
	uint64_t before, now;

	clock_gettime(CLOCK_REALTIME, &t);
	now = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
	before = atomic_load(&last);
	do {
		if (now <= before)
			now = before + 1;
	} while (!atomic_compare_exchange_weak(&last, &before, now));
	return now;
}

/* The code of a record, or of the answer to it. */
static void sign(const unsigned char secret[GA_OFI_SECRET], const struct ga_ofi_record *r, bool answer, unsigned char code[GA_SIPHASH_CODE])
{
	unsigned char text[offsetof(struct ga_ofi_record, code) + 1];

	memcpy(text, r, offsetof(struct ga_ofi_record, code));
	text[sizeof text - 1] = answer;
	ga_siphash(secret, text, sizeof text, code);
}

bool ga_ofi_record_equal(const unsigned char a[GA_SIPHASH_CODE], const unsigned char b[GA_SIPHASH_CODE])
{
	unsigned char differ = 0;

	for (int i = 0; i < GA_SIPHASH_CODE; i++)
		differ |= a[i] ^ b[i];
	return differ == 0;
}

void ga_ofi_record_make(struct ga_ofi_record *r, const unsigned char secret[GA_OFI_SECRET], uint32_t from, uint32_t to)
{
	memcpy(r->mark, mark, sizeof mark);
	put32(r->from, from);
	put32(r->to, to);
	ga_siphash_store(r->number, new_number());
	sign(secret, r, false, r->code);
}

bool ga_ofi_record_read(const struct ga_ofi_record *r, const unsigned char secret[GA_OFI_SECRET], uint32_t to, uint32_t ranks, uint32_t *from,
                        uint64_t *number)
{
	unsigned char code[GA_SIPHASH_CODE];

	if (memcmp(r->mark, mark, sizeof mark) != 0)
		return false;
	sign(secret, r, false, code);
	*from = get32(r->from);
	*number = ga_siphash_load(r->number);
	return ga_ofi_record_equal(code, r->code) && get32(r->to) == to && *from < ranks;
}

void ga_ofi_record_answer(const struct ga_ofi_record *r, const unsigned char secret[GA_OFI_SECRET], unsigned char code[GA_SIPHASH_CODE])
{
	sign(secret, r, true, code);
}
