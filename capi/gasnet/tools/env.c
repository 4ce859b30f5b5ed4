/* gasnet/tools/env.c - GASNet's view of the environment, and its way to write numbers. */
#define _GNU_SOURCE
#include <gasnet_tools.h>

#include <ctype.h>
#include <errno.h>
#include <gasnetgo.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../../runtime/program.h"

char *gasnett_getenv(const char *keyname) { return keyname ? ga_libc()->getenv(keyname) : NULL; }

void gasnett_setenv(const char *keyname, const char *value)
{
	if (!keyname || !*keyname || strchr(keyname, '=') || !value)
		gasnett_fatalerror("gasnett_setenv: \"%s\" = \"%s\": a name must not be empty or contain =, a value must not be NULL",
		                   keyname ? keyname : "(null)", value ? value : "(null)");
	if (ga_libc()->setenv(keyname, value, 1) != 0)
		gasnett_fatalerror("gasnett_setenv: %s: %s", keyname, strerror(errno));
}

void gasnett_unsetenv(const char *keyname)
{
	if (!keyname || ga_libc()->unsetenv(keyname) != 0)
		gasnett_fatalerror("gasnett_unsetenv: \"%s\": a name must not be empty or contain =", keyname ? keyname : "(null)");
}

/* 1 or 0, or -1 for anything else. */
static int yes_or_no(const char *text)
{
	if (!strcasecmp(text, "y") || !strcasecmp(text, "yes") || !strcmp(text, "1"))
		return 1;
	if (!strcasecmp(text, "n") || !strcasecmp(text, "no") || !strcmp(text, "0"))
		return 0;
	return -1;
}

int gasnett_verboseenv(void)
{
	const char *text = gasnett_getenv("GASNET_VERBOSEENV");

	return text && yes_or_no(text) == 1 && gasnetgo_rank() == 0;
}

/* Names that have been printed, by rank 0, of which a process has one in either world. */
static pthread_mutex_t printed_lock = PTHREAD_MUTEX_INITIALIZER;
static char **printed;
static size_t printed_count;

static bool first_time(const char *keyname)
{
	bool first = true;
	char **more;

	pthread_mutex_lock(&printed_lock);
	for (size_t i = 0; i < printed_count && first; i++)
		first = strcmp(printed[i], keyname) != 0;
	if (first && (more = realloc(printed, (printed_count + 1) * sizeof *more)) != NULL) {
		printed = more;
		if ((printed[printed_count] = strdup(keyname)) != NULL)
			printed_count++;
	}
	pthread_mutex_unlock(&printed_lock);
	return first;
}

void gasnett_envstr_display(const char *keyname, const char *val, int is_default)
{
	if (!gasnett_verboseenv() || !first_time(keyname))
		return;
	fprintf(stderr, "ENV parameter: %s = %s%s\n", keyname, !val ? "*not set*" : *val ? val : "*empty*", is_default ? "   (default)" : "");
	fflush(stderr);
}

void gasnett_envint_display(const char *keyname, int64_t val, int is_default, int is_mem_size)
{
	char text[64];

	gasnett_envstr_display(keyname, gasnett_format_number(val, text, sizeof text, is_mem_size), is_default);
}

void gasnett_envdbl_display(const char *keyname, double val, int is_default)
{
	char text[64];

	snprintf(text, sizeof text, "%g", val);
	gasnett_envstr_display(keyname, text, is_default);
}

/* The value of a variable, NULL if it is not set or empty. */
static char *value_of(const char *keyname)
{
	char *text = gasnett_getenv(keyname);

	return text && *text ? text : NULL;
}

char *gasnett_getenv_withdefault(const char *keyname, const char *defaultval)
{
	char *text = value_of(keyname);

	gasnett_envstr_display(keyname, text ? text : defaultval, text == NULL);
	return text ? text : (char *)(uintptr_t)defaultval;
}

int gasnett_getenv_yesno_withdefault(const char *keyname, int defaultval)
{
	const char *text = value_of(keyname);
	const int answer = text ? yes_or_no(text) : !!defaultval;

	if (answer < 0)
		gasnett_fatalerror("environment variable %s = %s: not yes (y, 1) or no (n, 0)", keyname, text);
	gasnett_envstr_display(keyname, answer ? "YES" : "NO", text == NULL);
	return answer;
}

