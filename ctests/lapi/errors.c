/* lapi/errors.c - every code that a function can answer to a wrong call, with ERROR_CHK on; and the same calls with it off, which must do no harm. */
#include <pthread.h>

#include "../gt_lapi.h"

static lapi_cntr_t cntr, other;
static char here[64];
static int word, one = 1, value, states[1];
static long long word64, one64[2] = {1, 1};
static uint me, beyond, list[2], past;
static void *hh, *entry;
static lapi_group_t group;
static lapi_msg_info_t info;
static lapi_handle_t bad = 77;

static void *pieces[2], *nulls[2], *blocks[3], *narrow[3], *wide[3], *nowhere[3];
static ulong lens[2] = {4, 4}, longer[2] = {4, 5}, huge[2] = {LAPI_MAX_MSG_SZ, LAPI_MAX_MSG_SZ};

static void *header(lapi_handle_t *h, void *uhdr, uint *uhdr_len, ulong *msg_len, compl_hndlr_t **comp, void **uinfo)
{
	(void)h;
	(void)uhdr;
	(void)uhdr_len;
	(void)msg_len;
	(void)comp;
	(void)uinfo;
	return here;
}

static lapi_vec_t good, gen, strides, type, few, unequal, empty, nolens, toolong, nullpiece, noinfo, squeezed, farther, baseless, block8;

static void vectors(void)
{
	pieces[0] = here;
	pieces[1] = here + 8;
	nulls[0] = here;
	blocks[0] = narrow[0] = wide[0] = here;
	blocks[1] = narrow[1] = wide[1] = nowhere[1] = (void *)4;
	blocks[2] = nowhere[2] = (void *)8;
	narrow[2] = (void *)3;
	wide[2] = (void *)(uintptr_t)(LAPI_MAX_MSG_SZ / 2);
	good = (lapi_vec_t){LAPI_GEN_IOVECTOR, 2, pieces, lens};
	gen = (lapi_vec_t){LAPI_GEN_GENERIC, 2, pieces, lens};
	strides = (lapi_vec_t){LAPI_GEN_STRIDED_XFER, 2, blocks, NULL};
	type = (lapi_vec_t){(lapi_vectype_t)9, 2, pieces, lens};
	few = (lapi_vec_t){LAPI_GEN_IOVECTOR, 1, pieces, lens};
	unequal = (lapi_vec_t){LAPI_GEN_IOVECTOR, 2, pieces, longer};
	nolens = (lapi_vec_t){LAPI_GEN_IOVECTOR, 2, pieces, NULL};
	toolong = (lapi_vec_t){LAPI_GEN_IOVECTOR, 2, pieces, huge};
	nullpiece = (lapi_vec_t){LAPI_GEN_IOVECTOR, 2, nulls, lens};
	noinfo = (lapi_vec_t){LAPI_GEN_IOVECTOR, 2, NULL, lens};
	squeezed = (lapi_vec_t){LAPI_GEN_STRIDED_XFER, 2, narrow, NULL};
	farther = (lapi_vec_t){LAPI_GEN_STRIDED_XFER, 5, wide, NULL};
	baseless = (lapi_vec_t){LAPI_GEN_STRIDED_XFER, 2, nowhere, NULL};
	empty = (lapi_vec_t){LAPI_GEN_IOVECTOR, 0, NULL, NULL};
	static void *eight[3];
	eight[0] = here;
	eight[1] = eight[2] = (void *)8;
	block8 = (lapi_vec_t){LAPI_GEN_STRIDED_XFER, 2, eight, NULL};
}

/* A call, with the code that it must answer. WITHOUT: the code with ERROR_CHK 0, if it is another one. */
#define WRONG(call, code)          \
	do {                       \
		GT_IS(call, code); \
		cases++;           \
	} while (0)

static int cases;
static int checking; /* ERROR_CHK */

