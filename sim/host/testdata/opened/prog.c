/* Opens libraries at run time, as a program with plugins does; argument: the folder they are in. Each rank has its own, and finds what a process finds. */
#define _GNU_SOURCE
#include "opened.h"

#include <dlfcn.h>
#include <link.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "../check.h"
#include "../world.h"

int opened_order;
int opened_callback(int x) { return x + opened_order; }

static char folder[1000];

static void *open_one(const char *name, int flags)
{
	char path[2000];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	return dlopen(path, flags);
}

static int seen(struct dl_phdr_info *info, size_t size, void *count)
{
	(void)size;
	*(int *)count += strstr(info->dlpi_name, "/libplugin.so") != NULL;
	return 0;
}

static int is_loaded(void)
{
	int count = 0;

	dl_iterate_phdr(seen, &count);
	return count;
}

/* Everything of a plugin that has been opened and used once. */
static void once(int me, int flags)
{
	int order = 0;
	void *plugin = open_one("libplugin.so", flags), *again;
	Dl_info info;
	struct link_map *map = NULL;

	if (!plugin)
		printf("%s\n", dlerror());
	CHECK(plugin != NULL);
	CHECK(opened_order == 12);
	int (*next)(void) = (int (*)(void))dlsym(plugin, "plugin_next");
	int *(*count)(void) = (int *(*)(void))dlsym(plugin, "plugin_count");
	int *(*local)(void) = (int *(*)(void))dlsym(plugin, "plugin_local");
	double (*root)(double) = (double (*)(double))dlsym(plugin, "plugin_root");
	const char *(*chosen)(void) = (const char *(*)(void))dlsym(plugin, "plugin_chosen");
	int (*host)(void) = (int (*)(void))dlsym(plugin, "plugin_host");
	unsigned long (*counter)(void) = (unsigned long (*)(void))dlsym(plugin, "plugin_counter");
	int *(*inner)(void) = (int *(*)(void))dlsym(plugin, "inner_local");
	void (*note)(int *) = (void (*)(int *))dlsym(plugin, "inner_order");
	CHECK(next && count && local && root && chosen && host && counter && inner && note);
	for (int i = 1; i < 5; i++) {
		CHECK(next() == 10 + i + i + 100 + i + 1 + 1);
		world_barrier();
	}
	CHECK(*count() == 14 && dlsym(plugin, "count") == count());
	CHECK(*local() == 4 && *inner() == 3 && dlsym(plugin, "plugin_thread") == local());
	*count() += me;
	*local() += me;
	*inner() += 2 * me;
	world_barrier();
	CHECK(*count() == 14 + me && *local() == 4 + me && *inner() == 3 + 2 * me);
	CHECK(root(9) == 3 + 13);
	CHECK(strcmp(chosen(), "chosen") == 0);
	CHECK(host()); /* its own scope */
	CHECK(world_size() == 1 || counter() < 2000000000);
	CHECK(is_loaded() == 1);
	CHECK((dlsym(RTLD_DEFAULT, "plugin_next") != NULL) == ((flags & RTLD_GLOBAL) != 0));
	CHECK((flags & RTLD_GLOBAL) || strstr(dlerror(), "undefined symbol: plugin_next"));
	CHECK((dlsym(dlopen(NULL, RTLD_NOW), "inner_next") != NULL) == ((flags & RTLD_GLOBAL) != 0));
	dlerror();
	CHECK(dlsym(plugin, "sqrt") != NULL && dlsym(plugin, "nothing") == NULL);
	CHECK(strstr(dlerror(), "libplugin.so: undefined symbol: nothing") && dlerror() == NULL);
	CHECK(dlsym(plugin, "getpid") == (void *)getpid);
	CHECK(dladdr((void *)next, &info) && strcmp(info.dli_sname, "plugin_next") == 0 && info.dli_saddr == (void *)next &&
	      strstr(info.dli_fname, "/libplugin.so"));
	CHECK(dlinfo(plugin, RTLD_DI_LINKMAP, &map) == 0 && map == plugin && strcmp(map->l_name, info.dli_fname) == 0 &&
	      map->l_addr == (ElfW(Addr))info.dli_fbase);
	again = open_one("libplugin.so", RTLD_NOW | RTLD_NOLOAD);
	CHECK(again == plugin && dlclose(again) == 0 && next() == 14 + me + 1 + 5 + 105 + 1 + 1);
	note(flags & RTLD_GLOBAL ? NULL : &order);
	CHECK(order == 0 && dlclose(plugin) == 0);
	printf("order %d\n", order); /* of destructors: as in a process */
	if (flags & RTLD_GLOBAL) {   /* the program has looked for it by name: it stays */
		CHECK(is_loaded() == 1 && dlsym(RTLD_DEFAULT, "plugin_next") == (void *)next);
		return;
	}
	CHECK(is_loaded() == 0 && open_one("libplugin.so", RTLD_NOW | RTLD_NOLOAD) == NULL && dlerror() == NULL);
	CHECK(dlsym(RTLD_DEFAULT, "plugin_next") == NULL);
}

int main(int argc, char **argv)
{
	const int me = world_rank();
	void *m, *missing;

	(void)argc;
	snprintf(folder, sizeof folder, "%s", argv[1]);
	for (int i = 0; i < 3; i++) {
		opened_order = 0;
		once(me, i == 2 ? RTLD_LAZY | RTLD_GLOBAL : RTLD_NOW);
	}
	CHECK(dlopen("libthere_is_none.so", RTLD_NOW) == NULL);
	CHECK(strcmp(dlerror(), "libthere_is_none.so: cannot open shared object file: No such file or directory") == 0);
	CHECK(open_one("none.so", RTLD_NOW) == NULL && strstr(dlerror(), "none.so: cannot open shared object file: No such file"));
	CHECK(dlopen("libm.so.6", 0) == NULL && strstr(dlerror(), "invalid mode"));
	m = dlopen("libm.so.6", RTLD_NOW);
	CHECK(m && ((double (*)(double))dlsym(m, "sqrt"))(9) == 3 && dlclose(m) == 0);
	CHECK(open_one("libmissing.so", RTLD_NOW) == NULL && strstr(dlerror(), "undefined symbol: function_of_no_library"));
	missing = open_one("libmissing.so", RTLD_LAZY);
	CHECK(missing && ((int (*)(int))dlsym(missing, "missing_not"))(1) == 2);
	if (argc > 2)
		((int (*)(int))dlsym(missing, "missing_used"))(1);
	printf("opened\n");
	return 0;
}
