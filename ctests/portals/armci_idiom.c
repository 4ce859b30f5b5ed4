/* How a global-address library uses Portals: a data server in each process, which is a bare clone() without thread-local storage of its own, waits on its
 * own queue and serves requests; a placeholder entry without descriptor marks the place of requests; entries for replies are attached at the head and match
 * one server; descriptors last for two events; the one UNLINK of a descriptor with threshold N awaits N puts; and everything between the program's
 * data and its break is one descriptor, holes included. With the argument "thread" the server is an ordinary thread. */
#include "../gt_portals.h"

#include <pthread.h>

#define HEAP_PT 37
#define SERVER_PT 1
#define REQUEST_BITS 0x8000000000000000ull
#define STACK (256 * 1024)
#define BUFFER 4096
#define MOST 60000

struct request {
	enum { GET_STRIDED = 1, PUT_LARGE, PING, STOP } op; /* STOP is only counted */
	int pieces;
	uint64_t bits;          /* of the entry for the reply */
	uint64_t address, size; /* here */
};

static ptl_handle_eq_t server_eq, client_eq;
static ptl_handle_me_t placeholder;
static char *request_buffers[2];
static volatile int server_up, server_errors, server_stopped;

extern char data_start[]; /* glibc's: where the program's data begins */
static char shelf[MOST], target[MOST];
static uint64_t word;
static struct {
	uint64_t base, shelf, target, word;
} places[64];

/* The server reports an error by line number: a thread that shares another's thread-local storage must not print. */
#define MUST_SERVE(call)                                                           \
	do {                                                                       \
		if ((call) != PTL_OK) {                                            \
			__sync_bool_compare_and_swap(&server_errors, 0, __LINE__); \
			return 1;                                                  \
		}                                                                  \
	} while (0)

static int post_request_buffer(int i)
{
	ptl_md_t md = {.start = request_buffers[i],
	               .length = BUFFER,
	               .threshold = PTL_MD_THRESH_INF,
	               .max_size = sizeof(struct request),
	               .options = PTL_MD_OP_PUT | PTL_MD_MAX_SIZE | PTL_MD_EVENT_START_DISABLE | PTL_MD_EVENT_AUTO_UNLINK_ENABLE,
	               .user_ptr = (void *)(intptr_t)i, /* an index */
	               .eq_handle = server_eq};
	ptl_handle_me_t me;
	ptl_handle_md_t h;
	MUST_SERVE(PtlMEInsert(placeholder, gt_anyone, REQUEST_BITS, ~REQUEST_BITS, PTL_UNLINK, PTL_INS_BEFORE, &me));
	MUST_SERVE(PtlMDAttach(me, md, PTL_UNLINK, &h));
	return 0;
}

/* Puts pieces of memory to the client's entry, one after the other; the client's UNLINK is the only event for the arrival of all. */
static int answer(ptl_handle_md_t whole, uint64_t start, const struct request *r, ptl_process_id_t to)
{
	uint64_t each = r->size / (uint64_t)r->pieces, at = 0;
	for (int i = 0; i < r->pieces; i++) {
		uint64_t n = i == r->pieces - 1 ? r->size - at : each;
		MUST_SERVE(PtlPutRegion(whole, r->address + at - start, n, PTL_NOACK_REQ, to, SERVER_PT, 0, r->bits, at, 0));
		at += n;
	}
	return 0;
}

