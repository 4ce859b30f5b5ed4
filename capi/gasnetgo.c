/* gasnetgo.c - the functions of gasnetgo.h. */
#include <gasnetgo.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "_cgo_export.h"

void gasnetgo_version(int *major, int *minor, int *patch)
{
	if (major)
		*major = GASNETGO_VERSION_MAJOR;
	if (minor)
		*minor = GASNETGO_VERSION_MINOR;
	if (patch)
		*patch = GASNETGO_VERSION_PATCH;
}

const char *gasnetgo_version_string(void) { return GASNETGO_VERSION_STRING; }

int gasnetgo_rank(void) { return gaJobRank(); }

int gasnetgo_size(void) { return gaJobSize(); }

const char *gasnetgo_world(void) { return "live"; }

static const char *launcher;

static void ask_launcher(void) { launcher = gaLauncher(); }

const char *gasnetgo_launcher(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, ask_launcher);
	return launcher;
}

size_t gasnetgo_error_text(char *buf, size_t len)
{
	char *text = gaLastError();
	size_t all = strlen(text);

	if (buf && len > 0) {
		size_t n = all < len ? all : len - 1;
		memcpy(buf, text, n);
		buf[n] = '\0';
	}
	free(text);
	return all;
}

const char *gasnetgo_error(void)
{
	static _Thread_local char text[512];

	gasnetgo_error_text(text, sizeof text);
	return text;
}
