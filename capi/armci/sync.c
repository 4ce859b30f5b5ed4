/* armci/sync.c - read-modify-write, fences, barriers, mutexes, notifications. */
#include "call.h"
#include "collective.h"

static int rmw_slowly(int op, void *ploc, void *prem, int extra, int proc)
{
	struct ga_armci_rmw f = {GA_FRAME(rmw, RMW, "ARMCI_Rmw"), .op = op, .local = ploc, .remote = prem, .extra = extra, .proc = proc};

	ga_call(&f.head);
	return f.rc;
}

GA_TWIN(int, ARMCI_Rmw, (int op, void *ploc, void *prem, int extra, int proc))
{
	const bool wide = op == ARMCI_FETCH_AND_ADD_LONG || op == ARMCI_SWAP_LONG;
	const size_t bytes = wide ? sizeof(long) : sizeof(int);

	if (GA_UNLIKELY(!ploc || !prem || op < ARMCI_SWAP || op > ARMCI_FETCH_AND_ADD_LONG || (uintptr_t)prem % bytes != 0 ||
	                !ga_armci_reach(proc, prem, bytes)))
		return rmw_slowly(op, ploc, prem, extra, proc);
	int value;
	long longer;
	switch (op) {
	case ARMCI_FETCH_AND_ADD:
		value = __atomic_fetch_add((int *)prem, extra, __ATOMIC_ACQ_REL);
		memcpy(ploc, &value, sizeof value);
		break;
	case ARMCI_FETCH_AND_ADD_LONG:
		longer = __atomic_fetch_add((long *)prem, (long)extra, __ATOMIC_ACQ_REL);
		memcpy(ploc, &longer, sizeof longer);
		break;
	case ARMCI_SWAP:
		memcpy(&value, ploc, sizeof value);
		value = __atomic_exchange_n((int *)prem, value, __ATOMIC_ACQ_REL);
		memcpy(ploc, &value, sizeof value);
		break;
	default:
		memcpy(&longer, ploc, sizeof longer);
		longer = __atomic_exchange_n((long *)prem, longer, __ATOMIC_ACQ_REL);
		memcpy(ploc, &longer, sizeof longer);
	}
	return 0;
}

static void fence(const char *fn, int proc)
{
	if (GA_LIKELY(((uint32_t)proc < ga_armci.peers && ga_armci.parts[proc]) || (proc == GA_ANYONE && ga_armci.procs))) {
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
		return;
	}
	struct ga_armci_fence f = {GA_FRAME(fence, FENCE, fn), .proc = proc};
	ga_call(&f.head);
}

GA_TWIN(void, ARMCI_Fence, (int proc)) { fence("ARMCI_Fence", proc); }
GA_TWIN(void, ARMCI_AllFence, (void)) { fence("ARMCI_AllFence", GA_ANYONE); }
void ARMCI_DoFence(int proc) { fence("ARMCI_DoFence", proc); }
GA_TWIN(void, ARMCI_GroupFence, (ARMCI_Group * group)) { fence("ARMCI_GroupFence", GA_ANYONE); }

static void settle(const char *fn, bool after)
{
	struct ga_armci_settle f = {GA_FRAME(settle, SETTLE, fn), .after = after};

	ga_call(&f.head);
}

/* The barrier after a process has freed memory. */
static __attribute__((noinline)) void settling_barrier(const char *fn, struct ga_armci_group *g)
{
	__atomic_store_n(&ga_armci.freed, false, __ATOMIC_RELAXED);
	settle(fn, false);
	ga_armci_sync(g);
	settle(fn, true);
}

void ga_armci_barrier(const char *fn, int group, bool fenced)
{
	struct ga_armci_group *g = ga_armci_group_of(group);

	if (GA_LIKELY(g != NULL)) {
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
		if (GA_UNLIKELY(__atomic_load_n(&ga_armci.freed, __ATOMIC_RELAXED) && g->size == ga_armci.procs))
			settling_barrier(fn, g);
		else
			ga_armci_sync(g);
		return;
	}
	struct ga_armci_barrier f = {GA_FRAME(barrier, BARRIER, fn), .group = group, .fence = fenced};
	ga_call(&f.head);
}

GA_TWIN(void, ARMCI_Barrier, (void)) { ga_armci_barrier("ARMCI_Barrier", 0, true); }

void parmci_msg_barrier(void) { ga_armci_barrier("armci_msg_barrier", 0, false); }
extern __typeof__(parmci_msg_barrier) armci_msg_barrier __attribute__((weak, alias("parmci_msg_barrier")));

void parmci_msg_group_barrier(ARMCI_Group *group) { ga_armci_barrier("armci_msg_group_barrier", group ? *group : 0, false); }
extern __typeof__(parmci_msg_group_barrier) armci_msg_group_barrier __attribute__((weak, alias("parmci_msg_group_barrier")));

/* Notifications. */

int parmci_notify(int proc)
{
	struct ga_armci_notify f = {GA_FRAME(notify, NOTIFY, "armci_notify"), .proc = proc};

	ga_call(&f.head);
	return f.sent;
}
extern __typeof__(parmci_notify) armci_notify __attribute__((weak, alias("parmci_notify")));

int parmci_notify_wait(int proc, int *pval)
{
	struct ga_armci_notify_wait f = {GA_FRAME(notify_wait, NOTIFY_WAIT, "armci_notify_wait"), .proc = proc};

	ga_call(&f.head);
	if (pval)
		*pval = f.waited;
	return f.arrived;
}
extern __typeof__(parmci_notify_wait) armci_notify_wait __attribute__((weak, alias("parmci_notify_wait")));
