/* mg_links.h - how the ranks of mg.c exchange data: puts of ARMCI, messages of ARMCI, or two-sided messages over Portals (mpi_portals.h).
 *
 * A link sends to one rank and receives from one rank, up to a fixed number of bytes, always by turns: mg_send on all links of a step, then mg_receive on them.
 * Data is packed into the link's own buffer before and unpacked from it after, with all ways alike.
 *
 * With puts, data goes straight into the receiver's memory, and a flag behind it. A receiver has two buffers, which exchanges use in turn. That is enough: a rank sends for the
 * second time after it has received what its receiver sent when that had unpacked the first. */
#ifndef MG_LINKS_H
#define MG_LINKS_H

#include "mpi_portals.h"

#define ARMCI_WITHOUT_MPI 1
#include <armci.h>
#include <message.h>
#include <sched.h>

enum mg_way { MG_PUT, MG_MESSAGE, MG_MPI, MG_WAYS };

enum {
	MG_LINKS = 40, /* at most */
	MG_LOOKS = 100 /* at a flag before the core is yielded; on a simulated machine that lets time pass */
};

static const char *const mg_way_names[] = {"put", "message", "mpi"};

struct mg_link {
	int to, from;
	size_t most;         /* bytes */
	size_t at;           /* put: of the flag and the two buffers in the memory of each rank */
	char *out, *in;      /* in: where the data is that has been received */
	int sends, receives; /* so far */
	struct mpi_request *sending, *receiving;
};

static enum mg_way mg_way;
static struct mg_link mg_links[MG_LINKS];
static int mg_link_count;
static void **mg_memory; /* put: of all ranks */

/* Starts the library that a way needs. */
static void mg_start(enum mg_way way)
{
	mg_way = way;
	if (way == MG_MPI) {
		gt_start();
		mpi_begin();
		return;
	}
	if (ARMCI_Init() != 0)
		FATAL("ARMCI_Init");
	gt_begin(armci_msg_me(), armci_msg_nproc());
}

static void mg_barrier(void)
{
	if (mg_way == MG_MPI)
		gt_barrier();
	else
		ARMCI_Barrier();
}

static int mg_end(void)
{
	if (mg_way == MG_MPI)
		return gt_finish();
	if (mg_memory != NULL)
		ARMCI_Free(mg_memory[gt_me]);
	ARMCI_Finalize();
	return gt_end();
}

/* Adds a link. All ranks add the same links in the same order, with the same sizes. */
static int mg_link(int to, int from, size_t most)
{
	struct mg_link *l = &mg_links[mg_link_count];
	if (mg_link_count == MG_LINKS)
		FATAL("more than %d links", MG_LINKS);
	*l = (struct mg_link){.to = to, .from = from, .most = (most + 63) / 64 * 64};
	return mg_link_count++;
}

/* Makes the buffers of all links. */
static void mg_connect(void)
{
	size_t bytes = 0;
	for (int i = 0; i < mg_link_count; i++) {
		struct mg_link *l = &mg_links[i];
		l->at = bytes;
		bytes += 64 + 2 * l->most;
		l->out = aligned_alloc(64, l->most);
		l->in = mg_way == MG_PUT ? NULL : aligned_alloc(64, l->most);
		if (l->out == NULL || (l->in == NULL && mg_way != MG_PUT))
			FATAL("no memory for a link of %zu bytes", l->most);
	}
	if (mg_way == MG_PUT && bytes > 0) {
		mg_memory = calloc((size_t)gt_n, sizeof *mg_memory);
		if (mg_memory == NULL || ARMCI_Malloc(mg_memory, (armci_size_t)bytes) != 0)
			FATAL("no memory for links of %zu bytes", bytes);
		memset(mg_memory[gt_me], 0, bytes);
	}
	mg_barrier();
}

/* Posts a receive, where there is such a thing. Before the send of the same step. */
static void mg_post(int link)
{
	struct mg_link *l = &mg_links[link];
	if (mg_way == MG_MPI)
		l->receiving = mpi_irecv(l->in, l->most, l->from, link);
}

/* Sends what has been packed into out. */
static void mg_send(int link, size_t bytes)
{
	struct mg_link *l = &mg_links[link];
	int turn = ++l->sends;
	switch (mg_way) {
	case MG_PUT: {
		char *there = (char *)mg_memory[l->to] + l->at;
		ARMCI_Put_flag(l->out, there + 64 + (turn % 2 ? l->most : 0), (int)bytes, (int *)(void *)there, turn, l->to);
		break;
	}
	case MG_MESSAGE: armci_msg_snd(link, l->out, (int)bytes, l->to); break;
	default: l->sending = mpi_isend(l->out, bytes, l->to, link);
	}
}

/* Waits until data has arrived, which in then points to until the next receive, and until out may be filled again. */
static const void *mg_receive(int link)
{
	struct mg_link *l = &mg_links[link];
	int turn = ++l->receives, got;
	switch (mg_way) {
	case MG_PUT: {
		char *here = (char *)mg_memory[gt_me] + l->at;
		for (long looks = 1; __atomic_load_n((int *)(void *)here, __ATOMIC_ACQUIRE) < turn; looks++)
			if (looks % MG_LOOKS == 0)
				sched_yield();
		l->in = here + 64 + (turn % 2 ? l->most : 0);
		break;
	}
	case MG_MESSAGE: armci_msg_rcv(link, l->in, (int)l->most, &got, l->from); break;
	default: mpi_received(l->receiving); mpi_wait(l->sending);
	}
	return l->in;
}

/* Ranks that differ in one bit swap data, bit by bit. */
static int mg_swaps[32], mg_swap_count;

static void mg_swap_links(size_t most)
{
	for (int bit = 1; bit < gt_n; bit *= 2)
		mg_swaps[mg_swap_count++] = mg_link(gt_me ^ bit, gt_me ^ bit, most);
}

static const void *mg_swap(int step, const void *data, size_t bytes)
{
	int link = mg_swaps[step];
	mg_post(link);
	memcpy(mg_links[link].out, data, bytes);
	mg_send(link, bytes);
	return mg_receive(link);
}

/* The same bits on all ranks, since each pair adds the same two numbers. */
static double mg_sum(double x)
{
	for (int step = 0; step < mg_swap_count; step++) {
		double other;
		memcpy(&other, mg_swap(step, &x, sizeof x), sizeof other);
		x += other;
	}
	return x;
}

/* Every rank has filled its block of all; afterwards every rank has all blocks. */
static void mg_gather(double *all, size_t block)
{
	for (int step = 0; step < mg_swap_count; step++) {
		size_t mine = (size_t)(gt_me >> step << step) * block, theirs = (size_t)((gt_me ^ 1 << step) >> step << step) * block,
		       n = block << step;
		memcpy(all + theirs, mg_swap(step, all + mine, n * sizeof *all), n * sizeof *all);
	}
}

#endif
