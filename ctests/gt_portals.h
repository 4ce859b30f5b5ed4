/* gt_portals.h - start, peers, and events with checks of all fields, for the Portals programs.
 *
 * Ranks form a ring: each sends to GT_NEXT and receives from GT_PREV, which is itself in a job of one. An endpoint of an operation is a struct gt_end,
 * which retains the contents of the descriptor, so that the copy in every event can be compared. */
#ifndef GT_PORTALS_H
#define GT_PORTALS_H

#include "gt.h"

#include <cnos_mpi_os.h>
#include <portals/portals3.h>

extern char *ptl_event_str[]; /* in the library, and in no header: clients declare it in more than one way */

#define GT_NEXT ((gt_me + 1) % gt_n)
#define GT_PREV ((gt_me + gt_n - 1) % gt_n)
#define GT_IFACE IFACE_FROM_BRIDGE_AND_NALID(PTL_BRIDGE_UK, PTL_IFACE_SS)
#define GT_TIMEOUT 30000 /* ms until a missing event is an error */
#define ALL_BITS (~(ptl_match_bits_t)0)
#define PT 20 /* the portal index of programs that need one */

/* A failure at the source position that a macro has passed on. */
__attribute__((format(printf, 3, 4))) static inline void gt_error(const char *file, int line, const char *format, ...)
{
	char text[800];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (__sync_fetch_and_add(&gt_errs, 1) < GT_MOST_LINES)
		gt_say(stderr, "ERROR ", "", "%s:%d: %s", file, line, text);
}

#define BOTH_OPS (PTL_MD_OP_PUT | PTL_MD_OP_GET)
#define QUIET (PTL_MD_EVENT_START_DISABLE | PTL_MD_EVENT_END_DISABLE)

static ptl_handle_ni_t gt_ni GT_UNUSED = PTL_INVALID_HANDLE;
static cnos_nidpid_map_t *gt_map GT_UNUSED;
static const ptl_process_id_t gt_anyone GT_UNUSED = {PTL_NID_ANY, PTL_PID_ANY};

static inline const char *gt_code(int rc) { return rc >= 0 && rc < PTL_MAX_ERRNO ? ptl_err_str[rc] : "a code that does not exist"; }

/* The call must return this code. */
static inline void gt_gives(const char *file, int line, const char *call, int rc, int code)
{
	if (rc != code)
		gt_error(file, line, "%s gives %s instead of %s", call, gt_code(rc), gt_code(code));
}
#define GIVES(code, call) gt_gives(__FILE__, __LINE__, #call, call, code)
#define OK(call) GIVES(PTL_OK, call)

