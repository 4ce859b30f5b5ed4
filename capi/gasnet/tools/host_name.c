/* gasnet/tools/host_name.c - the name of this host. */
#define _GNU_SOURCE
#include "host_name.h"

#include <pthread.h>

#include "../../runtime/edge.h"
#include "../../runtime/program.h"

/* Not in thread-local storage, of which a library that is loaded late has little. */
static char host_name[256];

static void find(void)
{
	if (ga_libc()->gethostname(host_name, sizeof host_name - 1) != 0)
		host_name[0] = 0;
}

const char *ga_host_name(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	if (ga_simulated) /* ranks take turns, and each may have its own host name */
		find();
	else
		pthread_once(&once, find);
	return host_name;
}
