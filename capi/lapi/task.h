/* lapi/task.h - handlers that Go has ready. */
#ifndef GA_LAPI_TASK_H
#define GA_LAPI_TASK_H

#include "port.h"

/* Runs one, if there still is one. life: the context's, or 0. completion: of those for the thread of completion handlers. Its kind. */
int32_t ga_lapi_run(uint32_t handle, uint32_t life, bool completion, const char *fn);

#endif
