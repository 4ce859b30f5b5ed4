/* imports.c - replaces functions that loaded libraries import.
 *
 * A library calls functions of other libraries through pointers, which the dynamic loader has set and which its relocations name. So the calls of one library can be replaced, while those
 * of the program and of all others stay as they are. */
#define _GNU_SOURCE
#include "imports.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Relocations that are the address of a function. */
static bool is_address(ElfW(Xword) info)
{
	switch (ELF64_R_TYPE(info)) {
#if defined(__x86_64__)
	case R_X86_64_JUMP_SLOT:
	case R_X86_64_GLOB_DAT:
	case R_X86_64_64: return true;
#elif defined(__aarch64__)
	case R_AARCH64_JUMP_SLOT:
	case R_AARCH64_GLOB_DAT:
	case R_AARCH64_ABS64: return true;
#endif
	default: return false;
	}
}

struct library {
	ElfW(Addr) base;
	const ElfW(Sym) *symbols;
	const char *names;
	const ElfW(Rela) *calls, *data;
	size_t call_bytes, data_bytes;
	uintptr_t sealed, sealed_end; /* memory that the loader has made read-only */
};

/* glibc stores addresses in some entries of the dynamic section, other libraries offsets. */
static const void *entry(const struct link_map *m, ElfW(Addr) value) { return (const void *)(value < m->l_addr ? m->l_addr + value : value); }

static int find_sealed(struct dl_phdr_info *info, size_t size, void *library)
{
	struct library *l = library;

	(void)size;
	if (info->dlpi_addr != l->base)
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		if (p->p_type != PT_GNU_RELRO)
			continue;
		const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
		l->sealed = (l->base + p->p_vaddr) & ~(page - 1);
		l->sealed_end = (l->base + p->p_vaddr + p->p_memsz) & ~(page - 1);
	}
	return 1;
}

static struct library read_library(const struct link_map *m)
{
	struct library l = {.base = m->l_addr};

	for (const ElfW(Dyn) *d = m->l_ld; d->d_tag != DT_NULL; d++)
		switch (d->d_tag) {
		case DT_SYMTAB: l.symbols = entry(m, d->d_un.d_ptr); break;
		case DT_STRTAB: l.names = entry(m, d->d_un.d_ptr); break;
		case DT_JMPREL: l.calls = entry(m, d->d_un.d_ptr); break;
		case DT_PLTRELSZ: l.call_bytes = d->d_un.d_val; break;
		case DT_RELA: l.data = entry(m, d->d_un.d_ptr); break;
		case DT_RELASZ: l.data_bytes = d->d_un.d_val; break;
		default: break;
		}
	dl_iterate_phdr(find_sealed, &l);
	return l;
}

static bool set(const struct library *l, ElfW(Addr) offset, void *function)
{
	void *_Atomic *at = (void *_Atomic *)(l->base + offset);
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)at & ~(page - 1);
	const bool sealed = (uintptr_t)at >= l->sealed && (uintptr_t)at < l->sealed_end;

	if (*at == function)
		return true;
	if (sealed && mprotect((void *)begin, page, PROT_READ | PROT_WRITE) != 0)
		return false;
	*at = function;
	if (sealed)
		(void)mprotect((void *)begin, page, PROT_READ);
	return true;
}

static unsigned long replace(const struct library *l, const ElfW(Rela) *r, size_t bytes, const struct ga_ofi_import *all, size_t count)
{
	unsigned long found = 0;

	for (const ElfW(Rela) *end = r + bytes / sizeof *r; r && r < end; r++) {
		const size_t symbol = ELF64_R_SYM(r->r_info);
		if (symbol == 0 || !is_address(r->r_info))
			continue;
		for (size_t i = 0; i < count; i++)
			if (strcmp(l->names + l->symbols[symbol].st_name, all[i].name) == 0 && set(l, r->r_offset, all[i].function))
				found |= 1UL << i;
	}
	return found;
}

static bool has_end(const char *text, const char *end)
{
	const size_t n = strlen(text), m = strlen(end);

	return n >= m && strcmp(text + n - m, end) == 0;
}

unsigned long ga_ofi_replace(const struct ga_ofi_import *all, size_t count)
{
	void *program = dlopen(NULL, RTLD_LAZY);
	struct link_map *m = NULL;
	unsigned long found = 0;

	if (!program || dlinfo(program, RTLD_DI_LINKMAP, &m) != 0)
		m = NULL;
	for (; m; m = m->l_next) {
		const char *slash = strrchr(m->l_name, '/'), *file = slash ? slash + 1 : m->l_name;
		if (strncmp(file, "libfabric", strlen("libfabric")) != 0 && !has_end(file, "-fi.so")) /* a provider that is a library of its own */
			continue;
		const struct library l = read_library(m);
		if (!l.symbols || !l.names)
			continue;
		found |= replace(&l, l.calls, l.call_bytes, all, count) | replace(&l, l.data, l.data_bytes, all, count);
	}
	if (program)
		dlclose(program);
	return found;
}
