/* gasnet_direct.h - showing and hiding the segments from programs that put and get without a call. */
#ifndef GA_GASNET_DIRECT_H
#define GA_GASNET_DIRECT_H

/* Shows the plane as it is, unless somebody checks or traces calls. */
void ga_gasnet_direct_show(void);

/* From now on all calls come to the library: the job is over, or this is a child made by fork. */
void ga_gasnet_direct_hide(void);

#endif
