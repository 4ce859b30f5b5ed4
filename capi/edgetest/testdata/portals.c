/* The C side of Portals without the library: this program answers the frames itself. */
#include <portals/nal.h>
#include <cnos_mpi_os.h>
#include <portals/pmi.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job/zjob_frames.h"
#include "plane/plane.h"
#include "portals/zportals_frames.h"

#define CHECK(x)                                                                 \
	do {                                                                     \
		if (!(x)) {                                                      \
			printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #x); \
			exit(1);                                                 \
		}                                                                \
	} while (0)

extern char *ptl_event_str[];

static int handled;
static void on_event(ptl_event_t *ev) { handled = (int)ev->match_bits; }

static int32_t next_rc, job_size = 3;
static ptl_process_id_t map[3] = {{10, 1}, {11, 1}, {12, 1}};

static void enter(struct ga_head *h)
{
	switch (h->op) {
	case GA_OP_PORTALS_EQ_GET: {
		struct ga_portals_eq_get *f = (void *)h;
		((ptl_event_t *)f->event)->match_bits = 70 + f->eq;
		f->rc = next_rc;
		f->handler = f->peek ? 0 : (uintptr_t)on_event;
		break;
	}
	case GA_OP_PORTALS_EQ_POLL: {
		struct ga_portals_eq_poll *f = (void *)h;
		const uint32_t *eqs = f->eqs;
		((ptl_event_t *)f->event)->match_bits = eqs[f->size - 1];
		*(int *)f->which = f->size - 1;
		f->rc = next_rc;
		f->handler = f->timeout == PTL_TIME_FOREVER ? (uintptr_t)on_event : 0;
		break;
	}
	case GA_OP_PORTALS_MD_BIND: {
		struct ga_portals_md_bind *f = (void *)h;
		const ptl_md_t *md = f->md;
		*(ptl_handle_md_t *)f->handle = (ptl_handle_md_t)md->length + f->ni;
		f->rc = md->threshold == PTL_MD_THRESH_INF ? PTL_OK : PTL_MD_ILLEGAL;
		break;
	}
	case GA_OP_PORTALS_PUT: {
		struct ga_portals_put *f = (void *)h;
		CHECK(f->md == 5 && f->nid == 7 && f->pid == 8 && f->pt == 9 && f->ac == 1 && f->ack == PTL_NO_ACK_REQ);
		CHECK(f->bits == 0x8000000000000001u && f->remote == 1ull << 40 && f->data == UINT64_MAX);
		f->rc = f->whole ? PTL_OK : (int32_t)(f->offset * 10 + f->length);
		break;
	}
	case GA_OP_PORTALS_NI_DEBUG: {
		struct ga_portals_ni_debug *f = (void *)h;
		f->before = ~f->mask;
		break;
	}
	case GA_OP_JOB_RANK: ((struct ga_job_rank *)(void *)h)->value = job_size < 0 ? -1 : 2; break;
	case GA_OP_JOB_SIZE: ((struct ga_job_size *)(void *)h)->value = job_size < 0 ? -1 : job_size; break;
	case GA_OP_PORTALS_NIDPID_MAP: {
		struct ga_portals_nidpid_map *f = (void *)h;
		f->count = job_size;
		if (job_size > 0)
			*(ptl_process_id_t **)f->map = map;
		break;
	}
	case GA_OP_JOB_BARRIER: ((struct ga_job_barrier *)(void *)h)->rc = job_size < 0 ? -1 : 0; break;
	default: printf("%s was not expected\n", h->fn); exit(1);
	}
}
void (*ga_enter)(struct ga_head *) = enter;

/* What job.c wants of the process: it has no job. */
struct ga_plane ga_plane;
bool ga_simulated, ga_forked;
void (*ga_sim_fatal)(const char *fn, const char *why);
void ga_explain_child(const char *fn) { (void)fn; }
void ga_barrier(void) {}

static void events(void)
{
	ptl_event_t ev;
	ptl_handle_eq_t eqs[3] = {21, 22, 23};
	int which = -1;

	next_rc = PTL_OK;
	CHECK(PtlEQPeek(3, &ev) == PTL_OK && ev.match_bits == 73 && handled == 0);
	CHECK(PtlEQGet(3, &ev) == PTL_OK && handled == 73);
	CHECK(PtlEQWait(44, &ev) == PTL_OK && handled == 44);
	CHECK(PtlEQPoll(eqs, 3, 5, &ev, &which) == PTL_OK && which == 2 && ev.match_bits == 23 && handled == 44);
	next_rc = PTL_EQ_DROPPED;
	CHECK(PtlEQGet(4, &ev) == PTL_EQ_DROPPED && handled == 74);
	next_rc = PTL_EQ_EMPTY;
	CHECK(PtlEQGet(5, &ev) == PTL_EQ_EMPTY && handled == 74);
	next_rc = PTL_EQ_INVALID;
	CHECK(PtlEQWait(45, &ev) == PTL_EQ_INVALID && handled == 74);
}

