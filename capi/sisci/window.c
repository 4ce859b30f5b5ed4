/* sisci/window.c - what C remembers of maps and sequences. */
#include "window.h"

#include <stdlib.h>

#define KIND_BITS 8 /* of a handle: sisci/handle.go */
#define CHUNK 1024u
#define CHUNKS 4096u /* later objects have no words: Go deals with them */

/* A map; of a sequence the stamp alone. */
struct word {
	uint32_t stamp;   /* for which it is valid */
	uint32_t users;   /* threads that copy */
	uint32_t closing; /* the map ends, or has ended */
	bool stores;
	char *at;
	uint64_t bytes;
};

static struct word *maps[CHUNKS], *sequences[CHUNKS];

static struct word *word(struct word **table, uint64_t handle, bool make)
{
	const uint64_t serial = handle >> KIND_BITS;
	struct word *chunk;

	if (!ga_sisci.stamp || serial >= (uint64_t)CHUNK * CHUNKS)
		return NULL;
	chunk = __atomic_load_n(&table[serial / CHUNK], __ATOMIC_ACQUIRE);
	if (!chunk) {
		struct word *none = NULL;

		if (!make || !(chunk = calloc(CHUNK, sizeof *chunk)))
			return NULL;
		if (!__atomic_compare_exchange_n(&table[serial / CHUNK], &none, chunk, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
			free(chunk);
			chunk = none;
		}
	}
	return &chunk[serial % CHUNK];
}

static uint32_t stamp_now(void) { return __atomic_load_n(ga_sisci.stamp, __ATOMIC_SEQ_CST); }

/* Asks Go whether a map can be accessed. */
static bool ask(struct word *w, uint64_t map, const char *fn)
{
	struct ga_sisci_window f = {GA_FRAME(window, WINDOW, fn), .map = map};

	ga_call(&f.head);
	if (!f.stamp)
		return false;
	w->at = (char *)f.address;
	w->bytes = f.bytes;
	w->stores = f.stores;
	__atomic_store_n(&w->stamp, f.stamp, __ATOMIC_SEQ_CST);
	return true;
}

/* Begins a use of a map, which cannot end before release; false: it is not valid. */
static bool acquire(struct word *w)
{
	__atomic_add_fetch(&w->users, 1, __ATOMIC_SEQ_CST);
	if (!__atomic_load_n(&w->closing, __ATOMIC_SEQ_CST) && w->stamp == stamp_now())
		return true;
	__atomic_sub_fetch(&w->users, 1, __ATOMIC_SEQ_CST);
	return false;
}

static void release(struct word *w) { __atomic_sub_fetch(&w->users, 1, __ATOMIC_SEQ_CST); }

bool ga_sisci_copy(uint64_t sequence, void *mem, uint64_t map, uint64_t offset, uint64_t bytes, uint32_t flags, uint32_t *code, const char *fn)
{
	struct word *w = (map & 0xff) == GA_SISCI_KIND_MAP ? word(maps, map, true) : NULL;
	const bool read = flags & SCI_FLAG_BLOCK_READ;

	if (!w || !mem || flags & ~(SCI_FLAG_BLOCK_READ | SCI_FLAG_ERROR_CHECK | SCI_FLAG_CACHE_FLUSH | SCI_FLAG_CACHE_INVALIDATE))
		return false;
	if (sequence && !ga_sisci_sequence_fine(sequence))
		return false;
	if (!acquire(w) && !(ask(w, map, fn) && acquire(w)))
		return false;
	if ((!read && !w->stores) || offset > w->bytes || bytes > w->bytes - offset) {
		release(w);
		return false;
	}
	const uint32_t stamp = w->stamp;

	if (read)
		memcpy(mem, w->at + offset, bytes);
	else
		memcpy(w->at + offset, mem, bytes);
	*code = GA_LIKELY(stamp == stamp_now()) || ask(w, map, fn) ? SCI_ERR_OK : SCI_ERR_TRANSFER_FAILED; /* the map cannot end before release */
	release(w);
	return true;
}

bool ga_sisci_sequence_fine(uint64_t sequence)
{
	struct word *w = (sequence & 0xff) == GA_SISCI_KIND_SEQUENCE ? word(sequences, sequence, false) : NULL;

	return w && w->stamp == stamp_now();
}

void ga_sisci_sequence_is_fine(uint64_t sequence, uint32_t stamp)
{
	struct word *w = word(sequences, sequence, true);

	if (w)
		__atomic_store_n(&w->stamp, stamp, __ATOMIC_SEQ_CST);
}

bool ga_sisci_close(uint64_t map)
{
	struct word *w = word(maps, map, false);

	if (!w || (map & 0xff) != GA_SISCI_KIND_MAP)
		return true;
	__atomic_store_n(&w->closing, 1, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&w->users, __ATOMIC_SEQ_CST) == 0)
		return true;
	__atomic_store_n(&w->closing, 0, __ATOMIC_SEQ_CST);
	return false;
}

void ga_sisci_closed(uint64_t map, bool gone)
{
	struct word *w = word(maps, map, false);

	if (w && !gone && (map & 0xff) == GA_SISCI_KIND_MAP)
		__atomic_store_n(&w->closing, 0, __ATOMIC_SEQ_CST);
}
