/* armci/memory.c - allocations. */
#include "call.h"

static int allocate(const char *fn, void **ptrs, armci_size_t bytes, int group)
{
	struct ga_armci_malloc f = {GA_FRAME(malloc, MALLOC, fn), .ptrs = ptrs, .bytes = bytes, .group = group};

	ga_call(&f.head);
	return f.rc;
}

static int release(const char *fn, void *ptr)
{
	struct ga_armci_free f = {GA_FRAME(free, FREE, fn), .ptr = ptr};

	ga_call(&f.head);
	__atomic_store_n(&ga_armci.freed, true, __ATOMIC_RELAXED);
	return f.rc;
}

static void *allocate_local(const char *fn, armci_size_t bytes)
{
	struct ga_armci_malloc_local f = {GA_FRAME(malloc_local, MALLOC_LOCAL, fn), .bytes = bytes};

	ga_call(&f.head);
	return f.block;
}

static int handle_of(const ARMCI_Group *group) { return group ? *group : 0; }

GA_TWIN(int, ARMCI_Malloc, (void **ptr_arr, armci_size_t bytes)) { return allocate("ARMCI_Malloc", ptr_arr, bytes, 0); }
GA_TWIN(int, ARMCI_Free, (void *ptr)) { return release("ARMCI_Free", ptr); }

GA_TWIN(int, ARMCI_Malloc_memdev, (void **ptr_arr, armci_size_t bytes, const char *device))
{
	return allocate("ARMCI_Malloc_memdev", ptr_arr, bytes, 0);
}

GA_TWIN(int, ARMCI_Malloc_group_memdev, (void **ptr_arr, armci_size_t bytes, ARMCI_Group *group, const char *device))
{
	return allocate("ARMCI_Malloc_group_memdev", ptr_arr, bytes, handle_of(group));
}

GA_TWIN(int, ARMCI_Free_memdev, (void *ptr)) { return release("ARMCI_Free_memdev", ptr); }

int ARMCI_Malloc_group(void **ptr_arr, armci_size_t bytes, ARMCI_Group *group)
{
	return allocate("ARMCI_Malloc_group", ptr_arr, bytes, handle_of(group));
}

int ARMCI_Free_group(void *ptr, ARMCI_Group *group) { return release("ARMCI_Free_group", ptr); }

GA_TWIN(void *, ARMCI_Malloc_local, (armci_size_t bytes)) { return allocate_local("ARMCI_Malloc_local", bytes); }

GA_TWIN(int, ARMCI_Free_local, (void *ptr))
{
	if (ptr)
		release("ARMCI_Free_local", ptr);
	return 0;
}

GA_TWIN(void, ARMCI_Memget, (size_t bytes, armci_meminfo_t *meminfo, int memflg))
{
	if (!meminfo)
		ga_armci_wrong("ARMCI_Memget", "meminfo = NULL");
	if (bytes == 0)
		ga_armci_wrong("ARMCI_Memget", "bytes = 0: not above 0");
	if (memflg != 0)
		ga_armci_wrong("ARMCI_Memget", "memflg = %d: not 0", memflg);
	memset(meminfo, 0, sizeof *meminfo);
	meminfo->armci_addr = meminfo->addr = allocate_local("ARMCI_Memget", (armci_size_t)bytes);
	meminfo->size = bytes;
	meminfo->cpid = ga_armci_me("ARMCI_Memget");
}

GA_TWIN(void *, ARMCI_Memat, (armci_meminfo_t * meminfo, long offset))
{
	if (!meminfo)
		ga_armci_wrong("ARMCI_Memat", "meminfo = NULL");
	return meminfo->armci_addr + offset;
}

void ARMCI_Memdt(armci_meminfo_t *meminfo, long offset) {}

GA_TWIN(void, ARMCI_Memctl, (armci_meminfo_t * meminfo))
{
	if (!meminfo)
		ga_armci_wrong("ARMCI_Memctl", "meminfo = NULL");
	if (meminfo->cpid == ga_armci_me("ARMCI_Memctl"))
		release("ARMCI_Memctl", meminfo->armci_addr);
	meminfo->armci_addr = meminfo->addr = NULL;
}

int ARMCI_Uses_shm(void) { return 1; }
int ARMCI_Uses_shm_grp(ARMCI_Group *group) { return 1; }
int ARMCI_Uses_shm_group(void) { return 1; }
void ARMCI_Set_shm_limit(unsigned long shmemlimit) {}

GA_TWIN(void, ARMCI_Access_begin, (void *ptr)) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
GA_TWIN(void, ARMCI_Access_end, (void *ptr)) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
