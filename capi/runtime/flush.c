/* runtime/flush.c - writes what the streams of all languages of the program hold: flush.h. */
#define _GNU_SOURCE
#include "flush.h"

#include <dlfcn.h>
#include <stdio.h>

#include "edge.h"
#include "program.h"

/* Streams of C++ that have a buffer of their own after sync_with_stdio(false), and their flush(): libstdc++'s and libc++'s. */
static const char *const cxx[][2] = {
    {"_ZSt4cout", "_ZNSo5flushEv"},
    {"_ZSt4cerr", "_ZNSo5flushEv"},
    {"_ZSt4clog", "_ZNSo5flushEv"},
    {"_ZSt5wcout", "_ZNSt13basic_ostreamIwSt11char_traitsIwEE5flushEv"},
    {"_ZSt5wcerr", "_ZNSt13basic_ostreamIwSt11char_traitsIwEE5flushEv"},
    {"_ZSt5wclog", "_ZNSt13basic_ostreamIwSt11char_traitsIwEE5flushEv"},
    {"_ZNSt3__14coutE", "_ZNSt3__113basic_ostreamIcNS_11char_traitsIcEEE5flushEv"},
    {"_ZNSt3__14clogE", "_ZNSt3__113basic_ostreamIcNS_11char_traitsIcEEE5flushEv"},
    {"_ZNSt3__15wcoutE", "_ZNSt3__113basic_ostreamIwNS_11char_traitsIwEEE5flushEv"},
    {"_ZNSt3__15wclogE", "_ZNSt3__113basic_ostreamIwNS_11char_traitsIwEEE5flushEv"},
};

/* A simulated rank's C++ streams write through C's. */
void ga_flush_c(void)
{
	for (size_t i = 0; !ga_simulated && i < sizeof cxx / sizeof cxx[0]; i++) {
		void *const stream = dlsym(RTLD_DEFAULT, cxx[i][0]);
		/* Where no file of the program includes <iostream>, the streams have not been constructed: there is no table of virtual functions. */
		const bool there = stream && *(void **)stream;
		void *(*const flush)(void *) = there ? (void *(*)(void *))dlsym(RTLD_DEFAULT, cxx[i][1]) : NULL;

		if (flush)
			flush(stream);
	}
	ga_libc()->fflush(NULL);
}

/* FLUSH without a unit: all of them. */
void ga_flush_fortran(void)
{
	void (*const flush)(const int32_t *unit) = (void (*)(const int32_t *))dlsym(RTLD_DEFAULT, "_gfortran_flush_i4");

	if (flush)
		flush(NULL);
}

void ga_flush(void)
{
	ga_flush_c();
	ga_flush_fortran();
}
