/* job/job.h - the job as other C folders ask for it. fn is the function that the program called. */
#ifndef GA_JOB_H
#define GA_JOB_H

/* -1 if this process cannot join a job, or is a forked child. */
int ga_job_rank(const char *fn);
int ga_job_size(const char *fn);

/* Waits for all ranks; 0, or -1 as above. */
int ga_job_barrier(const char *fn);

#endif
