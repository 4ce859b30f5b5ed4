/* shmem/counters.c - counts of SHMEM's operations over windows, where an operation is complete when its call returns. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "counters.h"

#include <elf.h>
#include <link.h>
#include <string.h>

#include "group.h"

#define PREFIX "shmemx_pcntr_"

static struct ga_shmem_counts counts[1 << GA_HANDLE_BITS]; /* by the number of a context; untouched pages cost nothing */

static uint64_t *arrivals(uint32_t rank) { return (uint64_t *)(void *)(ga_plane.control + rank * ga_plane.heap.stride + GA_ARRIVED_AT); }

static uint32_t place(uintptr_t ctx) { return (uint32_t)(ctx & ((1 << GA_HANDLE_BITS) - 1)); }

void ga_shmem_count_write(uintptr_t ctx, uint32_t rank)
{
	__atomic_fetch_add(&counts[place(ctx)].writes, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(arrivals(rank), 1, __ATOMIC_RELEASE);
}

void ga_shmem_count_read(uintptr_t ctx) { __atomic_fetch_add(&counts[place(ctx)].reads, 1, __ATOMIC_RELAXED); }

struct ga_shmem_counts ga_shmem_counts_of(uintptr_t ctx)
{
	const struct ga_shmem_counts *c = &counts[place(ctx)];

	return (struct ga_shmem_counts){__atomic_load_n(&c->writes, __ATOMIC_RELAXED), __atomic_load_n(&c->reads, __ATOMIC_RELAXED)};
}

uint64_t ga_shmem_arrived(void) { return __atomic_load_n(arrivals(ga_plane.rank), __ATOMIC_ACQUIRE); }

void ga_shmem_count_afresh(uint32_t place)
{
	counts[place].writes = 0;
	counts[place].reads = 0;
}

/* A table's address in the dynamic section: glibc has relocated it, other C libraries have not. */
static uintptr_t table(const struct dl_phdr_info *info, const ElfW(Dyn) *d)
{
	return d->d_un.d_ptr < info->dlpi_addr ? info->dlpi_addr + d->d_un.d_ptr : d->d_un.d_ptr;
}

/* Whether one of an object's relocations, bytes of them, is against a function of the counters. */
static bool among(const ElfW(Rela) *relocations, size_t bytes, const ElfW(Sym) *symbols, const char *names)
{
	for (size_t i = 0; relocations && i < bytes / sizeof *relocations; i++) {
		const size_t symbol = ELF64_R_SYM(relocations[i].r_info);
		const char *name = names + symbols[symbol].st_name;
		if (symbol != 0 && strncmp(name + (*name == 'p'), PREFIX, sizeof PREFIX - 1) == 0)
			return true;
	}
	return false;
}

static int refers(struct dl_phdr_info *info, size_t size, void *unused)
{
	const ElfW(Rela) *calls = NULL, *others = NULL;
	size_t call_bytes = 0, other_bytes = 0;
	const ElfW(Sym) *symbols = NULL;
	const char *names = NULL;
	const ElfW(Dyn) *d = NULL;
	(void)size, (void)unused;

	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &info->dlpi_phdr[i];
		const uintptr_t at = info->dlpi_addr + h->p_vaddr;
		if (h->p_type == PT_LOAD && (uintptr_t)counts - at < h->p_memsz)
			return 0; /* this library */
		if (h->p_type == PT_DYNAMIC)
			d = (const ElfW(Dyn) *)at;
	}
	for (; d && d->d_tag != DT_NULL; d++) {
		switch (d->d_tag) {
		case DT_SYMTAB: symbols = (const ElfW(Sym) *)table(info, d); break;
		case DT_STRTAB: names = (const char *)table(info, d); break;
		case DT_JMPREL: calls = (const ElfW(Rela) *)table(info, d); break;
		case DT_PLTRELSZ: call_bytes = d->d_un.d_val; break;
		case DT_RELA: others = (const ElfW(Rela) *)table(info, d); break;
		case DT_RELASZ: other_bytes = d->d_un.d_val; break;
		default: break;
		}
	}
	return symbols && names && (among(calls, call_bytes, symbols, names) || among(others, other_bytes, symbols, names));
}

bool ga_shmem_counters_wanted(void) { return dl_iterate_phdr(refers, NULL) != 0; }