static void puts_and_gets(void)
{
	for (int get = 0; get < 2; get++) {
#define PUT_OR_GET(h, tgt, n, to, from) (get ? LAPI_Get(h, tgt, n, to, from, NULL, &cntr) : LAPI_Put(h, tgt, n, to, from, NULL, &cntr, NULL))
		WRONG(PUT_OR_GET(bad, me, 8, here, here), LAPI_ERR_HNDL_INVALID);
		WRONG(PUT_OR_GET(gt_h, beyond, 8, here, here), LAPI_ERR_TGT);
		WRONG(PUT_OR_GET(gt_h, (uint)-1, 8, here, here), LAPI_ERR_TGT);
		WRONG(PUT_OR_GET(gt_h, me, 1ul << 63, here, here), LAPI_ERR_DATA_LEN);
		WRONG(PUT_OR_GET(gt_h, me, 8, NULL, here), LAPI_ERR_TGT_ADDR_NULL);
		WRONG(PUT_OR_GET(gt_h, me, 8, here, NULL), LAPI_ERR_ORG_ADDR_NULL);
#define VEC(h, tgt, t, o) (get ? LAPI_Getv(h, tgt, t, o, NULL, &cntr) : LAPI_Putv(h, tgt, t, o, NULL, &cntr, NULL))
		WRONG(VEC(bad, me, &good, &good), LAPI_ERR_HNDL_INVALID);
		WRONG(VEC(gt_h, beyond, &good, &good), LAPI_ERR_TGT);
		WRONG(VEC(gt_h, me, &good, NULL), LAPI_ERR_ORG_VEC_NULL);
		WRONG(VEC(gt_h, me, NULL, &good), LAPI_ERR_TGT_VEC_NULL);
		WRONG(VEC(gt_h, me, &good, &type), LAPI_ERR_ORG_VEC_TYPE);
		WRONG(VEC(gt_h, me, &type, &good), LAPI_ERR_TGT_VEC_TYPE);
		WRONG(VEC(gt_h, me, &strides, &good), LAPI_ERR_VEC_TYPE_DIFF);
		WRONG(VEC(gt_h, me, &few, &good), LAPI_ERR_VEC_NUM_DIFF);
		WRONG(VEC(gt_h, me, &empty, &good), LAPI_ERR_VEC_NUM_DIFF);
		WRONG(VEC(gt_h, me, &unequal, &good), LAPI_ERR_VEC_LEN_DIFF);
		WRONG(VEC(gt_h, me, &block8, &strides), LAPI_ERR_VEC_LEN_DIFF);
		WRONG(VEC(gt_h, me, &good, &nolens), LAPI_ERR_ORG_VEC_LEN);
		WRONG(VEC(gt_h, me, &nolens, &good), LAPI_ERR_TGT_VEC_LEN);
		WRONG(VEC(gt_h, me, &good, &toolong), LAPI_ERR_ORG_VEC_LEN);
		WRONG(VEC(gt_h, me, &toolong, &good), LAPI_ERR_TGT_VEC_LEN);
		WRONG(VEC(gt_h, me, &good, &nullpiece), LAPI_ERR_ORG_VEC_ADDR);
		WRONG(VEC(gt_h, me, &nullpiece, &good), LAPI_ERR_TGT_VEC_ADDR);
		WRONG(VEC(gt_h, me, &good, &noinfo), LAPI_ERR_ORG_VEC_ADDR);
		WRONG(VEC(gt_h, me, &noinfo, &good), LAPI_ERR_TGT_VEC_ADDR);
		WRONG(VEC(gt_h, me, &strides, &squeezed), LAPI_ERR_ORG_STRIDE);
		WRONG(VEC(gt_h, me, &squeezed, &strides), LAPI_ERR_TGT_STRIDE);
		WRONG(VEC(gt_h, me, &strides, &farther), LAPI_ERR_ORG_EXTENT);
		WRONG(VEC(gt_h, me, &farther, &strides), LAPI_ERR_TGT_EXTENT);
		WRONG(VEC(gt_h, me, &strides, &baseless), LAPI_ERR_STRIDE_ORG_VEC_ADDR_NULL);
		WRONG(VEC(gt_h, me, &baseless, &strides), LAPI_ERR_STRIDE_TGT_VEC_ADDR_NULL);
		GT_OK(VEC(gt_h, me, &gen, &gen));
		gt_wait(&cntr, 1);
	}
}

