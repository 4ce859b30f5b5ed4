/* sisci/wait.c - calls that wait: on their caller's stack, while Go has their ticket. */
#include "wait.h"

#include "../plane/wait.h"

#define NAP_NS 10000000u /* deaths ring no bell */
#define HOSTS_LOOKS 16u  /* at the mailbox, between two polls of the network */

/* Time that has passed, though ga_now_us wraps. */
struct watch {
	uint32_t last; /* us */
	uint64_t ns;
};

static uint64_t passed(struct watch *w)
{
	const uint32_t now = ga_now_us();

	w->ns += (uint64_t)(now - w->last) * 1000u;
	w->last = now;
	return w->ns;
}

static bool poll(uint64_t ticket, bool expire, void *data, struct ga_sisci_reply *r, const char *fn)
{
	struct ga_sisci_poll f = {GA_FRAME(poll, POLL, fn), .ticket = ticket, .expire = expire, .data = GA_F(data), .reply = r};

	ga_call(&f.head);
	return f.done;
}

/* The last thread that polls leaves packets that have come to the library's thread. */
static void leave(struct ga_mail *m)
{
	if (__atomic_sub_fetch(&m->pollers, 1, __ATOMIC_SEQ_CST) == 0 && ga_mail_came(m, ga_sisci.mask) &&
	    __atomic_load_n(&m->server, __ATOMIC_SEQ_CST)) {
		__atomic_add_fetch(&m->bell, 1, __ATOMIC_SEQ_CST);
		ga_futex_wake(&m->bell, INT32_MAX);
	}
}

static void rest(struct ga_mail *m, uint32_t seen, uint64_t ns)
{
	__atomic_add_fetch(&m->sleepers, 1, __ATOMIC_SEQ_CST);
	__atomic_sub_fetch(&m->pollers, 1, __ATOMIC_SEQ_CST);
	if (!ga_mail_came(m, ga_sisci.mask))
		ga_futex_wait(&m->bell, seen, ns);
	__atomic_add_fetch(&m->pollers, 1, __ATOMIC_SEQ_CST);
	__atomic_sub_fetch(&m->sleepers, 1, __ATOMIC_SEQ_CST);
}

void ga_sisci_wait(uint64_t ticket, uint32_t timeout, void *data, struct ga_sisci_reply *r, const char *fn)
{
	struct ga_mail *m = ga_sisci.mail;
	struct ga_wait w = {0};
	uint32_t seen;

	if (!ticket)
		return;
	if (GA_UNLIKELY(ga_simulated)) { /* time does not pass by itself */
		struct ga_sisci_rest f = {GA_FRAME(rest, REST, fn), .ticket = ticket, .timeout = timeout, .data = GA_F(data), .reply = r};

		ga_call(&f.head);
		return;
	}
	struct watch clock = {.last = ga_now_us()};
	const uint64_t bound = timeout == SCI_INFINITE_TIMEOUT ? UINT64_MAX : timeout * (uint64_t)1000000u;

	__atomic_add_fetch(&m->pollers, 1, __ATOMIC_SEQ_CST);
	for (bool over = bound == 0;;) {
		seen = __atomic_load_n(&m->bell, __ATOMIC_SEQ_CST);
		if (poll(ticket, over, data, r, fn))
			break;
		over = false;
		while (!ga_mail_came(m, ga_sisci.mask) && __atomic_load_n(&m->bell, __ATOMIC_RELAXED) == seen) {
			if (w.steps < ga_spins) {
				ga_relax();
				if (++w.steps % HOSTS_LOOKS == 0 && ga_sisci.hosts)
					break;
				continue;
			}
			const uint64_t ns = passed(&clock);

			if (ns >= bound) {
				over = true;
				break;
			}
			if (!ga_wait_spin(&w)) {
				rest(m, seen, bound - ns < NAP_NS ? bound - ns : NAP_NS);
				break;
			}
			if (ga_sisci.hosts)
				break;
		}
		over |= bound != UINT64_MAX && passed(&clock) >= bound;
	}
	leave(m);
}
