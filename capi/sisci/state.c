/* sisci/state.c - this process's library as C sees it. */
#include "plane.h"

struct ga_sisci ga_sisci;

void ga_sisci_open(struct ga_mail *mail, uint64_t ring, uint32_t *stamp, bool hosts)
{
	ga_sisci.mask = ring - 1;
	ga_sisci.stamp = stamp;
	ga_sisci.hosts = hosts;
	__atomic_store_n(&ga_sisci.mail, mail, __ATOMIC_RELEASE);
}

void ga_sisci_in_child(void) { ga_sisci.mail = NULL; }

uint32_t ga_sisci_missing(const char *fn)
{
	struct ga_sisci_missing f = {GA_FRAME(missing, MISSING, fn)};

	ga_call(&f.head);
	return f.code;
}