static void messages(void)
{
	const uint most = (uint)value;

	WRONG(LAPI_Amsend(bad, me, hh, here, 8, here, 8, NULL, NULL, NULL), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Amsend(gt_h, beyond, hh, here, 8, here, 8, NULL, NULL, NULL), LAPI_ERR_TGT);
	WRONG(LAPI_Amsend(gt_h, me, NULL, here, 8, here, 8, NULL, NULL, NULL), LAPI_ERR_HDR_HNDLR_NULL);
	WRONG(LAPI_Amsend(gt_h, me, hh, here, most + 4, here, 8, NULL, NULL, NULL), LAPI_ERR_UHDR_LEN);
	WRONG(LAPI_Amsend(gt_h, me, hh, NULL, 8, here, 8, NULL, NULL, NULL), LAPI_ERR_UHDR_NULL);
	WRONG(LAPI_Amsend(gt_h, me, hh, here, 8, NULL, 8, NULL, NULL, NULL), LAPI_ERR_ORG_ADDR_NULL);
	WRONG(LAPI_Amsend(gt_h, me, hh, here, 8, here, 1ul << 63, NULL, NULL, NULL), LAPI_ERR_DATA_LEN);
	WRONG(LAPI_Amsend(gt_h, me, hh, here, 7, here, 8, NULL, NULL, &cntr), checking ? LAPI_ERR_HDR_LEN : LAPI_SUCCESS);
	gt_wait(&cntr, !checking); /* without checks any length will do */
	WRONG(LAPI_Amsendv(bad, me, hh, here, 8, &good, NULL, NULL, NULL), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Amsendv(gt_h, beyond, hh, here, 8, &good, NULL, NULL, NULL), LAPI_ERR_TGT);
	WRONG(LAPI_Amsendv(gt_h, me, NULL, here, 8, &good, NULL, NULL, NULL), LAPI_ERR_HDR_HNDLR_NULL);
	WRONG(LAPI_Amsendv(gt_h, me, hh, here, most + 4, &good, NULL, NULL, NULL), LAPI_ERR_UHDR_LEN);
	WRONG(LAPI_Amsendv(gt_h, me, hh, NULL, 8, &good, NULL, NULL, NULL), LAPI_ERR_UHDR_NULL);
	WRONG(LAPI_Amsendv(gt_h, me, hh, here, 8, NULL, NULL, NULL, NULL), LAPI_ERR_ORG_VEC_NULL);
	WRONG(LAPI_Amsendv(gt_h, me, hh, here, 8, &type, NULL, NULL, NULL), LAPI_ERR_ORG_VEC_TYPE);
	WRONG(LAPI_Amsendv(gt_h, me, hh, here, 8, &nolens, NULL, NULL, NULL), LAPI_ERR_ORG_VEC_LEN);
	WRONG(LAPI_Amsendv(gt_h, me, hh, here, 8, &nullpiece, NULL, NULL, NULL), LAPI_ERR_ORG_VEC_ADDR);
	WRONG(LAPI_Amsendv(gt_h, me, hh, here, 8, &squeezed, NULL, NULL, NULL), LAPI_ERR_ORG_STRIDE);
	WRONG(LAPI_Amsendv(gt_h, me, hh, here, 8, &farther, NULL, NULL, NULL), LAPI_ERR_ORG_EXTENT);
	WRONG(LAPI_Amsendv(gt_h, me, hh, here, 8, &baseless, NULL, NULL, NULL), LAPI_ERR_STRIDE_ORG_VEC_ADDR_NULL);
}

