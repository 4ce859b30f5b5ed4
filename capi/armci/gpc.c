/* armci/gpc.c - calls of functions at other processes. All memory of ARMCI is at the same addresses everywhere, so the caller runs the function itself, as the
 * classic library does for processes that share memory. */
#include <sched.h>

#include "call.h"

#define FUNCTIONS 64
#define FIRST 1
#define MOST (1 << 20) /* bytes of a header, and of data: no limit is needed */

typedef int function(int to, int from, void *hdr, int hlen, void *data, int dlen, void *rhdr, int rhlen, int *rhsize, void *rdata, int rdlen,
                     int *rdsize, int rtype);

static function *functions[FUNCTIONS]; /* of this process */

int ARMCI_Gpc_register(int (*func)())
{
	for (int h = 0; h < FUNCTIONS; h++)
		if (!functions[h]) {
			functions[h] = (function *)(void (*)(void))func;
			return h + FIRST;
		}
	ga_armci_wrong("ARMCI_Gpc_register", "there are %d functions already, as many as there can be", FUNCTIONS);
}

static function *find(const char *fn, int handle)
{
	if (handle < FIRST || handle >= FIRST + FUNCTIONS || !functions[handle - FIRST])
		ga_armci_wrong(fn, "h = %d: no such function", handle);
	return functions[handle - FIRST];
}

void ARMCI_Gpc_release(int handle)
{
	find("ARMCI_Gpc_release", handle);
	functions[handle - FIRST] = NULL;
}

void ARMCI_Gpc_init_handle(gpc_hdl_t *nbh)
{
	nbh->proc = -1;
	ARMCI_INIT_HANDLE(&nbh->ahdl);
}

void ARMCI_Gpc_wait(gpc_hdl_t *nbh) { nbh->proc = -1; }

int ARMCI_Gpc_exec(int h, int p, void *hdr, int hlen, void *data, int dlen, void *rhdr, int rhlen, void *rdata, int rdlen, gpc_hdl_t *nbh)
{
	function *f = find("ARMCI_Gpc_exec", h);
	int rhsize = 0, rdsize = 0;

	if ((uint32_t)p >= (uint32_t)ga_armci_size("ARMCI_Gpc_exec"))
		return FAIL5;
	if (hlen < 0 || dlen < 0 || rhlen < 0 || rdlen < 0)
		return FAIL3;
	if (!ga_armci.procs && !ARMCI_Same_node(p))
		ga_armci_wrong("ARMCI_Gpc_exec", "p = %d: a process of another host; the caller runs the function, which needs its memory", p);
	if (nbh)
		nbh->proc = p;
	f(p, ga_armci_me("ARMCI_Gpc_exec"), hdr, hlen, data, dlen, rhdr, rhlen, &rhsize, rdata, rdlen, &rdsize, GPC_INIT);
	return 0;
}

void *ARMCI_Gpc_translate(void *ptr, int proc, int from) { return ptr; }

/* The lock of a process: the last one of accumulates is also this one's, in its second word. */
static uint32_t *lock_of(int proc)
{
	if ((uint32_t)proc >= ga_armci.procs)
		return NULL;
	return (uint32_t *)(void *)(ga_armci.parts[proc] + sizeof(uint32_t));
}

static int slowly(const char *fn, int what, int proc)
{
	struct ga_armci_gpc_lock f = {GA_FRAME(gpc_lock, GPC_LOCK, fn), .what = what, .proc = proc};

	ga_call(&f.head);
	return f.rc;
}

static bool take(uint32_t *lock)
{
	uint32_t is = 0;

	return __atomic_compare_exchange_n(lock, &is, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

int ARMCI_Gpc_trylock(int proc)
{
	uint32_t *lock = lock_of(proc);

	return lock ? take(lock) : slowly("ARMCI_Gpc_trylock", GA_ARMCI_GPC_TRY, proc);
}

void ARMCI_Gpc_lock(int proc)
{
	uint32_t *lock = lock_of(proc);

	if (!lock)
		slowly("ARMCI_Gpc_lock", GA_ARMCI_GPC_LOCK, proc);
	else
		while (!take(lock))
			sched_yield();
}

void ARMCI_Gpc_unlock(int proc)
{
	uint32_t *lock = lock_of(proc);

	if (lock)
		__atomic_store_n(lock, 0, __ATOMIC_RELEASE);
	else
		slowly("ARMCI_Gpc_unlock", GA_ARMCI_GPC_UNLOCK, proc);
}

int ARMCI_Get_gpc_hlen(void) { return MOST; }
int ARMCI_Get_gpc_dlen(void) { return MOST; }
