/**
 * @file portable_inttypes.h
 * Integers of fixed size, under the name of the header that GASNet has for systems without inttypes.h. A program's own copy of that header, included later,
 * adds nothing.
 */
#ifndef _PORTABLE_INTTYPES_H
#define _PORTABLE_INTTYPES_H

#ifndef _INTTYPES_DEFINED
#define _INTTYPES_DEFINED
#endif
#include <inttypes.h>
#include <stdint.h>

#endif
