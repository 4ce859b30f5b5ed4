/* portals_child.c - what Portals answers in a child process that a rank forked.
 *
 * A child is no rank and has no Go. Programs that fork leave what their parent opened to exit handlers, or close it before they exec, so that calls of
 * Portals and its companions do nothing there and say so by their codes. */
#include "portals_child.h"

#include <portals/portals3.h>

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#include "zportals_frames.h"

/* GASNETGO_DEBUG, as internal/knob reads it. */
static bool wants_to_know(void)
{
	static const char *const on[] = {"1", "y", "yes", "on", "true"};
	const char *text = getenv("GASNETGO_DEBUG");

	for (size_t i = 0; text && i < sizeof on / sizeof on[0]; i++)
		if (strcasecmp(text, on[i]) == 0)
			return true;
	return false;
}

static void explain(const char *fn)
{
	static bool said;

	if (!said && wants_to_know())
		dprintf(STDERR_FILENO,
		        "gasnetgo: %s: called in a child process made by fork; only the rank itself may, and calls of Portals fail here\n", fn);
	said = true;
}

void ga_portals_in_child(struct ga_head *head)
{
	switch (head->op) {
	case GA_OP_PORTALS_FINI: return;
#define ANSWER(OP, op, result, value)                             \
	case GA_OP_PORTALS_##OP:                                  \
		((struct ga_portals_##op *)head)->result = value; \
		break;
#define FAIL(OP, op) ANSWER(OP, op, rc, PTL_FAIL)
		FAIL(INIT, init)
		FAIL(NI_INIT, ni_init)
		FAIL(NI_FINI, ni_fini)
		FAIL(NI_STATUS, ni_status)
		FAIL(NI_DIST, ni_dist)
		FAIL(NI_HANDLE, ni_handle)
		ANSWER(NI_DEBUG, ni_debug, before, 0)
		FAIL(GET_ID, get_id)
		FAIL(GET_UID, get_uid)
		FAIL(GET_JID, get_jid)
		FAIL(ME_ATTACH, me_attach)
		FAIL(ME_ATTACH_ANY, me_attach_any)
		FAIL(ME_INSERT, me_insert)
		FAIL(ME_UNLINK, me_unlink)
		FAIL(MD_ATTACH, md_attach)
		FAIL(MD_BIND, md_bind)
		FAIL(MD_UNLINK, md_unlink)
		FAIL(MD_UPDATE, md_update)
		FAIL(MEMD_POST, memd_post)
		FAIL(MEMD_ATTACH, memd_attach)
		FAIL(EQ_ALLOC, eq_alloc)
		FAIL(EQ_FREE, eq_free)
		FAIL(EQ_GET, eq_get)
		FAIL(EQ_POLL, eq_poll)
		FAIL(AC_ENTRY, ac_entry)
		FAIL(PUT, put)
		FAIL(GET, get)
		FAIL(GETPUT, getput)
		ANSWER(JOB_QUERY, job_query, value, -1)
		ANSWER(NIDPID_MAP, nidpid_map, count, -1)
		ANSWER(REGISTER_ID, register_id, rc, -1)
		ANSWER(JOB_BARRIER, job_barrier, rc, -1)
#undef FAIL
#undef ANSWER
	}
	explain(head->fn);
}