static void arguments(void)
{
	ptl_process_id_t to = {7, 8};
	ptl_md_t md = {0};
	ptl_handle_md_t mdh = 0;

	md.length = 100;
	md.threshold = PTL_MD_THRESH_INF;
	CHECK(PtlMDBind(11, md, PTL_RETAIN, &mdh) == PTL_OK && mdh == 111);
	CHECK(PtlPut(5, PTL_NO_ACK_REQ, to, 9, 1, 0x8000000000000001u, 1ull << 40, UINT64_MAX) == PTL_OK);
	CHECK(PtlPutRegion(5, 2, 3, PTL_NOACK_REQ, to, 9, 1, 0x8000000000000001u, 1ull << 40, UINT64_MAX) == 23);
	CHECK(PtlNIDebug(1, PTL_DEBUG_ALL) == PTL_DEBUG_NI_ALL);
}

static void names(void)
{
	for (int i = 0; i < PTL_MAX_ERRNO; i++)
		CHECK(ptl_err_str[i] && strncmp(ptl_err_str[i], "PTL_", 4) == 0 && PtlErrorStr((unsigned)i) == ptl_err_str[i]);
	CHECK(!strcmp(ptl_err_str[PTL_SEGV], "PTL_SEGV") && !strcmp(ptl_err_str[PTL_IOV_INVALID], "PTL_IOV_INVALID"));
	CHECK(!strcmp(PtlErrorStr(1000), "PTL_UNKNOWN_ERROR"));
	for (int i = PTL_EVENT_GET_START; i <= PTL_EVENT_UNLINK; i++)
		CHECK(ptl_event_str[i] && PtlEventKindStr((ptl_event_kind_t)i) == ptl_event_str[i]);
	CHECK(!strcmp(ptl_event_str[PTL_EVENT_REPLY_END], "PTL_EVENT_REPLY_END") && !strcmp(PtlEventKindStr((ptl_event_kind_t)99), "unknown event"));
	CHECK(!strcmp(PtlNIFailStr(0, PTL_NI_FAIL), "PTL_NI_FAIL"));
}

static void companions(void)
{
	cnos_nidpid_map_t *m = NULL;

	CHECK(cnos_get_rank() == 2 && cnos_get_size() == 3 && cnos_barrier() == 0 && cnos_launcher() != CNOS_LAUNCHER_YOD);
	CHECK(cnos_get_nidpid_map(NULL) == 3 && cnos_get_nidpid_map(&m) == 3 && m == map);
	cnos_barrier_init(0);
	cnos_pm_barrier(1);
}

static void pmi(void)
{
	void *m = NULL;
	int flag = -1, n = -1;

	CHECK(PMI_Initialized(&flag) == PMI_SUCCESS && flag == 0);
	CHECK(PMI_CNOS_Get_nidpid_map(&m) == PMI_SUCCESS && m == map && PMI_CNOS_Get_nidpid_map(NULL) == PMI_SUCCESS);
	CHECK(PMI_Init(&n) == PMI_SUCCESS && n == 0 && PMI_Init(NULL) == PMI_SUCCESS);
	CHECK(PMI_Initialized(&flag) == PMI_SUCCESS && flag == 1 && PMI_Initialized(NULL) == PMI_ERR_INVALID_ARG);
	CHECK(PMI_Get_rank(&n) == PMI_SUCCESS && n == 2 && PMI_Get_size(&n) == PMI_SUCCESS && n == 3 && PMI_Get_size(NULL) == PMI_ERR_INVALID_ARG);
	CHECK(PMI_Barrier() == PMI_SUCCESS);
	CHECK(PMI_Get_nid(1, &n) == PMI_SUCCESS && n == 11 && PMI_Get_nid(3, &n) == PMI_ERR_INVALID_ARG &&
	      PMI_Get_nid(-1, &n) == PMI_ERR_INVALID_ARG);
	CHECK(PMI_Finalize() == PMI_SUCCESS && PMI_Initialized(&flag) == PMI_SUCCESS && flag == 0);
	job_size = -1;
	CHECK(PMI_Init(&n) == PMI_FAIL && PMI_Get_rank(&n) == PMI_FAIL && PMI_Barrier() == PMI_FAIL && PMI_Get_nid(0, &n) == PMI_FAIL);
	CHECK(PMI_CNOS_Get_nidpid_map(&m) == PMI_FAIL && cnos_get_rank() == -1);
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "foreign")) {
		/* Another library has PMI: its answers count, but for the two that it cannot have. */
		void *m = NULL;
		int n = -1;
#ifdef OPEN_PMI
		CHECK(dlopen("libpmi.so.0", RTLD_NOW | RTLD_LOCAL));
#endif
		CHECK(PMI_Init(&n) == 77 && PMI_Get_rank(&n) == PMI_SUCCESS && n == 1234 && PMI_Barrier() == 78);
		CHECK(PMI_CNOS_Get_nidpid_map(&m) == PMI_SUCCESS && m == map && PMI_Get_nid(2, &n) == PMI_SUCCESS && n == 12);
		return 0;
	}
	events();
	arguments();
	names();
	companions();
	pmi();
	return 0;
}
