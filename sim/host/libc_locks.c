/* libc_locks.c - locks of files. */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Locks belong to a process; those of open files exclude ranks as they exclude processes. A rank that waits lets the others run. */
int ga_sim_lock(int fd, int command, struct flock *l)
{
	struct flock own = *l;
	int rc;

	own.l_pid = 0;
	if (command == F_GETLK) {
		rc = fcntl(fd, F_OFD_GETLK, &own);
		*l = own;
		return rc;
	}
	while ((rc = fcntl(fd, F_OFD_SETLK, &own)) != 0 && command == F_SETLKW && (errno == EAGAIN || errno == EACCES))
		ga_sim_ask(GA_SIM_SLEEP, 0, 1000, "fcntl");
	return rc;
}

static int sim_lockf(int fd, int command, off_t bytes)
{
	struct flock l = {.l_type = command == F_ULOCK ? F_UNLCK : F_WRLCK, .l_whence = SEEK_CUR, .l_len = bytes};
	const int file = ga_sim_fd(fd);

	if (!ga_sim_now)
		return lockf(fd, command, bytes);
	switch (command) {
	case F_ULOCK:
	case F_TLOCK: return ga_sim_lock(file, F_SETLK, &l);
	case F_LOCK: return ga_sim_lock(file, F_SETLKW, &l);
	case F_TEST:
		if (ga_sim_lock(file, F_GETLK, &l) != 0 || l.l_type == F_UNLCK)
			return l.l_type == F_UNLCK ? 0 : -1;
		errno = EACCES;
		return -1;
	}
	errno = EINVAL;
	return -1;
}

int flock(int fd, int operation);
enum { NO_WAIT = 4 /* LOCK_NB */ };

static int sim_flock(int fd, int operation)
{
	const int file = ga_sim_fd(fd);
	int rc;

	if (!ga_sim_now || operation & NO_WAIT)
		return flock(file, operation);
	while ((rc = flock(file, operation | NO_WAIT)) != 0 && errno == EWOULDBLOCK)
		ga_sim_ask(GA_SIM_SLEEP, 0, 1000, "flock");
	return rc;
}

const struct name ga_sim_lock_names[] = {NAME(lockf), {"lockf64", (void *)sim_lockf, 0}, NAME(flock), {0}};
