/* job/gasnetgo.c - the functions of gasnetgo.h. */
#include <gasnetgo.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../runtime/go.h"
#include "../runtime/start.h"
#include "job.h"
#include "zjob_frames.h"

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

int gasnetgo_rank(void)
{
	sigset_t before;
	int rank;

	if (ga_simulated)
		return ga_job_rank("gasnetgo_rank");
	if (!ga_go_begin(&before, false))
		return -1;
	rank = gaJobRank();
	ga_go_end();
	return rank;
}

int gasnetgo_size(void)
{
	sigset_t before;
	int size;

	if (ga_simulated)
		return ga_job_size("gasnetgo_size");
	if (!ga_go_begin(&before, false))
		return -1;
	size = gaJobSize();
	ga_go_end();
	return size;
}

const char *gasnetgo_world(void) { return ga_simulated ? "sim" : "live"; }

static const char *launcher = "";

static void ask_launcher(void)
{
	sigset_t before;

	if (!ga_go_begin(&before, false))
		return;
	launcher = gaLauncher();
	ga_go_end();
}

const char *gasnetgo_launcher(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	if (ga_simulated)
		return "gasnetgo";
	pthread_once(&once, ask_launcher);
	return launcher;
}

/* A simulated rank has its own text, although all share one thread. */
static const char *ask_error(const char *fn)
{
	struct ga_job_error frame = {.head = {GA_OP_JOB_ERROR, sizeof frame, fn}};

	ga_call(&frame.head);
	return (const char *)frame.text;
}

static size_t cut(char *buf, size_t len, const char *text)
{
	const size_t all = strlen(text);

	if (buf && len > 0) {
		const size_t n = all < len ? all : len - 1;

		memcpy(buf, text, n);
		buf[n] = '\0';
	}
	return all;
}

size_t gasnetgo_error_text(char *buf, size_t len)
{
	sigset_t before;
	char *text = NULL;
	size_t all;

	if (ga_simulated)
		return cut(buf, len, ask_error("gasnetgo_error_text"));
	if (ga_go_begin(&before, false)) {
		text = gaLastError();
		ga_go_end();
	}
	all = cut(buf, len, text ? text : "");
	free(text);
	return all;
}

/* Not in thread-local storage: a library that is loaded late, as by Python, has little of it. */
enum { ERROR_ROOM = 512 };
static pthread_key_t error_key;

static void make_error_key(void) { pthread_key_create(&error_key, free); }

static char *error_room(char *otherwise)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	char *room;

	pthread_once(&once, make_error_key);
	room = pthread_getspecific(error_key);
	if (!room && (room = malloc(ERROR_ROOM)) != NULL)
		pthread_setspecific(error_key, room);
	return room ? room : otherwise;
}

const char *gasnetgo_error(void)
{
	static char nothing[1];
	char *text;

	if (ga_simulated)
		return ask_error("gasnetgo_error");
	text = error_room(nothing);
	if (text != nothing)
		gasnetgo_error_text(text, ERROR_ROOM);
	return text;
}