static int server(void *unused)
{
	int interfaces, rc;
	ptl_handle_ni_t ni = PTL_INVALID_HANDLE;
	ptl_process_id_t id;
	ptl_handle_md_t whole, fetch;
	ptl_event_t e;

	(void)unused;
	MUST_SERVE(PtlInit(&interfaces));
	rc = PtlNIInit(GT_IFACE, PTL_PID_ANY, NULL, NULL, &ni);
	if ((rc != PTL_OK && rc != PTL_IFACE_DUP) || ni != gt_ni) {
		server_errors = __LINE__;
		return 1;
	}
	MUST_SERVE(PtlGetId(ni, &id));
	MUST_SERVE(PtlEQAlloc(ni, 1000, PTL_EQ_HANDLER_NONE, &server_eq));
	MUST_SERVE(PtlMEAttach(ni, SERVER_PT, gt_anyone, 0, 0, PTL_RETAIN, PTL_INS_AFTER, &placeholder));
	for (int i = 0; i < 2; i++)
		if (post_request_buffer(i) != 0)
			return 1;
	ptl_md_t md = {.start = shelf,
	               .length = sizeof shelf,
	               .threshold = PTL_MD_THRESH_INF,
	               .options = PTL_MD_EVENT_START_DISABLE | PTL_MD_EVENT_END_DISABLE,
	               .eq_handle = PTL_EQ_NONE};
	MUST_SERVE(PtlMDBind(ni, md, PTL_RETAIN, &whole));
	server_up = 1;
	for (;;) {
		MUST_SERVE(PtlEQWait(server_eq, &e));
		if (e.type == PTL_EVENT_UNLINK) {
			if (post_request_buffer((int)(intptr_t)e.md.user_ptr) != 0)
				return 1;
			continue;
		}
		if (e.type != PTL_EVENT_PUT_END || e.mlength != sizeof(struct request)) {
			server_errors = __LINE__;
			return 1;
		}
		struct request r;
		memcpy(&r, (char *)e.md.start + e.offset, sizeof r);
		switch (r.op) {
		case GET_STRIDED:
		case PING:
			if (answer(whole, (uint64_t)(uintptr_t)shelf, &r, e.initiator) != 0)
				return 1;
			break;
		case PUT_LARGE: /* the server fetches it, then notifies the client */
			md = (ptl_md_t){.start = (void *)(uintptr_t)r.address,
			                .length = r.size,
			                .threshold = 2,
			                .options = PTL_MD_EVENT_START_DISABLE,
			                .eq_handle = client_eq};
			MUST_SERVE(PtlEQAlloc(ni, 4, PTL_EQ_HANDLER_NONE, &md.eq_handle));
			MUST_SERVE(PtlMDBind(ni, md, PTL_UNLINK, &fetch));
			MUST_SERVE(PtlGet(fetch, e.initiator, SERVER_PT, 0, r.bits, 0));
			for (int i = 0; i < 2; i++) {
				ptl_event_t done;
				MUST_SERVE(PtlEQWait(md.eq_handle, &done));
				if (done.type != (i == 0 ? PTL_EVENT_SEND_END : PTL_EVENT_REPLY_END) || done.ni_fail_type != PTL_NI_OK) {
					server_errors = __LINE__;
					return 1;
				}
			}
			MUST_SERVE(PtlEQFree(md.eq_handle));
			break;
		case STOP: server_stopped++; break;
		}
	}
}

static void *thread_server(void *unused)
{
	server(unused);
	return NULL;
}

static void start_server(bool cloned)
{
	if (cloned) {
		char *stack = malloc(STACK);
		if (clone(server, &stack[STACK - 1], CLONE_THREAD | CLONE_SIGHAND | CLONE_VM, NULL) < 0)
			FATAL("clone");
	} else {
		pthread_t thread;
		pthread_create(&thread, NULL, thread_server, NULL);
	}
	for (int tries = 0; !server_up && !server_errors && tries < 20000; tries++)
		gt_sleep_ms(1);
	if (!server_up)
		FATAL("the server does not start, line %d", server_errors);
}

/* An entry for the messages of one server, at the head of its list. */
static struct gt_end response(uint64_t bits, int from, void *at, size_t n, int threshold, unsigned options)
{
	struct gt_end e = {.md = gt_md(at, n, threshold, options, client_eq)};
	MUST(PtlMEAttach(gt_ni, SERVER_PT, gt_id(from), bits, 0, PTL_UNLINK, PTL_INS_BEFORE, &e.me));
	MUST(PtlMDAttach(e.me, e.md, PTL_UNLINK, &e.h));
	return e;
}

