/* elf_relocate.c - finds out once what every rank's copy needs: which words depend on where it is, and what they are. */
#include "image.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#if defined(__x86_64__)
enum {
	R_WORD = R_X86_64_64,
	R_GOT = R_X86_64_GLOB_DAT,
	R_PLT = R_X86_64_JUMP_SLOT,
	R_BASE = R_X86_64_RELATIVE,
	R_COPIED = R_X86_64_COPY,
	R_INDIRECT = R_X86_64_IRELATIVE,
	R_TLS_MODULE = R_X86_64_DTPMOD64,
	R_TLS_OFFSET = R_X86_64_DTPOFF64,
	R_TLS_STATIC = R_X86_64_TPOFF64,
	R_TLS_DESCRIBED = R_X86_64_TLSDESC
};
#elif defined(__aarch64__)
enum {
	R_WORD = R_AARCH64_ABS64,
	R_GOT = R_AARCH64_GLOB_DAT,
	R_PLT = R_AARCH64_JUMP_SLOT,
	R_BASE = R_AARCH64_RELATIVE,
	R_COPIED = R_AARCH64_COPY,
	R_INDIRECT = R_AARCH64_IRELATIVE,
	R_TLS_MODULE = R_AARCH64_TLS_DTPMOD,
	R_TLS_OFFSET = R_AARCH64_TLS_DTPREL,
	R_TLS_STATIC = R_AARCH64_TLS_TPREL,
	R_TLS_DESCRIBED = R_AARCH64_TLSDESC
};
#endif

static bool push(void **array, size_t *n, size_t bytes, const void *one)
{
	if ((*n & (*n - 1)) == 0) {
		void *more = realloc(*array, (*n ? *n * 2 : 1) * bytes);

		if (!more)
			return false;
		*array = more;
	}
	memcpy((char *)*array + (*n)++ * bytes, one, bytes);
	return true;
}

/* A word that is the same for all goes into the pattern. */
static bool add_word(const struct linking *k, int in, uint64_t at, int of, uint64_t value)
{
	struct object *o = k->image->objects[in];
	const struct word w = {.at = at, .value = value, .in = in, .of = of};

	for (int i = 0; i < o->ndatas; i++) {
		struct data *d = &o->datas[i];

		if (at < d->at || at - d->at + 8 > d->bytes)
			continue;
		if (of == OF_NOTHING && d->pattern && at - d->at + 8 <= d->file_bytes)
			return memcpy(d->pattern + (at - d->at), &value, 8), true;
		return push((void **)&k->to->words, &k->to->nwords, sizeof w, &w) || ga_sim_no(k->image, "out of memory");
	}
	return ga_sim_no(k->image, "%s has a relocation outside its variables", o->path);
}

static bool add_indirect(const struct linking *k, int in, uint64_t at, int of, uint64_t value)
{
	const struct word w = {.at = at, .value = value, .in = in, .of = of};
	const struct object *o = k->image->objects[in];
	bool fits = false;

	for (int i = 0; i < o->ndatas; i++)
		fits |= at >= o->datas[i].at && at - o->datas[i].at + 8 <= o->datas[i].bytes;
	if (!fits)
		return ga_sim_no(k->image, "%s has a relocation outside its variables", o->path);
	return push((void **)&k->to->indirect, &k->to->nindirect, sizeof w, &w) || ga_sim_no(k->image, "out of memory");
}

int64_t ga_sim_tls_distance(const struct object *o)
{
#if defined(__x86_64__)
	return -(int64_t)o->tls_offset;
#else
	return (int64_t)o->tls_offset;
#endif
}

/* How much a library has at this address; it may be less than the program was linked with. */
static uint64_t shared_bytes(const void *at, uint64_t bytes)
{
	const Elf64_Sym *s = NULL;
	Dl_info info;

	return dladdr1(at, &info, (void **)&s, RTLD_DL_SYMENT) && s && info.dli_saddr == at && s->st_size && s->st_size < bytes ? s->st_size : bytes;
}

static bool add_copy(const struct linking *k, int in, uint64_t at, uint64_t bytes, const struct meaning *m)
{
	struct copy c = {.at = at, .bytes = bytes, .from_at = m->value, .in = in, .of = m->of, .var = m->var};
	const struct object *o = k->image->objects[in];
	bool fits = true;

	if (m->of == OF_NOTHING) {
		if (!m->value)
			return true;
		c.from = (const void *)m->value;
		c.bytes = shared_bytes(c.from, bytes);
	} else if (m->of == OF_RANK) {
		c.bytes = ga_sim_var_bytes(m->var);
	} else {
		const struct object *from = k->image->objects[m->of];

		fits = m->value >= from->low && m->value <= from->high && bytes <= from->high - m->value;
	}
	if (!fits)
		return ga_sim_no(k->image, "%s has a variable outside", k->image->objects[m->of]->path);
	fits = false;
	for (int i = 0; i < o->ndatas; i++)
		fits |= at >= o->datas[i].at && at - o->datas[i].at <= o->datas[i].bytes && c.bytes <= o->datas[i].bytes - (at - o->datas[i].at);
	if (!fits)
		return ga_sim_no(k->image, "%s has a relocation outside its variables", o->path);
	return push((void **)&k->to->copies, &k->to->ncopies, sizeof c, &c) || ga_sim_no(k->image, "out of memory");
}

/* Where the thread-local variables of a symbol's library are, from the thread pointer; shared: that is the symbol's own place. A library that is opened at run time has
 * them in its copy, at an address of the rank's, which is as far from the thread pointer as it is. */
