/* The ways to end, and what runs then: argv[1] says which. */
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "world.h"

static void one(void) { puts("one"); }
static void two(void)
{
	puts("two");
	world_barrier();
}
static void late(void) { puts("late"); }
static void adds(void)
{
	puts("adds");
	atexit(late);
}
static void again(void)
{
	puts("again");
	exit(9);
}
static void with(int status, void *arg) { printf("with %d %s\n", status, (char *)arg); }
static void quick(void)
{
	puts("quick");
	fflush(stdout);
}
static void handler(int sig)
{
	printf("signal %d\n", sig);
	fflush(stdout);
}
static jmp_buf out;
static void jumps(int sig)
{
	(void)sig;
	siglongjmp(out, 1);
}

__attribute__((constructor)) static void first(int argc, char **argv, char **envp) { printf("constructor %d %s %d\n", argc, argv[1], envp != NULL); }
__attribute__((constructor(200))) static void zeroth(void) { puts("constructor 200"); }
__attribute__((destructor)) static void last(void) { puts("destructor"); }
static void preinit(int argc, char **argv) { printf("preinit %d %s\n", argc, argv[1]); }
__attribute__((section(".preinit_array"), used)) static void (*const before_all)(int, char **) = preinit;

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "return";

	atexit(one);
	on_exit(with, (void *)"arg");
	atexit(two);
	at_quick_exit(quick);
	printf("unfinished line");
	if (strcmp(how, "return") == 0)
		return 3;
	if (strcmp(how, "exit") == 0)
		exit(4 + 256);
	if (strcmp(how, "negative") == 0)
		exit(-1);
	fflush(stdout);
	if (strcmp(how, "_exit") == 0)
		_exit(5);
	if (strcmp(how, "_Exit") == 0)
		_Exit(6);
	if (strcmp(how, "quick") == 0)
		quick_exit(7);
	if (strcmp(how, "adds") == 0) {
		atexit(adds);
		exit(8);
	}
	if (strcmp(how, "again") == 0) {
		atexit(again);
		exit(1);
	}
	if (strcmp(how, "abort") == 0)
		abort();
	if (strcmp(how, "assert") == 0)
		assert(how == NULL);
	if (strcmp(how, "raise") == 0)
		raise(SIGTERM);
	if (strcmp(how, "kill") == 0)
		kill(getpid(), SIGUSR1);
	if (strcmp(how, "handled") == 0) {
		signal(SIGUSR1, handler);
		raise(SIGUSR1);
		signal(SIGUSR1, SIG_IGN);
		raise(SIGUSR1);
		raise(SIGCHLD);
		return 10;
	}
	if (strcmp(how, "abort_handled") == 0) {
		signal(SIGABRT, handler);
		abort();
	}
	if (strcmp(how, "jump") == 0) {
		signal(SIGSEGV, jumps);
		for (volatile int i = 0; i < 3; i++)
			if (sigsetjmp(out, 1) == 0)
				*(volatile int *)NULL = 1;
		return 11;
	}
	if (strcmp(how, "blocked") == 0) {
		sigset_t set, pending;

		signal(SIGUSR2, handler);
		sigemptyset(&set);
		sigaddset(&set, SIGUSR2);
		sigprocmask(SIG_BLOCK, &set, NULL);
		raise(SIGUSR2);
		sigpending(&pending);
		printf("pending %d\n", sigismember(&pending, SIGUSR2));
		sigprocmask(SIG_UNBLOCK, &set, NULL);
		return 12;
	}
	return 99;
}
