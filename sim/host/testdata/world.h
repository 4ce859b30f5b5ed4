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

#ifdef __cplusplus
}
#endif
#endif
