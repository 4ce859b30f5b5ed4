/* libc_folder.c - the working directory and the mode mask of a rank. The kernel has one of each for a thread, if it does not share them with other threads, so
 * the ranks' thread has those of the rank that runs: all functions with relative paths then do as in a process, in whichever library they are. They are changed when
 * another rank runs, once any rank has others than the process began with. */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HIGH = 4096 /* descriptors from here on leave the low numbers to programs */ };

bool ga_sim_apart;

/* The process's, and what the thread has. */
static struct {
	int home, folder;
	mode_t home_mask, mask;
} here = {.home = -1, .folder = -1};

int ga_sim_high(int fd)
{
	struct rlimit limit;
	int high = -1;

	if (fd >= 0 && getrlimit(RLIMIT_NOFILE, &limit) == 0)
		high = fcntl(fd, F_DUPFD_CLOEXEC, limit.rlim_cur / 2 < HIGH ? (int)(limit.rlim_cur / 2) : HIGH);
	if (high < 0)
		return fd;
	close(fd);
	return high;
}

static int this_folder(void) { return ga_sim_high(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC)); }

/* The other threads stay where they are. Where that is forbidden, they follow: only ga_sim_home counts then. */
static bool part(void)
{
	if (here.home >= 0)
		return true;
	here.home = this_folder();
	if (here.home < 0)
		return false;
	unshare(CLONE_FS);
	here.home_mask = here.mask = umask(0);
	umask(here.mask);
	return ga_sim_apart = true;
}

static void be_at(int folder, mode_t mask)
{
	if (folder != here.folder && fchdir(folder < 0 ? here.home : folder) == 0)
		here.folder = folder;
	if (mask != here.mask)
		umask(here.mask = mask);
}

void ga_sim_be(const struct ga_sim_rank *r)
{
	if (here.home >= 0)
		be_at(r->folder - 1, r->masked ? r->new_files : here.home_mask);
	ga_sim_handlers_of(r);
	ga_sim_speak(r);
}

void ga_sim_home(void)
{
	if (here.home >= 0)
		be_at(-1, here.home_mask);
	ga_sim_speak(NULL);
}

void ga_sim_forget_folder(struct ga_sim_rank *r)
{
	if (r->folder == 0)
		return;
	if (here.folder == r->folder - 1)
		ga_sim_home();
	close(r->folder - 1);
	r->folder = 0;
}

/* The thread has gone there; so the rank is there from now on. */
static int went(struct ga_sim_rank *r)
{
	const int folder = this_folder(), before = r->folder - 1, error = errno;

	if (folder < 0) {
		(void)!fchdir(before < 0 ? here.home : before);
		errno = error;
		return -1;
	}
	if (before >= 0)
		close(before);
	r->folder = folder + 1;
	here.folder = folder;
	return 0;
}

static int sim_chdir(const char *path)
{
	struct ga_sim_rank *r = ga_sim_now;

	if (!r)
		return chdir(path);
	return !part() || chdir(path) != 0 ? -1 : went(r);
}

static int sim_fchdir(int fd)
{
	struct ga_sim_rank *r = ga_sim_now;

	if (!r)
		return fchdir(fd);
	return !part() || fchdir(ga_sim_fd(fd)) != 0 ? -1 : went(r);
}

static mode_t sim_umask(mode_t mask)
{
	struct ga_sim_rank *r = ga_sim_now;
	mode_t before;

	if (!r || !part())
		return umask(mask);
	before = umask(mask);
	r->masked = true;
	r->new_files = here.mask = mask & 0777;
	return before;
}

const struct name ga_sim_folder_names[] = {NAME(chdir), NAME(fchdir), NAME(umask), {0}};
