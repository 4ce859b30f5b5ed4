int *inner_local(void);
int inner_next(void);
unsigned long inner_counter(void); /* the time stamp counter */
int brought_next(void);
int *brought_at(void);
extern __thread int brought_local;
extern int brought_order, brought_count, inner_count;