static struct meaning block(const struct linking *k, int in, uint64_t index, const struct meaning *m)
{
	const int of = m->symbol && m->of < OF_RANK ? m->of : in;
	const struct object *o = k->image->objects[of];
	struct meaning at = {.of = OF_NOTHING};

	if (index && m->of == OF_NOTHING) {
		at.value = -(uint64_t)ga_sim_tls_top();
	} else if (of < k->image->nstart) {
		at.value = (uint64_t)ga_sim_tls_distance(o);
	} else {
		at.of = of;
		at.value = o->tls_place - (uint64_t)ga_sim_tls_top();
	}
	return at;
}

/* A function that is looked for when it is called, and is not there then. */
static void missing(void)
{
	struct ga_sim_rank *r = ga_sim_now;
	const int of = r ? ga_sim_object_at(r, (uintptr_t)__builtin_return_address(0)) : -1;
	const struct object *o = of < 0 ? NULL : r->image->objects[of];
	static char why[512];

	snprintf(why, sizeof why, "a call of a function that no library has, in %s: undefined symbol: %s", o ? o->path : "a library",
	         o && o->missing ? o->missing : "?");
	if (r)
		ga_sim_end(GA_SIM_REFUSED, 127, why);
}

static bool relocate(const struct linking *k, int in, const Elf64_Rela *r)
{
	struct object *o = k->image->objects[in];
	const uint64_t index = ELF64_R_SYM(r->r_info), type = ELF64_R_TYPE(r->r_info);
	const char *name = ga_sim_text_at(o, o->symbols[index].st_name), *version;
	struct meaning m, tls;
	bool shared;

	if (type == 0)
		return true;
	if (type == R_BASE)
		return add_word(k, in, r->r_offset, in, r->r_addend);
	if (type == R_INDIRECT)
		return add_indirect(k, in, r->r_offset, in, r->r_addend);
	m = ga_sim_look_up(k, in, index, type == R_COPIED);
	if (!m.found && type == R_PLT && k->lazy) {
		o->missing = o->missing ? o->missing : name;
		return add_word(k, in, r->r_offset, OF_NOTHING, (uint64_t)missing);
	}
	if (!m.found) {
		version = ga_sim_version(o, index);
		if (in >= k->image->nstart)
			return ga_sim_no(k->image, "%s: undefined symbol: %s%s%s", o->path, name, version ? ", version " : "",
			                 version ? version : "");
		return ga_sim_no(k->image, "%s needs %s%s%s, which no library has", o->path, name, version ? " of version " : "",
		                 version ? version : "");
	}
	shared = index && m.of == OF_NOTHING;
	tls = block(k, in, index, &m);
	if (shared && k->image->once && ga_sim_once_word(name) >= 0) {
		shared = false;
		m.value = 8 * (uint64_t)ga_sim_once_word(name);
		tls = (struct meaning){.of = OF_NOTHING, .value = (uint64_t)k->image->once};
	}
	switch (type) {
	case R_WORD:
	case R_GOT:
	case R_PLT:
		if (m.symbol && ELF64_ST_TYPE(m.symbol->st_info) == STT_GNU_IFUNC)
			return add_indirect(k, in, r->r_offset, m.of, m.value);
		return add_word(k, in, r->r_offset, m.of, m.value + r->r_addend);
	case R_COPIED: return add_copy(k, in, r->r_offset, o->symbols[index].st_size, &m);
	/* A module's number is the distance of its block from the thread pointer: see __tls_get_addr in libc_state.c. For a library that the ranks
	 * share we know the address of its variable in this thread, the only one that counts. */
	case R_TLS_MODULE: return add_word(k, in, r->r_offset, shared ? OF_NOTHING : tls.of, shared ? 0 : tls.value);
	case R_TLS_OFFSET: return add_word(k, in, r->r_offset, OF_NOTHING, m.value + r->r_addend + (shared ? tls.value : 0));
	case R_TLS_STATIC: return add_word(k, in, r->r_offset, tls.of, tls.value + m.value + r->r_addend);
	case R_TLS_DESCRIBED:
		return add_word(k, in, r->r_offset, OF_NOTHING, (uint64_t)ga_sim_tls_described) &&
		       add_word(k, in, r->r_offset + 8, tls.of, tls.value + m.value + r->r_addend);
	}
	return ga_sim_no(k->image, "%s has a relocation of type %u (%s), which the simulated world does not know", o->path, (unsigned)type, name);
}

static bool relocate_here(const struct linking *k, int in, uint64_t at)
{
	const uint64_t *addend = ga_sim_in_file(k->image->objects[in], at, 8);

	return add_word(k, in, at, in, addend ? *addend : 0);
}

bool ga_sim_relocate(const struct linking *k, int in)
{
	struct object *o = k->image->objects[in];
	uint64_t at = 0;

	for (uint64_t i = 0; i < o->nrelr; i++) { /* an address, or 63 bits that say which of the words behind it */
		uint64_t bits = o->relr[i];
		bool ok = true;

		if (bits & 1) {
			for (int n = 0; bits >>= 1; n++)
				ok = ok && (!(bits & 1) || relocate_here(k, in, at + 8 * (uint64_t)n));
			at += 63 * 8;
		} else {
			ok = relocate_here(k, in, bits);
			at = bits + 8;
		}
		if (!ok)
			return false;
	}
	for (uint64_t i = 0; i < o->nrela; i++)
		if (!relocate(k, in, &o->rela[i]))
			return false;
	for (uint64_t i = 0; i < o->nplt; i++)
		if (!relocate(k, in, &o->plt[i]))
			return false;
	return true;
}

void ga_sim_free_relocations(struct relocations *all)
{
	free(all->words);
	free(all->indirect);
	free(all->copies);
	*all = (struct relocations){0};
}