static void words(void)
{
	lapi_xfer_t x;

	WRONG(LAPI_Rmw(bad, SWAP, me, &word, &one, &value, NULL), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Rmw(gt_h, SWAP, beyond, &word, &one, &value, NULL), LAPI_ERR_TGT);
	WRONG(LAPI_Rmw(gt_h, (RMW_ops_t)4, me, &word, &one, &value, NULL), LAPI_ERR_RMW_OP);
	WRONG(LAPI_Rmw(gt_h, SWAP, me, NULL, &one, &value, NULL), LAPI_ERR_TGT_VAR_NULL);
	WRONG(LAPI_Rmw(gt_h, SWAP, me, &word, NULL, &value, NULL), LAPI_ERR_IN_VAL_NULL);
	WRONG(LAPI_Rmw64(bad, SWAP, me, &word64, one64, NULL, NULL), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Rmw64(gt_h, SWAP, beyond, &word64, one64, NULL, NULL), LAPI_ERR_TGT);
	WRONG(LAPI_Rmw64(gt_h, (RMW_ops_t)-1, me, &word64, one64, NULL, NULL), LAPI_ERR_RMW_OP);
	WRONG(LAPI_Rmw64(gt_h, SWAP, me, NULL, one64, NULL, NULL), LAPI_ERR_TGT_VAR_NULL);
	WRONG(LAPI_Rmw64(gt_h, SWAP, me, &word64, NULL, NULL, NULL), LAPI_ERR_IN_VAL_NULL);
	memset(&x, 0, sizeof x);
	x.Rmw = (lapi_rmw_t){.Xfer_type = LAPI_RMW_XFER, .op = SWAP, .tgt = me, .size = 16, .tgt_var = (lapi_long_t)(uintptr_t)&word, .in_val = &one};
	WRONG(LAPI_Xfer(gt_h, &x), LAPI_ERR_OP_SZ);
}

static void *wait_too(void *arg)
{
	int rc;

	(void)arg;
	while ((rc = LAPI_Waitcntr(gt_h, &other, 1, NULL)) == LAPI_ERR_MULTIPLE_WAITERS) /* the program looks for this thread just now */
		;
	CHECK(rc == LAPI_SUCCESS, "code %d", rc);
	return NULL;
}

static void counters(void)
{
	pthread_t t;

	WRONG(LAPI_Setcntr(bad, &cntr, 0), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Setcntr(gt_h, NULL, 0), LAPI_ERR_CNTR_NULL);
	WRONG(LAPI_Getcntr(bad, &cntr, &value), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Getcntr(gt_h, NULL, &value), LAPI_ERR_CNTR_NULL);
	WRONG(LAPI_Getcntr(gt_h, &cntr, NULL), LAPI_ERR_RET_PTR_NULL);
	WRONG(LAPI_Waitcntr(bad, &cntr, 1, NULL), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Waitcntr(gt_h, NULL, 1, NULL), LAPI_ERR_CNTR_NULL);
	WRONG(LAPI_Setcntr_wstatus(bad, &cntr, 1, list, states), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Setcntr_wstatus(gt_h, NULL, 1, list, states), LAPI_ERR_CNTR_NULL);
	WRONG(LAPI_Setcntr_wstatus(gt_h, &cntr, -1, list, states), LAPI_ERR_CNTR_VAL);
	WRONG(LAPI_Setcntr_wstatus(gt_h, &cntr, 1, NULL, states), LAPI_ERR_RET_PTR_NULL);
	WRONG(LAPI_Setcntr_wstatus(gt_h, &cntr, 1, list, NULL), LAPI_ERR_RET_PTR_NULL);
	WRONG(LAPI_Nopoll_wait(bad, &cntr, 1, &value), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Nopoll_wait(gt_h, NULL, 1, &value), LAPI_ERR_CNTR_NULL);
	WRONG(LAPI_Nopoll_wait(gt_h, &cntr, -1, &value), LAPI_ERR_CNTR_VAL);
	/* Two threads wait for one counter: the second one to come is told. */
	GT_OK(LAPI_Setcntr(gt_h, &other, 0));
	if (pthread_create(&t, NULL, wait_too, NULL) != 0)
		FATAL("no thread");
	for (;;) {
		lapi_handle_t h = gt_h;
		struct timespec some = {.tv_nsec = 100000};
		int rc;

		GT_OK(LAPI_Setcntr(h, &cntr, 0));
		nanosleep(&some, NULL);
		rc = LAPI_Nopoll_wait(h, &other, 1000, &value); /* does not wait: this context has another level, or there is a waiter */
		if (rc == LAPI_ERR_MULTIPLE_WAITERS)
			break;
		CHECK(rc == LAPI_ERR_UNKNOWN, "code %d", rc);
	}
	WRONG(LAPI_Waitcntr(gt_h, &other, 1, NULL), LAPI_ERR_MULTIPLE_WAITERS);
	GT_OK(LAPI_Put(gt_h, me, 0, NULL, NULL, &other, NULL, NULL));
	pthread_join(t, NULL);
}

