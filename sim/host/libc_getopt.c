/* libc_getopt.c - getopt with a position for each rank. The C library keeps its position where we cannot swap it. Behaves like the GNU version:
 * non-options move behind the options unless the environment or the option string forbids it; long options may be abbreviated. */
#include "rank.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#define optarg (*(char **)r->vars[OPTARG])
#define optind (*var_int(r, OPTIND))
#define opterr (*var_int(r, OPTERR))
#define optopt (*var_int(r, OPTOPT))

/* The non-options argv[first..last) and the options argv[last..optind) change places. */
static void exchange(struct ga_sim_rank *r, char **argv)
{
	struct scan *s = &r->scan;
	const int skipped = s->last - s->first, options = optind - s->last;

	for (int i = 0; i < options; i++) {
		char *option = argv[s->last + i];

		memmove(&argv[s->first + i + 1], &argv[s->first + i], skipped * sizeof *argv);
		argv[s->first + i] = option;
	}
	s->first += options;
	s->last = optind;
}

static int long_option(struct ga_sim_rank *r, int argc, char **argv, const char *options, bool quiet, const struct option *all, int *index, bool only,
                       const char *dashes)
{
	struct scan *s = &r->scan;
	const size_t n = strcspn(s->next, "=");
	const struct option *found = NULL;
	bool ambiguous = false;
	int at = -1;

	for (int i = 0; all[i].name; i++)
		if (strncmp(all[i].name, s->next, n) == 0 && strlen(all[i].name) == n)
			found = &all[at = i];
	for (int i = 0; !found && all[i].name; i++) {
		if (strncmp(all[i].name, s->next, n) != 0)
			continue;
		if (at < 0)
			at = i;
		else if (only || all[i].has_arg != all[at].has_arg || all[i].flag != all[at].flag || all[i].val != all[at].val)
			ambiguous = true;
	}
	if (ambiguous) {
		if (!quiet) {
			fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", argv[0], dashes, s->next);
			for (int i = 0; all[i].name; i++)
				if (strncmp(all[i].name, s->next, n) == 0)
					fprintf(stderr, " '%s%s'", dashes, all[i].name);
			fprintf(stderr, "\n");
		}
		s->next = NULL;
		optind++;
		optopt = 0;
		return '?';
	}
	if (at < 0) {
		if (only && argv[optind][1] != '-' && strchr(options, *s->next))
			return -1; /* a short option after all */
		if (!quiet)
			fprintf(stderr, "%s: unrecognized option '%s%s'\n", argv[0], dashes, s->next);
		s->next = NULL;
		optind++;
		optopt = 0;
		return '?';
	}
	found = &all[at];
	optind++;
	if (s->next[n]) {
		if (!found->has_arg) {
			if (!quiet)
				fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", argv[0], dashes, found->name);
			s->next = NULL;
			optopt = found->val;
			return '?';
		}
		optarg = s->next + n + 1;
	} else if (found->has_arg == required_argument) {
		if (optind >= argc) {
			if (!quiet)
				fprintf(stderr, "%s: option '%s%s' requires an argument\n", argv[0], dashes, found->name);
			s->next = NULL;
			optopt = found->val;
			return options[0] == ':' ? ':' : '?';
		}
		optarg = argv[optind++];
	}
	s->next = NULL;
	if (index)
		*index = at;
	if (found->flag)
		return *found->flag = found->val, 0;
	return found->val;
}

