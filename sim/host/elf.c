/* elf.c - reads a program or a library: its headers and tables, checked to lie inside the file. */
#include "image.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define LARGE_DATA (256u << 10) /* initialised variables beyond this are mapped from the file and copied as they are written */

bool ga_sim_no(struct ga_sim_image *image, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(image->why, image->why_size, format, args);
	va_end(args);
	return false;
}

/* What the file has for bytes at this address; NULL if not all of it. */
const void *ga_sim_in_file(const struct object *o, uint64_t at, uint64_t bytes)
{
	for (int i = 0; i < o->head->e_phnum; i++) {
		const Elf64_Phdr *s = &o->segments[i];

		if (s->p_type == PT_LOAD && at >= s->p_vaddr && at - s->p_vaddr <= s->p_filesz && bytes <= s->p_filesz - (at - s->p_vaddr))
			return o->file + s->p_offset + (at - s->p_vaddr);
	}
	return NULL;
}

/* A chain of offsets in a damaged file may lead anywhere. */
bool ga_sim_inside(const struct object *o, const void *at, uint64_t bytes)
{
	const uint64_t offset = (uint64_t)at - (uint64_t)o->file;

	return at && offset < o->file_bytes && bytes <= o->file_bytes - offset;
}

const char *ga_sim_text_at(const struct object *o, uint64_t offset) { return offset < o->strings_bytes ? o->strings + offset : ""; }

static bool read_head(struct ga_sim_image *image, struct object *o, bool program)
{
	const unsigned char *id = (const unsigned char *)o->file;
	const Elf64_Ehdr *h = (const void *)o->file;
	const char *loader = NULL;

	if (o->file_bytes >= 2 && memcmp(id, "#!", 2) == 0)
		return ga_sim_no(image, "%s is a script; name the program that it starts", o->path);
	if (o->file_bytes < sizeof *h || memcmp(id, ELFMAG, SELFMAG) != 0)
		return ga_sim_no(image, "%s is not a program: it does not begin as an ELF file does", o->path);
	if (id[EI_CLASS] != ELFCLASS64 || id[EI_DATA] != ELFDATA2LSB || h->e_machine != MACHINE)
		return ga_sim_no(image, "%s is for another machine (ELF class %d, machine %d); this one is " MACHINE_NAME, o->path, id[EI_CLASS],
		                 h->e_machine);
	if (h->e_phentsize != sizeof *o->segments || h->e_phoff > o->file_bytes || h->e_phnum > (o->file_bytes - h->e_phoff) / sizeof *o->segments)
		return ga_sim_no(image, "%s is damaged: its program headers lie outside the file", o->path);
	o->head = h;
	o->segments = (const void *)(o->file + h->e_phoff);
	for (int i = 0; i < h->e_phnum; i++) {
		const Elf64_Phdr *s = &o->segments[i];

		if (s->p_type != PT_LOAD && s->p_type != PT_INTERP && s->p_type != PT_DYNAMIC && s->p_type != PT_TLS)
			continue;
		if (s->p_offset > o->file_bytes || s->p_filesz > o->file_bytes - s->p_offset || s->p_filesz > s->p_memsz || s->p_memsz >> 46 ||
		    s->p_vaddr >> 46)
			return ga_sim_no(image, "%s is damaged: program header %d leads outside the file", o->path, i);
		if (s->p_type == PT_INTERP && s->p_filesz > 1 && o->file[s->p_offset + s->p_filesz - 1] == 0)
			loader = o->file + s->p_offset;
	}
	if (!program)
		return h->e_type == ET_DYN || ga_sim_no(image, "%s is not a shared library", o->path);
	if (!loader)
		return ga_sim_no(
		    image,
		    "%s is statically linked or a library; the simulated world needs a dynamically linked, position-independent program (-pie, "
		    "no -static)",
		    o->path);
	if (h->e_type != ET_DYN)
		return ga_sim_no(image, "%s is not position-independent; compile with -fPIE and link with -pie", o->path);
	if (strstr(loader, "musl") || strstr(loader, "uClibc"))
		return ga_sim_no(image, "%s is linked with another C library than this process (%s)", o->path, loader);
	return true;
}