static void ask(int whom, const struct request *r)
{
	struct gt_end s = gt_bind_md(gt_md(r, sizeof *r, 2, PTL_MD_EVENT_START_DISABLE, client_eq), PTL_UNLINK);
	OK(PtlPut(s.h, PTL_ACK_REQ, gt_id(whom), SERVER_PT, 0, REQUEST_BITS | (uint64_t)gt_me, 0, 0));
	/* events of the reply may come in between */
	for (int left = 2; left > 0; left--) {
		ptl_event_t e = NEXT_EVENT(client_eq);
		if (e.md_handle != s.h) {
			gt_print("unexpected", &e);
			FATAL("an event before the request is acknowledged");
		}
		CHECK(e.type == (left == 2 ? PTL_EVENT_SEND_END : PTL_EVENT_ACK), "%s", ptl_event_str[e.type]);
	}
	GIVES(PTL_MD_INVALID, PtlMDUnlink(s.h));
}

/* The request is sent from a descriptor without events, so that only the reply makes events. */
static void ask_quietly(int whom, const struct request *r)
{
	struct gt_end s = gt_bind_md(gt_md(r, sizeof *r, 1, 0, PTL_EQ_NONE), PTL_UNLINK);
	OK(PtlPut(s.h, PTL_NOACK_REQ, gt_id(whom), SERVER_PT, 0, REQUEST_BITS | (uint64_t)gt_me, 0, 0));
}

static void exchange_places(void)
{
	ptl_handle_eq_t eq = gt_eq(64);
	struct gt_end t = gt_offer(1, places, sizeof places, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_START_DISABLE, eq);
	char *end = sbrk(0);
	static uint64_t mine[4];
	mine[0] = (uint64_t)(uintptr_t)data_start, mine[1] = (uint64_t)(uintptr_t)shelf, mine[2] = (uint64_t)(uintptr_t)target,
	mine[3] = (uint64_t)(uintptr_t)&word;
	struct gt_end s = gt_bind(mine, sizeof mine, PTL_EQ_NONE);
	/* all of the program's memory, holes included */
	gt_offer_md(HEAP_PT, 0, ALL_BITS,
	            gt_md(data_start, (size_t)(end - data_start), PTL_MD_THRESH_INF, BOTH_OPS | PTL_MD_MANAGE_REMOTE, PTL_EQ_NONE), PTL_RETAIN);
	gt_barrier();
	for (int r = 0; r < gt_n; r++)
		OK(PtlPut(s.h, PTL_NOACK_REQ, gt_id(r), PT, 0, 1, (ptl_size_t)gt_me * sizeof mine, 0));
	for (int r = 0; r < gt_n; r++)
		NEXT_EVENT(eq);
	gt_barrier();
	gt_close(&t);
	gt_close(&s);
	OK(PtlEQFree(eq));
}

