/* Client code that the headers must accept: it defines macros again, declares ptl_event_str in its own way, initialises statically, switches over codes and
 * kinds, includes headers in any order, and uses functions of headers that it never included. Compiling it is most of the test. */
#define _GNU_SOURCE /* as their configure does */
#include <portals/portals3.h>
#include <portals3.h>
#include <portals/nal.h>
#include <catamount/cnos_mpi_os.h>
#include <cnos_mpi_os.h>
#include <portals/portals3.h>

/* Word for word what the header has, or this does not compile with -Werror. */
#define PTL_EQ_HANDLER_NONE NULL
#define PTL_NO_ACK_REQ PTL_NOACK_REQ
#ifndef PTL_MAX_TRANS_SZ
#define PTL_MAX_TRANS_SZ 2147483648UL
#endif
#ifndef PTL_MAX_ERRNO
#error "the number of codes is a macro"
#endif
#ifdef CRAY_ACCEL
#error "not that machine"
#endif
#ifdef CRAY_QK_NAL
static const ptl_interface_t a_network = CRAY_QK_NAL;
#endif

extern char *ptl_event_str[];     /* one client */
extern const char *ptl_err_str[]; /* another, again */
typedef struct {
	int nid, pid, port;
} my_map_t;

static ptl_handle_md_t md = PTL_INVALID_HANDLE;
static ptl_handle_me_t me = PTL_INVALID_HANDLE;
static ptl_handle_eq_t eq = PTL_EQ_NONE;
static const ptl_process_id_t anyone = {PTL_NID_ANY, PTL_PID_ANY};
static ptl_process_id_t table[4];
static const ptl_ni_limits_t none = {0, 0, 0, 0, 0, 0, 0, 0};
static ptl_eq_handler_t no_handler = PTL_EQ_HANDLER_NONE;
static struct {
	ptl_md_t md;
	ptl_handle_md_t h;
} cached = {{0}, PTL_INVALID_HANDLE};

static int code(int rc)
{
	switch (rc) {
	case PTL_OK:
	case PTL_AC_INDEX_INVALID:
	case PTL_EQ_DROPPED:
	case PTL_EQ_EMPTY:
	case PTL_EQ_INVALID:
	case PTL_FAIL:
	case PTL_HANDLE_INVALID:
	case PTL_IFACE_INVALID:
	case PTL_MD_ILLEGAL:
	case PTL_MD_INVALID:
	case PTL_MD_IN_USE:
	case PTL_MD_NO_UPDATE:
	case PTL_ME_INVALID:
	case PTL_ME_IN_USE:
	case PTL_ME_LIST_TOO_LONG:
	case PTL_NI_INVALID:
	case PTL_NO_INIT:
	case PTL_NO_SPACE:
	case PTL_PID_INVALID:
	case PTL_PROCESS_INVALID:
	case PTL_PT_FULL:
	case PTL_PT_INDEX_INVALID:
	case PTL_SEGV:
	case PTL_SR_INDEX_INVALID:
	case PTL_UNKNOWN_ERROR:
	case PTL_IFACE_DUP:
	case PTL_VAL_FAILED:
	case PTL_EQ_IN_USE: return 1;
	}
	return 0;
}

static int kind(ptl_event_kind_t k)
{
	switch (k) { /* complete, so that -Wswitch has nothing to say */
	case PTL_EVENT_GET_START:
	case PTL_EVENT_GET_END:
	case PTL_EVENT_PUT_START:
	case PTL_EVENT_PUT_END:
	case PTL_EVENT_GETPUT_START:
	case PTL_EVENT_GETPUT_END:
	case PTL_EVENT_REPLY_START:
	case PTL_EVENT_REPLY_END:
	case PTL_EVENT_SEND_START:
	case PTL_EVENT_SEND_END:
	case PTL_EVENT_ACK:
	case PTL_EVENT_UNLINK: return 1;
	}
	return 0;
}

