/* gex/conduit.h - the conduit in whose name a program is compiled: makefile fragments and pkg-config define GASNET_CONDUIT_ with its name; without one it is SMP.
 *
 * The library is the same for all. But clients take SMP as a promise that all ranks share memory, which they do not on several hosts, and on several nodes of a simulated machine. */
#ifndef GEX_CONDUIT_H
#define GEX_CONDUIT_H

#if defined(GASNET_CONDUIT_UDP)
#define GASNET_CONDUIT_NAME UDP
#define GASNET_CONDUIT_NAME_STR "UDP"
#elif defined(GASNET_CONDUIT_MPI)
#define GASNET_CONDUIT_NAME MPI
#define GASNET_CONDUIT_NAME_STR "MPI"
#elif defined(GASNET_CONDUIT_IBV)
#define GASNET_CONDUIT_NAME IBV
#define GASNET_CONDUIT_NAME_STR "IBV"
#elif defined(GASNET_CONDUIT_OFI)
#define GASNET_CONDUIT_NAME OFI
#define GASNET_CONDUIT_NAME_STR "OFI"
#elif defined(GASNET_CONDUIT_UCX)
#define GASNET_CONDUIT_NAME UCX
#define GASNET_CONDUIT_NAME_STR "UCX"
#elif defined(GASNET_CONDUIT_ARIES)
#define GASNET_CONDUIT_NAME ARIES
#define GASNET_CONDUIT_NAME_STR "ARIES"
#else
#undef GASNET_CONDUIT_SMP
#define GASNET_CONDUIT_SMP 1
#define GASNET_CONDUIT_NAME SMP
#define GASNET_CONDUIT_NAME_STR "SMP"
#endif

#endif
