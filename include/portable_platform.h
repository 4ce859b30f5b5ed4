/**
 * @file portable_platform.h
 * gasnet_portable_platform.h, by the name that it had in earlier releases of GASNet.
 */
#include "gasnet_portable_platform.h"
