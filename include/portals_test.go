package include_test

import "testing"

// What clients of twenty years ago do with portals3.h, word for word or as near as makes no difference to the compiler.
func TestPortalsClients(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"defines two macros again", `#include <portals/portals3.h>
#define PTL_EQ_HANDLER_NONE NULL
#define PTL_NO_ACK_REQ PTL_NOACK_REQ
ptl_ack_req_t ack = PTL_NO_ACK_REQ;
ptl_eq_handler_t handler = PTL_EQ_HANDLER_NONE;
`},
		{"has a default interface of its own", `#define PTL_IFACE_DEFAULT 77
#include <portals3.h>
#if PTL_IFACE_DEFAULT != 77
#error taken
#endif
`},
		{"declares ptl_event_str as it likes", `#include <portals/portals3.h>
extern char *ptl_event_str[];
extern const char *ptl_err_str[];
const char *words(ptl_event_t *ev, int rc);
const char *words(ptl_event_t *ev, int rc) { return rc ? ptl_err_str[rc] : ptl_event_str[ev->type]; }
`},
		{"declares ptl_event_str as another does", "#include <portals/portals3.h>\nextern const char *ptl_event_str[];\n"},
		{"has all headers in one folder", `#include <portals/portals3.h>
#include <portals/p3nal_utcp.h>
#include <portals/p3api/debug.h>
unsigned int mask = PTL_DBG_ALL | PTL_DBG_NI_ALL;
ptl_interface_t iface = PTL_IFACE_DEFAULT;
`},
		{"has its own type of map", `#include <portals/portals3.h>
#include <portals/pmi.h>
typedef struct { ptl_nid_t nid; ptl_pid_t pid; } cnos_nidpid_map_t;
int ask(void);
int ask(void)
{
  cnos_nidpid_map_t *map;
  void *p;
  int flag;
  if (PMI_Initialized(&flag) != PMI_SUCCESS || PMI_CNOS_Get_nidpid_map(&p) != PMI_SUCCESS)
    return 0;
  map = (cnos_nidpid_map_t *)p;
  return (int)map[0].nid;
}
`},
		{"keeps ids and handles in static initialisers", `#include <catamount/cnos_mpi_os.h>
static const ptl_process_id_t any = { PTL_NID_ANY, PTL_PID_ANY };
static ptl_handle_ni_t ni = PTL_INVALID_HANDLE;
static struct { ptl_handle_md_t md; ptl_handle_eq_t eq; } s = { PTL_INVALID_HANDLE, PTL_EQ_NONE };
int use(cnos_nidpid_map_t *map);
int use(cnos_nidpid_map_t *map)
{
  map[0].nid = any.nid;
  map[0].pid = any.pid;
  return ni == PTL_INVALID_HANDLE && s.md != s.eq && cnos_launcher() != CNOS_LAUNCHER_YOD;
}
`},
		{"leaves the job out of an access entry, or not", `#include <portals/portals3.h>
int may(ptl_handle_ni_t ni, ptl_process_id_t id);
#ifndef __cplusplus
int may(ptl_handle_ni_t ni, ptl_process_id_t id)
{
  int (*f)(ptl_handle_ni_t, ptl_ac_index_t, ptl_process_id_t, ptl_uid_t, ptl_jid_t, ptl_pt_index_t) = PtlACEntry;
  return PtlACEntry(ni, 0, id, PTL_UID_ANY, PTL_PT_INDEX_ANY) + PtlACEntry(ni, 0, id, PTL_UID_ANY, PTL_JID_ANY, 3) +
    PtlACEntry(ni, 0, (ptl_process_id_t){ 1, 2 }, PTL_UID_ANY, PTL_JID_ANY, 3) + PtlACEntry(ni, 0, ((ptl_process_id_t){ 1, 2 }), PTL_UID_ANY, 3) +
    (PtlACEntry)(ni, 0, id, PTL_UID_ANY, PTL_JID_ANY, 3) + f(ni, 0, id, PTL_UID_ANY, PTL_JID_ANY, 3);
}
int PtlACEntry(ptl_handle_ni_t ni, ptl_ac_index_t ac, ptl_process_id_t match_id, ptl_uid_t uid, ptl_jid_t jid, ptl_pt_index_t pt);
#else
int may(ptl_handle_ni_t ni, ptl_process_id_t id) { return PtlACEntry(ni, 0, id, PTL_UID_ANY, PTL_JID_ANY, 3); }
#endif
`},
		{"was written for the reference implementation", `#include <portals3.h>
#include <p3nal_utcp.h>
#include <p3rt/p3rt.h>
#include <p3api/debug.h>
#define PTL_DBG_ALL (0x0000ffff)
#define PTL_DBG_NI_ALL (0xffff0000)
#define PTL_IFACE_UTCP PTL_NALTYPE_UTCP
unsigned int who(void);
unsigned int who(void)
{
  unsigned int rank = 0, size = 0;
  if (PtlSetRank(PTL_INVALID_HANDLE, -1, -1) != PTL_OK || PtlGetRank(PTL_INVALID_HANDLE, &rank, &size) != PTL_OK)
    return PtlNIDebug(PTL_INVALID_HANDLE, PTL_DBG_ALL | PTL_DBG_NI_ALL);
  return rank + PTL_IFACE_UTCP0;
}
`},
		{"has masks of its own where there are none", `#include <portals/portals3.h>
#ifdef PTL_DBG_ALL
#error not in this header
#endif
#define PTL_DBG_ALL PTL_DEBUG_ALL
unsigned int mask = PTL_DBG_ALL;
`},
		{"makes an interface from variables", `#include <portals/nal.h>
int open_ni(int bridge, int nal, ptl_handle_ni_t *ni);
int open_ni(int bridge, int nal, ptl_handle_ni_t *ni)
{
  ptl_ni_limits_t actual;
  int max, rc = PtlInit(&max);
  if (rc != PTL_OK)
    fprintf(stderr, "PtlInit: %s\n", ptl_err_str[rc]);
  rc = PtlNIInit(IFACE_FROM_BRIDGE_AND_NALID(bridge, nal), PTL_PID_ANY, NULL, &actual, ni);
  return rc == PTL_OK || rc == PTL_IFACE_DUP;
}
`},
		{"lists all codes", `#include <portals/portals3.h>
#if defined(CRAY_ACCEL) || !defined(PTL_MAX_ERRNO) || PTL_OK != 0
#error clients look at these
#endif
int known(int rc);
int known(int rc)
{
  switch (rc) {
  case PTL_OK: case PTL_AC_INDEX_INVALID: case PTL_EQ_DROPPED: case PTL_EQ_EMPTY: case PTL_EQ_INVALID: case PTL_FAIL:
  case PTL_HANDLE_INVALID: case PTL_IFACE_INVALID: case PTL_MD_ILLEGAL: case PTL_MD_INVALID: case PTL_MD_IN_USE: case PTL_MD_NO_UPDATE:
  case PTL_ME_INVALID: case PTL_ME_IN_USE: case PTL_ME_LIST_TOO_LONG: case PTL_NI_INVALID: case PTL_NO_INIT: case PTL_NO_SPACE:
  case PTL_PID_INVALID: case PTL_PROCESS_INVALID: case PTL_PT_FULL: case PTL_PT_INDEX_INVALID: case PTL_SEGV: case PTL_SR_INDEX_INVALID:
  case PTL_UNKNOWN_ERROR: case PTL_IFACE_DUP: case PTL_VAL_FAILED: case PTL_EQ_IN_USE: case PTL_NAL_FAILED: case PTL_IOV_INVALID: return 1;
  }
  return 0;
}
`},
		{"passes descriptors by value", `#include <portals/portals3.h>
int post(ptl_handle_ni_t ni, ptl_handle_me_t base, ptl_handle_eq_t eq, ptl_process_id_t from, void *buf, void (*done)(ptl_event_t *));
int post(ptl_handle_ni_t ni, ptl_handle_me_t base, ptl_handle_eq_t eq, ptl_process_id_t from, void *buf, void (*done)(ptl_event_t *))
{
  ptl_handle_me_t me;
  ptl_handle_md_t mdh;
  ptl_event_t ev;
  ptl_md_t md = { 0, 0, 0, 0, 0, 0, 0 };
  int rc, which;
  md.start = buf;
  md.length = 8;
  md.threshold = PTL_MD_THRESH_INF;
  md.options = PTL_MD_OP_PUT | PTL_MD_TRUNCATE | PTL_MD_EVENT_START_DISABLE | PTL_MD_EVENT_AUTO_UNLINK_ENABLE | PTL_MD_FLAG_AUTO_UNLINK;
  md.user_ptr = (void *)done;
  md.eq_handle = eq;
  rc = PtlMEMDPost(ni, base, from, 1, ~0, PTL_UNLINK, PTL_INS_BEFORE, md, PTL_UNLINK, &me, &mdh, eq);
  if (rc == PTL_MD_NO_UPDATE)
    return PtlEQPoll(&eq, 1, 0, &ev, &which);
  rc = PtlEQWait(eq, &ev);
  if (rc == PTL_OK && ev.ni_fail_type == PTL_NI_OK && ev.type == PTL_EVENT_PUT_END)
    ((void (*)(ptl_event_t *))ev.md.user_ptr)(&ev);
  return PtlMDUnlink(ev.md_handle);
}
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, l := range languages() {
				flags := []string{"-Wno-pedantic"} // function pointers in user_ptr
				requireCompiles(t, l, c.text, flags...)
			}
		})
	}
}

// A client that makes a thread by clone and binds it gets all that from here.
func TestPortalsBringsTheScheduler(t *testing.T) {
	for _, l := range languages() {
		requireCompiles(t, l, `#include <portals/nal.h>
int flags = CLONE_THREAD | CLONE_SIGHAND | CLONE_VM;
cpu_set_t set;
int start(int (*f)(void *), char *stack);
int start(int (*f)(void *), char *stack) { CPU_ZERO(&set); return clone(f, stack, flags, NULL); }
`, "-U_GNU_SOURCE", "-D_GNU_SOURCE")
	}
}
