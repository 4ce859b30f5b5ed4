/* libc_environ.c - every rank's own environment. What a program gets from getenv stays valid, so strings that are replaced are never freed. */
#include "rank.h"

#include <errno.h>
#include <string.h>

static char **find(struct ga_sim_rank *r, const char *name, size_t n)
{
	for (char **e = *var_environ(r); e && *e; e++)
		if (strncmp(*e, name, n) == 0 && (*e)[n] == '=')
			return e;
	return NULL;
}

static char *sim_getenv(const char *name)
{
	const size_t n = strlen(name);
	char **e;

	if (!ga_sim_now)
		return getenv(name);
	e = find(ga_sim_now, name, n);
	return e ? *e + n + 1 : NULL;
}

static int put(struct ga_sim_rank *r, char *text, size_t n)
{
	char **all = *var_environ(r), **e = find(r, text, n), **more;
	size_t count = 0;

	if (e)
		return *e = text, 0;
	while (all && all[count])
		count++;
	if (all != r->environ_array || count + 2 > r->environ_room) { /* the program may have replaced the array */
		const size_t room = 2 * count + 16;

		more = malloc(room * sizeof *more);
		if (!more)
			return -1;
		if (all)
			memcpy(more, all, count * sizeof *more);
		if (all == r->environ_array)
			free(all);
		r->environ_room = room;
		r->environ_array = *var_environ(r) = all = more;
	}
	all[count] = text;
	all[count + 1] = NULL;
	return 0;
}

static int sim_unsetenv(const char *name)
{
	char **e;

	if (!name || !*name || strchr(name, '='))
		return errno = EINVAL, -1;
	while ((e = find(ga_sim_now, name, strlen(name))))
		do
			e[0] = e[1];
		while (*e++);
	return 0;
}

static int sim_setenv(const char *name, const char *value, int replace)
{
	size_t n, m;
	char *text;

	if (!name || !*name || strchr(name, '='))
		return errno = EINVAL, -1;
	n = strlen(name);
	if (!replace && find(ga_sim_now, name, n))
		return 0;
	m = strlen(value);
	text = malloc(n + m + 2);
	if (!text)
		return -1;
	memcpy(text, name, n);
	text[n] = '=';
	memcpy(text + n + 1, value, m + 1);
	return put(ga_sim_now, text, n);
}

static int sim_putenv(char *text)
{
	const char *end = strchr(text, '=');

	return end ? put(ga_sim_now, text, end - text) : sim_unsetenv(text);
}

static int sim_clearenv(void)
{
	*var_environ(ga_sim_now) = NULL;
	return 0;
}

const struct name ga_sim_environ_names[] = {
    NAME(getenv),
    {"secure_getenv", (void *)sim_getenv, 0},
    {"__secure_getenv", (void *)sim_getenv, 0},
    OWN_NAME(setenv),
    OWN_NAME(unsetenv),
    OWN_NAME(putenv),
    OWN_NAME(clearenv),
    {0},
};
