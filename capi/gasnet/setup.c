/* gasnet/setup.c - job control: the C part. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "exit.h"
#include "frames.h"
#include "setup.h"
#include "tools/demand.h"
#include "trace.h"
#include "../runtime/program.h"

/* What the program may define, or assign in the archive that it is linked with. */
extern uint64_t gasnet_max_segsize __attribute__((weak));
extern void (*gasnet_client_attach_hook)(void *segbase, uintptr_t segsize) __attribute__((weak));

static void tell_client(void)
{
	void (**hook)(void *, uintptr_t) = GA_PROGRAM(gasnet_client_attach_hook);
	const int n = (int)gasnet_mynode() + 1;
	gasnet_seginfo_t *all;

	if (!hook || !*hook)
		return;
	all = calloc((size_t)n, sizeof *all);
	if (!all)
		ga_fatal(1, "gasnet_attach: no memory to call gasnet_client_attach_hook");
	gasnet_getSegmentInfo(all, n);
	(*hook)(all[n - 1].addr, all[n - 1].size);
	free(all);
}

/* A program that does not say which mode it is for may have threads. */
int gasnet_init(int *argc, char ***argv) { return gasneti_init(argc, argv, GASNETI_MODE); }

int gasneti_init(int *argc, char ***argv, int flags)
{
	const int mode = flags & ~GASNETI_CHECKED;
	const uint64_t *most = GA_PROGRAM(gasnet_max_segsize);
	struct ga_gasnet_init f = {
	    .head = {GA_OP_GASNET_INIT, sizeof f, "gasnet_init"}, .mode = mode, .checked = flags & GASNETI_CHECKED, .most = most ? *most : 0};

	(void)argc; /* ranks are started with the program's own arguments */
	(void)argv;
	ga_call(&f.head);
	if (f.rc == GASNET_OK) {
		ga_gasnet_follow_exit();
		ga_gasnet_begin_debugging();
		if (f.checks)
			ga_gasnet.checks = ga_gasnet.watch = 1;
		ga_gasnet_trace_begin();
	}
	return f.rc;
}

void ga_gasnet_open_rings(void)
{
	size_t request, reply;

	if (ga_gasnet.ranks != 0 || ga_gasnet.locals < 2)
		return;
	request = gasnet_AMMaxLongRequest();
	reply = gasnet_AMMaxLongReply();
	ga_gasnet.most_medium = gasnet_AMMaxMedium();
	ga_gasnet.most_long = request < reply ? request : reply;
	__atomic_store_n(&ga_gasnet.rings, ga_gasnet.locals, __ATOMIC_RELEASE);
}

int ga_gasnet_attach_segment(const char *fn, gasnet_handlerentry_t *table, int numentries, uintptr_t segsize, uintptr_t minheapoffset)
{
	struct ga_gasnet_attach f = {.head = {GA_OP_GASNET_ATTACH, sizeof f, fn},
	                             .table = table,
	                             .n = numentries,
	                             .bytes = segsize,
	                             .minheap = minheapoffset,
	                             .own = ga_coll_handlers};

	ga_call(&f.head);
	if (f.rc == GASNET_OK && ga_gasnet.traces)
		ga_gasnet_trace_attach(table, numentries);
	if (f.rc == GASNET_OK)
		ga_gasnet_open_rings();
	if (f.rc == GASNET_OK && ga_coll_attached)
		ga_coll_attached();
	if (f.rc == GASNET_OK)
		tell_client();
	return f.rc;
}

int gasnet_attach(gasnet_handlerentry_t *table, int numentries, uintptr_t segsize, uintptr_t minheapoffset)
{
	return ga_gasnet_attach_segment("gasnet_attach", table, numentries, segsize, minheapoffset);
}

/* Launchers pass their environment on, so that a rank's own is the job's. */
char *gasnet_getenv(const char *name) { return name ? ga_libc()->getenv(name) : NULL; }

int gasnet_set_waitmode(int mode)
{
	struct ga_gasnet_wait_mode f = {.head = {GA_OP_GASNET_WAIT_MODE, sizeof f, "gasnet_set_waitmode"}, .mode = mode};

	ga_call(&f.head);
	if (f.rc == GASNET_OK && !ga_simulated)
		ga_gasnet.block = mode == GASNET_WAIT_BLOCK;
	return f.rc;
}

gasnet_threadinfo_t gasneti_threadinfo(void)
{
	static __attribute__((tls_model("initial-exec"))) _Thread_local char here;

	return &here;
}

static const struct {
	int code;
	const char *name, *text;
} errors[] = {
    {GASNET_OK, "GASNET_OK", "No error"},
    {GASNET_ERR_NOT_INIT, "GASNET_ERR_NOT_INIT", "GASNet message layer not initialized"},
    {GASNET_ERR_RESOURCE, "GASNET_ERR_RESOURCE", "Problem with requested resource"},
    {GASNET_ERR_BAD_ARG, "GASNET_ERR_BAD_ARG", "Invalid function parameter passed"},
    {GASNET_ERR_NOT_READY, "GASNET_ERR_NOT_READY", "Non-blocking operation not complete"},
    {GASNET_ERR_BARRIER_MISMATCH, "GASNET_ERR_BARRIER_MISMATCH", "Barrier id's mismatched"},
};

enum { ERRORS = sizeof errors / sizeof errors[0] };

const char *gasnet_ErrorName(int code)
{
	for (int i = 0; i < ERRORS; i++)
		if (errors[i].code == code)
			return errors[i].name;
	return "*unknown*";
}

const char *gasnet_ErrorDesc(int code)
{
	for (int i = 0; i < ERRORS; i++)
		if (errors[i].code == code)
			return errors[i].text;
	return "no description available";
}