/* The same, for calls without which the program cannot continue. */
#define MUST(call)                                                                   \
	do {                                                                         \
		int rc_ = (call);                                                    \
		if (rc_ != PTL_OK)                                                   \
			(gt_gives(__FILE__, __LINE__, #call, rc_, PTL_OK), exit(1)); \
	} while (0)

/* Repeats the call until operations in flight have completed and it returns PTL_OK. */
#define SETTLES(call)                                                                                                            \
	do {                                                                                                                     \
		int rc_, tries_ = 0;                                                                                             \
		while (((rc_ = (call)) == PTL_MD_IN_USE || rc_ == PTL_ME_IN_USE || rc_ == PTL_MD_NO_UPDATE) && tries_++ < 10000) \
			gt_sleep_ms(1);                                                                                          \
		gt_gives(__FILE__, __LINE__, #call, rc_, PTL_OK);                                                                \
	} while (0)

static inline ptl_process_id_t gt_id(int rank)
{
	ptl_process_id_t id = {gt_map[rank].nid, gt_map[rank].pid};
	return id;
}

static inline int gt_rank_of(ptl_process_id_t id)
{
	for (int r = 0; r < gt_n; r++)
		if (gt_map[r].nid == id.nid && gt_map[r].pid == id.pid)
			return r;
	return -1;
}

#define MY_ID gt_id(gt_me)
#define NEXT_ID gt_id(GT_NEXT)
#define PREV_ID gt_id(GT_PREV)

static inline void gt_barrier(void) { CHECK(cnos_barrier() == 0, "barrier"); }

static inline void gt_open(void)
{
	int interfaces = 0, rc;
	MUST(PtlInit(&interfaces));
	rc = PtlNIInit(GT_IFACE, PTL_PID_ANY, NULL, NULL, &gt_ni);
	if (rc != PTL_OK && rc != PTL_IFACE_DUP)
		FATAL("PtlNIInit gives %s", gt_code(rc));
	if (cnos_get_nidpid_map(&gt_map) != gt_n)
		FATAL("the map is not of %d processes", gt_n);
}

static inline void gt_start(void)
{
	gt_begin(cnos_get_rank(), cnos_get_size());
	gt_open();
	gt_barrier();
}

static inline int gt_finish(void)
{
	gt_barrier();
	OK(PtlNIFini(gt_ni));
	PtlFini();
	return gt_end();
}

static inline ptl_handle_eq_t gt_eq(ptl_size_t count)
{
	ptl_handle_eq_t eq = PTL_INVALID_HANDLE;
	MUST(PtlEQAlloc(gt_ni, count, PTL_EQ_HANDLER_NONE, &eq));
	return eq;
}

/* An endpoint of operations: a descriptor, its contents, and at the target its match entry. */
struct gt_end {
	ptl_handle_me_t me;
	ptl_handle_md_t h;
	ptl_md_t md;
};

/* max_size has an arbitrary value unless an option uses it, and user_ptr is different every time. */
static inline ptl_md_t gt_md(const void *start, size_t length, int threshold, unsigned options, ptl_handle_eq_t eq)
{
	static char marks[1 << 16];
	static unsigned next;
	ptl_md_t md;
	memset(&md, 0xa5, sizeof md);
	md.start = (void *)(uintptr_t)start;
	md.length = length;
	md.threshold = threshold;
	md.options = options;
	md.user_ptr = &marks[__sync_fetch_and_add(&next, 1) % sizeof marks];
	md.eq_handle = eq;
	return md;
}

static inline struct gt_end gt_bind_md(ptl_md_t md, ptl_unlink_t unlink)
{
	struct gt_end e = {.me = PTL_INVALID_HANDLE, .h = PTL_INVALID_HANDLE, .md = md};
	MUST(PtlMDBind(gt_ni, md, unlink, &e.h));
	return e;
}

static inline struct gt_end gt_bind(const void *start, size_t length, ptl_handle_eq_t eq)
{
	return gt_bind_md(gt_md(start, length, PTL_MD_THRESH_INF, 0, eq), PTL_RETAIN);
}

/* A match entry at the end of the list, for any initiator. */
static inline struct gt_end gt_offer_md(ptl_pt_index_t pt, ptl_match_bits_t bits, ptl_match_bits_t ignore, ptl_md_t md, ptl_unlink_t unlink)
{
	struct gt_end e = {.me = PTL_INVALID_HANDLE, .h = PTL_INVALID_HANDLE, .md = md};
	MUST(PtlMEAttach(gt_ni, pt, gt_anyone, bits, ignore, unlink, PTL_INS_AFTER, &e.me));
	MUST(PtlMDAttach(e.me, md, unlink, &e.h));
	return e;
}

static inline struct gt_end gt_offer(ptl_match_bits_t bits, void *start, size_t length, unsigned options, ptl_handle_eq_t eq)
{
	return gt_offer_md(PT, bits, 0, gt_md(start, length, PTL_MD_THRESH_INF, options, eq), PTL_RETAIN);
}

static inline void gt_print(const char *what, const ptl_event_t *e)
{
	MSG("%s %s from %u/%u pt %u bits %#" PRIx64 " rlength %" PRIu64 " mlength %" PRIu64 " offset %" PRIu64 " data %#" PRIx64
	    " md %#x (start %p length %" PRIu64 " threshold %d options %#x user %p) link %u seq %u fail %u",
	    what, (unsigned)e->type < 12 ? ptl_event_str[e->type] : "???", e->initiator.nid, e->initiator.pid, e->pt_index, (uint64_t)e->match_bits,
	    (uint64_t)e->rlength, (uint64_t)e->mlength, (uint64_t)e->offset, (uint64_t)e->hdr_data, e->md_handle, e->md.start, (uint64_t)e->md.length,
	    e->md.threshold, e->md.options, e->md.user_ptr, e->link, e->sequence, e->ni_fail_type);
}

/* The next event of any kind. */
static inline ptl_event_t gt_next_event(const char *file, int line, ptl_handle_eq_t eq)
{
	ptl_event_t e;
	int which = -1, rc;
	memset(&e, 0x5a, sizeof e);
	rc = PtlEQPoll(&eq, 1, GT_TIMEOUT, &e, &which);
	if (rc != PTL_OK)
		(gt_error(file, line, "waiting for an event gives %s", gt_code(rc)), exit(1));
	if (which != 0)
		gt_error(file, line, "which is %d", which);
	return e;
}
#define NEXT_EVENT(eq) gt_next_event(__FILE__, __LINE__, eq)

/* The expected contents of an event; length stands for rlength and mlength. from is a rank. A threshold of 0 is not checked. */
struct gt_want {
	int from;
	ptl_pt_index_t pt;
	ptl_match_bits_t bits;
	ptl_size_t length, rlength, mlength, offset;
	ptl_hdr_data_t data;
	int threshold;
};

static inline ptl_event_t gt_take(const char *file, int line, ptl_handle_eq_t eq, ptl_event_kind_t kind, const struct gt_end *end, struct gt_want w)
{
	ptl_event_t e = gt_next_event(file, line, eq);
	int before = gt_errs;
	bool request = kind <= PTL_EVENT_GETPUT_END, send = kind == PTL_EVENT_SEND_START || kind == PTL_EVENT_SEND_END;
	ptl_jid_t jid = 0;

	if (w.length)
		w.rlength = w.mlength = w.length;
	if (!w.pt)
		w.pt = PT;
	if (e.type != kind) {
		gt_print("got", &e);
		gt_error(file, line, "%s instead of %s", (unsigned)e.type < 12 ? ptl_event_str[e.type] : "???", ptl_event_str[kind]);
		return e;
	}
#define FIELD(field, want)                                                                                                               \
	if (e.field != (want))                                                                                                           \
	gt_error(file, line, "%s of %s is %#" PRIx64 " instead of %#" PRIx64, #field, ptl_event_str[kind], (uint64_t)(uintptr_t)e.field, \
	         (uint64_t)(uintptr_t)(want))
	FIELD(ni_fail_type, PTL_NI_OK);
	if (kind != PTL_EVENT_UNLINK) {
		FIELD(match_bits, w.bits);
		FIELD(rlength, w.rlength);
		FIELD(mlength, w.mlength);
		FIELD(offset, w.offset);
	} else
		FIELD(rlength, e.mlength);
	if (request || send) {
		int from = send ? gt_me : w.from;
		if (gt_rank_of(e.initiator) != from)
			gt_error(file, line, "from %u/%u instead of rank %d", e.initiator.nid, e.initiator.pid, from);
		FIELD(uid, (ptl_uid_t)getuid());
		if (PtlGetJid(gt_ni, &jid) == PTL_OK)
			FIELD(jid, jid);
		FIELD(pt_index, w.pt);
		FIELD(hdr_data, kind == PTL_EVENT_GET_START || kind == PTL_EVENT_GET_END ? 0 : w.data);
	}
	if (end) {
		FIELD(md_handle, end->h);
		FIELD(md.length, end->md.length);
		FIELD(md.options, end->md.options);
		FIELD(md.eq_handle, end->md.eq_handle);
		FIELD(md.start, end->md.start);
		FIELD(md.user_ptr, end->md.user_ptr);
	}
	if (w.threshold)
		FIELD(md.threshold, w.threshold);
#undef FIELD
	if (gt_errs != before)
		gt_print("got", &e);
	return e;
}
#define TAKE(eq, kind, end, ...) gt_take(__FILE__, __LINE__, eq, kind, end, (struct gt_want){__VA_ARGS__})

/* START and END of one operation, next to each other: the same but for the kind. */
static inline ptl_event_t gt_take_pair(const char *file, int line, ptl_handle_eq_t eq, ptl_event_kind_t first, ptl_event_kind_t second,
                                       const struct gt_end *end, struct gt_want w)
{
	ptl_event_t a = gt_take(file, line, eq, first, end, w), b = gt_take(file, line, eq, second, end, w);
	if (a.link != b.link)
		gt_error(file, line, "START has link %u, END %u", a.link, b.link);
	if ((int32_t)(b.sequence - a.sequence) <= 0)
		gt_error(file, line, "sequence %u, then %u", a.sequence, b.sequence);
	return b;
}
#define TAKE_BOTH(eq, OP, end, ...) \
	gt_take_pair(__FILE__, __LINE__, eq, PTL_EVENT_##OP##_START, PTL_EVENT_##OP##_END, end, (struct gt_want){__VA_ARGS__})

/* There is no event. Right after a barrier that is a weak statement for what peers do; NOTHING_COMES waits a little. */
static inline void gt_nothing(const char *file, int line, ptl_handle_eq_t eq, ptl_time_t ms)
{
	ptl_event_t e;
	int which, rc = PtlEQPoll(&eq, 1, ms, &e, &which);
	if (rc != PTL_EQ_EMPTY) {
		gt_print("got", &e);
		gt_error(file, line, "no event expected: %s", gt_code(rc));
	}
}
#define NOTHING(eq) gt_nothing(__FILE__, __LINE__, eq, 0)
#define NOTHING_COMES(eq) gt_nothing(__FILE__, __LINE__, eq, 50)

static inline void gt_close(struct gt_end *e)
{
	if (e->me != PTL_INVALID_HANDLE)
		OK(PtlMEUnlink(e->me));
	else
		OK(PtlMDUnlink(e->h));
}

static inline ptl_sr_value_t gt_drops(void)
{
	ptl_sr_value_t v = 0;
	OK(PtlNIStatus(gt_ni, PTL_SR_DROP_COUNT, &v));
	return v;
}

#endif
