/* elf_symbols.c - names and versions in one file, and what a name means among all of an image, the rank's own variables and the process's libraries.
 */
#include "image.h"

#include <dlfcn.h>
#include <string.h>

/* The version that an undefined or a defined symbol has; NULL if none. */
const char *ga_sim_version(const struct object *o, uint64_t symbol)
{
	const int index = o->versions ? o->versions[symbol] & 0x7fff : 0;
	const char *p;

	if (index < 2)
		return NULL;
	for (p = o->needs_version; ga_sim_inside(o, p, sizeof(Elf64_Verneed));) {
		const Elf64_Verneed *need = (const void *)p;
		const char *q = p + need->vn_aux;

		for (int i = 0; i < need->vn_cnt && ga_sim_inside(o, q, sizeof(Elf64_Vernaux)); i++) {
			const Elf64_Vernaux *aux = (const void *)q;

			if ((aux->vna_other & 0x7fff) == index)
				return ga_sim_text_at(o, aux->vna_name);
			q += aux->vna_next;
		}
		p = need->vn_next ? p + need->vn_next : NULL;
	}
	for (p = o->has_version; ga_sim_inside(o, p, sizeof(Elf64_Verdef));) {
		const Elf64_Verdef *def = (const void *)p;

		if ((def->vd_ndx & 0x7fff) == index)
			return ga_sim_inside(o, p + def->vd_aux, sizeof(Elf64_Verdaux))
			           ? ga_sim_text_at(o, ((const Elf64_Verdaux *)(p + def->vd_aux))->vda_name)
			           : NULL;
		p = def->vd_next ? p + def->vd_next : NULL;
	}
	return NULL;
}

static uint32_t gnu_hash(const char *name)
{
	uint32_t h = 5381;

	for (; *name; name++)
		h = h * 33 + (unsigned char)*name;
	return h;
}

static bool is_it(const struct object *o, uint64_t i, const char *name, const char *version)
{
	const Elf64_Sym *s = &o->symbols[i];
	const char *has;

	if (s->st_shndx == SHN_UNDEF || ELF64_ST_BIND(s->st_info) == STB_LOCAL || strcmp(ga_sim_text_at(o, s->st_name), name) != 0)
		return false;
	if (!version || !o->versions)
		return !o->versions || !(o->versions[i] & 0x8000) || !version;
	has = ga_sim_version(o, i);
	return !has || strcmp(has, version) == 0;
}

bool ga_sim_find(const struct object *o, const char *name, const char *version, const Elf64_Sym **symbol)
{
	const uint32_t *h = o->gnu_hash;

	if (h && h[0]) {
		const uint32_t hash = gnu_hash(name), *buckets = h + 4 + (uint64_t)h[2] * 2, *chain = buckets + h[0];
		uint64_t i = ga_sim_inside(o, &buckets[hash % h[0]], 4) ? buckets[hash % h[0]] : 0;

		for (; i >= h[1] && i && i < o->nsymbols && ga_sim_inside(o, &chain[i - h[1]], 4); i++) {
			if ((chain[i - h[1]] | 1) == (hash | 1) && is_it(o, i, name, version))
				return *symbol = &o->symbols[i], true;
			if (chain[i - h[1]] & 1)
				break;
		}
		return false;
	}
	for (uint64_t i = 1; i < o->nsymbols; i++)
		if (is_it(o, i, name, version))
			return *symbol = &o->symbols[i], true;
	return false;
}

/* Of malloc's kind. */
static bool allocates(const char *name)
{
	static const char *const names[] = {"malloc",        "free",           "calloc", "realloc", "memalign",
	                                    "aligned_alloc", "posix_memalign", "valloc", "pvalloc", "malloc_usable_size"};

	for (size_t i = 0; i < COUNT(names); i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

void *ga_sim_in_process(const char *name, const char *version, void *shared, int *var)
{
	void *const in = shared ? shared : RTLD_DEFAULT;
	void *fn = NULL, *ours;

	*var = -1;
	if (!shared) {
		*var = ga_sim_var(name);
		fn = *var < 0 ? ga_sim_name(name, true) : NULL;
		if (*var >= 0 || fn)
			return fn;
	}
	if (version && !allocates(name)) /* those are this process's own, which have no versions */
		fn = dlvsym(in, name, version);
	if (!fn)
		fn = dlsym(in, name);
	if (!fn || !shared)
		return fn;
	*var = ga_sim_var(name);
	ours = *var < 0 ? ga_sim_name(name, true) : NULL;
	return ours ? ours : fn;
}

/* What exists once among all libraries of a rank, however they were opened, is the first one's. */
static bool find_unique(const struct linking *k, const char *name, const char *version, struct meaning *m)
{
	const Elf64_Sym *found;

	for (int i = 0; i < k->scope->total; i++) {
		const int object = k->scope->all[i].object;

		if (object < 0 || !ga_sim_find(k->image->objects[object], name, version, &found) || ELF64_ST_BIND(found->st_info) != STB_GNU_UNIQUE)
			continue;
		m->symbol = found;
		m->value = found->st_value;
		m->of = object;
		return true;
	}
	return false;
}

struct meaning ga_sim_look_up(const struct linking *k, int in, uint64_t index, bool copy)
{
	const struct object *o = k->image->objects[in];
	const Elf64_Sym *s = &o->symbols[index], *found;
	const char *name = ga_sim_text_at(o, s->st_name), *version = ga_sim_version(o, index);
	struct meaning m = {.of = OF_NOTHING, .var = -1, .found = true};

	if (index == 0)
		return m;
	if (ELF64_ST_BIND(s->st_info) == STB_LOCAL || (o->symbolic && s->st_shndx != SHN_UNDEF && !copy)) {
		m.symbol = s;
		m.value = s->st_value;
		m.of = s->st_shndx == SHN_ABS ? OF_NOTHING : in;
		return m;
	}
	for (int i = copy ? 1 : 0; i < k->scope->n; i++) {
		const struct member *from = &k->scope->all[i];

		if (from->object >= 0) {
			if (!ga_sim_find(k->image->objects[from->object], name, version, &found))
				continue;
			if (ELF64_ST_BIND(found->st_info) == STB_GNU_UNIQUE && find_unique(k, name, version, &m))
				return m;
			m.symbol = found;
			m.value = found->st_value;
			m.of = found->st_shndx == SHN_ABS ? OF_NOTHING : from->object;
			return m;
		}
		m.value = (uint64_t)ga_sim_in_process(name, version, from->shared, &m.var);
		if (m.var >= 0) {
			m.of = OF_RANK;
			m.value = offsetof(struct ga_sim_rank, own) + m.var * sizeof(union var_value);
		}
		if (m.value)
			return m;
	}
	m.found = ELF64_ST_BIND(s->st_info) == STB_WEAK;
	return m;
}

bool ga_sim_refers(const struct ga_sim_image *image, const char *prefix)
{
	const size_t n = strlen(prefix);

	for (int i = 0; i < image->nstart; i++) {
		const struct object *o = image->objects[i];

		for (uint64_t k = 1; k < o->nsymbols; k++) {
			const char *name = ga_sim_text_at(o, o->symbols[k].st_name);

			if (o->symbols[k].st_shndx == SHN_UNDEF && name && strncmp(name + (*name == 'p'), prefix, n) == 0)
				return true;
		}
	}
	return false;
}