static void environment(void)
{
	ulong address;

	WRONG(LAPI_Qenv(bad, TASK_ID, &value), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Qenv(gt_h, LAST_QUERY, &value), LAPI_ERR_QUERY_TYPE);
	WRONG(LAPI_Qenv(gt_h, (lapi_query_t)-1, &value), LAPI_ERR_QUERY_TYPE);
	WRONG(LAPI_Qenv(gt_h, RC_MAX_QP, &value), LAPI_ERR_QUERY_TYPE);
	WRONG(LAPI_Qenv(gt_h, TASK_ID, NULL), LAPI_ERR_RET_PTR_NULL);
	WRONG(LAPI_Qenv(gt_h, QUERY_STATISTICS, NULL), LAPI_ERR_RET_PTR_NULL);
	WRONG(LAPI_Senv(bad, ERROR_CHK, 1), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Senv(gt_h, TASK_ID, 1), LAPI_ERR_QUERY_TYPE);
	WRONG(LAPI_Senv(gt_h, LAST_QUERY, 1), LAPI_ERR_QUERY_TYPE);
	WRONG(LAPI_Senv(gt_h, ERROR_CHK, 2), LAPI_ERR_SET_VAL);
	WRONG(LAPI_Senv(gt_h, INTERRUPT_SET, -1), LAPI_ERR_SET_VAL);
	WRONG(LAPI_Senv(gt_h, TIMEOUT, 9), LAPI_ERR_SET_VAL);
	WRONG(LAPI_Senv(gt_h, ACK_THRESHOLD, 0), LAPI_ERR_SET_VAL);
	WRONG(LAPI_Senv(gt_h, ACK_THRESHOLD, 31), LAPI_ERR_SET_VAL);
	WRONG(LAPI_Address(NULL, &address), LAPI_ERR_ORG_ADDR_NULL);
	WRONG(LAPI_Address(&address, NULL), LAPI_ERR_RET_PTR_NULL);
	WRONG(LAPI_Address_init(bad, NULL, pieces), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Address_init(gt_h, NULL, NULL), LAPI_ERR_ADDR_TBL_NULL);
	WRONG(LAPI_Address_init64(bad, 0, NULL), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Address_init64(gt_h, 0, NULL), LAPI_ERR_ADDR_TBL_NULL);
	WRONG(LAPI_Addr_set(bad, here, 1), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Addr_set(gt_h, here, 0), LAPI_ERR_ADDR_HNDL_RANGE);
	WRONG(LAPI_Addr_set(gt_h, here, (int)past), LAPI_ERR_ADDR_HNDL_RANGE);
	WRONG(LAPI_Addr_get(bad, &entry, 1), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Addr_get(gt_h, &entry, -1), LAPI_ERR_ADDR_HNDL_RANGE);
	WRONG(LAPI_Addr_get(gt_h, &entry, (int)past), LAPI_ERR_ADDR_HNDL_RANGE);
	WRONG(LAPI_Addr_get(gt_h, NULL, 1), LAPI_ERR_RET_PTR_NULL);
	WRONG(LAPI_Probe(bad), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Msgpoll(bad, 1, &info), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Msgpoll(gt_h, 1, NULL), LAPI_ERR_MSG_INFO_NULL);
	WRONG(LAPI_Fence(bad), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Gfence(bad), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Term(bad), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Term(LAPI_VOID_HANDLE), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Purge_totask(bad, me), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Purge_totask(gt_h, beyond), LAPI_ERR_TGT);
	WRONG(LAPI_Resume_totask(bad, me), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Resume_totask(gt_h, beyond), LAPI_ERR_TGT);
	WRONG(LAPI_Msg_string(LAPI_ERR_TGT, NULL), LAPI_ERR_RET_PTR_NULL);
	WRONG(LAPI_Msg_string(LAPI_ERR_LASTCODE + 1, (char[LAPI_MAX_ERR_STRING]){0}), LAPI_ERR_CODE_UNKNOWN);
	WRONG(LAPI_Group_create(bad, 1, list, &group), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Group_create(gt_h, 0, list, &group), LAPI_ERR_TASK_NUM);
	WRONG(LAPI_Group_create(gt_h, beyond + 1, list, &group), LAPI_ERR_TASK_NUM);
	WRONG(LAPI_Group_create(gt_h, 1, NULL, &group), LAPI_ERR_NULL_LIST);
	WRONG(LAPI_Group_create(gt_h, 1, list, NULL), LAPI_ERR_NULL_GRP);
	WRONG(LAPI_Group_create(gt_h, 1, &beyond, &group), LAPI_ERR_GRP_MEMBER);
	WRONG(LAPI_Group_free(bad, 1), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Group_free(gt_h, 12345), LAPI_ERR_GRP);
}

