/* libc_locale.c - the locale of a rank. The C library has one for the process and lets a thread use another: the ranks' thread uses that of the rank that runs. What
 * setlocale does to the process's is done to one of the rank's. */
#include "rank.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

enum { CATEGORIES = LC_IDENTIFICATION + 1 };

static const char *const category_names[CATEGORIES] = {
    [LC_CTYPE] = "LC_CTYPE",
    [LC_NUMERIC] = "LC_NUMERIC",
    [LC_TIME] = "LC_TIME",
    [LC_COLLATE] = "LC_COLLATE",
    [LC_MONETARY] = "LC_MONETARY",
    [LC_MESSAGES] = "LC_MESSAGES",
    [LC_PAPER] = "LC_PAPER",
    [LC_NAME] = "LC_NAME",
    [LC_ADDRESS] = "LC_ADDRESS",
    [LC_TELEPHONE] = "LC_TELEPHONE",
    [LC_MEASUREMENT] = "LC_MEASUREMENT",
    [LC_IDENTIFICATION] = "LC_IDENTIFICATION",
};

struct tongue {
	locale_t global;  /* what setlocale has made; 0: the process's, C */
	locale_t current; /* what uselocale has chosen; 0: global */
	char names[CATEGORIES][64];
	char answer[CATEGORIES * 80];
};

static locale_t now = LC_GLOBAL_LOCALE; /* the thread's */

static locale_t wanted(const struct ga_sim_rank *r)
{
	const struct tongue *t = r->tongue;

	return !t ? LC_GLOBAL_LOCALE : t->current ? t->current : t->global ? t->global : LC_GLOBAL_LOCALE;
}

void ga_sim_speak(const struct ga_sim_rank *r)
{
	const locale_t want = r ? wanted(r) : LC_GLOBAL_LOCALE;

	if (want != now)
		uselocale(now = want);
}

void ga_sim_speak_again(void) { now = NULL; }

/* Locales are the process's memory: the C library shares their parts. */
static struct tongue *tongue(struct ga_sim_rank *r)
{
	if (r->tongue)
		return r->tongue;
	r->tongue = calloc(1, sizeof *r->tongue);
	for (int i = 0; r->tongue && i < CATEGORIES; i++)
		strcpy(r->tongue->names[i], "C");
	return r->tongue;
}

void ga_sim_forget_tongue(struct ga_sim_rank *r)
{
	if (!r->tongue)
		return;
	if (now == wanted(r))
		ga_sim_speak(NULL);
	if (r->tongue->global)
		freelocale(r->tongue->global);
	free(r->tongue);
	r->tongue = NULL;
}

locale_t ga_sim_swap_locale(struct ga_sim_rank *r, locale_t to)
{
	locale_t before;

	if (!r->tongue)
		return to; /* nothing has been chosen in this rank */
	before = r->tongue->current;
	r->tongue->current = to;
	return before;
}

static const char *variable(struct ga_sim_rank *r, const char *name)
{
	const size_t n = strlen(name);

	for (char **e = *var_environ(r); e && *e; e++)
		if (strncmp(*e, name, n) == 0 && (*e)[n] == '=' && (*e)[n + 1])
			return *e + n + 1;
	return NULL;
}

/* The name for a category: of LC_ALL's form with one for each, of the environment, or what it says. */
static bool choose(struct ga_sim_rank *r, int category, const char *name, char *to, size_t size)
{
	const size_t n = strlen(category_names[category]);
	const char *p = name;
	size_t bytes;

	if (!*name) {
		p = variable(r, "LC_ALL");
		p = p ? p : variable(r, category_names[category]);
		p = p ? p : variable(r, "LANG");
		p = p ? p : "C";
	} else if (strchr(name, '=')) {
		while (p && (strncmp(p, category_names[category], n) != 0 || p[n] != '='))
			p = strchr(p, ';') ? strchr(p, ';') + 1 : NULL;
		if (!p)
			return false;
		p += n + 1;
	}
	bytes = strcspn(p, ";");
	if (bytes >= size)
		return false;
	memcpy(to, p, bytes);
	to[bytes] = 0;
	if (strcmp(to, "POSIX") == 0)
		strcpy(to, "C");
	return true;
}

