/* absent.h - functions of a library whose devices this host does not have. */
#ifndef GA_ABSENT_H
#define GA_ABSENT_H

#define GA_NO_DEVICE 21 /* PSM_EP_NO_DEVICE, PSM2_EP_NO_DEVICE */

#define GA_ABSENT(name) \
	int name(void); \
	int name(void) { return GA_NO_DEVICE; }

#define GA_ABSENT_POINTER(name, value) \
	const void *name(void);        \
	const void *name(void) { return value; }

#endif
