/* hosts_loss_shmem.c - ranks of both hosts that have not met yet put and get while the link between the hosts is lost. It says "ready" and waits until the file of its first argument exists. */
#include "../gt.h"

#include <shmem.h>
#include <string.h>
#include <unistd.h>

enum { BYTES = 4096 };

int main(int argc, char **argv)
{
	shmem_init();
	GT_BEGIN(shmem_my_pe(), shmem_n_pes());
	char *to = shmem_calloc(1, BYTES), from[BYTES];
	long *word = shmem_calloc(1, sizeof *word);
	const int partner = (gt_me + gt_n / 2) % gt_n; /* on the other host */

	if (argc < 2)
		FATAL("no file");
	memset(from, 'a' + gt_me, sizeof from);
	shmem_barrier_all();
	puts("ready");
	fflush(stdout);
	while (access(argv[1], F_OK) != 0)
		usleep(1000);
	if (gt_me % 2)
		shmem_long_p(word, gt_me, partner); /* a message */
	else
		shmem_putmem(to, from, sizeof from, partner); /* a write */
	shmem_quiet();
	shmem_barrier_all();
	if (gt_me % 2)
		CHECK(*word == partner, "%ld", *word);
	else
		CHECK(to[0] == 'a' + partner && to[BYTES - 1] == 'a' + partner, "%c %c", to[0], to[BYTES - 1]);
	shmem_finalize();
	return GT_END();
}
