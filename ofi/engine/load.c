/* load.c - loads the plugin without what the libraries below libfabric would do to the process.
 *
 * Distributions build libfabric with providers for PSM and PSM2, and with them it needs libpsm_infinipath and libpsm2. When these are loaded, each calibrates a clock for 0.1 s, whatever
 * FI_PROVIDER says, and replaces handlers of signals with some that call exit. Their devices are RDMA devices. On a host without one, the libraries of absent/ are loaded first: they have
 * the names by which libfabric asks for PSM's libraries, so the dynamic loader takes them, and answer every call with "no device", as PSM itself would.
 */
#define _GNU_SOURCE
#include "load.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "rdma.h"

/* PSM's libraries, by the name that the dynamic loader knows, and what stands in for them, in the plugin's folder. */
static const struct standin {
	const char *soname, *file;
} standins[] = {{"libpsm_infinipath.so.1", "absent-psm.so"}, {"libpsm2.so.2", "absent-psm2.so"}};

enum { STANDINS = sizeof standins / sizeof standins[0] };

static void load_standins(const char *plugin, void *loaded[STANDINS])
{
	const char *slash = strrchr(plugin, '/');
	char path[4096];

	for (int i = 0; i < STANDINS; i++) {
		void *real = dlopen(standins[i].soname, RTLD_LAZY | RTLD_NOLOAD);
		if (real) { /* the program's */
			dlclose(real);
			continue;
		}
		if (slash && snprintf(path, sizeof path, "%.*s/%s", (int)(slash - plugin), plugin, standins[i].file) < (int)sizeof path)
			loaded[i] = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
	}
}

static void unload_standins(void *loaded[STANDINS])
{
	for (int i = 0; i < STANDINS; i++)
		if (loaded[i])
			dlclose(loaded[i]);
}

/* A version of libfabric that wants a function which the stand-ins lack gets the real libraries. */
static void *load_with_standins(const char *path)
{
	void *standins_loaded[STANDINS] = {NULL}, *lib;

	if (!ga_ofi_no_rdma())
		return dlopen(path, RTLD_NOW | RTLD_LOCAL);
	load_standins(path, standins_loaded);
	lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	unload_standins(standins_loaded); /* those in use stay */
	return lib ? lib : dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

/* These variables forbid PSM's handlers of signals; where a library does not know them, the handlers of the program and of Go are put back. */
static const char *const quiet[] = {"IPATH_NO_BACKTRACE", "HFI_NO_BACKTRACE"};

/* PSM wakes up every 0.2 ms while it calibrates its clock; with this slack of the thread's timers 50 times. */
enum { SLACK_NS = 2000000 };

static void *load_quietly(const char *path)
{
	const int slack = prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
	struct sigaction before[NSIG], *act;
	void *lib;

	for (int sig = 1; sig < NSIG; sig++)
		sigaction(sig, NULL, &before[sig]);
	for (size_t i = 0; i < sizeof quiet / sizeof quiet[0]; i++)
		setenv(quiet[i], "1", 0);
	if (slack > 0)
		prctl(PR_SET_TIMERSLACK, SLACK_NS, 0, 0, 0);
	lib = load_with_standins(path);
	if (slack > 0)
		prctl(PR_SET_TIMERSLACK, slack, 0, 0, 0);
	for (int sig = 1; sig < NSIG; sig++) {
		struct sigaction now;
		act = &before[sig];
		if (sigaction(sig, NULL, &now) == 0 && now.sa_sigaction != act->sa_sigaction)
			sigaction(sig, act, NULL);
	}
	return lib;
}

const struct ga_ofi_calls *ga_ofi_load(const char *path, const char **why)
{
	const struct ga_ofi_calls *(*plugin)(void);
	void *lib = load_quietly(path);

	*why = NULL;
	if (!lib || !(*(void **)&plugin = dlsym(lib, "ga_ofi_plugin"))) {
		*why = dlerror();
		return NULL;
	}
	return plugin();
}
