/* lapi/setup.c - contexts and their parameters. */
#include "call.h"
#include "fast.h"
#include "thread.h"
#include "wait.h"

_Static_assert((int)TASK_ID == (int)GA_LAPI_QUERY_TASK_ID && (int)MAX_UHDR_SZ == (int)GA_LAPI_QUERY_MAX_UHDR_SZ &&
                   (int)INTERRUPT_SET == (int)GA_LAPI_QUERY_INTERRUPT_SET && (int)ACK_THRESHOLD == (int)GA_LAPI_QUERY_ACK_THRESHOLD &&
                   (int)QUERY_STATISTICS == (int)GA_LAPI_QUERY_STATISTICS && (int)BULK_MIN_MSG_SIZE == (int)GA_LAPI_QUERY_BULK_MIN_MSG_SIZE,
               "the order of lapi_query_t");

GA_TWIN(LAPI_Init, (lapi_handle_t * hndl, lapi_info_t *info))
{
	struct ga_lapi_init f = {GA_FRAME(init, INIT, "LAPI_Init")};

	if (!hndl)
		return LAPI_ERR_RET_PTR_NULL;
	if (!info)
		return LAPI_ERR_INFO_NULL;
	if (info->info6 || info->adapter_name || info->lapi_thread_attr || (info->add_info && info->add_info->num_udp_addr))
		return LAPI_ERR_INFO_NONZERO;
	f.errors = GA_ADDR(info->err_hndlr);
	f.level = (int32_t)info->lib_vers;
	f.off = ((unsigned)info->protocol & LAPI_INTERRUPT_OFF) != 0;
	ga_call(&f.head);
	if (f.rc != LAPI_SUCCESS)
		return f.rc;
	info->protocol = LAPI_DEFAULT_DEV;
	if (ga_simulated)
		ga_lapi_sim_open(f.handle, f.life);
	else
		ga_lapi_begin(ga_lapi_port(f.handle), f.life);
	ga_lapi_port(f.handle)->interrupts = !f.off;
	ga_lapi_start_threads(ga_lapi_port(f.handle), f.life);
	*hndl = f.handle;
	return LAPI_SUCCESS;
}

#define TERM_US 3000000u /* how long LAPI_Term has its messages leave; then their targets are gone. A simulated task's link counts in virtual time */

GA_TWIN(LAPI_Term, (lapi_handle_t hndl))
{
	struct ga_lapi_port *p = ga_lapi_port(hndl);
	struct ga_lapi_term f = {GA_FRAME(term, TERM, "LAPI_Term"), .handle = hndl};
	struct ga_lapi_wait w;

	if (!p)
		return LAPI_ERR_HNDL_INVALID;
	const uint32_t since = ga_now_us();

	ga_lapi_wait_begin(&w, p, "LAPI_Term");
	for (;;) {
		const uint32_t seen = ga_lapi_bell(p);

		f.force = !ga_simulated && ga_now_us() - since > TERM_US;
		if (p->fast && p->fast->has_unsent && !f.force) {
			ga_lapi_wait_step(&w, seen, "LAPI_Term");
			continue;
		}
		ga_call(&f.head);
		if (!f.busy)
			break;
		ga_lapi_wait_step(&w, seen, "LAPI_Term");
	}
	if (ga_simulated)
		ga_lapi_sim_close(hndl);
	ga_lapi_wait_end(&w);
	return f.rc;
}

GA_TWIN(LAPI_Qenv, (lapi_handle_t hndl, lapi_query_t query, int *ret_val))
{
	struct ga_lapi_query f = {GA_FRAME(query, QUERY, "LAPI_Qenv"), .handle = hndl, .what = (int32_t)query, .at = ret_val};

	struct ga_lapi_port *p = ga_lapi_port(hndl);

	if (!p)
		return LAPI_ERR_HNDL_INVALID;
	if (p->fast && (query == QUERY_STATISTICS || query == PRINT_STATISTICS)) { /* what C has counted */
		struct ga_lapi_count c = {GA_FRAME(count, COUNT, "LAPI_Qenv"),
		                          .handle = hndl,
		                          .sent = p->fast->sent,
		                          .received = p->fast->received,
		                          .data_sent = p->fast->bytes_sent,
		                          .data_received = p->fast->bytes_received};

		ga_call(&c.head);
	}
	ga_call(&f.head);
	return f.rc;
}

GA_TWIN(LAPI_Senv, (lapi_handle_t hndl, lapi_query_t query, int set_val))
{
	struct ga_lapi_set f = {GA_FRAME(set, SET, "LAPI_Senv"), .handle = hndl, .what = (int32_t)query, .value = set_val};
	struct ga_lapi_port *p = ga_lapi_port(hndl);

	if (!p)
		return LAPI_ERR_HNDL_INVALID;
	if (query == INTERRUPT_SET && set_val == 1) /* before the thread is woken */
		__atomic_store_n(&p->interrupts, true, __ATOMIC_SEQ_CST);
	ga_call(&f.head);
	if (f.rc == LAPI_SUCCESS && query == ERROR_CHK)
		p->check = set_val;
	if (f.rc == LAPI_SUCCESS && query == INTERRUPT_SET)
		__atomic_store_n(&p->interrupts, set_val != 0, __ATOMIC_SEQ_CST);
	return f.rc;
}
