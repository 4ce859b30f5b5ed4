/* map.c - one more copy of a program in memory, and its stack.
 *
 *   | guard | stack | text, mapped from the file | variables | ... the same for libraries it brings along ... |
 *
 * The next rank begins right above or below. All but the text is anonymous memory, which the kernel joins with the neighbours': a rank needs two or
 * three of the 65,000 mappings that a process may have. What a rank uses all the time lies close together, so that one line of the page table covers
 * it. */
#include "rank.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

/* Stacks that all began at the same place of a page would fight for the same lines of the cache. */
enum { COLOURS = 16, COLOUR = 256 };

static __attribute__((format(printf, 4, 5))) bool no(char *why, size_t size, const struct ga_sim_rank *r, const char *format, ...)
{
	int n = snprintf(why, size, "rank %d: ", r->id);
	va_list args;

	va_start(args, format);
	if (n >= 0 && (size_t)n < size)
		vsnprintf(why + n, size - n, format, args);
	va_end(args);
	return false;
}

static bool no_memory(char *why, size_t size, const struct ga_sim_rank *r, const char *what)
{
	if (errno == ENOMEM)
		return no(why, size, r, "%s: out of memory, or of mappings (vm.max_map_count)", what);
	return no(why, size, r, "%s: %s", what, strerror(errno));
}

struct ga_sim_rank *ga_sim_mapping;

/* At addresses that no other mapping uses, so that ranks have the same addresses in every run whatever other threads map; anywhere if they are
 * taken. */
static char *get_memory(uint64_t bytes, int prot)
{
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
	static uintptr_t next = RANKS_AT;
	char *at = mmap((void *)next, bytes, prot, flags | MAP_FIXED_NOREPLACE, -1, 0);

	if (at == (char *)next) {
		next += bytes;
		return at;
	}
	if (at != MAP_FAILED) /* a kernel that does not know the flag */
		munmap(at, bytes);
	else if (errno == ENOMEM)
		return at;
	return mmap(NULL, bytes, prot, flags, -1, 0);
}

static void set_bases(struct ga_sim_rank *r)
{
	const struct ga_sim_image *image = r->image;

	for (int i = 0; i < image->nstart; i++)
		r->base[i] = (uintptr_t)r->stack + r->stack_bytes + image->offset[i] - (image->objects[i]->low & ~(image->objects[i]->align - 1));
	ga_sim_heap_new(r, r->stack + r->stack_bytes + image->heap, r->stack + r->stack_bytes + image->bytes);
	r->calls = (char *)r->base[0] + image->objects[0]->got;
}

static bool map_compact(struct ga_sim_rank *r, char *why, size_t size)
{
	if (r->stack_bytes != r->image->compact_stack)
		return no(why, size, r, "its stack has %lu bytes, and in the compact layout all have %lu", (unsigned long)r->stack_bytes,
		          (unsigned long)r->image->compact_stack);
	r->stack = ga_sim_map_compact(r->image);
	if (!r->stack)
		return no_memory(why, size, r, "its copy of the program");
	r->memory = r->stack;
	r->bytes = r->stack_bytes + r->image->bytes;
	set_bases(r);
	return true;
}

static bool map_memory(struct ga_sim_rank *r, char *why, size_t size)
{
	const struct ga_sim_image *image = r->image;
	const uint64_t below = GUARD + r->stack_bytes, bytes = below + image->bytes, more = image->align - PAGE;
	char *at = get_memory(bytes + more, PROT_READ | PROT_WRITE | (image->runs_stack ? PROT_EXEC : 0));
	uint64_t before;

	if (at == MAP_FAILED)
		return no_memory(why, size, r, "its copy of the program");
	before = -((uintptr_t)at + below) & (image->align - 1);
	if (before)
		munmap(at, before);
	if (more > before)
		munmap(at + before + bytes, more - before);
	r->memory = at + before;
	r->bytes = bytes;
	r->stack = r->memory + GUARD;
	if (bytes < 64u << 20) /* a huge page for a few variables would cost more than all the rest of a rank */
		madvise(r->memory, bytes, MADV_NOHUGEPAGE);
	if (madvise(r->stack - GUARD, GUARD, MADV_GUARD_INSTALL) != 0 && mprotect(r->stack - GUARD, GUARD, PROT_NONE) != 0)
		return no_memory(why, size, r, "the guard of its stack");
	set_bases(r);
	return true;
}

bool ga_sim_map_object(const struct ga_sim_rank *r, int index)
{
	const struct object *o = r->image->objects[index];
	char *const base = (char *)r->base[index];

	for (int i = 0; i < o->ntexts; i++) {
		const struct text *t = &o->texts[i];

		if (mmap(base + t->at, t->bytes, t->prot, MAP_PRIVATE | MAP_FIXED, o->fd, t->offset) == MAP_FAILED)
			return false;
	}
	for (int i = 0; i < o->ndatas; i++) {
		const struct data *d = &o->datas[i];
		const uint64_t page = d->at & ~(PAGE - 1), end = d->at + d->file_bytes;

		if (d->pattern) {
			memcpy(base + d->at, d->pattern, d->file_bytes);
			continue;
		}
		if (mmap(base + page, end - page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, o->fd, d->offset & ~(PAGE - 1)) ==
		    MAP_FAILED)
			return false;
		if (d->bytes > d->file_bytes && end & (PAGE - 1))
			memset(base + end, 0, PAGE - (end & (PAGE - 1)));
	}
	return true;
}

