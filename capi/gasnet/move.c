/* gasnet/move.c - puts, gets and their like. In shared memory all are complete when they return, so that handles are GASNET_INVALID_HANDLE. */
#include "message.h"
#include "frames.h"
#include "move.h"
#include "pending.h"

enum { BLOCKING = GA_GASNET_HOW_BLOCKING, NB = GA_GASNET_HOW_NB, NBI = GA_GASNET_HOW_NBI };

/* All that the plane does not do at once: checks, other ways than its own, mistakes. */
static __attribute__((noinline)) gasnet_handle_t put_slowly(const char *fn, gasnet_node_t node, void *dest, const void *src, size_t bytes, int how,
                                                            bool bulk)
{
	const struct ga_piece source = {(char *)(uintptr_t)src, bytes};
	struct ga_pending *p = NULL;

	if (!ga_gasnet.checks)
		return ga_gasnet_put_frame(fn, node, dest, src, bytes, how, bulk);
	ga_gasnet_check_call(fn);
	if (bulk && how != BLOCKING)
		p = ga_pending_put(fn, &source, 1, how == NBI);
	else
		ga_pending_reads(fn, src, bytes);
	if (!ga_gasnet_reach(node, dest, bytes))
		return ga_pending_begun(p, ga_gasnet_put_frame(fn, node, dest, src, bytes, how, bulk));
	ga_copy(dest, src, bytes);
	ga_stored(node);
	return ga_pending_begun(p, GASNET_INVALID_HANDLE);
}

static __attribute__((noinline)) gasnet_handle_t get_slowly(const char *fn, void *dest, gasnet_node_t node, void *src, size_t bytes, int how)
{
	const struct ga_piece to = {dest, bytes};
	struct ga_pending *p = NULL;

	if (!ga_gasnet.checks)
		return ga_gasnet_get_frame(fn, dest, node, src, bytes, how);
	ga_gasnet_check_call(fn);
	if (how != BLOCKING)
		p = ga_pending_get(fn, &to, 1, how == NBI);
	else
		ga_pending_writes(fn, &to);
	dest = p ? ga_pending_room(p) : dest;
	if (!ga_gasnet_reach(node, src, bytes))
		return ga_pending_begun(p, ga_gasnet_get_frame(fn, dest, node, src, bytes, how));
	ga_copy(dest, src, bytes);
	return ga_pending_begun(p, GASNET_INVALID_HANDLE);
}

static __attribute__((noinline)) gasnet_handle_t set_slowly(const char *fn, gasnet_node_t node, void *dest, int value, size_t bytes, int how)
{
	if (ga_gasnet.checks)
		ga_gasnet_check_call(fn);
	if (!ga_gasnet.checks || !ga_gasnet_reach(node, dest, bytes))
		return ga_gasnet_memset_frame(fn, node, dest, value, bytes, how);
	memset(dest, value, bytes);
	ga_stored(node);
	return GASNET_INVALID_HANDLE;
}