static int scan(int argc, char **argv, const char *options, const struct option *all, int *index, bool only, bool posix)
{
	struct ga_sim_rank *r = ga_sim_now;
	struct scan *s = &r->scan;
	const char *spec;
	bool quiet;
	char c;

	if (argc < 1)
		return -1;
	optarg = NULL;
	if (optind == 0 || !s->started) {
		const char *correct = NULL;

		if (optind == 0)
			optind = 1;
		s->first = s->last = optind;
		s->next = NULL;
		for (char **e = *var_environ(r); e && *e; e++)
			if (strncmp(*e, "POSIXLY_CORRECT=", 16) == 0)
				correct = *e;
		s->order = *options == '-' || *options == '+' ? *options : correct || posix ? '+' : 0;
		s->started = true;
	}
	if (*options == '-' || *options == '+')
		options++;
	quiet = !opterr || *options == ':';

	if (!s->next || !*s->next) {
		if (s->last > optind)
			s->last = optind;
		if (s->first > optind)
			s->first = optind;
		if (s->order == 0) {
			if (s->first != s->last && s->last != optind)
				exchange(r, argv);
			else if (s->last != optind)
				s->first = optind;
			while (optind < argc && (argv[optind][0] != '-' || !argv[optind][1]))
				optind++;
			s->last = optind;
		}
		if (optind != argc && strcmp(argv[optind], "--") == 0) {
			optind++;
			if (s->first != s->last && s->last != optind)
				exchange(r, argv);
			else if (s->first == s->last)
				s->first = optind;
			s->last = argc;
			optind = argc;
		}
		if (optind == argc) {
			if (s->first != s->last)
				optind = s->first; /* the non-options, which are the last now */
			return -1;
		}
		if (argv[optind][0] != '-' || !argv[optind][1]) {
			if (s->order == '+')
				return -1;
			optarg = argv[optind++];
			return 1;
		}
		if (all) {
			if (argv[optind][1] == '-') {
				s->next = argv[optind] + 2;
				return long_option(r, argc, argv, options, quiet, all, index, only, "--");
			}
			if (only && (argv[optind][2] || !strchr(options, argv[optind][1]))) {
				int code;

				s->next = argv[optind] + 1;
				code = long_option(r, argc, argv, options, quiet, all, index, only, "-");
				if (code != -1)
					return code;
			}
		}
		s->next = argv[optind] + 1;
	}

	c = *s->next++;
	spec = strchr(options, c);
	if (!*s->next)
		optind++;
	if (!spec || c == ':' || c == ';') {
		if (!quiet)
			fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], c);
		optopt = c;
		return '?';
	}
	if (spec[0] == 'W' && spec[1] == ';' && all) {
		if (*s->next) {
			optarg = s->next;
		} else if (optind == argc) {
			if (!quiet)
				fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], c);
			optopt = c;
			return options[0] == ':' ? ':' : '?';
		} else {
			optarg = argv[optind];
		}
		s->next = optarg;
		optarg = NULL;
		return long_option(r, argc, argv, options, quiet, all, index, false, "-W ");
	}
	if (spec[1] != ':')
		return c;
	if (*s->next) {
		optarg = s->next;
		optind++;
	} else if (spec[2] == ':') {
		optarg = NULL;
	} else if (optind == argc) {
		if (!quiet)
			fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], c);
		optopt = c;
		c = options[0] == ':' ? ':' : '?';
	} else {
		optarg = argv[optind++];
	}
	s->next = NULL;
	return c;
}

static int sim_getopt(int argc, char *const *argv, const char *options) { return scan(argc, (char **)argv, options, NULL, NULL, false, false); }

static int sim___posix_getopt(int argc, char *const *argv, const char *options)
{
	return scan(argc, (char **)argv, options, NULL, NULL, false, true);
}

static int sim_getopt_long(int argc, char *const *argv, const char *options, const struct option *all, int *index)
{
	return scan(argc, (char **)argv, options, all, index, false, false);
}

static int sim_getopt_long_only(int argc, char *const *argv, const char *options, const struct option *all, int *index)
{
	return scan(argc, (char **)argv, options, all, index, true, false);
}

const struct name ga_sim_getopt_names[] = {OWN_NAME(getopt), OWN_NAME(__posix_getopt), OWN_NAME(getopt_long), OWN_NAME(getopt_long_only), {0}};
