/* load.h - loads the plugin, with libfabric and the libraries that libfabric needs. */
#ifndef GA_OFI_LOAD_H
#define GA_OFI_LOAD_H

#include "engine.h"

/* The calls of the plugin at path, or NULL and a text of the dynamic loader's. */
const struct ga_ofi_calls *ga_ofi_load(const char *path, const char **why);

#endif
