/* gex/tools.h - what the tools of GASNet-EX have besides those of GASNet-1. */
#ifndef GEX_TOOLS_H
#define GEX_TOOLS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../gasnet_fwd.h"

#include <gasnet/portable.h>

/* The release of GASNet-EX that this is: for comparisons, 10000 for each minor and 1000000 for each major number, and as text. */
static inline uint64_t gasnett_release_version(void) {
  return GASNET_RELEASE_VERSION_MAJOR * UINT64_C(1000000) + GASNET_RELEASE_VERSION_MINOR * UINT64_C(10000) + GASNET_RELEASE_VERSION_PATCH;
}
static inline const char *gasnett_release_version_str(void) {
  return _STRINGIFY(GASNET_RELEASE_VERSION_MAJOR) "." _STRINGIFY(GASNET_RELEASE_VERSION_MINOR) "." _STRINGIFY(GASNET_RELEASE_VERSION_PATCH);
}

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

/* The text of a mask of bits, GEX_OP_ADD|GEX_OP_MULT, into buf, and the bytes that it needs with its end; buf NULL: only these. Bits that are none print as ?12 or not at all. */
static inline size_t gasneti_format_bits(char *buf, uint32_t bits, const char *prefix, const char *const names[], int count) {
  size_t length = 0;
  int i;

  for (i = 0; i < count; i++) {
    const char *parts[3];
    int part;

    if (!(bits >> i & 1))
      continue;
    parts[0] = length ? "|" : "";
    parts[1] = prefix;
    parts[2] = names[i];
    for (part = 0; part < 3; part++) {
      if (buf)
        memcpy(buf + length, parts[part], strlen(parts[part]));
      length += strlen(parts[part]);
    }
  }
  if (buf)
    buf[length] = 0;
  return length + 1;
}

static inline size_t gasnett_format_dt(char *buf, gex_DT_t dt) {
  static const char *const names[] = {"I32", "U32", "I64", "U64", "FLT", "DBL", "USER"};

  return gasneti_format_bits(buf, dt, "GEX_DT_", names, 7);
}

static inline size_t gasnett_format_op(char *buf, gex_OP_t op) {
  static const char *const names[] = {"AND",  "OR",   "XOR",  "ADD",  "SUB",  "MULT", "MIN",  "MAX",  "INC",  "DEC",    "SET",
                                      "CAS",  "?12",  "?13",  "?14",  "FAND", "FOR",  "FXOR", "FADD", "FSUB", "FMULT",  "FMIN",
                                      "FMAX", "FINC", "FDEC", "SWAP", "FCAS", "GET",  "?28",  "?29",  "USER", "USER_NC"};

  return gasneti_format_bits(buf, op, "GEX_OP_", names, 32);
}

static inline size_t gasnett_format_ti(char *buf, gex_TI_t ti) {
  static const char *const names[] = {"SRCRANK", "ENTRY", "IS_REQ", "IS_LONG", "EP"};

  return gasneti_format_bits(buf, ti, "GEX_TI_", names, 5);
}

#define gasneti_builtin_unreachable() __builtin_unreachable()

/* Programs of GASNet-1's tests read this. */
#define gasneti_mynode gasnet_mynode()

#endif
