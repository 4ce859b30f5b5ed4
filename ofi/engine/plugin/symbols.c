/* symbols.c - keeps libfabric from searching the kernel's symbols.
 *
 * The first call of fi_getinfo in a process initialises all providers, whatever FI_PROVIDER says. That of verbs reads /proc/kallsyms, up to twice, to find out whether the
 * kernel lets network cards use the memory of other devices, such as GPUs. A pass through its 5 MB takes 30 ms of CPU time in every rank. Where no RDMA device exists, the answer
 * is of no use, and no setting of libfabric's avoids the question.
 *
 * Landlock (Linux 5.13) restricts one thread, for the rest of its life, without privileges: the call runs on a thread that may read every file but that one and those of other
 * processes in /proc. The rest of the process keeps its rights. verbs takes a file that it cannot open for "no". */
#define _GNU_SOURCE
#include "symbols.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../rdma.h"

#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#endif

#if defined(LANDLOCK_ACCESS_FS_READ_FILE) && defined(SYS_landlock_create_ruleset)

struct call {
	void (*f)(void *);
	void *argument;
};

/* Allows to read what is beneath a path. A path that cannot be opened cannot be read either. */
static bool allow(int rules, const char *folder, const char *name)
{
	char path[512];
	struct landlock_path_beneath_attr rule = {.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE};
	bool done;

	if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
		return false;
	if ((rule.parent_fd = open(path, O_PATH | O_CLOEXEC)) < 0)
		return true;
	done = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
	close(rule.parent_fd);
	return done;
}

static bool is_proc(const char *name) { return strcmp(name, "proc") == 0; }
static bool is_symbols_or_process(const char *name) { return strcmp(name, "kallsyms") == 0 || isdigit((unsigned char)name[0]); }

/* Allows to read what is beneath the entries of a folder, but for some. */
static bool allow_entries(int rules, const char *folder, bool (*excluded)(const char *))
{
	DIR *all = opendir(folder[0] ? folder : "/");
	const struct dirent *entry;
	bool done = all != NULL;

	while (done && (entry = readdir(all))) {
		const char *name = entry->d_name;
		if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && !excluded(name))
			done = allow(rules, folder, name);
	}
	if (all)
		closedir(all);
	return done;
}

/* Restricts the calling thread, if that is possible here. */
static void restrict_thread(void)
{
	const struct landlock_ruleset_attr about = {.handled_access_fs = LANDLOCK_ACCESS_FS_READ_FILE};
	const int rules = (int)syscall(SYS_landlock_create_ruleset, &about, sizeof about.handled_access_fs, 0);

	if (rules < 0)
		return;
	if (allow_entries(rules, "", is_proc) && allow_entries(rules, "/proc", is_symbols_or_process) && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
		(void)syscall(SYS_landlock_restrict_self, rules, 0);
	close(rules);
}

static void *call_restricted(void *call)
{
	const struct call *c = call;

	restrict_thread();
	c->f(c->argument);
	return NULL;
}

void ga_ofi_without_symbols(void (*f)(void *), void *argument)
{
	struct call c = {f, argument};
	pthread_t thread;
	sigset_t all, before;
	int rc = -1;

	if (ga_ofi_no_rdma()) {
		sigfillset(&all); /* the program's signals are for its own threads */
		pthread_sigmask(SIG_SETMASK, &all, &before);
		rc = pthread_create(&thread, NULL, call_restricted, &c);
		pthread_sigmask(SIG_SETMASK, &before, NULL);
	}
	if (rc == 0)
		pthread_join(thread, NULL);
	else
		f(argument);
}

#else

void ga_ofi_without_symbols(void (*f)(void *), void *argument) { f(argument); }

#endif