/* Where a number ends that cannot be read, why holds the reason. */
static bool parse_int(const char *str, uint64_t mult, int64_t *out, const char **why)
{
	static const char units[] = "KMGT";
	const char *s = str, *unit;
	char *end, *end_whole;
	long double value;
	uint64_t whole;
	bool negative, fraction;

	*why = "not a number";
	while (isspace((unsigned char)*s))
		s++;
	negative = *s == '-';
	s += *s == '-' || *s == '+';
	if (!isdigit((unsigned char)*s) && !(mult && *s == '.' && isdigit((unsigned char)s[1])))
		return false;
	errno = 0;
	whole = strtoull(s, &end_whole, s[0] == '0' && (s[1] == 'x' || s[1] == 'X') ? 16 : 10);
	if (errno == ERANGE)
		return *why = "too large", false;
	end = end_whole;
	value = whole;
	fraction = mult && *end_whole == '.';
	if (fraction)
		value = strtold(s, &end);
	while (isspace((unsigned char)*end))
		end++;
	if (*end && mult) {
		mult = 1;
		unit = strchr(units, toupper((unsigned char)*end));
		if (unit) {
			mult = UINT64_C(1024) << 10 * (unit - units);
			end++;
		}
		if (*end == 'B' || *end == 'b')
			end++;
		while (isspace((unsigned char)*end))
			end++;
		if (*end)
			return *why = "a unit is one of B, KB, MB, GB, TB", false;
	} else if (*end) {
		return false;
	}
	if (!mult)
		mult = 1;
	if (fraction) {
		value *= mult;
		if (value >= (long double)INT64_MAX)
			return *why = "too large", false;
		whole = (uint64_t)value;
	} else if (__builtin_mul_overflow(whole, mult, &whole) || whole > (uint64_t)INT64_MAX + negative) {
		return *why = "too large", false;
	}
	*out = (int64_t)(negative ? 0 - whole : whole);
	return true;
}

int64_t gasnett_parse_int(const char *str, uint64_t mem_size_multiplier)
{
	const char *why;
	int64_t value;

	if (!str || !parse_int(str, mem_size_multiplier, &value, &why))
		gasnett_fatalerror("gasnett_parse_int: \"%s\": %s", str ? str : "(null)", str ? why : "not a number");
	return value;
}

int64_t gasnett_getenv_int_withdefault(const char *keyname, int64_t defaultval, uint64_t mem_size_multiplier)
{
	const char *text = value_of(keyname), *why;
	int64_t value = defaultval;

	if (text && !parse_int(text, mem_size_multiplier, &value, &why))
		gasnett_fatalerror("environment variable %s = %s: %s", keyname, text, why);
	gasnett_envint_display(keyname, value, text == NULL, mem_size_multiplier != 0);
	return value;
}

double gasnett_getenv_dbl_withdefault(const char *keyname, double defaultval)
{
	const char *text = value_of(keyname);
	double value = defaultval;
	char *end;

	if (text) {
		value = strtod(text, &end);
		if (end != text && *end == '/') {
			const char *below = end + 1;
			const double by = strtod(below, &end);

			if (end == below || by == 0)
				gasnett_fatalerror("environment variable %s = %s: not a fraction", keyname, text);
			value /= by;
		}
		if (end == text || *end || !isfinite(value))
			gasnett_fatalerror("environment variable %s = %s: not a number", keyname, text);
	}
	gasnett_envdbl_display(keyname, value, text == NULL);
	return value;
}

char *gasnett_format_number(int64_t val, char *buf, size_t bufsz, int is_mem_size)
{
	static const char *const units[] = {"TB", "GB", "MB", "KB", "B"};
	const uint64_t size = val < 0 ? 0 - (uint64_t)val : (uint64_t)val;
	const char *sign = val < 0 ? "-" : "";

	if (size >= UINT64_C(1) << 50) {
		snprintf(buf, bufsz, "%s0x%" PRIx64, sign, size);
	} else if (!is_mem_size) {
		snprintf(buf, bufsz, "%s%" PRIu64, sign, size);
	} else {
		int i = size ? 0 : 4;
		uint64_t unit = UINT64_C(1) << 10 * (4 - i);

		for (; size && i < 4 && size < 10 * unit && size % unit; i++)
			unit >>= 10;
		snprintf(buf, bufsz, "%s%" PRIu64 " %s", sign, size / unit, units[i]);
	}
	return buf;
}