static const char *spell(struct tongue *t, int category)
{
	size_t used = 0;
	bool same = true;

	if (category != LC_ALL)
		return t->names[category];
	for (int i = 0; i < CATEGORIES; i++)
		same &= i == LC_ALL || strcmp(t->names[i], t->names[0]) == 0;
	if (same)
		return t->names[0];
	for (int i = 0; i < CATEGORIES; i++)
		if (i != LC_ALL)
			used += snprintf(t->answer + used, sizeof t->answer - used, "%s%s=%s", i ? ";" : "", category_names[i], t->names[i]);
	return t->answer;
}

static bool set(struct ga_sim_rank *r, struct tongue *t, int category, const char *name)
{
	char names[CATEGORIES][sizeof t->names[0]];
	locale_t made = t->global ? duplocale(t->global) : newlocale(LC_ALL_MASK, "C", 0), more;
	bool ok = made != 0;

	memcpy(names, t->names, sizeof names);
	for (int i = 0; ok && i < CATEGORIES; i++) {
		if (i == LC_ALL || (category != LC_ALL && category != i))
			continue;
		ok = choose(r, i, name, names[i], sizeof names[i]);
		more = ok ? newlocale(1 << i, names[i], made) : 0;
		ok = ok && more;
		made = more ? more : made;
	}
	if (!ok) {
		if (made)
			freelocale(made);
		return false;
	}
	more = t->global;
	t->global = made;
	memcpy(t->names, names, sizeof names);
	ga_sim_speak(r);
	if (more)
		freelocale(more);
	ga_sim_apart = true;
	return true;
}

static char *sim_setlocale(int category, const char *name)
{
	struct ga_sim_rank *r = ga_sim_now;
	struct tongue *t;
	bool ok;

	if (!r)
		return setlocale(category, name);
	if (category < 0 || category >= CATEGORIES) {
		errno = EINVAL;
		return NULL;
	}
	if (name && ga_sim_object_at(r, (uintptr_t)__builtin_return_address(0)) < 0)
		ga_sim_notice(GA_SIM_SHARED_LOCALE, "sets C++'s global locale (std::locale::global), which all ranks of a simulated job share");
	ga_sim_heap_leave();
	t = tongue(r);
	ok = t && (!name || set(r, t, category, name));
	ga_sim_heap_enter(r, __builtin_thread_pointer());
	return ok ? (char *)spell(t, category) : NULL;
}

static locale_t sim_uselocale(locale_t to)
{
	struct ga_sim_rank *r = ga_sim_now;
	struct tongue *t;
	locale_t before;

	if (!r)
		return uselocale(to);
	ga_sim_heap_leave();
	t = tongue(r);
	ga_sim_heap_enter(r, __builtin_thread_pointer());
	if (!t)
		return 0;
	before = t->current ? t->current : LC_GLOBAL_LOCALE;
	if (to) {
		t->current = to == LC_GLOBAL_LOCALE ? 0 : to;
		ga_sim_speak(r);
		ga_sim_apart = true;
	}
	return before;
}

static locale_t sim_newlocale(int mask, const char *name, locale_t base)
{
	const struct ga_sim_rank *r = ga_sim_now;
	locale_t made;

	if (!r)
		return newlocale(mask, name, base);
	ga_sim_heap_leave();
	made = newlocale(mask, name, base);
	ga_sim_heap_enter(r, __builtin_thread_pointer());
	return made;
}

static locale_t sim_duplocale(locale_t of)
{
	const struct ga_sim_rank *r = ga_sim_now;
	locale_t made;

	if (!r)
		return duplocale(of);
	ga_sim_heap_leave();
	made = duplocale(of == LC_GLOBAL_LOCALE && r->tongue && r->tongue->global ? r->tongue->global : of);
	ga_sim_heap_enter(r, __builtin_thread_pointer());
	return made;
}

const struct name ga_sim_locale_names[] = {
    NAME(setlocale),
    NAME(uselocale),
    {"__uselocale", (void *)sim_uselocale, 0},
    NAME(newlocale),
    {"__newlocale", (void *)sim_newlocale, 0},
    NAME(duplocale),
    {"__duplocale", (void *)sim_duplocale, 0},
    {0},
};