int main(int argc, char **argv)
{
	static char buffer[MOST];
	gt_start();
	client_eq = gt_eq(100);
	for (int i = 0; i < 2; i++)
		request_buffers[i] = malloc(BUFFER);
	start_server(argc < 2 || strcmp(argv[1], "thread") != 0);
	exchange_places();
	gt_fill(shelf, MOST, gt_me, 1);
	gt_srand(3); /* all ranks draw the same numbers */
	gt_barrier();

	for (int round = 0; round < 200; round++) {
		int whom = (gt_me + round) % gt_n;
		size_t n = gt_range(1, MOST);
		uint64_t bits = (uint64_t)round << 8 | (uint64_t)gt_me;

		/* direct: a put and a get of two events each, and an exchange */
		gt_fill(buffer, n, gt_me, round);
		struct gt_end s = gt_bind_md(gt_md(buffer, n, 2, PTL_MD_EVENT_START_DISABLE, client_eq), PTL_UNLINK);
		if (gt_n == 1 || round % gt_n) { /* one writer for every target: the round determines it */
			OK(PtlPut(s.h, PTL_ACK_REQ, gt_id(whom), HEAP_PT, 0, 0, places[whom].target - places[whom].base, 0));
			TAKE(client_eq, PTL_EVENT_SEND_END, &s, .pt = HEAP_PT, .length = n);
			TAKE(client_eq, PTL_EVENT_ACK, &s, .length = n);
			GIVES(PTL_MD_INVALID, PtlMDUnlink(s.h));
			memset(buffer, 0, n);
			s = gt_bind_md(gt_md(buffer, n, 2, PTL_MD_EVENT_START_DISABLE, client_eq), PTL_UNLINK);
			OK(PtlGet(s.h, gt_id(whom), HEAP_PT, 0, 0, places[whom].target - places[whom].base));
			TAKE(client_eq, PTL_EVENT_SEND_END, &s, .pt = HEAP_PT, .length = n);
			TAKE(client_eq, PTL_EVENT_REPLY_END, &s, .length = n);
			CHECK(gt_differs(buffer, n, gt_me, round) == n, "round %d: %zu bytes", round, n);
			GIVES(PTL_MD_INVALID, PtlMDUnlink(s.h));
		} else
			OK(PtlMDUnlink(s.h));
		static uint64_t old, new;
		new = (uint64_t)gt_me + 1;
		struct gt_end g = gt_bind_md(gt_md(&old, 8, 1, PTL_MD_EVENT_START_DISABLE, client_eq), PTL_UNLINK),
			      p = gt_bind_md(gt_md(&new, 8, 1, QUIET, PTL_EQ_NONE), PTL_UNLINK);
		OK(PtlGetPutRegion(g.h, 0, p.h, 0, 8, gt_id(whom), HEAP_PT, 0, 0, places[whom].word - places[whom].base, 0));
		TAKE(client_eq, PTL_EVENT_REPLY_END, &g, .length = 8);
		CHECK(old <= (uint64_t)gt_n, "the word was %d", (int)old);

		/* through the server: N puts, with one event for all */
		struct request r = {GET_STRIDED, 1 + (int)gt_range(0, 6), bits, places[whom].shelf, n};
		memset(buffer, 0, n);
		s = response(bits, whom, buffer, n, r.pieces, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | QUIET | PTL_MD_EVENT_AUTO_UNLINK_ENABLE);
		ask_quietly(whom, &r);
		TAKE(client_eq, PTL_EVENT_UNLINK, &s);
		CHECK(gt_differs(buffer, n, whom, 1) == n, "round %d: byte %zu of %zu in %d pieces", round, gt_differs(buffer, n, whom, 1), n,
		      r.pieces);

		/* a reply of one put, with its END */
		r = (struct request){PING, 1, bits | 1u << 20, places[whom].shelf, 100};
		s = response(r.bits, whom, buffer, 100, 1, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_START_DISABLE);
		ask_quietly(whom, &r);
		TAKE(client_eq, PTL_EVENT_PUT_END, &s, .from = whom, .pt = SERVER_PT, .bits = r.bits, .length = 100);
		GIVES(PTL_MD_INVALID, PtlMDUnlink(s.h));

		/* the server fetches from here */
		if (round % gt_n == 0 && gt_n > 1)
			gt_barrier();
		if (round % gt_n == 0) {
			r = (struct request){PUT_LARGE, 1, bits | 1u << 21, places[GT_NEXT].target, n};
			gt_fill(buffer, n, gt_me, -round);
			s = response(r.bits, GT_NEXT, buffer, n, 1, PTL_MD_OP_GET | PTL_MD_EVENT_START_DISABLE);
			ask_quietly(GT_NEXT, &r);
			TAKE(client_eq, PTL_EVENT_GET_END, &s, .from = GT_NEXT, .pt = SERVER_PT, .bits = r.bits, .length = n);
			gt_barrier();
			for (int tries = 0; gt_differs(target, n, GT_PREV, -round) < n && tries < 5000; tries++)
				gt_sleep_ms(1); /* the server's REPLY_END */
			CHECK(gt_differs(target, n, GT_PREV, -round) == n, "round %d: the server fetched something else", round);
		}
		if (server_errors)
			FATAL("the server failed in line %d", server_errors);
		gt_barrier();
	}
	/* acknowledged requests; the server makes progress without calls of other threads */
	for (int i = 0; i < 50; i++) {
		struct request r = {STOP, 1, 0, 0, 0};
		ask(GT_NEXT, &r);
	}
	gt_barrier();
	for (int tries = 0; server_stopped < 50 && tries < 5000; tries++)
		gt_sleep_ms(1);
	CHECK(server_stopped == 50 && !server_errors, "%d of 50 requests handled, line %d", server_stopped, server_errors);
	CHECK(gt_drops() == 0, "%d dropped", (int)gt_drops());
	NOTHING(client_eq);
	gt_barrier();
	exit(gt_end()); /* with the server still waiting */
}