/* LAPI_Init in a program that has a context already. */
static void init(void)
{
	lapi_handle_t h, all[64];
	lapi_info_t i = {0};
	int ports, n = 0, rc;

	WRONG(LAPI_Init(NULL, &i), LAPI_ERR_RET_PTR_NULL);
	WRONG(LAPI_Init(&h, NULL), LAPI_ERR_INFO_NULL);
	i.info6 = 1;
	WRONG(LAPI_Init(&h, &i), LAPI_ERR_INFO_NONZERO);
	i.info6 = 0;
	i.adapter_name = here;
	WRONG(LAPI_Init(&h, &i), LAPI_ERR_INFO_NONZERO);
	i.adapter_name = NULL;
	GT_OK(LAPI_Qenv(gt_h, MAX_PORTS, &ports));
	while ((rc = LAPI_Init(&h, &i)) == LAPI_SUCCESS)
		all[n++] = h;
	WRONG(rc, LAPI_ERR_ALL_HNDL_IN_USE);
	CHECK(n == ports - 1, "%d contexts more", n);
	GT_OK(LAPI_Gfence(gt_h));
	while (n > 0)
		GT_OK(LAPI_Term(all[--n]));
	WRONG(LAPI_Fence(all[0]), LAPI_ERR_HNDL_INVALID);
}

static int reg(int *code, int size, int depth, int atom)
{
	lapi_dgsp_descr_t d = {.code = code, .code_size = size, .depth = depth, .size = 8, .extent = 8, .atom_size = atom};
	lapi_reg_dgsp_t r = {.Util_type = LAPI_REGISTER_DGSP, .idgsp = &d};

	return LAPI_Util(gt_h, (lapi_util_t *)&r);
}

