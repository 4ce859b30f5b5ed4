/* gasnet/frames.h - calls of GASNet that go to Go. fn is the name that the program called. Codes are GASNet's. */
#ifndef GA_GASNET_FRAMES_H
#define GA_GASNET_FRAMES_H

#include "tools/client.h"
#include "plane.h"

int ga_gasnet_poll_frame(void);
struct ga_wait;
void ga_gasnet_block_frame(struct ga_wait *w); /* w->steps: looks since the thread has done anything else, of the same wait */
uint64_t ga_gasnet_query_frame(const char *fn, int what);
gasnet_handle_t ga_gasnet_put_frame(const char *fn, gasnet_node_t node, void *dest, const void *src, size_t bytes, int how, bool bulk);
gasnet_handle_t ga_gasnet_get_frame(const char *fn, void *dest, gasnet_node_t node, void *src, size_t bytes, int how);
gasnet_handle_t ga_gasnet_memset_frame(const char *fn, gasnet_node_t node, void *dest, int value, size_t bytes, int how);
int ga_gasnet_sync_frame(const char *fn, int what, gasnet_handle_t *handles, size_t n);
int ga_gasnet_sync_nbi_frame(const char *fn, int which, bool wait);
gasnet_handle_t ga_gasnet_region_frame(const char *fn, bool end);
struct ga_gasnet_vis_shape;
gasnet_handle_t ga_gasnet_vis_move(const char *fn, struct ga_gasnet_vis_shape s); /* in shared memory, too: gasnet/vis.c */
int ga_gasnet_barrier_frame(const char *fn, int id, int flags, bool wait);

#endif
