/* gt_tools.h - for programs about GASNet's tools, which need no job: the rank, and threads where the world has them. */
#ifndef GT_TOOLS_H
#define GT_TOOLS_H

#include "gt.h"

#include <gasnet_tools.h>
#include <gasnetgo.h>
#include <pthread.h>

#define GT_THREADS 4

static inline bool gt_simulated(void) { return strcmp(gasnetgo_world(), "sim") == 0; }

static inline void gt_tools_begin(void) { gt_begin(gasnetgo_rank(), gasnetgo_size()); }

/* Runs f(i) on n threads at the same time; in a simulated world, where there are none, one after the other. */
struct gt_thread {
	void (*f)(int);
	int i;
};

static inline void *gt_thread_main(void *arg)
{
	struct gt_thread *t = (struct gt_thread *)arg;
	t->f(t->i);
	return NULL;
}

static inline void gt_threads(int n, void (*f)(int))
{
	struct gt_thread all[16];
	pthread_t ids[16];
	for (int i = 0; i < n; i++) {
		all[i].f = f;
		all[i].i = i;
		if (gt_simulated())
			f(i);
		else if (pthread_create(&ids[i], NULL, gt_thread_main, &all[i]) != 0)
			FATAL("no thread %d", i);
	}
	for (int i = 0; i < n && !gt_simulated(); i++)
		pthread_join(ids[i], NULL);
}

#endif