static void commands(void)
{
	static int copy[] = {LAPI_DGSM_COPY, 0, 8, 0, 0, 0, LAPI_DGSM_ITERATE, -6}, away[] = {LAPI_DGSM_COPY, 0, 8, 0, 0, 0, LAPI_DGSM_ITERATE, -60},
		   none[] = {7, 0}, negative[] = {LAPI_DGSM_COPY, 0, -8, -1, 0, 0, LAPI_DGSM_ITERATE, -6},
		   nothing[] = {LAPI_DGSM_COPY, 0, 0, 0, 0, 0, LAPI_DGSM_ITERATE, -6},
		   sub[] = {LAPI_DGSM_GOSUB,   12, 10, 0, 1, 0, 0, 0, 0, 0, LAPI_DGSM_ITERATE, -10, LAPI_DGSM_COPY, 0, 8, 0, 0, 0,
	                    LAPI_DGSM_ITERATE, -6},
		   never[] = {LAPI_DGSM_GOSUB,   12, 10, 0, 0, 0, 0, 0, 0, 0, LAPI_DGSM_ITERATE, -10, LAPI_DGSM_COPY, 0, 8, 0, 0, 0,
	                      LAPI_DGSM_ITERATE, -6};
	static const lapi_util_type_t absent[] = {LAPI_ADD_UDP_DEST_PORT,     LAPI_REMOTE_RCXT, LAPI_XLATE_ADDRESS,
	                                          LAPI_REGISTER_NOTIFICATION, LAPI_TRIGGER_ADD, LAPI_TRIGGER_REMOVE,
	                                          LAPI_ADD_UDP_DEST_EXT,      LAPI_STAT_SAVE,   LAPI_LAST_UTIL};
	lapi_reg_dgsp_t r = {.Util_type = LAPI_REGISTER_DGSP};
	lapi_resv_dgsp_t v = {.Util_type = LAPI_RESERVE_DGSP};
	lapi_pack_dgsp_t p = {
	    .Util_type = LAPI_DGSP_PACK, .dgsp = LAPI_BYTE, .in_buf = here, .bytes = 9, .out_buf = here, .out_size = 10, .position = 2};
	lapi_unpack_dgsp_t q = {.Util_type = LAPI_DGSP_UNPACK, .dgsp = LAPI_BYTE, .in_buf = here, .in_size = 3, .out_buf = here, .bytes = 4};
	lapi_util_t u;
	lapi_xfer_t x;

	WRONG(LAPI_Util(gt_h, NULL), LAPI_ERR_UTIL_CMD);
	memset(&u, 0, sizeof u);
	for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
		u.Util_type = absent[i];
		WRONG(LAPI_Util(gt_h, &u), LAPI_ERR_UTIL_CMD);
	}
	WRONG(LAPI_Util(bad, &u), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Util(gt_h, (lapi_util_t *)&r), LAPI_ERR_DGSP);
	WRONG(LAPI_Util(gt_h, (lapi_util_t *)&v), LAPI_ERR_DGSP);
	WRONG(reg(copy, -1, 1, 0), LAPI_ERR_DGSP);
	WRONG(reg(NULL, 8, 1, 0), LAPI_ERR_DGSP);
	WRONG(reg(copy, 8, 1, -1), LAPI_ERR_DGSP_ATOM);
	WRONG(reg(copy, 8, 1, 9), LAPI_ERR_DGSP_ATOM);
	WRONG(reg(copy, 7, 1, 0), LAPI_ERR_DGSP_BRANCH);
	WRONG(reg(away, 8, 1, 0), LAPI_ERR_DGSP_BRANCH);
	WRONG(reg(none, 2, 1, 0), LAPI_ERR_DGSP_OPC);
	WRONG(reg(negative, 8, 1, 0), LAPI_ERR_DGSP_COPY_SZ);
	WRONG(reg(never, 20, 2, 0), LAPI_ERR_DGSP_REPS);
	WRONG(reg(sub, 20, 1, 0), LAPI_ERR_DGSP_STACK);
	WRONG(reg(nothing, 8, 1, 0), LAPI_ERR_DGSP_OTHER);
	WRONG(LAPI_Util(gt_h, (lapi_util_t *)&p), LAPI_ERR_PACK_SZ);
	WRONG(LAPI_Util(gt_h, (lapi_util_t *)&q), LAPI_ERR_PACK_SZ);
	p.dgsp = NULL;
	WRONG(LAPI_Util(gt_h, (lapi_util_t *)&p), LAPI_ERR_DGSP);
	WRONG(LAPI_Util(bad, (lapi_util_t *)&p), LAPI_ERR_HNDL_INVALID);
	WRONG(LAPI_Xfer(gt_h, NULL), LAPI_ERR_XFER_CMD);
	memset(&x, 0, sizeof x);
	for (int i = LAPI_RDMA_XFER; i <= LAPI_LAST_XFER; i++)
		if (i != LAPI_AMX_XFER) {
			x.Xfer_type = (lapi_xfer_type_t)i;
			WRONG(LAPI_Xfer(gt_h, &x), LAPI_ERR_XFER_CMD);
		}
	WRONG(LAPI_Xfer(bad, &x), LAPI_ERR_HNDL_INVALID);
	x.Dgsp = (lapi_amdgsp_t){.Xfer_type = LAPI_DGSP_XFER, .tgt = me, .hdr_hdl = (lapi_long_t)(uintptr_t)hh, .udata = here, .udata_len = 8};
	WRONG(LAPI_Xfer(gt_h, &x), LAPI_ERR_DGSP);
	CHECK(x.Dgsp.status == LAPI_ERR_DGSP, "status %u", x.Dgsp.status);
	x.Dgsp.dgsp = LAPI_BYTE;
	x.Dgsp.udata = NULL;
	WRONG(LAPI_Xfer(gt_h, &x), LAPI_ERR_ORG_ADDR_NULL);
	x.Dgsp.tgt = beyond;
	WRONG(LAPI_Xfer(gt_h, &x), LAPI_ERR_TGT);
	x.Put = (lapi_put_t){.Xfer_type = LAPI_PUT_XFER, .tgt = me, .org_addr = here, .len = 8};
	WRONG(LAPI_Xfer(gt_h, &x), LAPI_ERR_TGT_ADDR_NULL);
}

