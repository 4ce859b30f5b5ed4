/* lapi/port.h - a context as C sees it: its mailbox, and what its threads are in. The lowest file of LAPI's: it calls no other one.
 *
 * The files call each other in this order, each only those before it: port, sim; record, lock, layout, handler (the program's handlers); receive, origin; task (handlers that
 * Go has ready); wait; thread; counter, progress, transfer, setup; xfer, util. docs/design/lapi-short-way.md says what is whose. */
#ifndef GA_LAPI_PORT_H
#define GA_LAPI_PORT_H

#include <lapi.h>

#include "../plane/layout.h"
#include "../plane/mail.h"
#include "../plane/wait.h"
#include "../runtime/edge.h"
#include "zlapi_frames.h"

#define GA_LAPI_PORTS 16
#define GA_LAPI_HEADER 1024 /* MAX_UHDR_SZ */
#define GA_LAPI_DATA 8192   /* bytes that may come with a header */
#define GA_LAPI_TABLE 64

/* A handler: process.Job. */
struct ga_lapi_job {
	int32_t kind, code, err, from;
	uint64_t number;
	uintptr_t fn, info;
	void *header, *data;
	uint32_t length, whole;
	uint64_t total;
	void *into;
	uintptr_t completion;
	void *parameter;
	int32_t flags, control;
	uintptr_t dgsp;
	uint64_t bytes, skip;
};

enum {
	GA_LAPI_CLOSED = -1,
	GA_LAPI_NONE,
	GA_LAPI_HEADER_HANDLER,
	GA_LAPI_VECTOR_HANDLER,
	GA_LAPI_COMPLETION,
	GA_LAPI_SENT,
	GA_LAPI_ERROR,
	GA_LAPI_SCATTER
};
/* Names of the library's threads in messages. */
#define GA_LAPI_DISPATCHER_NAME "LAPI's dispatcher"
#define GA_LAPI_COMPLETIONS_NAME "LAPI's thread of completion handlers"

enum { GA_LAPI_PROGRAM, GA_LAPI_DISPATCHER, GA_LAPI_COMPLETIONS, GA_LAPI_NAPS };
enum { GA_LAPI_POLL_SOME, GA_LAPI_POLL_NONE, GA_LAPI_POLL_HANDLER, GA_LAPI_POLL_CLOSED };

/* Where the mailboxes of a handle are: Place of live/lapi. All contexts of a handle have the same. */
struct ga_lapi_place {
	struct ga_mail *mail; /* this task's */
	char *parts;          /* that of local rank 0: mailboxes are stride apart */
	uint64_t stride;
	uint64_t mask; /* bytes of a ring, less one */
	uint32_t tasks, me;
	bool kernel; /* data may be copied from process to process */
	bool fast;   /* what C can do it does: fast.h */
	bool hosts;  /* the job has several: those of other hosts are Go's, and the network is to be polled */
};

/* A context. mail is NULL while there is none. */
struct ga_lapi_port {
	struct ga_mail *mail;
	struct ga_lapi_fast *fast;         /* NULL: all goes through Go */
	const struct ga_lapi_place *place; /* of a live context, also after its end */
	uint32_t handle;
	uint32_t life;   /* 0: there is no context, or LAPI_Init has not made it completely */
	int check;       /* ERROR_CHK */
	bool interrupts; /* messages wake the thread that serves them */
	bool locks;      /* the program shares the lock: lock.c */
	bool statuses;   /* there have been counters of LAPI_Setcntr_wstatus */
	uint32_t queued; /* of a simulated task: packets that are there */
};

static inline char *ga_lapi_ring(struct ga_mail *m) { return ga_mail_ring(m); }

extern struct ga_lapi_port ga_lapi_ports[GA_LAPI_PORTS];

/* Those of the simulated task that runs: sim.c. */
struct ga_lapi_port *ga_lapi_sim_ports(void);

/* From Go: a context has been made, or has ended. LAPI_Init begins its life. */
void ga_lapi_open(int handle, const struct ga_lapi_place *at);
void ga_lapi_close(int handle);

/* In a forked child: there is no context. */
void ga_lapi_in_child(void);

/* Before a fault ends this rank: says which message of which task it deals with. */
void ga_lapi_at_fault(int sig);

static inline struct ga_lapi_port *ga_lapi_port(lapi_handle_t h)
{
	struct ga_lapi_port *all = GA_UNLIKELY(ga_simulated) ? ga_lapi_sim_ports() : ga_lapi_ports;

	return GA_LIKELY(h < GA_LAPI_PORTS && __atomic_load_n(&all[h].mail, __ATOMIC_ACQUIRE)) ? &all[h] : NULL;
}

/* The bell of a context, which may have ended: 0. */
static inline uint32_t ga_lapi_bell(const struct ga_lapi_port *p)
{
	const struct ga_mail *m = __atomic_load_n(&p->mail, __ATOMIC_ACQUIRE);

	return m ? __atomic_load_n(&m->bell, __ATOMIC_SEQ_CST) : 0;
}

/* What a thread runs: the name of a kind of handlers that must not wait, else NULL, with its address and the task whose message it is for; whether it may send to that task
 * only. */
struct ga_lapi_inside {
	const char *handler;
	bool replies;
	uint32_t to;
	uintptr_t at;
};

extern __attribute__((tls_model("initial-exec"))) _Thread_local struct ga_lapi_inside ga_lapi_thread_inside;
struct ga_lapi_inside *ga_lapi_sim_inside(void);
static inline struct ga_lapi_inside *ga_lapi_inside(void) { return GA_UNLIKELY(ga_simulated) ? ga_lapi_sim_inside() : &ga_lapi_thread_inside; }

/* sim.c: opens a context of a simulated task, closes it, starts a thread of the library, waits for what is to be done; false: the context has ended. */
void ga_lapi_sim_open(uint32_t handle, uint32_t life);
void ga_lapi_sim_close(uint32_t handle);
void ga_lapi_sim_start(void *(*f)(void *), struct ga_lapi_port *p, void *arg);
bool ga_lapi_sim_rest(struct ga_lapi_port *p, uint32_t life, int thread, uint32_t seen, const char *fn);

#endif