#define PUT(suffix, how, bulk)                                                                \
	void gasnet_put##suffix(gasnet_node_t node, void *dest, void *src, size_t nbytes)     \
	{                                                                                     \
		if (GA_UNLIKELY(!ga_put_here(node, dest, src, nbytes)))                       \
			put_slowly("gasnet_put" #suffix, node, dest, src, nbytes, how, bulk); \
	}

#define PUT_NB(suffix, bulk)                                                                         \
	gasnet_handle_t gasnet_put##suffix(gasnet_node_t node, void *dest, void *src, size_t nbytes) \
	{                                                                                            \
		if (GA_LIKELY(ga_put_here(node, dest, src, nbytes)))                                 \
			return GASNET_INVALID_HANDLE;                                                \
		return put_slowly("gasnet_put" #suffix, node, dest, src, nbytes, NB, bulk);          \
	}

#define GET(suffix, how)                                                                  \
	void gasnet_get##suffix(void *dest, gasnet_node_t node, void *src, size_t nbytes) \
	{                                                                                 \
		if (GA_UNLIKELY(!ga_get_here(dest, node, src, nbytes)))                   \
			get_slowly("gasnet_get" #suffix, dest, node, src, nbytes, how);   \
	}

#define GET_NB(suffix)                                                                               \
	gasnet_handle_t gasnet_get##suffix(void *dest, gasnet_node_t node, void *src, size_t nbytes) \
	{                                                                                            \
		if (GA_LIKELY(ga_get_here(dest, node, src, nbytes)))                                 \
			return GASNET_INVALID_HANDLE;                                                \
		return get_slowly("gasnet_get" #suffix, dest, node, src, nbytes, NB);                \
	}

PUT(, BLOCKING, false)
PUT(_bulk, BLOCKING, true)
PUT(_nbi, NBI, false)
PUT(_nbi_bulk, NBI, true)
PUT_NB(_nb, false)
PUT_NB(_nb_bulk, true)
GET(, BLOCKING)
GET(_bulk, BLOCKING)
GET(_nbi, NBI)
GET(_nbi_bulk, NBI)
GET_NB(_nb)
GET_NB(_nb_bulk)

void gasnet_memset(gasnet_node_t node, void *dest, int val, size_t nbytes)
{
	if (GA_UNLIKELY(!ga_set_here(node, dest, val, nbytes)))
		set_slowly("gasnet_memset", node, dest, val, nbytes, BLOCKING);
}

gasnet_handle_t gasnet_memset_nb(gasnet_node_t node, void *dest, int val, size_t nbytes)
{
	if (GA_LIKELY(ga_set_here(node, dest, val, nbytes)))
		return GASNET_INVALID_HANDLE;
	return set_slowly("gasnet_memset_nb", node, dest, val, nbytes, NB);
}

void gasnet_memset_nbi(gasnet_node_t node, void *dest, int val, size_t nbytes)
{
	if (GA_UNLIKELY(!ga_set_here(node, dest, val, nbytes)))
		set_slowly("gasnet_memset_nbi", node, dest, val, nbytes, NBI);
}

/* The bytes of a value that count. */
static inline const void *low_bytes(const gasnet_register_value_t *value, size_t bytes)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	(void)bytes;
	return value;
#else
	return (const char *)value + sizeof *value - bytes;
#endif
}

/* More bytes than a value has are for Go to refuse, which sees the size. */
static inline bool value_fits(size_t bytes) { return GA_LIKELY(bytes <= sizeof(gasnet_register_value_t)); }

void gasnet_put_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes)
{
	if (!value_fits(nbytes))
		ga_gasnet_bad_value("gasnet_put_val", nbytes);
	if (GA_UNLIKELY(!ga_put_here(node, dest, low_bytes(&value, nbytes), nbytes)))
		put_slowly("gasnet_put_val", node, dest, low_bytes(&value, nbytes), nbytes, BLOCKING, false);
}

gasnet_handle_t gasnet_put_nb_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes)
{
	if (!value_fits(nbytes))
		ga_gasnet_bad_value("gasnet_put_nb_val", nbytes);
	if (GA_LIKELY(ga_put_here(node, dest, low_bytes(&value, nbytes), nbytes)))
		return GASNET_INVALID_HANDLE;
	return put_slowly("gasnet_put_nb_val", node, dest, low_bytes(&value, nbytes), nbytes, NB, false);
}

void gasnet_put_nbi_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes)
{
	if (!value_fits(nbytes))
		ga_gasnet_bad_value("gasnet_put_nbi_val", nbytes);
	if (GA_UNLIKELY(!ga_put_here(node, dest, low_bytes(&value, nbytes), nbytes)))
		put_slowly("gasnet_put_nbi_val", node, dest, low_bytes(&value, nbytes), nbytes, NBI, false);
}

gasnet_register_value_t gasnet_get_val(gasnet_node_t node, void *src, size_t nbytes)
{
	gasnet_register_value_t value = 0;

	if (!value_fits(nbytes))
		ga_gasnet_bad_value("gasnet_get_val", nbytes);
	if (GA_UNLIKELY(!ga_get_here((void *)(uintptr_t)low_bytes(&value, nbytes), node, src, nbytes)))
		get_slowly("gasnet_get_val", (void *)(uintptr_t)low_bytes(&value, nbytes), node, src, nbytes, BLOCKING);
	return value;
}

struct gasneti_valget {
	gasnet_register_value_t value;
	gasnet_handle_t handle;
};

gasnet_valget_handle_t gasnet_get_nb_val(gasnet_node_t node, void *src, size_t nbytes)
{
	struct gasneti_valget *v = calloc(1, sizeof *v);

	if (!v)
		ga_fatal(1, "gasnet_get_nb_val: no memory for another value");
	if (!value_fits(nbytes))
		ga_gasnet_bad_value("gasnet_get_nb_val", nbytes);
	if (GA_UNLIKELY(!ga_get_here((void *)(uintptr_t)low_bytes(&v->value, nbytes), node, src, nbytes)))
		v->handle = get_slowly("gasnet_get_nb_val", (void *)(uintptr_t)low_bytes(&v->value, nbytes), node, src, nbytes, NB);
	return v;
}

gasnet_register_value_t gasnet_wait_syncnb_valget(gasnet_valget_handle_t handle)
{
	gasnet_register_value_t value;

	gasnet_wait_syncnb(handle->handle);
	value = handle->value;
	free(handle);
	return value;
}
