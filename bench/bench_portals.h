/* bench_portals.h - shared by the programs of gasnetgo bench that call Portals. */
#ifndef BENCH_PORTALS_H
#define BENCH_PORTALS_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <cnos_mpi_os.h>
#include <portals/portals3.h>

static ptl_handle_ni_t ni;
static ptl_handle_eq_t eq;

/* Ends the job with the program's name if a call fails. */
static void must(int rc, const char *what)
{
	if (rc == PTL_OK || rc == PTL_IFACE_DUP)
		return;
	fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, ptl_err_str[rc]);
	exit(1);
}
#define MUST(call) must(call, #call)

/* Memory for puts and for the operations of the options, with an infinite threshold and without START events. */
static ptl_md_t memory(void *start, size_t length, unsigned options, ptl_handle_eq_t events)
{
	return (ptl_md_t){.start = start,
	                  .length = length,
	                  .threshold = PTL_MD_THRESH_INF,
	                  .options = options | PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_START_DISABLE,
	                  .eq_handle = events};
}

/* Offers memory to all initiators at an index of the portal table. */
static void offer(ptl_pt_index_t index, ptl_match_bits_t bits, ptl_md_t md)
{
	const ptl_process_id_t any = {PTL_NID_ANY, PTL_PID_ANY};
	ptl_handle_me_t entry;
	ptl_handle_md_t h;

	MUST(PtlMEAttach(ni, index, any, bits, 0, PTL_RETAIN, PTL_INS_AFTER, &entry));
	MUST(PtlMDAttach(entry, md, PTL_RETAIN, &h));
}

static ptl_handle_md_t bind(ptl_md_t md)
{
	ptl_handle_md_t h;

	MUST(PtlMDBind(ni, md, PTL_RETAIN, &h));
	return h;
}

/* Sets ni, and eq, a queue for this number of events. */
static void open_interface(ptl_size_t events)
{
	int max;

	MUST(PtlInit(&max));
	MUST(PtlNIInit(PTL_IFACE_DEFAULT, PTL_PID_ANY, NULL, NULL, &ni));
	MUST(PtlEQAlloc(ni, events, PTL_EQ_HANDLER_NONE, &eq));
}

#endif
