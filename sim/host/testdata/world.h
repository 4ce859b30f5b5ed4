/* world.h - what the tests' programs may ask of their world. */
#ifndef WORLD_H
#define WORLD_H
#ifdef __cplusplus
extern "C" {
#endif

long world_rank(void);
long world_size(void);
void world_barrier(void);
void world_send(long to, long word);
long world_receive(void);
void world_call(void (*fn)(void *), void *arg); /* has the world call fn(arg) here */
void world_nothing(void);

/* Memory that others map; watched: for polls. */
void *world_segment(long bytes, int watched);
void *world_map(long rank); /* that of a rank */
void world_unmap(void *map);

/* What plain accesses the rank has made since it asked last, to maps, and the polls of its segment; the result is how many. */
struct access {
	long kind; /* 'l', 's', 'p' */
	long offset, bytes;
	unsigned char data[64]; /* the beginning of it */
};
long world_accesses(struct access *to, long most);

#ifdef __cplusplus
}
#endif
#endif
