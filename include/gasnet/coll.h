/* gasnet/coll.h - GASNet's collectives: broadcast, scatter, gather, exchange, reduction and barriers among all nodes or a team of them.
 *
 * The participants are images: threads of the program that have called gasnet_coll_init; one per node, or as many as its list says. Images of all nodes are
 * numbered one after the other, those of node 0 first. All images of a team make the same calls on it in the same order. Arguments but for addresses
 * must be the same in all of them.
 *
 * Flags: one of IN_, one of OUT_, and SINGLE or LOCAL.
 *   IN_NOSYNC     data may move as soon as any image has called        OUT_NOSYNC     on return nothing is known of other images
 *   IN_MYSYNC     an image's data moves when it has called             OUT_MYSYNC     on return this image's data is in place, and may be changed
 *   IN_ALLSYNC    data moves when all images have called               OUT_ALLSYNC    on return every image's is
 *   SINGLE        addresses are those of the image that they belong to, and the same in all calls
 *   LOCAL         every image gives its own; those of a root count at the root only
 * Functions whose names end in M take a list of addresses, one for each image: with SINGLE of the team, with LOCAL of the node. Data may lie anywhere in an
 * image's memory; DST_IN_SEGMENT and SRC_IN_SEGMENT promise that it is in the segment.
 *
 * Functions block until the call is complete here; the forms with _nb return a handle instead, to be synchronised by the image that got it, or
 * GASNET_COLL_INVALID_HANDLE if it is complete. Calls of GASNet that poll carry collectives on. A call that is wrong ends the job. */
#ifndef GASNET_COLL_H
#define GASNET_COLL_H

#include <gasnet/types.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define GASNET_COLL_IN_NOSYNC (1 << 0)
#define GASNET_COLL_IN_MYSYNC (1 << 1)
#define GASNET_COLL_IN_ALLSYNC (1 << 2)
#define GASNET_COLL_OUT_NOSYNC (1 << 3)
#define GASNET_COLL_OUT_MYSYNC (1 << 4)
#define GASNET_COLL_OUT_ALLSYNC (1 << 5)
#define GASNET_COLL_SYNC_FLAG_MASK 0x3F

#define GASNET_COLL_SINGLE (1 << 6)
#define GASNET_COLL_LOCAL (1 << 7)

/* For a call that does not block: it is synchronised with the next call of its team, whose handle stands for both. Its own return value must not be used. */
#define GASNET_COLL_AGGREGATE (1 << 8)

/* Hints without effect: every node has the same number of images in every call; where data is. */
#define GASNET_COLL_FIXED_THREADS_PER_NODE (1 << 9)
#define GASNET_COLL_DST_IN_SEGMENT (1 << 10)
#define GASNET_COLL_SRC_IN_SEGMENT (1 << 11)

/* Hints about a function of the table below. */
#define GASNET_COLL_REDUCE_OP_SUM (1 << 12)
#define GASNET_COLL_REDUCE_OP_MAX (1 << 13)
#define GASNET_COLL_REDUCE_OP_MIN (1 << 14)
#define GASNET_COLL_REDUCE_OP_CUSTOM (1 << 15)

#define GASNET_COLL_INCLUSIVE_SCAN (1 << 16)
#define GASNET_COLL_EXCLUSIVE_SCAN (1 << 17)

/* Hint: do not tune. */
#define GASNET_COLL_DISABLE_AUTOTUNE (1 << 18)

/* One image per node takes part in this call, whatever gasnet_coll_init said; one thread of each node makes it. */
#define GASNET_COLL_NO_IMAGES (1 << 19)

/* Properties of a function: it may run in a handler; the order of its operands matters. */
#define GASNET_COLL_AMSAFE (1 << 0)
#define GASNET_COLL_NONCOMM (1 << 1)

/* Number of an image. */
typedef uint32_t gasnet_image_t;

/* Index of a function in the table of gasnet_coll_init. */
typedef gasnet_handlerarg_t gasnet_coll_fn_handle_t;

typedef struct gasneti_coll *gasnet_coll_handle_t;
#define GASNET_COLL_INVALID_HANDLE ((gasnet_coll_handle_t)NULL)

/* A team: an ordered set of nodes. */
typedef struct gasneti_team *gasnet_team_handle_t;
#define GASNET_TEAM_ALL ((gasnet_team_handle_t)(uintptr_t)1)

