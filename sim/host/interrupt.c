/* interrupt.c - requests that a rank makes without a call: instructions that read the time stamp counter, when it has run for long (slice.c), and accesses to watched memory (watch.c).
 *
 * In the copies of an object such an instruction is one that traps (ud2), as long as it was. The handler of the signal has the rank continue in
 * ga_sim_interrupt (switch_*.S), as if it had called that: there the rank is on its own stack, outside any handler, and can make a request like any other
 * and let other ranks run. All its registers are as they were when it continues behind the instruction, but for those that the instruction sets.
 *
 * On arm64 none of them is made. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rank.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MFD_EXEC
#define MFD_EXEC 0x10u
#endif

static bool copy_file(int to, const struct object *o)
{
	for (int i = 0; i < o->head->e_phnum; i++) {
		const Elf64_Phdr *s = &o->segments[i];

		if (s->p_type != PT_LOAD)
			continue;
		for (uint64_t done = 0; done < s->p_filesz;) {
			const ssize_t n = pwrite(to, o->file + s->p_offset + done, s->p_filesz - done, (off_t)(s->p_offset + done));

			if (n <= 0)
				return false;
			done += (uint64_t)n;
		}
	}
	return ftruncate(to, (off_t)o->file_bytes) == 0; /* pages of the file that no segment has are holes */
}

/* ud2, and nothing that is executed behind it. Prefixes stay. */
static bool patch(int fd, const struct ga_sim_read *r)
{
	static const unsigned char trap[] = {0x0f, 0x0b, 0x90};
	const size_t bytes = r->kind == GA_SIM_READS_PROCESSOR ? 3 : 2;

	return pwrite(fd, trap, bytes, (off_t)(r->offset + r->length - bytes)) == (ssize_t)bytes;
}

bool ga_sim_changeable(struct object *o)
{
	int fd;

	if (o->changeable)
		return true;
	fd = memfd_create(o->name, MFD_CLOEXEC | MFD_EXEC);
	if (fd < 0) /* a kernel that does not know the flag, before 6.3 */
		fd = memfd_create(o->name, MFD_CLOEXEC);
	if (fd < 0)
		return false;
	if (!copy_file(fd, o)) {
		close(fd);
		return false;
	}
	close(o->fd);
	o->fd = fd;
	return o->changeable = true;
}

bool ga_sim_redirect_reads(struct ga_sim_image *image, int i, const struct ga_sim_read *reads, size_t n)
{
	struct object *o = image->objects[i];
	struct ga_sim_read *all = malloc(n * sizeof *reads);
	bool ok = all && ga_sim_changeable(o);

	for (size_t k = 0; ok && k < n; k++)
		ok = patch(o->fd, &reads[k]);
	if (!ok) {
		free(all);
		return false;
	}
	memcpy(all, reads, n * sizeof *reads);
	o->reads = all;
	o->nreads = n;
	return true;
}

#if defined(__x86_64__)
#include <cpuid.h>

enum { TRAP = 1 << 8 /* of the flags */, RED_ZONE = 128, ROOM = 8 << 10 /* on the stack, to be interrupted */ };

HIDDEN struct saved *ga_sim_interrupted(struct saved *all); /* called by switch_amd64.S; the result is where the registers are then */

uint64_t ga_sim_vector_bytes;

void ga_sim_interrupt_setup(void)
{
	unsigned a, b, c, d;

	if (__get_cpuid(1, &a, &b, &c, &d) && c & bit_OSXSAVE && __get_cpuid_count(0xd, 0, &a, &b, &c, &d))
		ga_sim_vector_bytes = b;
}

