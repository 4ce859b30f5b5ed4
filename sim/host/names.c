/* names.c - what a program gets from here although a library has it too. */
#include "rank.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const struct {
	const char *name;
	enum var var;
} vars[] = {
    {"environ", ENVIRON}, {"__environ", ENVIRON}, {"_environ", ENVIRON},  {"optarg", OPTARG},       {"optind", OPTIND},       {"opterr", OPTERR},
    {"optopt", OPTOPT},   {"signgam", SIGNGAM},   {"__signgam", SIGNGAM}, {"daylight", DAYLIGHT},   {"__daylight", DAYLIGHT}, {"stdin", STDIN},
    {"stdout", STDOUT},   {"stderr", STDERR},     {"timezone", TIMEZONE}, {"__timezone", TIMEZONE}, {"tzname", TZNAME},       {"__tzname", TZNAME},
};

int ga_sim_var(const char *name)
{
	for (size_t i = 0; i < COUNT(vars); i++)
		if (strcmp(vars[i].name, name) == 0)
			return vars[i].var;
	return -1;
}

uint64_t ga_sim_var_bytes(enum var v)
{
	switch (v) {
	case TZNAME: return 2 * sizeof(char *);
	case ENVIRON:
	case STDIN:
	case STDOUT:
	case STDERR:
	case OPTARG: return sizeof(char *);
	case TIMEZONE: return sizeof(long);
	default: return sizeof(int);
	}
}

void ga_sim_init_vars(struct ga_sim_rank *r)
{
	for (int v = 0; v < VARS; v++)
		r->vars[v] = &r->own[v];
	r->own[STDIN].p = stdin;
	r->own[STDOUT].p = stdout;
	r->own[STDERR].p = stderr;
	r->own[OPTIND].i = 1;
	r->own[OPTERR].i = 1;
	r->own[OPTOPT].i = '?';
	tzset();
	r->own[DAYLIGHT].i = daylight;
	r->own[TIMEZONE].l = timezone;
	memcpy(r->own[TZNAME].pair, tzname, sizeof tzname);
}

void *ga_sim_name(const char *name, bool program)
{
	static const struct name *const tables[] = {
	    ga_sim_time_names,    ga_sim_exit_names,    ga_sim_environ_names, ga_sim_getopt_names, ga_sim_state_names,
	    ga_sim_signal_names,  ga_sim_refused_names, ga_sim_outside_names, ga_sim_stdio_names,  ga_sim_area_names,
	    ga_sim_dl_names,      ga_sim_folder_names,  ga_sim_shared_names,  ga_sim_locale_names, ga_sim_file_names,
	    ga_sim_files_names,   ga_sim_lock_names,    ga_sim_thread_names,  ga_sim_cancel_names, ga_sim_mutex_names,
	    ga_sim_meeting_names, ga_sim_key_names,     ga_sim_futex_names,   ga_sim_core_names,   ga_sim_checked_names};

	for (size_t i = 0; i < COUNT(tables); i++)
		for (const struct name *n = tables[i]; n->name; n++)
			if (strcmp(n->name, name) == 0)
				return n->flags & PROGRAM_ONLY && !program ? NULL : n->fn;
	return NULL;
}

void *ga_sim_function(const char *name) { return ga_sim_name(name, true); }
