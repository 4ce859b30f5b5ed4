/* gasnet/tools/host_name.h - the name of this host. */
#ifndef GA_GASNET_TOOLS_HOST_NAME_H
#define GA_GASNET_TOOLS_HOST_NAME_H

/* "" if the system does not say. After the first call signal handlers may call it. */
const char *ga_host_name(void);

#endif
