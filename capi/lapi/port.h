/* lapi/port.h - a context as C sees it: its mailbox, its threads, and waiting.
 *
 * A call that waits does so here, on its caller's stack: it looks for what it waits for, has Go serve messages (operation poll), runs handlers that Go
 * has ready, and at last sleeps on the context's bell. Two threads of the library belong to a context: one serves messages while no thread of the program
 * does, the other one runs completion handlers, which may wait themselves. */
#ifndef GA_LAPI_PORT_H
#define GA_LAPI_PORT_H

#include <lapi.h>

#include "../plane/layout.h"
#include "../plane/wait.h"
#include "../runtime/edge.h"
#include "zlapi_frames.h"

#define GA_LAPI_PORTS 16
#define GA_LAPI_HEADER 1024 /* MAX_UHDR_SZ */
#define GA_LAPI_DATA 8192   /* bytes that may come with a header */
#define GA_LAPI_TABLE 64

/* node.MailBlock */
struct ga_mail {
	struct ga_mailbox box;
	uint32_t bell, sleepers, server, pollers;
	char pad[GA_LINE - 16];
	uint32_t work, worker;
	uint32_t wanted, ended;
	char pad2[GA_LINE - 16];
};
#define GA_MAIL_RING 4096

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

/* Where a live context is: live.LAPIPlace. */
struct ga_lapi_place {
	struct ga_mail *mail;
	uint64_t ring; /* bytes */
	char *parts;   /* of local rank 0: mailboxes are stride apart */
	uint64_t stride;
	uint32_t tasks, task;
	bool fast;   /* what C can do it does: fast.h */
	bool kernel; /* data may be copied from process to process */
};

/* A context. mail is NULL while there is none. */
struct ga_lapi_port {
	struct ga_mail *mail;
	struct ga_lapi_fast *fast; /* NULL: all goes through Go */
	struct ga_lapi_place place;
	char *ring;
	uint64_t mask;
	uint32_t handle, life;
	int check;       /* ERROR_CHK */
	bool interrupts; /* messages wake the thread that serves them */
	bool locks;      /* the program shares the lock: lock.c */
	bool statuses;   /* there have been counters of LAPI_Setcntr_wstatus */
	uint32_t queued; /* of a simulated task: packets that are there */
};

extern struct ga_lapi_port ga_lapi_ports[GA_LAPI_PORTS];

/* Those of the simulated task that runs: sim.c. */
struct ga_lapi_port *ga_lapi_sim_ports(void);

/* From Go: a context has been made, or has ended. */
void ga_lapi_open(int handle, uint32_t life, const struct ga_lapi_place *at);
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

/* Waiting of a thread of the program, or of the thread of completion handlers. */
struct ga_lapi_wait {
	struct ga_lapi_port *port;
	struct ga_mail *mail; /* still there when the context has ended */
	uint32_t steps, ended;
	struct ga_wait patience;
	bool handled;  /* a handler has run, and others may be ready */
	bool counted;  /* among the pollers, so that senders wake no thread */
	bool armed;    /* among the sleepers: the next step sleeps */
	uint32_t life; /* of the context, for a thread of the library; else 0 */
};

void ga_lapi_wait_begin(struct ga_lapi_wait *w, struct ga_lapi_port *p, const char *fn);
void ga_lapi_wait_end(struct ga_lapi_wait *w);

/* After a look of a program that looks in a loop of its own, for nothing: other ranks may want the core. */
void ga_lapi_fruitless(void);

/* Serves messages once, and runs the handlers that there are. False: there was nothing. */
bool ga_lapi_serve(struct ga_lapi_wait *w, const char *fn);

/* After an unsuccessful look: serves, spins or sleeps. seen: the bell's value before that look. */
void ga_lapi_wait_step(struct ga_lapi_wait *w, uint32_t seen, const char *fn);

/* Sleeps, without serving messages, until the bell is no longer what it was, or a little longer. The caller is among the sleepers already. */
void ga_lapi_nap(struct ga_lapi_port *p, uint32_t seen);

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

/* Ends the job if the caller is in a handler that must not wait. */
static inline void ga_lapi_may_wait(const char *fn)
{
	const char *handler = ga_lapi_inside()->handler;

	if (GA_UNLIKELY(handler != NULL))
		ga_fatal(1, "%s: called in a %s, which must not wait", fn, handler);
}

/* sim.c: opens a context of a simulated task, closes it, starts a thread of the library, waits for what is to be done. */
void ga_lapi_sim_open(uint32_t handle, uint32_t life);
void ga_lapi_sim_close(uint32_t handle);
void ga_lapi_sim_start(void *(*f)(void *), struct ga_lapi_port *p, void *arg);
void ga_lapi_sim_rest(struct ga_lapi_port *p, int thread, uint32_t seen, const char *fn);

#endif
