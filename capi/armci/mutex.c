/* armci/mutex.c - mutexes: tickets, as armci/mutex.go describes their words. */
#include "call.h"

struct mutex {
	uint32_t next, turn, holder, pad;
	uint32_t waiter[]; /* process plus one, by ticket */
};

GA_TWIN(int, ARMCI_Create_mutexes, (int num))
{
	struct ga_armci_create_mutexes f = {GA_FRAME(create_mutexes, CREATE_MUTEXES, "ARMCI_Create_mutexes"), .num = num};

	ga_call(&f.head);
	return f.rc;
}

GA_TWIN(int, ARMCI_Destroy_mutexes, (void))
{
	struct ga_armci_destroy_mutexes f = {GA_FRAME(destroy_mutexes, DESTROY_MUTEXES, "ARMCI_Destroy_mutexes")};

	ga_call(&f.head);
	return f.rc;
}

static int lock_slowly(const char *fn, uintptr_t set, int mutex, int proc, bool try)
{
	struct ga_armci_lock f = {GA_FRAME(lock, LOCK, fn), .set = set, .mutex = mutex, .proc = proc, .try = try};

	ga_call(&f.head);
	return f.rc;
}

static void unlock_slowly(const char *fn, uintptr_t set, int mutex, int proc)
{
	struct ga_armci_unlock f = {GA_FRAME(unlock, UNLOCK, fn), .set = set, .mutex = mutex, .proc = proc};

	ga_call(&f.head);
}

/* A mutex of ARMCI_Create_mutexes, or NULL. */
static inline struct mutex *find(int mutex, int proc)
{
	if (GA_UNLIKELY((uint32_t)proc >= ga_armci.procs || !ga_armci.mutexes || mutex < 0 || (uint64_t)mutex >= ga_armci.mutexes[proc].count))
		return NULL;
	return (struct mutex *)(void *)(ga_armci.mutexes[proc].at + (size_t)mutex * ga_armci.mutex_bytes);
}

GA_TWIN(void, ARMCI_Lock, (int mutex, int proc))
{
	struct mutex *m = find(mutex, proc);

	if (GA_UNLIKELY(!m)) {
		lock_slowly("ARMCI_Lock", 0, mutex, proc, false);
		return;
	}
	const uint32_t ticket = __atomic_fetch_add(&m->next, 1, __ATOMIC_ACQ_REL);
	if (GA_UNLIKELY(__atomic_load_n(&m->turn, __ATOMIC_ACQUIRE) != ticket)) {
		struct ga_wait w = {.wants = GA_WANTS_NO_DATA};
		__atomic_store_n(&m->waiter[ticket % ga_armci.procs], ga_armci.me + 1, __ATOMIC_RELEASE);
		while (__atomic_load_n(&m->turn, __ATOMIC_ACQUIRE) != ticket) {
			ga_wait_step(&w);
			const uint32_t h = __atomic_load_n(&m->holder, __ATOMIC_RELAXED);
			if (h > 0)
				ga_armci_check(&w, ga_armci.ranks[h - 1]);
		}
	}
	__atomic_store_n(&m->holder, ga_armci.me + 1, __ATOMIC_RELAXED);
}

GA_TWIN(void, ARMCI_Unlock, (int mutex, int proc))
{
	struct mutex *m = find(mutex, proc);

	if (GA_UNLIKELY(!m || m->holder != ga_armci.me + 1)) {
		unlock_slowly("ARMCI_Unlock", 0, mutex, proc);
		return;
	}
	const uint32_t turn = m->turn + 1;
	__atomic_store_n(&m->holder, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&m->turn, turn, __ATOMIC_RELEASE);
	if (GA_UNLIKELY(__atomic_load_n(&m->next, __ATOMIC_RELAXED) != turn)) {
		const uint32_t next = __atomic_load_n(&m->waiter[turn % ga_armci.procs], __ATOMIC_ACQUIRE);
		if (next > 0 && next <= ga_armci.procs)
			ga_notify(ga_local(ga_armci.ranks[next - 1]));
	}
}

/* Sets of a group. */

armcix_mutex_hdl_t ARMCIX_Create_mutexes_hdl(int count, ARMCI_Group *pgroup)
{
	struct ga_armci_create_set f = {GA_FRAME(create_set, CREATE_SET, "ARMCIX_Create_mutexes_hdl"), .num = count, .group = pgroup ? *pgroup : 0};

	ga_call(&f.head);
	return (armcix_mutex_hdl_t)f.set;
}

int ARMCIX_Destroy_mutexes_hdl(armcix_mutex_hdl_t hdl)
{
	struct ga_armci_destroy_set f = {GA_FRAME(destroy_set, DESTROY_SET, "ARMCIX_Destroy_mutexes_hdl"), .set = (uintptr_t)hdl};

	ga_call(&f.head);
	return f.rc;
}

void ARMCIX_Lock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc) { lock_slowly("ARMCIX_Lock_hdl", (uintptr_t)hdl, mutex, proc, false); }
int ARMCIX_Trylock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc) { return lock_slowly("ARMCIX_Trylock_hdl", (uintptr_t)hdl, mutex, proc, true); }
void ARMCIX_Unlock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc) { unlock_slowly("ARMCIX_Unlock_hdl", (uintptr_t)hdl, mutex, proc); }
