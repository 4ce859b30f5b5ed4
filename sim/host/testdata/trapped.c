/* How programs end that access a map in a way that is not supported, or other memory beside it. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "world.h"

static volatile int handled;
static unsigned char *map;

static void on_signal(int sig, siginfo_t *info, void *context)
{
	(void)sig, (void)context;
	handled = info->si_addr == (void *)16;
	signal(SIGSEGV, SIG_DFL);
	_exit(handled ? 42 : 43);
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	unsigned char *own = world_segment(8192, strcmp(how, "poll") == 0);

	world_barrier();
	if (world_rank() == 1) {
		map = world_map(0);
		*(volatile int *)map = 5;
		if (strcmp(how, "poll") == 0)
			while (*(volatile int *)own == 0)
				;
		if (strcmp(how, "null") == 0)
			*(volatile int *)16 = *(volatile int *)map;
		if (strcmp(how, "behind") == 0)
			*(volatile long *)(map + 8188) = 1;
		if (strcmp(how, "unmapped") == 0) {
			world_unmap(map);
			*(volatile int *)map = 5;
		}
		if (strcmp(how, "divide") == 0) {
			*(volatile int *)map = 0;
			__asm__ volatile("movl $1, %%eax\n\tcltd\n\tidivl (%0)" : : "r"(map) : "eax", "edx", "memory");
		}
		if (strcmp(how, "jump") == 0)
			__asm__ volatile("jmp *(%0)" : : "r"(map));
		if (strcmp(how, "print") == 0)
			printf("%s\n", (char *)map);
		if (strcmp(how, "write") == 0)
			write(1, map, 4);
		if (strcmp(how, "loop") == 0) { /* after some rounds what it loads ends */
			char *from = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

			mprotect(from + 4096, 4096, PROT_NONE);
			for (volatile char *to = (volatile char *)map; to < (volatile char *)map + 8192; to++)
				*to = *(volatile char *)(from + (to - (volatile char *)map));
		}
		if (strcmp(how, "gather") == 0) {
			if (!__builtin_cpu_supports("avx2"))
				_exit(44);
			__asm__ volatile("vpcmpeqd %%xmm1, %%xmm1, %%xmm1\n\tvpxor %%xmm2, %%xmm2, %%xmm2\n\tvpgatherdd %%xmm1, (%0,%%xmm2,1), %%xmm0"
			                 :
			                 : "r"(map)
			                 : "xmm0", "xmm1", "xmm2");
		}
		if (strcmp(how, "save") == 0)
			__asm__ volatile("fxsave (%0)" : : "r"(map) : "memory");
		if (strcmp(how, "handler") == 0) {
			sigaction(SIGSEGV, &(struct sigaction){.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO}, NULL);
			*(volatile int *)(map + 4) = *(volatile int *)map + 1;
			*(volatile int *)16 = 1;
		}
	}
	world_barrier();
	return 0;
}
