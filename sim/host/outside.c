/* outside.c - libraries that the ranks share. Those that come with a program call the C library, too, and are redirected to our clocks and
 * refusals through their global offset tables; and stack unwinders must find the ranks' copies. */
#include "rank.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Libraries that were in the process before the first program, the C library first, stay as they are. */
static struct {
	uintptr_t *done;
	int n, room;
} known;

static bool is_known(uintptr_t base)
{
	for (int i = 0; i < known.n; i++)
		if (known.done[i] == base)
			return true;
	if (known.n == known.room) {
		uintptr_t *more = realloc(known.done, (known.room = 2 * known.room + 64) * sizeof *more);

		if (!more)
			return true;
		known.done = more;
	}
	known.done[known.n++] = base;
	return false;
}

static bool never(const char *path)
{
	static const char *const names[] = {"libc.so", "libm.so", "libpthread.so", "libdl.so", "librt.so", "ld-linux", "linux-vdso", "libgasnetgo"};
	const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;

	for (size_t i = 0; i < COUNT(names); i++)
		if (strncmp(name, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

static void patch(const struct dl_phdr_info *info, const Elf64_Dyn *d)
{
	const Elf64_Rela *rela[2] = {0};
	uint64_t n[2] = {0};
	const Elf64_Sym *symbols = NULL;
	const char *strings = NULL;
	const uintptr_t page = (uintptr_t)1 << PAGE_BITS;
	uintptr_t from = 0, to = 0;

	for (; d->d_tag != DT_NULL; d++)
		switch (d->d_tag) { /* addresses are absolute by now */
		case DT_SYMTAB: symbols = (void *)d->d_un.d_ptr; break;
		case DT_STRTAB: strings = (void *)d->d_un.d_ptr; break;
		case DT_RELA: rela[0] = (void *)d->d_un.d_ptr; break;
		case DT_RELASZ: n[0] = d->d_un.d_val / sizeof **rela; break;
		case DT_JMPREL: rela[1] = (void *)d->d_un.d_ptr; break;
		case DT_PLTRELSZ: n[1] = d->d_un.d_val / sizeof **rela; break;
		}
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO) {
			from = (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr) & -page;
			to = (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz) & -page;
		}
	if (!symbols || !strings || (to > from && mprotect((void *)from, to - from, PROT_READ | PROT_WRITE) != 0))
		return;
	for (int t = 0; t < 2; t++)
		for (uint64_t i = 0; rela[t] && i < n[t]; i++) {
			const uint64_t type = ELF64_R_TYPE(rela[t][i].r_info), symbol = ELF64_R_SYM(rela[t][i].r_info);
			void *fn;

#if defined(__x86_64__)
			if (type != R_X86_64_GLOB_DAT && type != R_X86_64_JUMP_SLOT)
#else
			if (type != R_AARCH64_GLOB_DAT && type != R_AARCH64_JUMP_SLOT)
#endif
				continue;
			fn = symbols[symbol].st_shndx == SHN_UNDEF ? ga_sim_name(strings + symbols[symbol].st_name, false) : NULL;
			if (fn)
				*(void **)(info->dlpi_addr + rela[t][i].r_offset) = fn;
		}
	if (to > from)
		mprotect((void *)from, to - from, PROT_READ);
}

/* Already in the process or not, these must find the ranks' code. */
static bool unwinds(const char *path) { return strstr(path, "/libgcc_s.") || strstr(path, "/libstdc++."); }

static int see(struct dl_phdr_info *info, size_t size, void *first)
{
	(void)size;
	if (is_known(info->dlpi_addr) || never(info->dlpi_name) || (*(bool *)first && !unwinds(info->dlpi_name)))
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
			patch(info, (void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr));
	return 0;
}

void ga_sim_patch_libraries(void)
{
	bool first = false;

	dl_iterate_phdr(see, &first);
}

void *ga_sim_share(const char *name, int flags)
{
	void *library;
	bool first = true;

	if (known.n == 0)
		dl_iterate_phdr(see, &first);
	library = dlopen(name, RTLD_NOW | flags);
	if (library)
		ga_sim_patch_libraries();
	return library;
}

/* Programs have copies of std::cout and its like, which must not be taken before there is something to copy: usually a program's own constructors see
 * to that. */
void ga_sim_ready_streams(void)
{
	static bool done;
	static char object[64];
	void (*const make)(void *) = done ? NULL : (void (*)(void *))dlsym(RTLD_DEFAULT, "_ZNSt8ios_base4InitC1Ev");

	if (!make)
		return;
	done = true;
	make(object);
}

/* The tables for unwinding of a rank's copy. */
static uintptr_t frames_at(uintptr_t pc, const struct object **in, uintptr_t *base)
{
	struct ga_sim_rank *r = ga_sim_now;

	const int i = r ? ga_sim_object_at(r, pc) : -1;

	if (i < 0 || !r->image->objects[i]->eh_frame_header)
		return 0;
	*in = r->image->objects[i];
	*base = r->base[i];
	return r->base[i] + (*in)->eh_frame_header;
}

#ifdef DLFO_STRUCT_HAS_EH_DBASE
static int sim__dl_find_object(void *pc, struct dl_find_object *found)
{
	const struct object *o;
	uintptr_t base, frames = frames_at((uintptr_t)pc, &o, &base);

	if (!frames)
		return _dl_find_object(pc, found);
	*found = (struct dl_find_object){
	    .dlfo_map_start = (void *)(base + o->low), .dlfo_map_end = (void *)(base + o->high), .dlfo_eh_frame = (void *)frames};
	return 0;
}
#endif

/* What unwinders use that know nothing better. */
static int sim_dl_iterate_phdr(int (*fn)(struct dl_phdr_info *, size_t, void *), void *arg)
{
	struct ga_sim_rank *r = ga_sim_now;

	for (int i = 0; r && i < r->nbases; i++) {
		const struct object *o = r->image->objects[i];
		struct dl_phdr_info info;
		int rc;

		if (!r->base[i])
			continue;
		info = (struct dl_phdr_info){
		    .dlpi_addr = r->base[i], .dlpi_name = i ? o->path : "", .dlpi_phdr = o->segments, .dlpi_phnum = o->head->e_phnum};
		ga_sim_count_opened(r, &info);
		rc = fn(&info, sizeof info, arg);
		if (rc)
			return rc;
	}
	return dl_iterate_phdr(fn, arg);
}

const struct name ga_sim_outside_names[] = {
#ifdef DLFO_STRUCT_HAS_EH_DBASE
    NAME(_dl_find_object),
#endif
    NAME(dl_iterate_phdr),
    {0},
};

int ga_sim_symbol(uint64_t pc, const char **name, uint64_t *offset, const char **object)
{
	Dl_info info;

	if (!dladdr((void *)pc, &info) || !info.dli_fname)
		return 0;
	*object = info.dli_fname;
	*name = info.dli_sname;
	*offset = pc - (uint64_t)(info.dli_sname ? info.dli_saddr : info.dli_fbase);
	return 1;
}
