/* thread_pointer.c - thread-local storage of threads of programs. Programs pass addresses of thread-local variables to other threads, and libgomp does, so each thread has a thread pointer of its own:
 * a copy of the block that the ranks' thread has from the C library, with what that knows of a thread. Everything that the C library keeps there was initialised for the ranks' thread, and is right for
 * another one that is never in the C library at the same time. */
#include "pthreads.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <asm/prctl.h>

enum { DTV = 1, SELF = 2 }; /* words at the thread pointer */

static void set(char *to)
{
	static int quick = -1;

	if (quick < 0)
		quick = (getauxval(AT_HWCAP2) & 2) != 0; /* the kernel lets programs write the register */
	if (quick)
		__asm__ volatile("wrfsbase %0" : : "r"(to) : "memory");
	else
		syscall(SYS_arch_prctl, ARCH_SET_FS, to);
}
#else
enum { DTV = 0 };

static void set(char *to) { __asm__ volatile("msr tpidr_el0, %0" : : "r"(to) : "memory"); }
#endif

/* The C library's numbers: bytes of static thread-local storage, and of what it knows of a thread. */
static bool sizes(size_t *whole, size_t *known)
{
	void (*const info)(size_t *, size_t *) = (void (*)(size_t *, size_t *))dlsym(RTLD_DEFAULT, "_dl_get_tls_static_info");
	const uint32_t *const bytes = dlsym(RTLD_DEFAULT, "_thread_db_sizeof_pthread");
	size_t align;

	if (!info || !bytes)
		return false;
	info(whole, &align);
	*known = *bytes;
	return true;
}

/* A block for a thread of the rank; of is the thread pointer of the ranks' thread. Free *memory. NULL: no memory, or an unknown C library. */
char *ga_sim_new_thread_pointer(const struct ga_sim_rank *r, char *of, void **memory)
{
	enum { ALIGN = 4096 };
	size_t whole, known, below;
	char *block, *at;

	if (!sizes(&whole, &known))
		return NULL;
#if defined(__x86_64__)
	below = whole - known;
#else
	below = known;
	whole += known;
#endif
	block = aligned_alloc(ALIGN, (whole + 2 * ALIGN - 1) & -(size_t)ALIGN);
	if (!block)
		return NULL;
	*memory = block;
	at = block + ((uintptr_t)(of - below) & (ALIGN - 1)) + below; /* in its page as the other is */
	memcpy(at - below, of - below, whole);
#if defined(__x86_64__)
	((void **)at)[0] = ((void **)at)[SELF] = at;
	at -= r->image->tls_bytes;
	memset(at, 0, r->image->tls_bytes);
	ga_sim_fill_tls(r, at);
	return at + r->image->tls_bytes;
#else
	if (r->image->tls_bytes > 16)
		memset(at + 16, 0, r->image->tls_bytes - 16);
	ga_sim_fill_tls(r, at);
	return at;
#endif
}

/* The thread continues with another thread pointer. The C library's table of blocks is one for all, and may have been replaced. */
void ga_sim_set_thread_pointer(char *from, char *to)
{
	((void **)to)[DTV] = ((void **)from)[DTV];
	set(to);
}