static bool add_segment(struct ga_sim_image *image, struct object *o, const Elf64_Phdr *s)
{
	const uint64_t from = down(s->p_vaddr), to = up(s->p_vaddr + s->p_memsz);

	if ((s->p_offset ^ s->p_vaddr) & (PAGE - 1))
		return ga_sim_no(image, "%s is damaged: a segment's address and offset do not fit", o->path);
	if (s->p_flags & PF_W) {
		struct data *d = &o->datas[o->ndatas];

		if (o->ndatas++ == COUNT(o->datas))
			return ga_sim_no(image, "%s has more segments than the simulated world handles", o->path);
		*d = (struct data){.at = s->p_vaddr, .bytes = s->p_memsz, .file_bytes = s->p_filesz, .offset = s->p_offset};
		if (d->file_bytes <= LARGE_DATA) {
			d->pattern = malloc(d->file_bytes + 1);
			if (!d->pattern)
				return ga_sim_no(image, "out of memory");
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
			return ga_sim_no(image, "%s has more segments than the simulated world handles", o->path);
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
		return ga_sim_no(image, "%s is damaged: its thread-local variables lie outside", o->path);
	return o->high > o->low || ga_sim_no(image, "%s is damaged: it has no segments", o->path);
}

/* The number of symbols is nowhere but in the hash table. */
static uint64_t count_symbols(const struct object *o, uint64_t sysv, uint64_t gnu)
{
	const uint32_t *h = gnu ? ga_sim_in_file(o, gnu, 16) : ga_sim_in_file(o, sysv, 8);
	uint64_t most = 0, at;
	const uint32_t *chain;

	if (!h)
		return 0;
	if (!gnu)
		return h[1];
	at = gnu + 16 + (uint64_t)h[2] * 8;
	for (uint32_t i = 0; i < h[0]; i++) {
		const uint32_t *bucket = ga_sim_in_file(o, at + (uint64_t)i * 4, 4);

		if (!bucket)
			return 0;
		if (*bucket > most)
			most = *bucket;
	}
	if (most < h[1])
		return h[1];
	do {
		chain = ga_sim_in_file(o, at + (uint64_t)h[0] * 4 + (most - h[1]) * 4, 4);
		most++;
	} while (chain && !(*chain & 1));
	return most;
}

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
		case DT_FLAGS_1:
			o->stays = (v & DF_1_NODELETE) != 0;
			t->program = (v & DF_1_PIE) != 0;
			break;
		case DT_FLAGS:
			t->textrel |= (v & DF_TEXTREL) != 0;
			o->symbolic |= (v & DF_SYMBOLIC) != 0;
			break;
		case DT_NEEDED:
			if (t->nneeded == COUNT(t->needed))
				return ga_sim_no(image, "%s needs more libraries than the simulated world handles", o->path);
			t->needed[t->nneeded++] = v;
			break;
		}
	}
	return true;
}

static bool use_dynamic(struct ga_sim_image *image, struct object *o, const struct tables *t)
{
	o->strings = ga_sim_in_file(o, t->strings, t->strings_bytes);
	o->strings_bytes = o->strings ? t->strings_bytes : 0;
	if (o->strings_bytes == 0 || o->strings[o->strings_bytes - 1] != 0)
		return ga_sim_no(image, "%s has no usable dynamic section", o->path);
	o->nsymbols = count_symbols(o, t->sysv, t->gnu);
	o->symbols = ga_sim_in_file(o, t->symbols, sizeof *o->symbols);
	o->nsymbols = o->nsymbols ? o->nsymbols : 1;
	o->rela = ga_sim_in_file(o, t->rela, t->rela_bytes);
	o->plt = ga_sim_in_file(o, t->plt, t->plt_bytes);
	o->relr = ga_sim_in_file(o, t->relr, t->relr_bytes);
	o->nrela = o->rela ? t->rela_bytes / sizeof *o->rela : 0;
	o->nplt = o->plt ? t->plt_bytes / sizeof *o->plt : 0;
	o->nrelr = o->relr ? t->relr_bytes / sizeof *o->relr : 0;
	/* Without a hash table no name can be looked up here, but relocations still name symbols. */
	for (uint64_t i = 0; i < o->nrela + o->nplt; i++) {
		const Elf64_Rela *r = i < o->nrela ? &o->rela[i] : &o->plt[i - o->nrela];

		if (ELF64_R_SYM(r->r_info) >= o->nsymbols)
			o->nsymbols = ELF64_R_SYM(r->r_info) + 1;
	}
	o->symbols = ga_sim_in_file(o, t->symbols, o->nsymbols * sizeof *o->symbols);
	o->gnu_hash = t->gnu ? ga_sim_in_file(o, t->gnu, 16) : NULL;
	o->versions = t->versions ? ga_sim_in_file(o, t->versions, o->nsymbols * sizeof *o->versions) : NULL;
	o->needs_version = t->needs ? ga_sim_in_file(o, t->needs, sizeof(Elf64_Verneed)) : NULL;
	o->has_version = t->has ? ga_sim_in_file(o, t->has, sizeof(Elf64_Verdef)) : NULL;
	if (t->soname)
		o->name = ga_sim_text_at(o, t->soname);
	o->runpath = t->runpath ? ga_sim_text_at(o, t->runpath) : t->rpath ? ga_sim_text_at(o, t->rpath) : "";
	if (!o->symbols || (t->rela_bytes && !o->rela) || (t->plt_bytes && !o->plt) || (t->relr_bytes && !o->relr))
		return ga_sim_no(image, "%s is damaged: its dynamic section leads outside the file", o->path);
	if (t->textrel)
		return ga_sim_no(image, "%s has relocations in its code; compile with -fPIE (a library: -fPIC)", o->path);
	if (t->rel)
		return ga_sim_no(image, "%s has relocations of a kind that is not used on " MACHINE_NAME, o->path);
	return true;
}

bool ga_sim_read(struct ga_sim_image *image, struct object *o, bool program, struct tables *t)
{
	const Elf64_Phdr *dynamic = NULL;

	return read_head(image, o, program) && read_segments(image, o, &dynamic) && read_dynamic(image, o, dynamic, t) && use_dynamic(image, o, t);
}
