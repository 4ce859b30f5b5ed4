/**
 * @file portable_inttypes.h
 * The integers of fixed size, by the name of a header that GASNet has for systems without inttypes.h. A program's copy of that header that comes later adds
 * nothing.
 */
#ifndef _PORTABLE_INTTYPES_H
#define _PORTABLE_INTTYPES_H

#ifndef _INTTYPES_DEFINED
#define _INTTYPES_DEFINED
#endif
#include <inttypes.h>
#include <stdint.h>

#endif