int ga_sim_object_at(const struct ga_sim_rank *r, uintptr_t at)
{
	for (int i = 0; i < r->nbases; i++) {
		const struct object *o = r->image->objects[i];

		if (r->base[i] && at - r->base[i] >= o->low && at - r->base[i] < o->high)
			return i;
	}
	return -1;
}

/* What is set aside for so many bytes: half a page, which most environments fit into, and whole ones. */
static uint64_t above(uint64_t bytes)
{
	const uint64_t half = PAGE / 2;

	return half + (bytes > half ? (bytes - half + PAGE - 1) & -PAGE : 0);
}

/* The stack as the kernel would leave it: argc, argv, environ, auxiliary vector, and the strings above. How long these are moves the program's own variables
 * by whole pages only: where in pages they are decides how many of them a transfer touches. */
static bool fill_stack(struct ga_sim_rank *r, const struct ga_sim_start *s, char *why, size_t size)
{
	char *const top = r->stack + r->stack_bytes, *text;
	uint64_t bytes = 0, words = 0;
	size_t n = 0;
	char **word;

	for (int i = 0; i < s->argc; i++)
		bytes += strlen(s->argv[i]) + 1;
	for (; s->envp[n]; n++)
		bytes += strlen(s->envp[n]) + 1;
	words = 1 + s->argc + 1 + n + 1 + 2 * 4;
	if (bytes + words * 8 + COLOUR * COLOURS + PAGE > r->stack_bytes / 4)
		return no(why, size, r, "its arguments and environment take %lu bytes, more than a quarter of its stack of %lu",
		          (unsigned long)(bytes + words * 8), (unsigned long)r->stack_bytes);
	text = top - bytes;
	word = (char **)(top - above(bytes + words * 8) - COLOUR * (r->id % COLOURS));
	r->first_sp = word;
	*(uint64_t *)word++ = s->argc;
	r->argc = s->argc;
	r->argv = word;
	for (int i = 0; i < s->argc; i++) {
		*word++ = text;
		text = stpcpy(text, s->argv[i]) + 1;
	}
	*word++ = NULL;
	r->own[ENVIRON].p = word;
	for (size_t i = 0; i < n; i++) {
		*word++ = text;
		text = stpcpy(text, s->envp[i]) + 1;
	}
	*word++ = NULL;
	memcpy(word, (uint64_t[]){AT_PAGESZ, PAGE, AT_ENTRY, r->base[0] + r->image->objects[0]->head->e_entry, AT_SECURE, 0, AT_NULL, 0}, 64);
	return true;
}

void ga_sim_apply(struct ga_sim_rank *r, const struct relocations *all)
{
	for (size_t i = 0; i < all->nwords; i++) {
		const struct word *w = &all->words[i];
		const uint64_t value = base_of(r, w->of) + w->value;

		memcpy((char *)r->base[w->in] + w->at, &value, sizeof value);
	}
	for (size_t i = 0; i < all->ncopies; i++) {
		const struct copy *c = &all->copies[i];
		char *const to = (char *)r->base[c->in] + c->at;

		memcpy(to, c->from ? c->from : (char *)base_of(r, c->of) + c->from_at, c->bytes);
		if (c->var >= 0)
			r->vars[c->var] = to;
	}
	if (all->nindirect)
		ga_sim_crash_setup(); /* they may read the time stamp counter */
	ga_sim_mapping = r;
	for (size_t i = 0; i < all->nindirect; i++) {
		const struct word *w = &all->indirect[i];
		const uint64_t value = ((uint64_t(*)(unsigned long))(base_of(r, w->of) + w->value))(getauxval(AT_HWCAP));

		memcpy((char *)r->base[w->in] + w->at, &value, sizeof value);
	}
	ga_sim_mapping = NULL;
}

void ga_sim_fill_tls(const struct ga_sim_rank *r, char *block)
{
	for (int i = 0; i < r->image->nstart; i++) {
		const struct object *o = r->image->objects[i];
#if defined(__x86_64__)
		char *const to = block + r->image->tls_bytes - o->tls_offset;
#else
		char *const to = block + o->tls_offset;
#endif
		if (o->tls_bytes)
			memcpy(to, (char *)r->base[i] + o->tls_at, o->tls_file_bytes);
	}
}

static bool copy_tls(struct ga_sim_rank *r, char *why, size_t size)
{
	if (r->image->tls_bytes == 0)
		return true;
	r->tls = calloc(1, r->image->tls_bytes);
	if (!r->tls)
		return no(why, size, r, "out of memory");
	ga_sim_fill_tls(r, r->tls);
	return true;
}

