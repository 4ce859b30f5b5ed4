/* runtime/pmix.c - the few calls of libpmix that an exchange needs, found with dlopen.
 *
 * The types below are PMIx's binary interface, unchanged from version 3 to 5 (PMIx standard, sections 3.2 and 3.3): only the parts that are
 * touched have names. */
#include "pmix.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PMIX_BOOL = 1, PMIX_STRING = 3, PMIX_UINT32 = 14, PMIX_GLOBAL = 3 };
#define PMIX_RANK_WILDCARD 0xfffffffeu

struct proc {
	char nspace[256];
	uint32_t rank;
};

struct value {
	uint16_t type;
	union {
		_Bool flag;
		char *string;
		uint32_t uint32;
		uint64_t room[3];
	} data;
};

struct info {
	char key[512];
	uint32_t flags;
	struct value value;
};

_Static_assert(sizeof(struct proc) == 260 && sizeof(struct value) == 32 && sizeof(struct info) == 552, "PMIx's binary interface");

static struct {
	int (*init)(struct proc *, struct info *, size_t);
	int (*put)(uint8_t scope, const char *key, struct value *);
	int (*commit)(void);
	int (*fence)(const struct proc *, size_t, const struct info *, size_t);
	int (*get)(const struct proc *, const char *key, const struct info *, size_t, struct value **);
	int (*finalize)(const struct info *, size_t);
	int (*abort)(int status, const char *message, struct proc *, size_t);
} pmix;

static struct proc self;

static int load(void)
{
	static const char *const names[] = {"libpmix.so.2", "libpmix.so"};
	void *lib = NULL;

	for (size_t i = 0; !lib && i < sizeof names / sizeof names[0]; i++)
		lib = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
	if (!lib)
		return GA_PMIX_MISSING;
	*(void **)&pmix.init = dlsym(lib, "PMIx_Init");
	*(void **)&pmix.put = dlsym(lib, "PMIx_Put");
	*(void **)&pmix.commit = dlsym(lib, "PMIx_Commit");
	*(void **)&pmix.fence = dlsym(lib, "PMIx_Fence");
	*(void **)&pmix.get = dlsym(lib, "PMIx_Get");
	*(void **)&pmix.finalize = dlsym(lib, "PMIx_Finalize");
	*(void **)&pmix.abort = dlsym(lib, "PMIx_Abort");
	if (pmix.init && pmix.put && pmix.commit && pmix.fence && pmix.get && pmix.finalize && pmix.abort)
		return 0;
	dlclose(lib);
	return GA_PMIX_MISSING;
}

/* Reads key of rank; 0 and *out (to be freed, with its string) or a status. */
static int get(uint32_t rank, const char *key, uint16_t type, struct value **out)
{
	struct proc p = self;
	int rc;

	p.rank = rank;
	*out = NULL;
	rc = pmix.get(&p, key, NULL, 0, out);
	if (rc == 0 && (!*out || (*out)->type != type))
		rc = -1;
	return rc;
}

int ga_pmix_init(uint32_t *rank, uint32_t *size, char nspace[GA_PMIX_NAMESPACE])
{
	struct value *v;
	int rc = load();

	if (rc != 0 || (rc = pmix.init(&self, NULL, 0)) != 0)
		return rc;
	if ((rc = get(PMIX_RANK_WILDCARD, "pmix.job.size", PMIX_UINT32, &v)) != 0) {
		pmix.finalize(NULL, 0);
		return rc;
	}
	*size = v->data.uint32;
	free(v);
	*rank = self.rank;
	snprintf(nspace, GA_PMIX_NAMESPACE, "%s", self.nspace);
	return 0;
}

int ga_pmix_put(const char *key, const char *value)
{
	struct value v = {.type = PMIX_STRING, .data.string = (char *)value};

	return pmix.put(PMIX_GLOBAL, key, &v);
}

int ga_pmix_fence(void)
{
	struct info collect = {.key = "pmix.collect", .value = {.type = PMIX_BOOL, .data.flag = 1}};
	int rc = pmix.commit();

	return rc != 0 ? rc : pmix.fence(NULL, 0, &collect, 1);
}

int ga_pmix_get(uint32_t rank, const char *key, char *value, size_t room)
{
	struct value *v;
	int rc = get(rank, key, PMIX_STRING, &v);

	if (rc != 0)
		return rc;
	if ((size_t)snprintf(value, room, "%s", v->data.string) >= room)
		rc = -1;
	free(v->data.string);
	free(v);
	return rc;
}

int ga_pmix_finalize(void) { return pmix.finalize(NULL, 0); }

int ga_pmix_abort(int status, const char *message) { return pmix.abort(status, message, NULL, 0); }
