/* job/job.c - the operations of the job. */
#include "job.h"

#include "../plane/plane.h"
#include "zjob_frames.h"

int ga_job_rank(const char *fn)
{
	struct ga_job_rank f = {.head = {GA_OP_JOB_RANK, sizeof f, fn}};

	ga_call(&f.head);
	return f.value;
}

int ga_job_size(const char *fn)
{
	struct ga_job_size f = {.head = {GA_OP_JOB_SIZE, sizeof f, fn}};

	ga_call(&f.head);
	return f.value;
}

int ga_job_barrier(const char *fn)
{
	struct ga_job_barrier f = {.head = {GA_OP_JOB_BARRIER, sizeof f, fn}};

	if (ga_simulated || ga_forked || (ga_plane.size == 0 && ga_job_size(fn) < 0) || !ga_all_local()) {
		ga_call(&f.head);
		return f.rc;
	}
	ga_barrier();
	return 0;
}

static void fatal(const char *fn, const char *why)
{
	struct ga_job_fatal f = {.head = {GA_OP_JOB_FATAL, sizeof f, fn}, .why = why};

	ga_call(&f.head);
}

__attribute__((constructor)) static void join_runtime(void) { ga_sim_fatal = fatal; }
