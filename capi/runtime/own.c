/* runtime/own.c - see own.h. */
#define _GNU_SOURCE
#include "own.h"

#include <link.h>

uintptr_t ga_own[GA_OWN_HANDLERS];

static uintptr_t go_text, go_text_end;

void ga_own_text(uintptr_t text, uintptr_t text_end)
{
	go_text = text;
	go_text_end = text_end;
}

bool ga_in_library(uintptr_t at)
{
	extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));
	const uintptr_t base = (uintptr_t)&__ehdr_start;
	const ElfW(Phdr) *h = (const ElfW(Phdr) *)(base + __ehdr_start.e_phoff);

	for (int i = 0; i < __ehdr_start.e_phnum; i++)
		if (h[i].p_type == PT_LOAD && h[i].p_flags & PF_X && at - base - h[i].p_vaddr < h[i].p_memsz)
			return true;
	return false;
}

bool ga_own_handler(uintptr_t at)
{
	for (int i = 0; i < GA_OWN_HANDLERS; i++)
		if (at == ga_own[i] && at != 0)
			return true;
	return go_text ? at >= go_text && at < go_text_end : ga_in_library(at);
}
