/* record.h - what a connection begins with, and its code. */
#ifndef GA_OFI_RECORD_H
#define GA_OFI_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "guard.h"
#include "siphash.h"

/* What a connection begins with, little-endian. */
struct ga_ofi_record {
	unsigned char mark[8], from[4], to[4], number[8], code[GA_SIPHASH_CODE];
};

/* The record of rank `from` for rank `to`, with a number that is larger than those of all records before it. */
void ga_ofi_record_make(struct ga_ofi_record *r, const unsigned char secret[GA_OFI_SECRET], uint32_t from, uint32_t to);

/* Whether who has made the record knows the secret, and has made it for rank `to` of `ranks`. Sets the rank that has made it, and its number. */
bool ga_ofi_record_read(const struct ga_ofi_record *r, const unsigned char secret[GA_OFI_SECRET], uint32_t to, uint32_t ranks, uint32_t *from,
                        uint64_t *number);

/* The code that answers a record. */
void ga_ofi_record_answer(const struct ga_ofi_record *r, const unsigned char secret[GA_OFI_SECRET], unsigned char code[GA_SIPHASH_CODE]);

/* Takes as long whatever the codes are. */
bool ga_ofi_record_equal(const unsigned char a[GA_SIPHASH_CODE], const unsigned char b[GA_SIPHASH_CODE]);

#endif