static void begin(void *rank)
{
	struct ga_sim_rank *r = rank;
	const struct ga_sim_image *image = r->image;

	for (int k = 0; k < image->nordered; k++) {
		const int i = image->order[k];
		const struct object *o = image->objects[i];
		void (**all)(int, char **, char **) = (void *)(r->base[i] + o->init_array);

		if (i == 0)
			continue;
		if (o->init)
			((void (*)(int, char **, char **))(r->base[i] + o->init))(r->argc, r->argv, *var_environ(r));
		for (uint64_t n = 0; n < o->ninit; n++)
			all[n](r->argc, r->argv, *var_environ(r));
	}
	ga_sim_jump(r->first_sp, r->base[0] + image->objects[0]->head->e_entry);
}

/* The C library's own messages begin with the program's name. */
static void name_process(const struct ga_sim_start *s)
{
	char *name;

	if (s->argc < 1 || strcmp(program_invocation_name, s->argv[0]) == 0 || !(name = strdup(s->argv[0])))
		return;
	program_invocation_name = name;
	program_invocation_short_name = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
}

uint64_t ga_sim_stack_bytes(uint64_t asked)
{
	const uint64_t bytes = (asked ? asked + PAGE - 1 : STACK) & ~(PAGE - 1);

	return bytes < 32 << 10 ? 32 << 10 : bytes;
}

struct ga_sim_rank *ga_sim_new(struct ga_sim_image *image, const struct ga_sim_start *s, char *why, size_t size)
{
	struct ga_sim_rank *r = aligned_alloc(_Alignof(struct ga_sim_rank), sizeof *r);

	if (!r) {
		snprintf(why, size, "out of memory");
		return NULL;
	}
	memset(r, 0, sizeof *r);
	r->image = image;
	r->id = s->id;
	r->cores = s->cores;
	r->nbases = image->nstart;
	r->base = calloc(r->nbases, sizeof *r->base);
	if (!r->base || !ga_sim_number(r)) {
		free(r->base);
		free(r);
		snprintf(why, size, "out of memory");
		return NULL;
	}
	r->stack_bytes = ga_sim_stack_bytes(s->stack);
	if (s->tag)
		r->tag = strdup(s->tag);
	ga_sim_stdio_new(r);
	if (s->host)
		r->host = strdup(s->host);
	ga_sim_init_vars(r);
	name_process(s);
	if (image->compact ? map_compact(r, why, size) : map_memory(r, why, size)) {
		bool ok = fill_stack(r, s, why, size);

		r->first_stack = r->stack;
		r->first_bytes = r->stack_bytes;
		for (int i = 0; ok && !image->compact && i < image->nstart; i++)
			ok = ga_sim_map_object(r, i) || no_memory(why, size, r, image->objects[i]->path);
		if (ok) {
			ga_sim_apply(r, &image->start);
			ok = copy_tls(r, why, size);
		}
		if (ok) {
			r->sp = ga_sim_prepare(r->first_sp, begin, r);
			return r;
		}
	}
	ga_sim_free(r);
	return NULL;
}

void ga_sim_free(struct ga_sim_rank *r)
{
	ga_sim_forget_tls(r->tls);
	ga_sim_forget_opened(r);
	ga_sim_forget_folder(r);
	ga_sim_forget_tongue(r);
	ga_sim_watch_free(r);
	ga_sim_areas_free(r);
	if (r->memory)
		munmap(r->memory, r->bytes);
	for (int i = 0; i < 2; i++)
		free(r->lines[i].text);
	free(r->group);
	free(r->at_exit.all);
	free(r->at_quick_exit.all);
	free(r->at_thread_exit.all);
	free(r->tls);
	free(r->base);
	free(r->environ_array);
	free(r->tag);
	free(r->host);
	free(r->moved);
	free(r->dice);
	free(r->checked);
	free(r->actions);
	for (int i = 0; i < GA_SIM_KEEPERS; i++)
		free(r->kept[i]);
	free(r);
}

uint64_t ga_sim_base(const struct ga_sim_rank *r, int i) { return i >= 0 && i < r->nbases ? r->base[i] : 0; }

void *ga_sim_program(const char *name)
{
	const struct ga_sim_rank *r = ga_sim_now;
	const Elf64_Sym *s;

	if (!r || !ga_sim_find(r->image->objects[0], name, NULL, &s) || ELF64_ST_TYPE(s->st_info) == STT_TLS)
		return NULL;
	return (void *)(r->base[0] + s->st_value);
}

void ga_sim_data(const struct ga_sim_rank *r, uint64_t *at, uint64_t *bytes)
{
	const struct object *o = r->image->objects[0];

	*at = *bytes = 0;
	if (o->ndatas == 0)
		return;
	*at = r->base[0] + o->datas[0].at;
	*bytes = r->base[0] + o->datas[o->ndatas - 1].at + o->datas[o->ndatas - 1].bytes - *at;
}

void ga_sim_stack(const struct ga_sim_rank *r, uint64_t *at, uint64_t *bytes)
{
	*at = (uint64_t)r->stack;
	*bytes = r->stack_bytes;
}
