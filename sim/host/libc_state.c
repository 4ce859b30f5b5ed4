/* libc_state.c - things that the C library remembers between calls, or knows about the process: one of each per rank. */
#include "rank.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/* The random generators of the C library with one state per rank: the same numbers as in a separate process. */
struct dice {
	struct random_data random;
	struct drand48_data drand48;
	char state[128]; /* as long as the C library's own */
};

static struct dice *dice(void)
{
	struct ga_sim_rank *r = ga_sim_now;

	if (!r->dice) {
		r->dice = calloc(1, sizeof *r->dice);
		if (!r->dice)
			abort();
		initstate_r(1, r->dice->state, sizeof r->dice->state, &r->dice->random);
		/* Before it is seeded, the C library's state is all zero, from which drand48_r makes the same numbers. */
	}
	return r->dice;
}

static long sim_random(void)
{
	int32_t n;

	if (!ga_sim_now)
		return random();
	random_r(&dice()->random, &n);
	return n;
}

static int sim_rand(void) { return sim_random(); }

static void sim_srandom(unsigned seed) { srandom_r(seed, &dice()->random); }

static char *sim_initstate(unsigned seed, char *state, size_t n)
{
	struct dice *d = dice();
	char *before = (char *)(d->random.state ? d->random.state - 1 : NULL);

	return initstate_r(seed, state, n, &d->random) == 0 ? before : NULL;
}

static char *sim_setstate(char *state)
{
	struct dice *d = dice();
	char *before = (char *)(d->random.state ? d->random.state - 1 : NULL);

	return setstate_r(state, &d->random) == 0 ? before : NULL;
}

static double sim_drand48(void)
{
	double x;

	drand48_r(&dice()->drand48, &x);
	return x;
}

static double sim_erand48(unsigned short x[3])
{
	double y;

	erand48_r(x, &dice()->drand48, &y);
	return y;
}

#define WHOLE(name, type, with_state, ...)                    \
	static long sim_##name type                           \
	{                                                     \
		long n;                                       \
                                                              \
		with_state(__VA_ARGS__ &dice()->drand48, &n); \
		return n;                                     \
	}
#define COMMA ,
WHOLE(lrand48, (void), lrand48_r, )
WHOLE(mrand48, (void), mrand48_r, )
WHOLE(nrand48, (unsigned short x[3]), nrand48_r, x COMMA)
WHOLE(jrand48, (unsigned short x[3]), jrand48_r, x COMMA)

static void sim_srand48(long seed) { srand48_r(seed, &dice()->drand48); }

static unsigned short *sim_seed48(unsigned short x[3])
{
	struct dice *d = dice();

	seed48_r(x, &d->drand48);
	return d->drand48.__old_x;
}

static void sim_lcong48(unsigned short x[7]) { lcong48_r(x, &dice()->drand48); }

static char *sim_strtok(char *text, const char *ends) { return strtok_r(text, ends, ga_sim_now ? &ga_sim_now->token : &(char *){NULL}); }

