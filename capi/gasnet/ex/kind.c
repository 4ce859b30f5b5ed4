/* gasnet/ex/kind.c - memory kinds: there are no devices. */
#include "objects.h"

#include <gasnetex/gasnet_mk.h>

int gex_MK_Create(gex_MK_t *kind_p, gex_Client_t client, const gex_MK_Create_args_t *args, gex_Flags_t flags)
{
	static const char fn[] = "gex_MK_Create";

	(void)client;
	if (!kind_p || !args || flags)
		return ga_gex_refuse(fn, GASNET_ERR_BAD_ARG, "kind_p = %p, args = %p, flags = 0x%x: no NULL, and 0", (void *)kind_p,
		                     (const void *)args, flags);
	return ga_gex_refuse(fn, GASNET_ERR_BAD_ARG, "args->gex_class = %d: memory of devices is not supported", (int)args->gex_class);
}

void gex_MK_Destroy(gex_MK_t kind, gex_Flags_t flags)
{
	(void)flags;
	ga_fatal(1, "gex_MK_Destroy: kind = %p: no memory kind that gex_MK_Create has made", (void *)kind);
}
