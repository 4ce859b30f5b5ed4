/* elf.c - reads a program and the libraries that it brings along, and finds out once what every rank's copy needs: which words depend on where it is,
 * and what they are. */
#include "rank.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__x86_64__)
enum {
	MACHINE = EM_X86_64,
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
#define MACHINE_NAME "x86-64"
#elif defined(__aarch64__)
enum {
	MACHINE = EM_AARCH64,
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
#define MACHINE_NAME "arm64"
#else
#error "relocations of which machine?"
#endif

#define PAGE ((uint64_t)1 << PAGE_BITS)
#define LARGE_DATA (256u << 10) /* initialised variables beyond this are mapped from the file and copied as they are written */

static __attribute__((format(printf, 2, 3))) bool no(struct ga_sim_image *image, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(image->why, image->why_size, format, args);
	va_end(args);
	return false;
}

static uint64_t down(uint64_t a) { return a & ~(PAGE - 1); }
static uint64_t up(uint64_t a) { return (a + PAGE - 1) & ~(PAGE - 1); }

/* What the file has for bytes at this address; NULL if not all of it. */
static const void *in_file(const struct object *o, uint64_t at, uint64_t bytes)
{
	for (int i = 0; i < o->head->e_phnum; i++) {
		const Elf64_Phdr *s = &o->segments[i];

		if (s->p_type == PT_LOAD && at >= s->p_vaddr && at - s->p_vaddr <= s->p_filesz && bytes <= s->p_filesz - (at - s->p_vaddr))
			return o->file + s->p_offset + (at - s->p_vaddr);
	}
	return NULL;
}

/* A chain of offsets in a damaged file may lead anywhere. */
static bool inside(const struct object *o, const void *at, uint64_t bytes)
{
	const uint64_t offset = (uint64_t)at - (uint64_t)o->file;

	return at && offset < o->file_bytes && bytes <= o->file_bytes - offset;
}

static const char *text_at(const struct object *o, uint64_t offset) { return offset < o->strings_bytes ? o->strings + offset : ""; }

static bool read_head(struct ga_sim_image *image, struct object *o, bool program)
{
	const unsigned char *id = (const unsigned char *)o->file;
	const Elf64_Ehdr *h = (const void *)o->file;
	const char *loader = NULL;

	if (o->file_bytes >= 2 && memcmp(id, "#!", 2) == 0)
		return no(image, "%s is a script; name the program that it starts", o->path);
	if (o->file_bytes < sizeof *h || memcmp(id, ELFMAG, SELFMAG) != 0)
		return no(image, "%s is not a program: it does not begin as an ELF file does", o->path);
	if (id[EI_CLASS] != ELFCLASS64 || id[EI_DATA] != ELFDATA2LSB || h->e_machine != MACHINE)
		return no(image, "%s is for another machine (ELF class %d, machine %d); this one is " MACHINE_NAME, o->path, id[EI_CLASS],
		          h->e_machine);
	if (h->e_phentsize != sizeof *o->segments || h->e_phoff > o->file_bytes || h->e_phnum > (o->file_bytes - h->e_phoff) / sizeof *o->segments)
		return no(image, "%s is damaged: its program headers lie outside the file", o->path);
	o->head = h;
	o->segments = (const void *)(o->file + h->e_phoff);
	for (int i = 0; i < h->e_phnum; i++) {
		const Elf64_Phdr *s = &o->segments[i];

		if (s->p_type != PT_LOAD && s->p_type != PT_INTERP && s->p_type != PT_DYNAMIC && s->p_type != PT_TLS)
			continue;
		if (s->p_offset > o->file_bytes || s->p_filesz > o->file_bytes - s->p_offset || s->p_filesz > s->p_memsz || s->p_memsz >> 46 ||
		    s->p_vaddr >> 46)
			return no(image, "%s is damaged: program header %d leads outside the file", o->path, i);
		if (s->p_type == PT_INTERP && s->p_filesz > 1 && o->file[s->p_offset + s->p_filesz - 1] == 0)
			loader = o->file + s->p_offset;
	}
	if (!program)
		return h->e_type == ET_DYN || no(image, "%s is not a shared library", o->path);
	if (!loader)
		return no(image,
		          "%s is statically linked or a library; the simulated world needs a dynamically linked, position-independent program (-pie, "
		          "no -static)",
		          o->path);
	if (h->e_type != ET_DYN)
		return no(image, "%s is not position-independent; compile with -fPIE and link with -pie", o->path);
	if (strstr(loader, "musl") || strstr(loader, "uClibc"))
		return no(image, "%s is linked with another C library than this process (%s)", o->path, loader);
	return true;
}

static bool add_segment(struct ga_sim_image *image, struct object *o, const Elf64_Phdr *s)
{
	const uint64_t from = down(s->p_vaddr), to = up(s->p_vaddr + s->p_memsz);

	if ((s->p_offset ^ s->p_vaddr) & (PAGE - 1))
		return no(image, "%s is damaged: a segment's address and offset do not fit", o->path);
	if (s->p_flags & PF_W) {
		struct data *d = &o->datas[o->ndatas];

		if (o->ndatas++ == COUNT(o->datas))
			return no(image, "%s has more segments than the simulated world handles", o->path);
		*d = (struct data){.at = s->p_vaddr, .bytes = s->p_memsz, .file_bytes = s->p_filesz, .offset = s->p_offset};
		if (d->file_bytes <= LARGE_DATA) {
			d->pattern = malloc(d->file_bytes + 1);
			if (!d->pattern)
				return no(image, "out of memory");
			memcpy(d->pattern, o->file + d->offset, d->file_bytes);
		}
	} else {
		const int prot = (s->p_flags & PF_R ? PROT_READ : 0) | (s->p_flags & PF_X ? PROT_EXEC : 0);
		struct text *last = o->ntexts ? &o->texts[o->ntexts - 1] : NULL;

		/* The fewer mappings a rank has the better: there is a limit of some 65,000 for a process. */
		if (last && from - last->at == down(s->p_offset) - last->offset && from <= up(last->at + last->bytes)) {
			last->bytes = to - last->at;
			last->prot |= prot;
			return true;
		}
		if (o->ntexts == COUNT(o->texts))
			return no(image, "%s has more segments than the simulated world handles", o->path);
		o->texts[o->ntexts++] = (struct text){.at = from, .bytes = to - from, .offset = down(s->p_offset), .prot = prot};
	}
	return true;
}

static bool read_segments(struct ga_sim_image *image, struct object *o, const Elf64_Phdr **dynamic)
{
	o->low = UINT64_MAX;
	o->align = PAGE;
	for (int i = 0; i < o->head->e_phnum; i++) {
		const Elf64_Phdr *s = &o->segments[i];

		switch (s->p_type) {
		case PT_LOAD:
			if (s->p_memsz == 0)
				break;
			if (!add_segment(image, o, s))
				return false;
			if (down(s->p_vaddr) < o->low)
				o->low = down(s->p_vaddr);
			if (up(s->p_vaddr + s->p_memsz) > o->high)
				o->high = up(s->p_vaddr + s->p_memsz);
			if (s->p_align > o->align && (s->p_align & (s->p_align - 1)) == 0 && s->p_align <= 2u << 20)
				o->align = s->p_align;
			break;
		case PT_DYNAMIC: *dynamic = s; break;
		case PT_GNU_EH_FRAME: o->eh_frame_header = s->p_vaddr; break;
		case PT_GNU_STACK: image->runs_stack |= (s->p_flags & PF_X) != 0; break;
		case PT_TLS:
			o->tls_at = s->p_vaddr;
			o->tls_file_bytes = s->p_filesz;
			o->tls_bytes = s->p_memsz;
			o->tls_align = s->p_align ? s->p_align : 1;
			break;
		}
	}
	if (o->tls_bytes && (o->tls_at < o->low || o->tls_at > o->high || o->tls_file_bytes > o->high - o->tls_at))
		return no(image, "%s is damaged: its thread-local variables lie outside", o->path);
	return o->high > o->low || no(image, "%s is damaged: it has no segments", o->path);
}

/* The number of symbols is nowhere but in the hash table. */
static uint64_t count_symbols(const struct object *o, uint64_t sysv, uint64_t gnu)
{
	const uint32_t *h = gnu ? in_file(o, gnu, 16) : in_file(o, sysv, 8);
	uint64_t most = 0, at;
	const uint32_t *chain;

	if (!h)
		return 0;
	if (!gnu)
		return h[1];
	at = gnu + 16 + (uint64_t)h[2] * 8;
	for (uint32_t i = 0; i < h[0]; i++) {
		const uint32_t *bucket = in_file(o, at + (uint64_t)i * 4, 4);

		if (!bucket)
			return 0;
		if (*bucket > most)
			most = *bucket;
	}
	if (most < h[1])
		return h[1];
	do {
		chain = in_file(o, at + (uint64_t)h[0] * 4 + (most - h[1]) * 4, 4);
		most++;
	} while (chain && !(*chain & 1));
	return most;
}

struct tables {
	uint64_t symbols, strings, strings_bytes, sysv, gnu, versions, needs, has, rela, rela_bytes, plt, plt_bytes, relr, relr_bytes, soname, rpath,
	    runpath;
	bool textrel, rel;
	uint64_t needed[64];
	int nneeded;
};

static bool read_dynamic(struct ga_sim_image *image, struct object *o, const Elf64_Phdr *segment, struct tables *t)
{
	const Elf64_Dyn *d = segment ? (const void *)(o->file + segment->p_offset) : NULL;
	const uint64_t n = segment ? segment->p_filesz / sizeof *d : 0;

	for (uint64_t i = 0; i < n && d[i].d_tag != DT_NULL; i++) {
		const uint64_t v = d[i].d_un.d_val;

		switch (d[i].d_tag) {
		case DT_SYMTAB: t->symbols = v; break;
		case DT_STRTAB: t->strings = v; break;
		case DT_STRSZ: t->strings_bytes = v; break;
		case DT_HASH: t->sysv = v; break;
		case DT_GNU_HASH: t->gnu = v; break;
		case DT_VERSYM: t->versions = v; break;
		case DT_VERNEED: t->needs = v; break;
		case DT_VERDEF: t->has = v; break;
		case DT_RELA: t->rela = v; break;
		case DT_RELASZ: t->rela_bytes = v; break;
		case DT_JMPREL: t->plt = v; break;
		case DT_PLTRELSZ: t->plt_bytes = v; break;
		case DT_PLTREL: t->rel |= v != DT_RELA; break;
		case DT_REL: t->rel = true; break;
		case DT_RELR: t->relr = v; break;
		case DT_RELRSZ: t->relr_bytes = v; break;
		case DT_INIT: o->init = v; break;
		case DT_FINI: o->fini = v; break;
		case DT_PLTGOT: o->got = v; break;
		case DT_PREINIT_ARRAY: o->preinit_array = v; break;
		case DT_PREINIT_ARRAYSZ: o->npreinit = v / 8; break;
		case DT_INIT_ARRAY: o->init_array = v; break;
		case DT_INIT_ARRAYSZ: o->ninit = v / 8; break;
		case DT_FINI_ARRAY: o->fini_array = v; break;
		case DT_FINI_ARRAYSZ: o->nfini = v / 8; break;
		case DT_SONAME: t->soname = v; break;
		case DT_RPATH: t->rpath = v; break;
		case DT_RUNPATH: t->runpath = v; break;
		case DT_SYMBOLIC: o->symbolic = true; break;
		case DT_TEXTREL: t->textrel = true; break;
		case DT_FLAGS:
			t->textrel |= (v & DF_TEXTREL) != 0;
			o->symbolic |= (v & DF_SYMBOLIC) != 0;
			break;
		case DT_NEEDED:
			if (t->nneeded == COUNT(t->needed))
				return no(image, "%s needs more libraries than the simulated world handles", o->path);
			t->needed[t->nneeded++] = v;
			break;
		}
	}
	return true;
}

static bool use_dynamic(struct ga_sim_image *image, struct object *o, const struct tables *t)
{
	o->strings = in_file(o, t->strings, t->strings_bytes);
	o->strings_bytes = o->strings ? t->strings_bytes : 0;
	if (o->strings_bytes == 0 || o->strings[o->strings_bytes - 1] != 0)
		return no(image, "%s has no dynamic section that one could use", o->path);
	o->nsymbols = count_symbols(o, t->sysv, t->gnu);
	o->symbols = in_file(o, t->symbols, sizeof *o->symbols);
	o->nsymbols = o->nsymbols ? o->nsymbols : 1;
	o->rela = in_file(o, t->rela, t->rela_bytes);
	o->plt = in_file(o, t->plt, t->plt_bytes);
	o->relr = in_file(o, t->relr, t->relr_bytes);
	o->nrela = o->rela ? t->rela_bytes / sizeof *o->rela : 0;
	o->nplt = o->plt ? t->plt_bytes / sizeof *o->plt : 0;
	o->nrelr = o->relr ? t->relr_bytes / sizeof *o->relr : 0;
	/* Without a hash table nobody can look a name up here, but relocations still name symbols. */
	for (uint64_t i = 0; i < o->nrela + o->nplt; i++) {
		const Elf64_Rela *r = i < o->nrela ? &o->rela[i] : &o->plt[i - o->nrela];

		if (ELF64_R_SYM(r->r_info) >= o->nsymbols)
			o->nsymbols = ELF64_R_SYM(r->r_info) + 1;
	}
	o->symbols = in_file(o, t->symbols, o->nsymbols * sizeof *o->symbols);
	o->gnu_hash = t->gnu ? in_file(o, t->gnu, 16) : NULL;
	o->versions = t->versions ? in_file(o, t->versions, o->nsymbols * sizeof *o->versions) : NULL;
	o->needs_version = t->needs ? in_file(o, t->needs, sizeof(Elf64_Verneed)) : NULL;
	o->has_version = t->has ? in_file(o, t->has, sizeof(Elf64_Verdef)) : NULL;
	if (t->soname)
		o->name = text_at(o, t->soname);
	o->runpath = t->runpath ? text_at(o, t->runpath) : t->rpath ? text_at(o, t->rpath) : "";
	if (!o->symbols || (t->rela_bytes && !o->rela) || (t->plt_bytes && !o->plt) || (t->relr_bytes && !o->relr))
		return no(image, "%s is damaged: its dynamic section leads outside the file", o->path);
	if (t->textrel)
		return no(image, "%s has relocations in its code; compile with -fPIE (a library: -fPIC)", o->path);
	if (t->rel)
		return no(image, "%s has relocations of a kind that is not used on " MACHINE_NAME, o->path);
	return true;
}

/* The version that an undefined or a defined symbol has; NULL if none. */
static const char *version_of(const struct object *o, uint64_t symbol)
{
	const int index = o->versions ? o->versions[symbol] & 0x7fff : 0;
	const char *p;

	if (index < 2)
		return NULL;
	for (p = o->needs_version; inside(o, p, sizeof(Elf64_Verneed));) {
		const Elf64_Verneed *need = (const void *)p;
		const char *q = p + need->vn_aux;

		for (int i = 0; i < need->vn_cnt && inside(o, q, sizeof(Elf64_Vernaux)); i++) {
			const Elf64_Vernaux *aux = (const void *)q;

			if ((aux->vna_other & 0x7fff) == index)
				return text_at(o, aux->vna_name);
			q += aux->vna_next;
		}
		p = need->vn_next ? p + need->vn_next : NULL;
	}
	for (p = o->has_version; inside(o, p, sizeof(Elf64_Verdef));) {
		const Elf64_Verdef *def = (const void *)p;

		if ((def->vd_ndx & 0x7fff) == index)
			return inside(o, p + def->vd_aux, sizeof(Elf64_Verdaux)) ? text_at(o, ((const Elf64_Verdaux *)(p + def->vd_aux))->vda_name)
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

	if (s->st_shndx == SHN_UNDEF || ELF64_ST_BIND(s->st_info) == STB_LOCAL || strcmp(text_at(o, s->st_name), name) != 0)
		return false;
	if (!version || !o->versions)
		return !o->versions || !(o->versions[i] & 0x8000) || !version;
	has = version_of(o, i);
	return !has || strcmp(has, version) == 0;
}

bool ga_sim_find(const struct object *o, const char *name, const char *version, const Elf64_Sym **symbol)
{
	const uint32_t *h = o->gnu_hash;

	if (h && h[0]) {
		const uint32_t hash = gnu_hash(name), *buckets = h + 4 + (uint64_t)h[2] * 2, *chain = buckets + h[0];
		uint64_t i = inside(o, &buckets[hash % h[0]], 4) ? buckets[hash % h[0]] : 0;

		for (; i >= h[1] && i && i < o->nsymbols && inside(o, &chain[i - h[1]], 4); i++) {
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

/* Libraries of which a process can have one only, wherever they are found: the C library's parts, and those that keep something per thread or that
 * other shared libraries use as well. */
static bool always_shared(const char *name)
{
	static const char *const names[] = {"libc.so",      "libm.so",      "libpthread.so",  "libdl.so",     "librt.so",       "libutil.so",
	                                    "libresolv.so", "libnsl.so",    "libanl.so",      "ld-linux",     "libmvec.so",     "libstdc++.so",
	                                    "libgcc_s.so",  "libc++.so",    "libc++abi.so",   "libunwind.so", "libgfortran.so", "libquadmath.so",
	                                    "libgomp.so",   "libatomic.so", "libgasnetgo.so", "linux-vdso"};

	for (size_t i = 0; i < COUNT(names); i++)
		if (strncmp(name, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

static bool of_the_system(const char *path)
{
	static const char *const folders[] = {"/lib/", "/lib64/", "/lib32/", "/usr/lib/", "/usr/lib64/", "/usr/libexec/"};
	char real[PATH_MAX];

	if (!realpath(path, real))
		return true;
	for (size_t i = 0; i < COUNT(folders); i++)
		if (strncmp(real, folders[i], strlen(folders[i])) == 0)
			return true;
	return false;
}

/* Looks for a library in folders separated by colons, with $ORIGIN for the one that the object is in. */
static bool search(const struct object *o, const char *folders, const char *name, char *found, size_t size)
{
	const char *slash = strrchr(o->path, '/');

	while (*folders) {
		const size_t n = strcspn(folders, ":");
		size_t used = 0;

		for (size_t i = 0; i < n && used < size - 1;) {
			const size_t word = n - i >= 7 && strncmp(folders + i, "$ORIGIN", 7) == 0     ? 7
			                    : n - i >= 9 && strncmp(folders + i, "${ORIGIN}", 9) == 0 ? 9
			                                                                              : 0;

			if (word) {
				used += snprintf(found + used, size - used, "%.*s", slash ? (int)(slash - o->path) : 1, slash ? o->path : ".");
				i += word;
			} else {
				found[used++] = folders[i++];
			}
		}
		if (used < size && (size_t)snprintf(found + used, size - used, "/%s", name) < size - used && n && access(found, R_OK) == 0)
			return true;
		folders += n + (folders[n] == ':');
	}
	return false;
}

static int add_object(struct ga_sim_image *image, const char *path, bool program);

static bool need(struct ga_sim_image *image, struct object *o, const char *name)
{
	const char *env = getenv("LD_LIBRARY_PATH");
	char path[PATH_MAX];
	bool found;

	for (int i = 1; i < image->nobjects; i++)
		if (strcmp(image->objects[i]->name, name) == 0)
			return true;
	if (strstr(name, "libasan.") || strstr(name, "libtsan.") || strstr(name, "libmsan.") || strstr(name, "liblsan."))
		return no(image, "%s is built with a sanitizer (%s), which cannot serve many programs in one process", o->path, name);
	if (strchr(name, '/'))
		found = snprintf(path, sizeof path, "%s", name) < (int)sizeof path;
	else
		found = search(o, o->runpath, name, path, sizeof path) ||
		        (o != image->objects[0] && search(o, image->objects[0]->runpath, name, path, sizeof path)) ||
		        (env && search(o, env, name, path, sizeof path));
	if (!always_shared(name) && found && !of_the_system(path)) {
		void *there = dlopen(name, RTLD_NOW | RTLD_NOLOAD); /* a library of this process: the one that answers the calls among them */

		if (!there)
			return add_object(image, path, false) >= 0;
		dlclose(there);
		return true;
	}
	if (ga_sim_share(name) || (found && ga_sim_share(path)))
		return true;
	return no(image, "%s needs a library that cannot be loaded: %s", o->path, dlerror());
}

/* Reads a file and, depth first, the libraries it needs. */
static int add_object(struct ga_sim_image *image, const char *path, bool program)
{
	const int index = image->nobjects;
	const Elf64_Phdr *dynamic = NULL;
	struct tables t = {0};
	struct object *o;
	struct stat st;

	if (index == OBJECTS)
		return no(image, "more than %d libraries", OBJECTS), -1;
	o = image->objects[index] = calloc(1, sizeof *o);
	if (!o || !(o->path = strdup(path)))
		return no(image, "out of memory"), -1;
	image->nobjects++;
	o->name = strrchr(o->path, '/') ? strrchr(o->path, '/') + 1 : o->path;
	o->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (o->fd < 0 || fstat(o->fd, &st) != 0)
		return no(image, "%s: %s", path, strerror(errno)), -1;
	if (!S_ISREG(st.st_mode))
		return no(image, "%s is not a file", path), -1;
	o->file_bytes = st.st_size;
	o->file = o->file_bytes ? mmap(NULL, o->file_bytes, PROT_READ, MAP_PRIVATE, o->fd, 0) : "";
	if (o->file == MAP_FAILED)
		return no(image, "%s: %s", path, strerror(errno)), -1;
	if (!read_head(image, o, program) || !read_segments(image, o, &dynamic) || !read_dynamic(image, o, dynamic, &t) || !use_dynamic(image, o, &t))
		return -1;
	for (int i = 0; i < t.nneeded; i++)
		if (!need(image, o, text_at(o, t.needed[i])))
			return -1;
	image->order[image->nordered++] = index;
	return index;
}

/* What a symbol is: an address in a rank's copy of an object, of a variable in the rank itself, or one that all share. */
struct meaning {
	uint64_t value;
	const Elf64_Sym *symbol;
	uint8_t of;
	int var;
	bool found;
};

static struct meaning look_up(struct ga_sim_image *image, int in, uint64_t index, bool copy)
{
	const struct object *o = image->objects[in];
	const Elf64_Sym *s = &o->symbols[index], *found;
	const char *name = text_at(o, s->st_name), *version = version_of(o, index);
	struct meaning m = {.of = OF_NOTHING, .var = -1, .found = true};
	void *fn;

	if (index == 0)
		return m;
	if (ELF64_ST_BIND(s->st_info) == STB_LOCAL || (o->symbolic && s->st_shndx != SHN_UNDEF && !copy)) {
		m.symbol = s;
		m.value = s->st_value;
		m.of = s->st_shndx == SHN_ABS ? OF_NOTHING : in;
		return m;
	}
	for (int i = copy ? 1 : 0; i < image->nobjects; i++) {
		if (!ga_sim_find(image->objects[i], name, version, &found))
			continue;
		m.symbol = found;
		m.value = found->st_value;
		m.of = found->st_shndx == SHN_ABS ? OF_NOTHING : i;
		return m;
	}
	m.var = ga_sim_var(name);
	if (m.var >= 0) {
		m.of = OF_RANK;
		m.value = offsetof(struct ga_sim_rank, own) + m.var * sizeof(union var_value);
		return m;
	}
	fn = ga_sim_name(name, true);
	if (!fn && version)
		fn = dlvsym(RTLD_DEFAULT, name, version);
	if (!fn)
		fn = dlsym(RTLD_DEFAULT, name);
	m.value = (uint64_t)fn;
	m.found = fn || ELF64_ST_BIND(s->st_info) == STB_WEAK;
	return m;
}

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
static bool add_word(struct ga_sim_image *image, int in, uint64_t at, int of, uint64_t value)
{
	struct object *o = image->objects[in];
	const struct word w = {.at = at, .value = value, .in = in, .of = of};

	for (int i = 0; i < o->ndatas; i++) {
		struct data *d = &o->datas[i];

		if (at < d->at || at - d->at + 8 > d->bytes)
			continue;
		if (of == OF_NOTHING && d->pattern && at - d->at + 8 <= d->file_bytes)
			return memcpy(d->pattern + (at - d->at), &value, 8), true;
		return push((void **)&image->words, &image->nwords, sizeof w, &w) || no(image, "out of memory");
	}
	return no(image, "%s has a relocation outside its variables", o->path);
}

static bool add_indirect(struct ga_sim_image *image, int in, uint64_t at, int of, uint64_t value)
{
	const struct word w = {.at = at, .value = value, .in = in, .of = of};
	const struct object *o = image->objects[in];
	bool fits = false;

	for (int i = 0; i < o->ndatas; i++)
		fits |= at >= o->datas[i].at && at - o->datas[i].at + 8 <= o->datas[i].bytes;
	if (!fits)
		return no(image, "%s has a relocation outside its variables", o->path);
	return push((void **)&image->indirect, &image->nindirect, sizeof w, &w) || no(image, "out of memory");
}

static int64_t tls_distance(const struct object *o)
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

static bool add_copy(struct ga_sim_image *image, int in, uint64_t at, uint64_t bytes, const struct meaning *m)
{
	struct copy c = {.at = at, .bytes = bytes, .from_at = m->value, .in = in, .of = m->of, .var = m->var};
	const struct object *o = image->objects[in];
	bool fits = true;

	if (m->of == OF_NOTHING) {
		if (!m->value)
			return true;
		c.from = (const void *)m->value;
		c.bytes = shared_bytes(c.from, bytes);
	} else if (m->of == OF_RANK) {
		c.bytes = ga_sim_var_bytes(m->var);
	} else {
		const struct object *from = image->objects[m->of];

		fits = m->value >= from->low && m->value <= from->high && bytes <= from->high - m->value;
	}
	if (!fits)
		return no(image, "%s has a variable outside", image->objects[m->of]->path);
	fits = false;
	for (int i = 0; i < o->ndatas; i++)
		fits |= at >= o->datas[i].at && at - o->datas[i].at <= o->datas[i].bytes && c.bytes <= o->datas[i].bytes - (at - o->datas[i].at);
	if (!fits)
		return no(image, "%s has a relocation outside its variables", o->path);
	return push((void **)&image->copies, &image->ncopies, sizeof c, &c) || no(image, "out of memory");
}

static bool relocate(struct ga_sim_image *image, int in, const Elf64_Rela *r)
{
	struct object *o = image->objects[in];
	const uint64_t index = ELF64_R_SYM(r->r_info), type = ELF64_R_TYPE(r->r_info);
	const char *name = text_at(o, o->symbols[index].st_name), *version;
	const struct object *tls = o;
	struct meaning m;
	uint64_t distance;
	bool shared;

	if (type == 0)
		return true;
	if (type == R_BASE)
		return add_word(image, in, r->r_offset, in, r->r_addend);
	if (type == R_INDIRECT)
		return add_indirect(image, in, r->r_offset, in, r->r_addend);
	m = look_up(image, in, index, type == R_COPIED);
	if (!m.found) {
		version = version_of(o, index);
		return no(image, "%s needs %s%s%s, which no library has", o->path, name, version ? " of version " : "", version ? version : "");
	}
	shared = index && m.of == OF_NOTHING;
	if (m.symbol && m.of < OF_RANK)
		tls = image->objects[m.of];
	distance = m.value + r->r_addend + (shared ? -(uint64_t)ga_sim_tls_top() : (uint64_t)tls_distance(tls));
	switch (type) {
	case R_WORD:
	case R_GOT:
	case R_PLT:
		if (m.symbol && ELF64_ST_TYPE(m.symbol->st_info) == STT_GNU_IFUNC)
			return add_indirect(image, in, r->r_offset, m.of, m.value);
		return add_word(image, in, r->r_offset, m.of, m.value + r->r_addend);
	case R_COPIED: return add_copy(image, in, r->r_offset, o->symbols[index].st_size, &m);
	/* A module's number is the distance of its block from the thread pointer: see __tls_get_addr in libc_state.c. For a library that the ranks
	 * share, what is known is where its variable is in this thread, the only one that counts. */
	case R_TLS_MODULE: return add_word(image, in, r->r_offset, OF_NOTHING, shared ? 0 : tls_distance(tls));
	case R_TLS_OFFSET: return add_word(image, in, r->r_offset, OF_NOTHING, m.value + r->r_addend - (shared ? (uint64_t)ga_sim_tls_top() : 0));
	case R_TLS_STATIC: return add_word(image, in, r->r_offset, OF_NOTHING, distance);
	case R_TLS_DESCRIBED:
		return add_word(image, in, r->r_offset, OF_NOTHING, (uint64_t)ga_sim_tls_described) &&
		       add_word(image, in, r->r_offset + 8, OF_NOTHING, distance);
	}
	return no(image, "%s has a relocation of type %u (%s), which the simulated world does not know", o->path, (unsigned)type, name);
}

static bool relocate_here(struct ga_sim_image *image, int in, uint64_t at)
{
	const uint64_t *addend = in_file(image->objects[in], at, 8);

	return add_word(image, in, at, in, addend ? *addend : 0);
}

static bool relocate_all(struct ga_sim_image *image, int in)
{
	struct object *o = image->objects[in];
	uint64_t at = 0;

	for (uint64_t i = 0; i < o->nrelr; i++) { /* an address, or 63 bits that say which of the words behind it */
		uint64_t bits = o->relr[i];
		bool ok = true;

		if (bits & 1) {
			for (int k = 0; bits >>= 1; k++)
				ok = ok && (!(bits & 1) || relocate_here(image, in, at + 8 * (uint64_t)k));
			at += 63 * 8;
		} else {
			ok = relocate_here(image, in, bits);
			at = bits + 8;
		}
		if (!ok)
			return false;
	}
	for (uint64_t i = 0; i < o->nrela; i++)
		if (!relocate(image, in, &o->rela[i]))
			return false;
	for (uint64_t i = 0; i < o->nplt; i++)
		if (!relocate(image, in, &o->plt[i]))
			return false;
	return true;
}

/* Thread-local variables of all objects share the room that the host's executable has set aside next to the thread pointer, the program's first. */
static bool place_tls(struct ga_sim_image *image)
{
	const uint64_t room = ga_sim_tls_room();
	uint64_t used = 0;

	for (int i = 0; i < image->nobjects; i++) {
		struct object *o = image->objects[i];
		const uint64_t align = o->tls_align;

		if (o->tls_bytes == 0)
			continue;
		if ((align & (align - 1)) != 0 || align > 64)
			return no(image, "%s has thread-local variables aligned to %lu bytes; up to 64 work in the simulated world", o->path,
			          (unsigned long)align);
#if defined(__x86_64__)
		used = (used + o->tls_bytes + align - 1) & ~(align - 1);
		o->tls_offset = used;
#else
		used = (used + (used ? 0 : 16) + align - 1) & ~(align - 1);
		o->tls_offset = used;
		used += o->tls_bytes;
#endif
	}
	image->tls_bytes = used;
	if (used > room)
		return no(image, "%s has %lu bytes of thread-local variables; this process has room for %lu", image->objects[0]->path,
		          (unsigned long)used, (unsigned long)room);
	return true;
}

static void place(struct ga_sim_image *image)
{
	uint64_t at = 0;

	image->align = PAGE;
	for (int i = 0; i < image->nobjects; i++) {
		struct object *o = image->objects[i];

		if (o->align > image->align)
			image->align = o->align;
		at = (at + o->align - 1) & ~(o->align - 1);
		image->offset[i] = at;
		at += o->high - (o->low & ~(o->align - 1));
	}
	image->bytes = up(at);
}

void ga_sim_close(struct ga_sim_image *image)
{
	for (int i = 0; i < image->nobjects; i++) {
		struct object *o = image->objects[i];

		for (int k = 0; k < o->ndatas && k < (int)COUNT(o->datas); k++)
			free(o->datas[k].pattern);
		if (o->file_bytes && o->file && o->file != MAP_FAILED)
			munmap((void *)o->file, o->file_bytes);
		if (o->fd >= 0)
			close(o->fd);
		free(o->path);
		free(o);
	}
	free(image->words);
	free(image->indirect);
	free(image->copies);
	free(image);
}

/* Memory from one allocator must not be given back to another, and the C library is all ranks'. */
static bool uses_malloc(struct ga_sim_image *image)
{
	const Elf64_Sym *s;

	for (int i = 0; i < image->nobjects; i++)
		if (ga_sim_find(image->objects[i], "malloc", NULL, &s) && ELF64_ST_TYPE(s->st_info) == STT_FUNC)
			return no(image, "%s has a malloc of its own, which the C library would not use here; preload an allocator instead",
			          image->objects[i]->path);
	return true;
}

struct ga_sim_image *ga_sim_open(const char *path, char *why, size_t size)
{
	struct ga_sim_image *image = calloc(1, sizeof *image);
	char real[PATH_MAX];
	bool ok;

	if (!image) {
		snprintf(why, size, "out of memory");
		return NULL;
	}
	image->why = why;
	image->why_size = size;
	ga_sim_setup();
	ok = add_object(image, realpath(path, real) ? real : path, true) >= 0 && uses_malloc(image);
	if (ok) {
		ga_sim_patch_libraries();
		ga_sim_ready_streams();
		place(image);
		ok = place_tls(image);
	}
	for (int i = 0; ok && i < image->nobjects; i++)
		ok = relocate_all(image, i);
	if (ok && image->objects[0]->head->e_entry == 0)
		ok = no(image, "%s is a library, not a program", path);
	if (ok)
		return image;
	ga_sim_close(image);
	return NULL;
}

const char *ga_sim_object(const struct ga_sim_image *image, int i) { return i >= 0 && i < image->nobjects ? image->objects[i]->path : NULL; }
