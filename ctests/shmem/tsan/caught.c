/* Races that ThreadSanitizer reports, and one lock of the library that prevents one: each argument names one. */
#define GASNET_PAR 1
#include <gasnet.h>
#include <pthread.h>
#include <shmem.h>
#include <string.h>

static const char *what;
static long *block, global;
static gasnet_hsl_t lock = GASNET_HSL_INITIALIZER;

static void change(void)
{
	if (strcmp(what, "heap") == 0)
		block[0]++;
	if (strcmp(what, "global") == 0)
		global++;
	if (strcmp(what, "hsl") == 0) {
		gasnet_hsl_lock(&lock);
		block[0]++;
		gasnet_hsl_unlock(&lock);
	}
}

static void *other(void *unused)
{
	for (int i = 0; i < 1000; i++)
		change();
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	int provided;

	what = argc > 1 ? argv[1] : "none";
	shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
	block = shmem_calloc(8, sizeof *block);
	if (strcmp(what, "hsl") == 0) {
		gasnet_init(&argc, &argv);
		gasnet_attach(NULL, 0, 0, 0);
	}
	pthread_create(&thread, NULL, other, NULL);
	other(NULL);
	pthread_join(thread, NULL);
	shmem_finalize();
	return 0;
}
