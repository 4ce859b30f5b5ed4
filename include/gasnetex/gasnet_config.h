/**
 * @file gasnet_config.h
 * The release of GASNet-EX that this implementation claims to be, for configure scripts and compilers.
 *
 * Scripts extract the numbers with awk, so each of their names is on one line of this file only.
 */
#ifndef _GASNET_CONFIG_H
#define _GASNET_CONFIG_H

#define GASNET_RELEASE_VERSION_MAJOR 2025
#define GASNET_RELEASE_VERSION_MINOR 8
#define GASNET_RELEASE_VERSION_PATCH 0

#define GEX_SPEC_VERSION_MAJOR 0
#define GEX_SPEC_VERSION_MINOR 19

#define GASNET_SPEC_VERSION_MAJOR 1
#define GASNET_SPEC_VERSION_MINOR 8

/* Headers that both GASNets share have types of GASNet-EX. */
#define GASNETI_EX 1

/* What configure found, under the names that clients test. A client's own configure may have found the same. */
#ifndef HAVE_PTHREAD_H
#define HAVE_PTHREAD_H 1
#endif
#ifndef HAVE_MMAP
#define HAVE_MMAP 1
#endif
#ifndef SIZEOF_INT
#define SIZEOF_INT 4
#endif

#endif
