/* Rank 1 of a node whose rank 0 is Go: sends back every record that it gets, with one more byte, until an empty one comes. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "mailbox.h"
#include "plane_shmem_counters.h"
#include "plane_shmem_direct.h"

void ga_fatal(int status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	exit(status);
}

/* Nothing of OpenSHMEM is counted here, where there are no contexts. */
void ga_shmem_count_afresh(uint32_t place) { (void)place; }
bool ga_shmem_counters_wanted(void) { return false; }
void ga_shmem_direct_show(void) {}

static int over;

static void echo(void *context, uint32_t from, unsigned kind, const void *payload, size_t bytes)
{
	struct ga_record r;

	(void)context;
	if (bytes == 0) {
		over = 1;
		return;
	}
	while (!(r = ga_mailbox_reserve(from, bytes + 1)).word)
		ga_relax();
	memcpy(r.payload, payload, bytes);
	((unsigned char *)r.payload)[bytes] = (unsigned char)kind;
	ga_mailbox_publish(from, r, bytes + 1, kind + 1);
}

int main(int argc, char **argv)
{
	const uintptr_t base = strtoull(argv[1], NULL, 16);
	const size_t bytes = strtoull(argv[2], NULL, 10);
	struct ga_wait w = {0};

	if (argc != 3 || mmap((void *)base, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, 3, 0) != (void *)base) {
		perror("mmap");
		return 1;
	}
	ga_plane_attach((void *)base, 2, 1, 100, false);
	while (!over)
		if (ga_mailbox_poll(echo, NULL))
			w = (struct ga_wait){0};
		else
			ga_wait_step(&w);
	return 0;
}