/* results[i] = left[i] op right[i]; left_count and result_count are elem_count, results may be left. arg is the call's func_arg, flags are the entry's. */
typedef void (*gasnet_coll_reduce_fn_t)(void *results, size_t result_count, const void *left_operands, size_t left_count, const void *right_operands,
                                        size_t elem_size, int flags, int arg);

typedef struct {
  gasnet_coll_reduce_fn_t fnptr;
  unsigned int flags; /* GASNET_COLL_AMSAFE, GASNET_COLL_NONCOMM */
} gasnet_coll_fn_entry_t;

/* Makes collectives possible; every image calls it once, after gasnet_attach. A barrier. images: how many each node has, NULL: one; my_image: the caller's
 * number; fn_tbl: functions for reductions, the same in every node. Neither list is needed after the call. init_flags: 0. */
void gasnet_coll_init(const gasnet_image_t images[], gasnet_image_t my_image, gasnet_coll_fn_entry_t fn_tbl[], size_t fn_count, int init_flags);

/* nbytes of image srcimage to all. */
void gasnet_coll_broadcast(gasnet_team_handle_t team, void *dst, gasnet_image_t srcimage, void *src, size_t nbytes, int flags);
void gasnet_coll_broadcastM(gasnet_team_handle_t team, void *const dstlist[], gasnet_image_t srcimage, void *src, size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_broadcast_nb(gasnet_team_handle_t team, void *dst, gasnet_image_t srcimage, void *src, size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_broadcastM_nb(gasnet_team_handle_t team, void *const dstlist[], gasnet_image_t srcimage, void *src, size_t nbytes, int flags);

/* To image i the i-th nbytes of image srcimage. */
void gasnet_coll_scatter(gasnet_team_handle_t team, void *dst, gasnet_image_t srcimage, void *src, size_t nbytes, int flags);
void gasnet_coll_scatterM(gasnet_team_handle_t team, void *const dstlist[], gasnet_image_t srcimage, void *src, size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_scatter_nb(gasnet_team_handle_t team, void *dst, gasnet_image_t srcimage, void *src, size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_scatterM_nb(gasnet_team_handle_t team, void *const dstlist[], gasnet_image_t srcimage, void *src, size_t nbytes, int flags);

/* nbytes of every image to image dstimage, one after the other. */
void gasnet_coll_gather(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *src, size_t nbytes, int flags);
void gasnet_coll_gatherM(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *const srclist[], size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_gather_nb(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *src, size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_gatherM_nb(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *const srclist[], size_t nbytes, int flags);

/* The same to all images. */
void gasnet_coll_gather_all(gasnet_team_handle_t team, void *dst, void *src, size_t nbytes, int flags);
void gasnet_coll_gather_allM(gasnet_team_handle_t team, void *const dstlist[], void *const srclist[], size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_gather_all_nb(gasnet_team_handle_t team, void *dst, void *src, size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_gather_allM_nb(gasnet_team_handle_t team, void *const dstlist[], void *const srclist[], size_t nbytes, int flags);

/* The j-th nbytes of image i become the i-th of image j. dst and src do not overlap. */
void gasnet_coll_exchange(gasnet_team_handle_t team, void *dst, void *src, size_t nbytes, int flags);
void gasnet_coll_exchangeM(gasnet_team_handle_t team, void *const dstlist[], void *const srclist[], size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_exchange_nb(gasnet_team_handle_t team, void *dst, void *src, size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_exchangeM_nb(gasnet_team_handle_t team, void *const dstlist[], void *const srclist[], size_t nbytes, int flags);

/* elem_count elements of elem_size bytes of every image, combined one by one by function func of the table, to image dstimage. src_blksz and src_offset do
 * not count. Grouping is up to the library, and so is the order unless the function's flags have GASNET_COLL_NONCOMM: then images are operands in theirs. dst
 * may be the src of dstimage. */
void gasnet_coll_reduce(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *src, size_t src_blksz, size_t src_offset, size_t elem_size,
                        size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags);
void gasnet_coll_reduceM(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *const srclist[], size_t src_blksz, size_t src_offset,
                         size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags);
gasnet_coll_handle_t gasnet_coll_reduce_nb(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *src, size_t src_blksz, size_t src_offset,
                                           size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags);
gasnet_coll_handle_t gasnet_coll_reduceM_nb(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *const srclist[], size_t src_blksz,
                                            size_t src_offset, size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags);

/* Prefix reductions, with exactly one of GASNET_COLL_INCLUSIVE_SCAN (an element and all before it are combined) and GASNET_COLL_EXCLUSIVE_SCAN (only those
 * before it; where there are none, dst does not change). Operands are combined in order, whether the function commutes or not.
 *
 * Block sizes of 0: as in gasnet_coll_reduce every image has elem_count elements, which are combined one by one with those of the images before it. Offsets
 * are 0.
 *
 * Else src and dst are arrays of elem_count elements that all images have together, as GASNet's notes on collectives (docs/collective_notes.txt) define them:
 * every element is combined with all those before it. Blocks of blksz elements go round the images, the first one at the beginning of image 0's memory; the
 * array begins offset elements behind that. Where blksz is 0, image offset has the whole array. The function is called for one element at a time. dst may be
 * src if block sizes and offsets are the same. */
void gasnet_coll_scan(gasnet_team_handle_t team, void *dst, size_t dst_blksz, size_t dst_offset, void *src, size_t src_blksz, size_t src_offset,
                      size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags);
void gasnet_coll_scanM(gasnet_team_handle_t team, void *const dstlist[], size_t dst_blksz, size_t dst_offset, void *const srclist[], size_t src_blksz,
                       size_t src_offset, size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags);
gasnet_coll_handle_t gasnet_coll_scan_nb(gasnet_team_handle_t team, void *dst, size_t dst_blksz, size_t dst_offset, void *src, size_t src_blksz,
                                         size_t src_offset, size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags);
gasnet_coll_handle_t gasnet_coll_scanM_nb(gasnet_team_handle_t team, void *const dstlist[], size_t dst_blksz, size_t dst_offset, void *const srclist[],
                                          size_t src_blksz, size_t src_offset, size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func,
                                          int func_arg, int flags);

/* Synchronise one handle, all of a list, or at least one of a list; try returns GASNET_OK or GASNET_ERR_NOT_READY. Handles of complete calls become
 * GASNET_COLL_INVALID_HANDLE; such entries are skipped, and a list of only such entries is complete. */
int gasnet_coll_try_sync(gasnet_coll_handle_t handle);
int gasnet_coll_try_sync_some(gasnet_coll_handle_t *phandle, size_t numhandles);
int gasnet_coll_try_sync_all(gasnet_coll_handle_t *phandle, size_t numhandles);
void gasnet_coll_wait_sync(gasnet_coll_handle_t handle);
void gasnet_coll_wait_sync_some(gasnet_coll_handle_t *phandle, size_t numhandles);
void gasnet_coll_wait_sync_all(gasnet_coll_handle_t *phandle, size_t numhandles);

/* Splits the parent into teams, one per color, ranked by relrank. One thread of each node of the parent calls it; a node is one image of the new team.
 * clientdata: a gasnet_seginfo_t that describes scratch space in the segment. This implementation does not need it. */
gasnet_team_handle_t gasnet_coll_team_split(gasnet_team_handle_t parent, gasnet_node_t mycolor, gasnet_node_t myrelrank, void *clientdata);

/* The node of a rank, the rank of a node, and the number of nodes. */
gasnet_node_t gasnet_coll_team_rank2node(gasnet_team_handle_t team, int rank);
gasnet_node_t gasnet_coll_team_node2rank(gasnet_team_handle_t team, gasnet_node_t node);
gasnet_node_t gasnet_coll_team_size(gasnet_team_handle_t team);

/* Frees a team of gasnet_coll_team_split. Every node of the team calls this when its own calls are synchronised. It does not wait, and the other nodes
 * need not have called yet. GASNET_TEAM_ALL, a team with a call in flight, and an invalid team end the job. In GASNet this is an internal name, which
 * runtimes of languages call. */
void gasnete_coll_team_free(gasnet_team_handle_t team);

/* The same by images, which GASNet's own teams do not know: every image of the parent calls it, and those of one color are the images of a new team. They are
 * numbered by relimage, but images of one node stay together, in the place of the first of them. Images of a node may go into different teams; those that
 * go into one get one handle. */
gasnet_team_handle_t gasnete_coll_team_split_images(gasnet_team_handle_t parent, gasnet_image_t mycolor, gasnet_image_t myrelimage, void *clientdata);

/* More internal names of GASNet's that runtimes and older test programs write. */
typedef gasnet_team_handle_t gasnete_coll_team_t;
#define gasnete_coll_team_split gasnet_coll_team_split
#define gasnete_coll_team_rank2node gasnet_coll_team_rank2node
#define gasnete_coll_team_node2rank gasnet_coll_team_node2rank
#define gasnete_coll_team_size gasnet_coll_team_size

/* gasnet_barrier_notify and its like for a team; that of GASNET_TEAM_ALL is the same barrier. With GASNET_BARRIERFLAG_IMAGES every image calls them, else
 * one thread of each node. */
void gasnet_coll_barrier_notify(gasnet_team_handle_t team, int id, int flags);
int gasnet_coll_barrier_wait(gasnet_team_handle_t team, int id, int flags);
int gasnet_coll_barrier_try(gasnet_team_handle_t team, int id, int flags);
int gasnet_coll_barrier(gasnet_team_handle_t team, int id, int flags);
int gasnet_coll_barrier_result(gasnet_team_handle_t team, int *id);

/* Anonymous barriers of a team by GASNet's internal names. */
#define gasnete_coll_teambarrier_notify(team) gasnet_coll_barrier_notify((team), 0, GASNET_BARRIERFLAG_ANONYMOUS | GASNET_BARRIERFLAG_IMAGES)
#define gasnete_coll_teambarrier_wait(team) ((void)gasnet_coll_barrier_wait((team), 0, GASNET_BARRIERFLAG_ANONYMOUS | GASNET_BARRIERFLAG_IMAGES))
#define gasnete_coll_teambarrier(team) ((void)gasnet_coll_barrier((team), 0, GASNET_BARRIERFLAG_ANONYMOUS | GASNET_BARRIERFLAG_IMAGES))

/* Kinds of calls, for those below. */
typedef enum {
  GASNET_COLL_BROADCAST_OP = 0,
  GASNET_COLL_BROADCASTM_OP,
  GASNET_COLL_SCATTER_OP,
  GASNET_COLL_SCATTERM_OP,
  GASNET_COLL_GATHER_OP,
  GASNET_COLL_GATHERM_OP,
  GASNET_COLL_GATHER_ALL_OP,
  GASNET_COLL_GATHER_ALLM_OP,
  GASNET_COLL_EXCHANGE_OP,
  GASNET_COLL_EXCHANGEM_OP,
  GASNET_COLL_REDUCE_OP,
  GASNET_COLL_REDUCEM_OP,
  GASNET_COLL_NUM_COLL_OPTYPES
} gasnet_coll_optype_t;

/* Arguments of a call that is to be tuned. */
typedef struct {
  uint8_t **dst;
  uint8_t **src;
  gasnet_image_t rootimg;
  size_t src_blksz;
  size_t src_offset;
  size_t elem_size;
  size_t nbytes;
  size_t dist;
  gasnet_coll_fn_handle_t func;
  int func_arg;
} gasnet_coll_args_t;
#define GASNET_COLL_ARGS_INITIALIZER {NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0}

/* Which algorithm a call takes follows from its size and the team's; there is nothing to tune, load or write down, and these do nothing. There is one kind of
 * tree; algorithm 0, with no parameters, is the best. */
void gasnet_coll_loadTuningState(char *filename, gasnet_team_handle_t team);
void gasnet_coll_dumpTuningState(char *filename, gasnet_team_handle_t team);
void gasnet_coll_dumpProfile(char *filename, gasnet_team_handle_t team);
int gasnet_coll_get_num_tree_classes(gasnet_team_handle_t team, gasnet_coll_optype_t optype);
void gasnet_coll_set_tree_kind(gasnet_team_handle_t team, int tree_kind, int fanout, gasnet_coll_optype_t optype);
void gasnet_coll_set_dissem_limit(gasnet_team_handle_t team, size_t limit, gasnet_coll_optype_t optype);
void gasnet_coll_tune_generic_op(gasnet_team_handle_t team, gasnet_coll_optype_t optype, gasnet_coll_args_t coll_args, int flags,
                                 void (*fnptr)(void *), void *sample_work_arg, uint32_t *best_algidx, uint32_t *num_params, uint32_t **param_list,
                                 char **tree_type);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
