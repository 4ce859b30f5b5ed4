/* gasnet/run.c - calling handlers with as many arguments as their messages have. */
#include "plane.h"

/* The same arguments behind a token, or behind a token and a buffer. */
#define A0
#define A1 , a[0]
#define A2 A1, a[1]
#define A3 A2, a[2]
#define A4 A3, a[3]
#define A5 A4, a[4]
#define A6 A5, a[5]
#define A7 A6, a[6]
#define A8 A7, a[7]
#define A9 A8, a[8]
#define A10 A9, a[9]
#define A11 A10, a[10]
#define A12 A11, a[11]
#define A13 A12, a[12]
#define A14 A13, a[13]
#define A15 A14, a[14]
#define A16 A15, a[15]
#define T0
#define T1 , int32_t
#define T2 T1, int32_t
#define T3 T2, int32_t
#define T4 T3, int32_t
#define T5 T4, int32_t
#define T6 T5, int32_t
#define T7 T6, int32_t
#define T8 T7, int32_t
#define T9 T8, int32_t
#define T10 T9, int32_t
#define T11 T10, int32_t
#define T12 T11, int32_t
#define T13 T12, int32_t
#define T14 T13, int32_t
#define T15 T14, int32_t
#define T16 T15, int32_t

#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16)

void ga_am_run(ga_am_handler *handler, uint32_t kind, void *token, void *buffer, size_t bytes, uint32_t nargs, const int32_t *a)
{
	if (kind == GA_AM_SHORT) {
		switch (nargs) {
#define SHORT(n) \
	case n: ((void (*)(void *T##n))handler)(token A##n); break;
			EACH(SHORT)
		}
	} else {
		switch (nargs) {
#define LONGER(n) \
	case n: ((void (*)(void *, void *, size_t T##n))handler)(token, buffer, bytes A##n); break;
			EACH(LONGER)
		}
	}
}
