/* libc_exit.c - how a rank's program ends, and what runs then. */
#include "rank.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int add(struct handlers *h, struct handler one)
{
	if (h->n == h->room) {
		const int room = h->room ? 2 * h->room : 8;
		struct handler *more = realloc(h->all, room * sizeof *more);

		if (!more)
			return -1;
		h->all = more;
		h->room = room;
	}
	h->all[h->n++] = one;
	return 0;
}

static void run(struct handler h, int status)
{
	switch (h.kind) {
	case PLAIN: h.fn(); break;
	case WITH_ARG: ((void (*)(void *))h.fn)(h.arg); break;
	case WITH_STATUS: ((void (*)(int, void *))h.fn)(status, h.arg); break;
	}
}

/* Handlers may register others, which come next, and may call exit, which runs the remaining ones. */
static void run_all(struct handlers *h, int status)
{
	while (h->n)
		run(h->all[--h->n], status);
}

void ga_sim_run_thread_exit(struct ga_sim_rank *r) { run_all(&r->at_thread_exit, 0); }

static void destroy(struct ga_sim_rank *r)
{
	const struct ga_sim_image *image = r->image;

	ga_sim_destroy_opened(r);
	while (r->finished < image->nordered) { /* against the order of construction */
		const int i = image->order[image->nordered - ++r->finished];
		const struct object *o = image->objects[i];
		void (**all)(void) = (void *)(r->base[i] + o->fini_array);

		for (uint64_t n = o->nfini; n-- > 0;)
			all[n]();
		if (o->fini)
			((void (*)(void))(r->base[i] + o->fini))();
	}
}

static void finish(struct ga_sim_rank *r, int status)
{
	run_all(&r->at_thread_exit, status);
	run_all(&r->at_exit, status);
	destroy(r);
	fflush(NULL);
	ga_sim_commit(r);
}

static void finish_now(void *status) { finish(ga_sim_now, (int)(intptr_t)status); }

void ga_sim_call_exit(struct ga_sim_rank *r, int status) { ga_sim_call(r, finish_now, (void *)(intptr_t)status); }

void ga_sim_exit(struct ga_sim_rank *r, int status)
{
	finish(r, status);
	ga_sim_end(GA_SIM_EXITED, status & 0xff, NULL);
}

static _Noreturn void sim_exit(int status)
{
	if (!ga_sim_now)
		exit(status);
	ga_sim_exit(ga_sim_now, status);
}

/* Nothing of the rank's or the library's runs any more: name is the function that the program called. */
static _Noreturn void end_now(int status, const char *name)
{
	if (!ga_sim_now)
		_exit(status);
	ga_sim_end(GA_SIM_EXITED, status & 0xff, name);
}

static _Noreturn void sim__exit(int status) { end_now(status, "_exit"); }
static _Noreturn void sim__Exit(int status) { end_now(status, "_Exit"); }

static _Noreturn void sim_quick_exit(int status)
{
	if (!ga_sim_now)
		quick_exit(status);
	run_all(&ga_sim_now->at_quick_exit, status);
	end_now(status, "quick_exit");
}

static int sim___cxa_atexit(void (*fn)(void *), void *arg, void *dso)
{
	return add(&ga_sim_now->at_exit, (struct handler){.kind = WITH_ARG, .fn = (void (*)(void))fn, .arg = arg, .dso = dso});
}

static int sim_atexit(void (*fn)(void)) { return add(&ga_sim_now->at_exit, (struct handler){.kind = PLAIN, .fn = fn}); }

static int sim_on_exit(void (*fn)(int, void *), void *arg)
{
	return add(&ga_sim_now->at_exit, (struct handler){.kind = WITH_STATUS, .fn = (void (*)(void))fn, .arg = arg});
}

static int sim___cxa_at_quick_exit(void (*fn)(void *), void *dso)
{
	return add(&ga_sim_now->at_quick_exit, (struct handler){.kind = WITH_ARG, .fn = (void (*)(void))fn, .dso = dso});
}

static int sim_at_quick_exit(void (*fn)(void)) { return add(&ga_sim_now->at_quick_exit, (struct handler){.kind = PLAIN, .fn = fn}); }

static int sim___cxa_thread_atexit(void (*fn)(void *), void *arg, void *dso)
{
	return add(&ga_sim_now->at_thread_exit, (struct handler){.kind = WITH_ARG, .fn = (void (*)(void))fn, .arg = arg, .dso = dso});
}

static void sim___cxa_finalize(void *dso)
{
	struct handlers *h = &ga_sim_now->at_exit;

	for (int i = h->n; i-- > 0;) {
		const struct handler one = h->all[i];

		if (dso && one.dso != dso)
			continue;
		memmove(&h->all[i], &h->all[i + 1], (h->n - i - 1) * sizeof one);
		h->n--;
		run(one, 0);
		i = i < h->n ? i : h->n;
	}
}

static _Noreturn void sim_abort(void)
{
	if (!ga_sim_now)
		abort();
	ga_sim_raise(ga_sim_now, SIGABRT);
	ga_sim_die(ga_sim_now, SIGABRT); /* a handler came back from it */
}

static int sim_libc_start_main(int (*main)(int, char **, char **))
{
	ga_sim_start_program(ga_sim_now, main);
	return 0;
}

const struct name ga_sim_exit_names[] = {
    NAME(exit),
    NAME(_exit),
    NAME(_Exit),
    NAME(quick_exit),
    NAME(abort),
    OWN_NAME(__cxa_atexit),
    OWN_NAME(atexit),
    OWN_NAME(on_exit),
    OWN_NAME(__cxa_at_quick_exit),
    OWN_NAME(at_quick_exit),
    OWN_NAME(__cxa_thread_atexit),
    {"__cxa_thread_atexit_impl", (void *)sim___cxa_thread_atexit, PROGRAM_ONLY},
    OWN_NAME(__cxa_finalize),
    {"__libc_start_main", (void *)sim_libc_start_main, PROGRAM_ONLY},
    {0},
};
