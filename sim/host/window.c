/* window.c - what lies below 2 GB: the window, which copies of instructions access in place of watched memory, and those copies (access.c). */
#include "watch.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__x86_64__)

enum { ROOM = 64 << 10 };

struct ga_sim_low *ga_sim_low;

static struct {
	unsigned char *at;
	size_t used;
} copies;

static unsigned char *map_low(size_t bytes)
{
	void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);

	return at == MAP_FAILED ? NULL : at;
}

bool ga_sim_access_setup(void)
{
	if (ga_sim_low)
		return true;
	ga_sim_low = (struct ga_sim_low *)map_low(sizeof *ga_sim_low);
	if (ga_sim_low)
		ga_sim_low->again = (uint64_t)ga_sim_interrupt;
	return ga_sim_low;
}

uint32_t ga_sim_window(uint64_t address) { return (uint32_t)(uintptr_t)ga_sim_low->window + address % GA_SIM_ALIGN; }

static size_t word(unsigned char *code, unsigned char op, unsigned char modrm, const uint64_t *at)
{
	const uint32_t address = (uint32_t)(uintptr_t)at;

	code[0] = op;
	code[1] = modrm;
	code[2] = 0x25;
	memcpy(code + 3, &address, 4);
	return 7;
}

/* Space for code, which is writable until end_copy. NULL: errno. */
static unsigned char *begin_copy(size_t n)
{
	if (!copies.at || copies.used + n > ROOM) {
		copies.at = map_low(ROOM);
		copies.used = 0;
	} else if (mprotect(copies.at, ROOM, PROT_READ | PROT_WRITE) != 0) {
		return NULL;
	}
	return copies.at ? copies.at + copies.used : NULL;
}

static bool end_copy(size_t n)
{
	copies.used += (n + 15) & ~(size_t)15;
	return mprotect(copies.at, ROOM, PROT_READ | PROT_EXEC) == 0;
}

struct ga_sim_places ga_sim_places(void)
{
#define AT(place) (uint32_t)(uintptr_t) & ga_sim_low->place
	return (struct ga_sim_places){AT(window), AT(rax), AT(address), AT(again), AT(exit)};
}

struct ga_sim_loop *ga_sim_place_loop(const struct ga_sim_loop *l, const unsigned char *code, size_t n)
{
	struct ga_sim_loop *made = malloc(sizeof *made);
	unsigned char *to = made ? begin_copy(n) : NULL;

	if (to) {
		memcpy(to, code, n);
		*made = *l;
		made->copy = to;
		made->copy_bytes = (uint32_t)n;
	}
	if (to && end_copy(n))
		return made;
	free(made);
	return NULL;
}

const void *ga_sim_copy(const unsigned char *code, size_t n, bool stores)
{
	static const unsigned char below_red_zone[] = {0x48, 0x8d, 0x64, 0x24, 0x80}; /* lea -128(%rsp), %rsp */
	unsigned char *to = begin_copy(n + 32);

	if (!to)
		return NULL;
	memcpy(to, code, n);
	if (stores) {
		memcpy(to + n, below_red_zone, sizeof below_red_zone);
		n += sizeof below_red_zone;
		n += word(to + n, 0xff, 0x34, &ga_sim_low->back);  /* push */
		n += word(to + n, 0xff, 0x24, &ga_sim_low->again); /* jmp */
	} else {
		n += word(to + n, 0xff, 0x24, &ga_sim_low->back);
	}
	return end_copy(n) ? to : NULL;
}

#else

uint32_t ga_sim_window(uint64_t address)
{
	(void)address;
	return 0;
}

struct ga_sim_places ga_sim_places(void) { return (struct ga_sim_places){0}; }

struct ga_sim_loop *ga_sim_place_loop(const struct ga_sim_loop *l, const unsigned char *code, size_t n)
{
	(void)l, (void)code, (void)n;
	errno = ENOSYS;
	return NULL;
}

const void *ga_sim_copy(const unsigned char *code, size_t n, bool stores)
{
	(void)code, (void)n, (void)stores;
	errno = ENOSYS;
	return NULL;
}

#endif
