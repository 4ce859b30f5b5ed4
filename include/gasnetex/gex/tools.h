/* gex/tools.h - what the tools of GASNet-EX have besides those of GASNet-1. */
#ifndef GEX_TOOLS_H
#define GEX_TOOLS_H

/* For printf: a size_t. */
#ifndef PRIuSZ
#define PRIuSZ "zu"
#endif

/* Each argument is evaluated once; its value is not used. */
#define GASNETT_UNUSED_ARGS1(a) ((void)(a))
#define GASNETT_UNUSED_ARGS2(a, b) ((void)(a), (void)(b))
#define GASNETT_UNUSED_ARGS3(a, b, c) ((void)(a), GASNETT_UNUSED_ARGS2(b, c))
#define GASNETT_UNUSED_ARGS4(a, b, c, d) ((void)(a), GASNETT_UNUSED_ARGS3(b, c, d))
#define GASNETT_UNUSED_ARGS5(a, b, c, d, e) ((void)(a), GASNETT_UNUSED_ARGS4(b, c, d, e))
#define GASNETT_UNUSED_ARGS6(a, b, c, d, e, f) ((void)(a), GASNETT_UNUSED_ARGS5(b, c, d, e, f))
#define GASNETT_UNUSED_ARGS7(a, b, c, d, e, f, g) ((void)(a), GASNETT_UNUSED_ARGS6(b, c, d, e, f, g))
#define GASNETT_UNUSED_ARGS8(a, b, c, d, e, f, g, h) ((void)(a), GASNETT_UNUSED_ARGS7(b, c, d, e, f, g, h))

/* gasnett_set_affinity may work. */
#define GASNETT_SET_AFFINITY_SUPPORT 1

/* Statistics are written when the program ends. */
#define GASNETT_STATS_DUMP(reset) ((void)(reset))

#define gasneti_builtin_unreachable() __builtin_unreachable()

/* Programs of GASNet-1's tests read this. */
#define gasneti_mynode gasnet_mynode()

#endif
