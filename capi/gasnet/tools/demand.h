/* gasnet/tools/demand.h - what GASNET_FREEZE and its like demand. */
#ifndef GA_GASNET_TOOLS_DEMAND_H
#define GA_GASNET_TOOLS_DEMAND_H

/* What gasnet_init does for debuggers: GASNET_FREEZE_SIGNAL and GASNET_BACKTRACE_SIGNAL are listened to from now on, and with GASNET_FREEZE the
 * process waits here. */
void ga_gasnet_begin_debugging(void);

#endif