static void purged(void)
{
	GT_OK(LAPI_Purge_totask(gt_h, me));
	WRONG(LAPI_Put(gt_h, me, 8, here, here, NULL, NULL, NULL), LAPI_ERR_TGT_PURGED);
	WRONG(LAPI_Get(gt_h, me, 8, here, here, NULL, NULL), LAPI_ERR_TGT_PURGED);
	WRONG(LAPI_Putv(gt_h, me, &good, &good, NULL, NULL, NULL), LAPI_ERR_TGT_PURGED);
	WRONG(LAPI_Getv(gt_h, me, &good, &good, NULL, NULL), LAPI_ERR_TGT_PURGED);
	WRONG(LAPI_Amsend(gt_h, me, hh, here, 8, here, 8, NULL, NULL, NULL), LAPI_ERR_TGT_PURGED);
	WRONG(LAPI_Amsendv(gt_h, me, hh, here, 8, &good, NULL, NULL, NULL), LAPI_ERR_TGT_PURGED);
	WRONG(LAPI_Rmw(gt_h, SWAP, me, &word, &one, NULL, NULL), LAPI_ERR_TGT_PURGED);
	WRONG(LAPI_Rmw64(gt_h, SWAP, me, &word64, one64, NULL, NULL), LAPI_ERR_TGT_PURGED);
	GT_OK(LAPI_Resume_totask(gt_h, me));
}

int main(void)
{
	gt_start();
	me = list[0] = (uint)gt_me;
	beyond = (uint)gt_n;
	hh = (void *)header;
	vectors();
	GT_OK(LAPI_Qenv(gt_h, LOC_ADDRTBL_SZ, (int *)&past));
	init();
	for (checking = 1; checking >= 0; checking--) {
		GT_OK(LAPI_Senv(gt_h, ERROR_CHK, checking));
		cases = 0;
		puts_and_gets();
		GT_OK(LAPI_Qenv(gt_h, MAX_UHDR_SZ, &value));
		messages();
		words();
		counters();
		environment();
		commands();
		purged();
		CHECK(cases > 200, "%d cases", cases);
	}
	CHECK(word == 0 && word64 == 0, "a wrong call changed a word");
	return gt_stop();
}
