/* Unmapped memory: a descriptor may describe it. An operation that accesses it fails with an event at the endpoint of the unmapped memory. There is no
 * crash and no deadlock, and later operations work. */
#include "../gt_portals.h"

#include <sys/mman.h>

#define PAGE 4096

static char good[64 * PAGE];

static bool failed(const ptl_event_t *e) { return e->ni_fail_type != PTL_NI_OK; }

/* A put or get of n bytes between here and there at GT_NEXT. One of the two is not mapped. */
static void one(const char *what, bool get, void *here, void *there, size_t n, ptl_handle_eq_t eq, ptl_handle_eq_t theirs, bool hole_here)
{
	struct gt_end s = gt_bind(here, n, eq), t = gt_offer(1, there, n, (get ? PTL_MD_OP_GET : PTL_MD_OP_PUT) | PTL_MD_MANAGE_REMOTE, theirs);
	bool bad = false, over = false, answered = false;
	int which;
	gt_barrier();
	if (get)
		OK(PtlGet(s.h, NEXT_ID, PT, 0, 1, 0));
	else
		OK(PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	/* until both endpoints have their last event; a failed put may have no ACK, and a get has no REPLY only if SEND failed */
	while (!over) {
		ptl_event_t e;
		if (PtlEQPoll(&eq, 1, 5000, &e, &which) != PTL_OK) {
			ERR("%s of %zu bytes: the initiator gets no last event", what, n);
			break;
		}
		bad = bad || failed(&e);
		answered = answered || e.type == PTL_EVENT_ACK || e.type == PTL_EVENT_REPLY_END;
		over = answered || (e.type == PTL_EVENT_SEND_END && failed(&e));
	}
	gt_barrier();
	ptl_event_t e;
	bool bad_there = false;
	ptl_handle_eq_t both[] = {eq, theirs};
	/* The barrier's messages may overtake the operation's, so its failure event may arrive later. After that event further events are possible, but not certain: wait 5 ms for them. */
	while (PtlEQPoll(both, 2, bad || (bad_there && !hole_here) ? 5 : GT_TIMEOUT, &e, &which) == PTL_OK) {
		bad = bad || (which == 0 && failed(&e));
		bad_there = bad_there || (which == 1 && failed(&e));
	}
	CHECK(bad || bad_there, "%s of %zu bytes: no event reports the failure", what, n);
	CHECK(hole_here ? bad : true, "%s of %zu bytes: the endpoint with the hole gets no failure event", what, n);
	gt_barrier();
	if (over)
		SETTLES(PtlMDUnlink(s.h));
	SETTLES(PtlMEUnlink(t.me));
	while (PtlEQGet(eq, &e) == PTL_OK) /* the ACK of a put that failed while it was sent; none can come after the unlink */
		;
	gt_barrier();

	/* a later operation works */
	struct gt_end s2 = gt_bind(good, 100, eq), t2 = gt_offer(1, good + PAGE, 100, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE, theirs);
	gt_barrier();
	OK(PtlPut(s2.h, PTL_ACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	TAKE_BOTH(eq, SEND, &s2, .bits = 1, .length = 100);
	TAKE(eq, PTL_EVENT_ACK, &s2, .bits = 1, .length = 100);
	TAKE_BOTH(theirs, PUT, &t2, .from = GT_PREV, .bits = 1, .length = 100);
	gt_barrier();
	gt_close(&s2);
	gt_close(&t2);
	gt_barrier();
}

int main(void)
{
	gt_start();
	ptl_handle_eq_t eq = gt_eq(64), theirs = gt_eq(64);
	/* Pages with a hole, one without access, one that is read-only; an unmapped address. The hole is far from where the kernel places memory: a library that allocates would fill it. */
	char *holes = mmap((char *)0x510000000000 + ((size_t)gt_me << 32), 64 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *none = mmap(NULL, 64 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *readonly = mmap(NULL, 64 * PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (holes == MAP_FAILED || none == MAP_FAILED || readonly == MAP_FAILED)
		FATAL("mmap");
	memset(holes, 1, 64 * PAGE);
	munmap(holes + 32 * PAGE, 16 * PAGE);

	static const size_t sizes[] = {8, 100, 3 * PAGE, 40 * PAGE};
	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		size_t n = sizes[i];
		char *hole = n > 16 * PAGE ? holes : holes + 32 * PAGE - n / 2; /* begins in mapped memory, ends in the hole */
		one("put into a hole", false, good, hole, n, eq, theirs, false);
		one("put into protected memory", false, good, none, n, eq, theirs, false);
		one("put into read-only memory", false, good, readonly, n, eq, theirs, false);
		one("put into nowhere", false, good, (char *)0x1000, n, eq, theirs, false);
		one("put from a hole", false, hole, good, n, eq, theirs, true);
		one("put from protected memory", false, none, good, n, eq, theirs, true);
		one("get from a hole", true, good, hole, n, eq, theirs, false);
		one("get from protected memory", true, good, none, n, eq, theirs, false);
		one("get into a hole", true, hole, good, n, eq, theirs, true);
		one("get into read-only memory", true, readonly, good, n, eq, theirs, true);
	}
	/* a descriptor over holes is legal as long as no operation accesses them; its one page is at the same address everywhere */
	char *island = mmap((void *)0x500000000000, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	if (island != (void *)0x500000000000)
		FATAL("mmap of an island");
	struct gt_end all = gt_offer(1, (void *)0x10000, 0x7ffffffe0000, BOTH_OPS | PTL_MD_MANAGE_REMOTE | QUIET, PTL_EQ_NONE),
		      s = gt_bind(good, 100, eq);
	gt_fill(good, 100, gt_me, 1);
	gt_barrier();
	OK(PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, 0, 1, (ptl_size_t)((uintptr_t)island - 0x10000), 0));
	TAKE_BOTH(eq, SEND, &s, .bits = 1, .length = 100, .data = 0);
	TAKE(eq, PTL_EVENT_ACK, &s, .bits = 1, .length = 100);
	gt_barrier();
	CHECK(gt_differs(island, 100, GT_PREV, 1) == 100, "the island");
	gt_close(&s);
	gt_close(&all);
	NOTHING(eq);
	NOTHING(theirs);
	return gt_finish();
}