static const struct ga_sim_read *read_at(const struct ga_sim_rank *r, uint64_t pc)
{
	const int i = ga_sim_object_at(r, pc);
	const struct object *o = i < 0 ? NULL : r->image->objects[i];
	size_t low = 0, high = o ? o->nreads : 0;

	while (low < high) {
		const size_t middle = (low + high) / 2;
		const uint64_t at = r->base[i] + o->reads[middle].at;

		if (at == pc)
			return &o->reads[middle];
		if (at < pc)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

void ga_sim_enter_interrupt(struct ga_sim_rank *r, mcontext_t *m, enum interrupted by)
{
	uint64_t *const top = (uint64_t *)((uint64_t)m->gregs[REG_RSP] - RED_ZONE) - 1;

	if (by != BY_STEPS)
		ga_sim_steps_end();
	m->gregs[REG_EFL] &= ~(greg_t)TRAP;
	*top = (uint64_t)m->gregs[REG_RIP];
	r->interrupted = by;
	m->gregs[REG_RSP] = (int64_t)(uint64_t)top;
	m->gregs[REG_RIP] = (int64_t)(uint64_t)ga_sim_interrupt;
}

/* A rank may be left anywhere in code that it has for itself, but not inside a library that all share, which may hold a lock. */
bool ga_sim_in_own_code(const struct ga_sim_rank *r, uint64_t pc)
{
	const int i = ga_sim_object_at(r, pc);
	const struct object *o = i < 0 ? NULL : r->image->objects[i];

	for (int k = 0; o && k < o->ntexts; k++)
		if (pc - (r->base[i] + o->texts[k].at) < o->texts[k].bytes)
			return true;
	return false;
}

void ga_sim_interrupt_slice(struct ga_sim_rank *r, ucontext_t *u)
{
	mcontext_t *m = &u->uc_mcontext;
	const uint64_t low = (uint64_t)r->stack + ROOM + ga_sim_vector_bytes, high = (uint64_t)r->stack + r->stack_bytes;
	const uint64_t sp = (uint64_t)m->gregs[REG_RSP];

	if (ga_sim_in_own_code(r, (uint64_t)m->gregs[REG_RIP]) && sp >= low && sp < high)
		ga_sim_enter_interrupt(r, m, BY_TIMER);
	else
		ga_sim_slice_again(r);
}

static void set_pair(mcontext_t *m, uint64_t value)
{
	m->gregs[REG_RAX] = (int64_t)(value & UINT32_MAX);
	m->gregs[REG_RDX] = (int64_t)(value >> 32);
}

/* While a rank is mapped, functions that choose others (IFUNC) run before there is a world to ask: they read the processor's counter. A handler of the program's that runs
 * on the thread's stack for signals must not be left for other ranks, which need that stack: it reads what the rank has read last. */
bool ga_sim_interrupt_counter(struct ga_sim_rank *r, bool mapped, ucontext_t *u)
{
	mcontext_t *m = &u->uc_mcontext;
	const uint64_t pc = (uint64_t)m->gregs[REG_RIP], sp = (uint64_t)m->gregs[REG_RSP], beside = (uint64_t)u->uc_stack.ss_sp;
	const struct ga_sim_read *read = read_at(r, pc);
	uint32_t processor = r->processor;

	if (!read)
		return false;
	if (read->kind == GA_SIM_CALLS_SYSTEM && (!mapped || sp - beside < u->uc_stack.ss_size))
		return false;
	m->gregs[REG_RIP] += read->length;
	if (read->kind == GA_SIM_CALLS_SYSTEM) {
		ga_sim_enter_interrupt(r, m, BY_SYSCALL);
		return true;
	}
	if (!mapped) {
		set_pair(m, __builtin_ia32_rdtscp(&processor));
	} else if (sp - beside < u->uc_stack.ss_size) {
		set_pair(m, r->counter);
	} else {
		ga_sim_enter_interrupt(r, m, read->kind == GA_SIM_READS_PROCESSOR ? BY_RDTSCP : BY_RDTSC);
		return true;
	}
	if (read->kind == GA_SIM_READS_PROCESSOR)
		m->gregs[REG_RCX] = processor;
	return true;
}

/* On the rank's stack. */
struct saved *ga_sim_interrupted(struct saved *all)
{
	struct ga_sim_rank *r = ga_sim_now;
	const enum interrupted by = r->interrupted;
	struct ga_sim_request request = {.op = GA_SIM_COUNTER, .fn = by == BY_RDTSCP ? "rdtscp" : "rdtsc"};

	switch (by) {
	case BY_SYSCALL:
		all->rax = (uint64_t)ga_sim_system_call(
		    (const long[]){(long)all->rax, (long)all->rdi, (long)all->rsi, (long)all->rdx, (long)all->r10, (long)all->r8, (long)all->r9});
		return all;
	case BY_ACCESS: ga_sim_accessed(r, all); return all;
	case BY_STORED: ga_sim_stored(r, all); return all;
	case BY_LOOP: ga_sim_looped(r, all); return all;
	case BY_STEPS:
	case BY_AWAIT: return ga_sim_steps_stopped(r, all, by == BY_AWAIT);
	default: break;
	}
	if (by == BY_TIMER) {
		request.op = GA_SIM_SPIN;
		request.fn = "runs, without a library call";
	}
	ga_sim_tell(GA_SIM_REQUEST, &request);
	if (by == BY_TIMER)
		return all;
	r->counter = (uint64_t)request.answer;
	r->processor = request.processor;
	all->rax = r->counter & UINT32_MAX;
	all->rdx = r->counter >> 32;
	if (by == BY_RDTSCP)
		all->rcx = request.processor;
	return all;
}

#else

void ga_sim_interrupt_setup(void) {}

bool ga_sim_interrupt_counter(struct ga_sim_rank *r, bool mapped, ucontext_t *u)
{
	(void)r, (void)mapped, (void)u;
	return false;
}

void ga_sim_interrupt_slice(struct ga_sim_rank *r, ucontext_t *u) { (void)r, (void)u; }

#endif