/* The program has brought libm if it calls these; the library itself does without. */
#define GAMMA(name, type)                                                                                \
	static type sim_##name(type x)                                                                   \
	{                                                                                                \
		type (*const real)(type, int *) = (type(*)(type, int *))dlsym(RTLD_DEFAULT, #name "_r"); \
                                                                                                         \
		return real(x, var_int(ga_sim_now, SIGNGAM));                                            \
	}
GAMMA(lgamma, double)
GAMMA(lgammaf, float)
GAMMA(lgammal, long double)

/* What the C library found out about the time zone, where the program looks for it. */
static void know_zone(void)
{
	struct ga_sim_rank *r = ga_sim_now;

	if (!r)
		return;
	*var_int(r, DAYLIGHT) = daylight;
	*(long *)r->vars[TIMEZONE] = timezone;
	memcpy(r->vars[TZNAME], tzname, sizeof tzname);
}

/* The zone belongs to the process: it is set to the rank's whenever one asks. */
static void sim_tzset(void)
{
	struct ga_sim_rank *r = ga_sim_now;
	const char *zone = NULL, *has = getenv("TZ");

	if (r)
		for (char **e = *var_environ(r); e && *e; e++)
			if (strncmp(*e, "TZ=", 3) == 0)
				zone = *e + 3;
	if (r && (!zone != !has || (zone && strcmp(zone, has) != 0))) {
		ga_sim_heap_leave(); /* the process's environment is no rank's memory */
		if (zone)
			setenv("TZ", zone, 1);
		else
			unsetenv("TZ");
		tzset();
		ga_sim_heap_enter(r, __builtin_thread_pointer());
	}
	tzset();
	know_zone();
}

#define IN_ZONE(type, name, params, ...)  \
	static type sim_##name params     \
	{                                 \
		sim_tzset();              \
		return name(__VA_ARGS__); \
	}
IN_ZONE(struct tm *, localtime, (const time_t *t), t)
IN_ZONE(struct tm *, localtime_r, (const time_t *t, struct tm *to), t, to)
IN_ZONE(time_t, mktime, (struct tm * t), t)
IN_ZONE(char *, ctime, (const time_t *t), t)
IN_ZONE(char *, ctime_r, (const time_t *t, char *to), t, to)
IN_ZONE(size_t, strftime, (char *to, size_t n, const char *format, const struct tm *t), to, n, format, t)

/* The same in every run: programs seed generators with it. */
static pid_t sim_getpid(void) { return ga_sim_now ? 10000 + ga_sim_now->id : getpid(); }
static pid_t sim_getppid(void) { return ga_sim_now ? 9999 : getppid(); }

static int sim_gethostname(char *name, size_t n)
{
	size_t length;

	if (!ga_sim_now || !ga_sim_now->host)
		return gethostname(name, n);
	length = strlen(ga_sim_now->host);
	memcpy(name, ga_sim_now->host, length < n ? length + 1 : n);
	return length < n ? 0 : (errno = ENAMETOOLONG, -1);
}

static int sim___gethostname_chk(char *name, size_t n, size_t room) { return sim_gethostname(name, n < room ? n : room); }

static int sim_uname(struct utsname *u)
{
	const int rc = uname(u);

	if (rc == 0 && ga_sim_now && ga_sim_now->host)
		snprintf(u->nodename, sizeof u->nodename, "%s", ga_sim_now->host);
	return rc;
}

/* Calls of code that cannot know where a library's variables are. Ours lie at a fixed distance from the thread pointer, which is what elf.c has made
 * the module's number. */
struct tls_index {
	int64_t module;
	uint64_t offset;
};

static void *sim___tls_get_addr(const struct tls_index *i) { return ga_sim_tls_base(i->module) + i->module + i->offset; }

const struct name ga_sim_state_names[] = {
    OWN_NAME(random),
    OWN_NAME(rand),
    OWN_NAME(srandom),
    {"srand", (void *)sim_srandom, PROGRAM_ONLY},
    OWN_NAME(initstate),
    OWN_NAME(setstate),
    OWN_NAME(drand48),
    OWN_NAME(erand48),
    OWN_NAME(lrand48),
    OWN_NAME(mrand48),
    OWN_NAME(nrand48),
    OWN_NAME(jrand48),
    OWN_NAME(srand48),
    OWN_NAME(seed48),
    OWN_NAME(lcong48),
    OWN_NAME(strtok),
    OWN_NAME(lgamma),
    {"gamma", (void *)sim_lgamma, PROGRAM_ONLY},
    OWN_NAME(lgammaf),
    {"gammaf", (void *)sim_lgammaf, PROGRAM_ONLY},
    OWN_NAME(lgammal),
    OWN_NAME(tzset),
    OWN_NAME(localtime),
    OWN_NAME(localtime_r),
    OWN_NAME(mktime),
    {"timelocal", (void *)sim_mktime, PROGRAM_ONLY},
    OWN_NAME(ctime),
    OWN_NAME(ctime_r),
    OWN_NAME(strftime),
    NAME(getpid),
    {"__getpid", (void *)sim_getpid, 0},
    NAME(getppid),
    NAME(gethostname),
    NAME(__gethostname_chk),
    NAME(uname),
    OWN_NAME(__tls_get_addr),
    {0},
};
