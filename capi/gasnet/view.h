/* gasnet/view.h - showing and hiding the segments from programs that put and get without a call. */
#ifndef GA_GASNET_DIRECT_H
#define GA_GASNET_DIRECT_H

/* Shows the segments to the program, unless its calls are checked or traced: then every call must reach the library. */
void ga_gasnet_direct_show(void);

/* From now on all calls come to the library: the job is over, or this is a child made by fork. */
void ga_gasnet_direct_hide(void);

/* In a forked child: there is no job. */
void ga_gasnet_in_child(void);

#endif
