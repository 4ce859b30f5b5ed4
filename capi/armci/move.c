/* armci/move.c - contiguous puts and gets, values, and completion. In shared memory all is complete when a call returns. */
#include "call.h"

int ga_armci_strided_frame(const char *fn, int kind, int op, const void *scale, const void *src, const int *src_strides, void *dst,
                           const int *dst_strides, const int *count, int levels, int *flag, int val, int proc, void *handle)
{
	struct ga_armci_strided f = {GA_FRAME(strided, STRIDED, fn),
	                             .kind = kind,
	                             .op = op,
	                             .scale = scale,
	                             .src = src,
	                             .src_strides = src_strides,
	                             .dst = dst,
	                             .dst_strides = dst_strides,
	                             .count = count,
	                             .levels = levels,
	                             .flag = flag,
	                             .val = val,
	                             .proc = proc,
	                             .handle = handle};

	ga_call(&f.head);
	return f.rc;
}

static __attribute__((noinline)) int slowly(const char *fn, int kind, void *src, void *dst, int bytes, int *flag, int val, int proc, void *handle)
{
	return ga_armci_strided_frame(fn, kind, 0, NULL, src, NULL, dst, NULL, &bytes, 0, flag, val, proc, handle);
}

/* Memory may overlap where a process copies to itself. */
static inline void copy(void *dst, const void *src, size_t bytes)
{
	switch (bytes) {
	case 8: memcpy(dst, src, 8); break;
	case 4: memcpy(dst, src, 4); break;
	default: memmove(dst, src, bytes);
	}
}

static inline int put(const char *fn, void *src, void *dst, int bytes, int proc, void *handle)
{
	if (GA_UNLIKELY(!src || !dst || bytes <= 0 || !ga_armci_reach(proc, dst, (size_t)bytes)))
		return slowly(fn, GA_ARMCI_KIND_PUT, src, dst, bytes, NULL, 0, proc, handle);
	copy(dst, src, (size_t)bytes);
	return 0;
}

static inline int get(const char *fn, void *src, void *dst, int bytes, int proc, void *handle)
{
	if (GA_UNLIKELY(!src || !dst || bytes <= 0 || !ga_armci_reach(proc, src, (size_t)bytes)))
		return slowly(fn, GA_ARMCI_KIND_GET, src, dst, bytes, NULL, 0, proc, handle);
	copy(dst, src, (size_t)bytes);
	return 0;
}

GA_TWIN(int, ARMCI_Put, (void *src, void *dst, int bytes, int proc)) { return put("ARMCI_Put", src, dst, bytes, proc, GA_WAITS); }
GA_TWIN(int, ARMCI_Get, (void *src, void *dst, int bytes, int proc)) { return get("ARMCI_Get", src, dst, bytes, proc, GA_WAITS); }

GA_TWIN(int, ARMCI_NbPut, (void *src, void *dst, int bytes, int proc, armci_hdl_t *nb_handle))
{
	return put("ARMCI_NbPut", src, dst, bytes, proc, nb_handle);
}

GA_TWIN(int, ARMCI_NbGet, (void *src, void *dst, int bytes, int proc, armci_hdl_t *nb_handle))
{
	return get("ARMCI_NbGet", src, dst, bytes, proc, nb_handle);
}

GA_TWIN(int, ARMCI_Put_flag, (void *src, void *dst, int bytes, int *f, int v, int proc))
{
	if (GA_UNLIKELY(!src || !dst || bytes <= 0 || !f || !ga_armci_reach(proc, dst, (size_t)bytes) || !ga_armci_reach(proc, f, sizeof *f)))
		return slowly("ARMCI_Put_flag", GA_ARMCI_KIND_PUT, src, dst, bytes, ga_armci_flag(f), v, proc, GA_WAITS);
	copy(dst, src, (size_t)bytes);
	__atomic_store_n(f, v, __ATOMIC_RELEASE);
	return 0;
}

/* A value has no room for a code. */
static _Noreturn __attribute__((noinline, cold)) void no_value(const char *fn, const void *src, int proc)
{
	if (!src)
		ga_armci_wrong(fn, "src = NULL");
	ga_armci_wrong(fn, "proc = %d: not in 0..%d", proc, ga_armci_size(fn) - 1);
}

/* A value is captured by the call: the frame of a put that goes to Go waits for it. */
#define VALUES(Name, T)                                                                                     \
	GA_TWIN(int, ARMCI_PutValue##Name, (T src, void *dst, int proc))                                    \
	{                                                                                                   \
		return put("ARMCI_PutValue" #Name, &src, dst, (int)sizeof src, proc, GA_WAITS);             \
	}                                                                                                   \
	GA_TWIN(int, ARMCI_NbPutValue##Name, (T src, void *dst, int proc, armci_hdl_t *nb_handle))          \
	{                                                                                                   \
		return put("ARMCI_NbPutValue" #Name, &src, dst, (int)sizeof src, proc, GA_WAITS);           \
	}                                                                                                   \
	GA_TWIN(T, ARMCI_GetValue##Name, (void *src, int proc))                                             \
	{                                                                                                   \
		T value = 0;                                                                                \
		const int rc = get("ARMCI_GetValue" #Name, src, &value, (int)sizeof value, proc, GA_WAITS); \
		if (GA_UNLIKELY(rc != 0))                                                                   \
			no_value("ARMCI_GetValue" #Name, src, proc);                                        \
		return value;                                                                               \
	}

VALUES(Int, int)
VALUES(Long, long)
VALUES(Float, float)
VALUES(Double, double)

GA_TWIN(void, ARMCI_Copy, (void *src, void *dst, int n)) { memmove(dst, src, n > 0 ? (size_t)n : 0); }

static int await(const char *fn, int what, armci_hdl_t *handle, int proc)
{
	struct ga_armci_wait f = {GA_FRAME(wait, WAIT, fn), .what = what, .handle = handle, .proc = proc};

	ga_call(&f.head);
	return f.rc;
}

GA_TWIN(int, ARMCI_Wait, (armci_hdl_t * nb_handle))
{
	return GA_LIKELY(ga_armci_idle(nb_handle)) ? 0 : await("ARMCI_Wait", GA_ARMCI_WAIT_HANDLE, nb_handle, -1);
}

GA_TWIN(int, ARMCI_Test, (armci_hdl_t * nb_handle))
{
	return GA_LIKELY(ga_armci_idle(nb_handle)) ? 0 : await("ARMCI_Test", GA_ARMCI_WAIT_TEST, nb_handle, -1);
}

GA_TWIN(int, ARMCI_WaitAll, (void)) { return ga_armci.procs ? 0 : await("ARMCI_WaitAll", GA_ARMCI_WAIT_IMPLICIT, NULL, -1); }
GA_TWIN(int, ARMCI_WaitProc, (int proc)) { return ga_armci.procs ? 0 : await("ARMCI_WaitProc", GA_ARMCI_WAIT_IMPLICIT, NULL, proc); }

/* All are allowed several operations. */
void ARMCI_SET_AGGREGATE_HANDLE(armci_hdl_t *nb_handle) {}
void ARMCI_UNSET_AGGREGATE_HANDLE(armci_hdl_t *nb_handle) {}