int main(void)
{
	ptl_md_t zero = {0};
	ptl_event_t ev;
	int bridge = PTL_BRIDGE_UK, nal = PTL_IFACE_SS, interfaces, wrong = 0;
	ptl_handle_ni_t ni;
	my_map_t own = {0, 0, 0};
	static const unsigned options[] = {PTL_MD_OP_PUT,
	                                   PTL_MD_OP_GET,
	                                   PTL_MD_MANAGE_REMOTE,
	                                   PTL_MD_TRUNCATE,
	                                   PTL_MD_ACK_DISABLE,
	                                   PTL_MD_IOVEC,
	                                   PTL_MD_MAX_SIZE,
	                                   PTL_MD_EVENT_START_DISABLE,
	                                   PTL_MD_EVENT_END_DISABLE,
	                                   PTL_MD_EVENT_AUTO_UNLINK_ENABLE,
	                                   PTL_MD_FLAG_AUTO_UNLINK,
	                                   PTL_MD_EVENT_MANUAL_UNLINK_ENABLE};
	unsigned all = 0;
	cpu_set_t cpus; /* <sched.h> comes with the headers */

	CPU_ZERO(&cpus);
	for (unsigned i = 0; i < sizeof options / sizeof *options; i++) {
		wrong += (all & options[i]) != 0;
		all |= options[i];
	}
	ev.type = 0; /* a number */
	wrong += !kind(ev.type) || PTL_OK != 0 || PTL_MD_THRESH_INF != -1 || PTL_EQ_NONE == PTL_INVALID_HANDLE;
	for (int rc = 0; rc < 28; rc++)
		wrong += !code(rc) || ptl_err_str[rc] == NULL;
	for (int k = 0; k <= PTL_EVENT_UNLINK; k++)
		wrong += ptl_event_str[k] == NULL || ptl_event_str[k][0] == 0;
	wrong += zero.length != 0 || none.max_mes != 0 || no_handler != NULL || table[3].nid != 0 || own.port != 0 || anyone.nid != PTL_NID_ANY;
	wrong += sizeof(ptl_process_id_t) != 2 * sizeof(int) || sizeof(ptl_handle_any_t) != 4 || sizeof(ptl_match_bits_t) != 8 ||
	         sizeof(ptl_hdr_data_t) != 8;
	wrong += md != me || eq == md || cached.h != md || PTL_MAX_TRANS_SZ < 1000;
	wrong += CRAY_UK_SSNAL != IFACE_FROM_BRIDGE_AND_NALID(bridge, nal);
	fprintf(stdout, "%lu %d\n", (unsigned long)md, (int)eq); /* <stdio.h> comes with them as well */

	wrong += PtlInit(&interfaces) != PTL_OK;
	int rc = PtlNIInit(a_network, PTL_PID_ANY, NULL, NULL, &ni);
	wrong += rc != PTL_OK;
	wrong += PtlMDUnlink(md) != PTL_MD_INVALID || PtlMEUnlink(me) != PTL_ME_INVALID;
	wrong += PtlMDBind(ni, cached.md, PTL_RETAIN, &cached.h) != PTL_EQ_INVALID; /* eq_handle 0 is no queue */
	cached.md.eq_handle = eq;
	wrong += PtlMDBind(ni, cached.md, PTL_RETAIN, &cached.h) != PTL_OK;
	wrong += PtlPut(cached.h, PTL_NO_ACK_REQ, anyone, 0, 0, 0, 0, 0) != PTL_PROCESS_INVALID;
	wrong += PtlMEAttach(ni, 3, anyone, 0, ~0, PTL_UNLINK, PTL_INS_AFTER, &me) != PTL_OK; /* an int for the bits */
	if (wrong)
		fprintf(stderr, "%d things are wrong\n", wrong);
	return wrong != 0; /* without PtlNIFini: that is how most end */
}
