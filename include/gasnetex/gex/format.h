/* gex/format.h - text that describes transfers of gasnet_vis.h: functions of the tools with types of GASNet-EX. The buffer needs as many bytes as the function whose name ends in _bufsz returns. */
#ifndef GEX_FORMAT_H
#define GEX_FORMAT_H

#include "types.h"

#include <gasnet/tools_client.h>

#define gasnett_format_memveclist(buf, count, list) gasnett_format_memveclist(buf, count, (gasnet_memvec_t const *)(list))
#define gasnett_format_putsgets gasneti_gex_format_putsgets

#endif
