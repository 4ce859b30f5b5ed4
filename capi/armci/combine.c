/* armci/combine.c - the reductions of the message layer. */
#define ARMCI_WITHOUT_MPI 1
#include <armci.h>

#include "collective.h"

#pragma GCC optimize("O3")

#define COMBINE(NAME, T, EXPR)                                                     \
	static void NAME(void *restrict into, const void *restrict from, size_t n) \
	{                                                                          \
		T *restrict a = into;                                              \
		const T *restrict b = from;                                        \
		for (size_t i = 0; i < n; i++)                                     \
			a[i] = (T)(EXPR);                                          \
	}

#define ORDERED(T, U)                                      \
	COMBINE(add_##T, U, a[i] + b[i])                   \
	COMBINE(multiply_##T, U, a[i] * b[i])              \
	COMBINE(max_##T, T, a[i] < b[i] ? b[i] : a[i])     \
	COMBINE(min_##T, T, b[i] < a[i] ? b[i] : a[i])     \
	static void abs_##T(void *x, size_t n)             \
	{                                                  \
		T *a = x;                                  \
		for (size_t i = 0; i < n; i++)             \
			a[i] = a[i] < 0 ? (T)-a[i] : a[i]; \
	}

#define LOGICAL(T)                            \
	COMBINE(and_##T, T, a[i] && b[i])     \
	COMBINE(or_##T, T, a[i] || b[i])      \
	COMBINE(bits_and_##T, T, a[i] & b[i]) \
	COMBINE(bits_or_##T, T, a[i] | b[i])

ORDERED(int, unsigned)
ORDERED(long, unsigned long)
ORDERED(float, float)
ORDERED(double, double)
LOGICAL(int)
LOGICAL(long)

static bool begins(const char *op, const char *with) { return strncmp(op, with, strlen(with)) == 0; }

#define PICK(T)                                             \
	c->size = sizeof(T);                                \
	if (begins(op, "absmax") || begins(op, "absmin"))   \
		c->prepare = abs_##T;                       \
	if (begins(op, "+"))                                \
		c->combine = add_##T;                       \
	else if (begins(op, "*"))                           \
		c->combine = multiply_##T;                  \
	else if (begins(op, "max") || begins(op, "absmax")) \
		c->combine = max_##T;                       \
	else if (begins(op, "min") || begins(op, "absmin")) \
		c->combine = min_##T;

#define PICK_LOGICAL(T)                                                    \
	if (begins(op, "&&") || begins(op, "land"))                        \
		c->combine = and_##T;                                      \
	else if (begins(op, "||") || begins(op, "lor"))                    \
		c->combine = or_##T;                                       \
	else if (begins(op, "&") || begins(op, "band"))                    \
		c->combine = bits_and_##T;                                 \
	else if (begins(op, "|") || begins(op, "bor") || begins(op, "or")) \
		c->combine = bits_or_##T;

bool ga_armci_combiner(const char *op, int type, struct ga_armci_combiner *c)
{
	*c = (struct ga_armci_combiner){0};
	if (!op)
		return false;
	switch (type) {
	case ARMCI_INT: PICK(int) PICK_LOGICAL(int) break;
	case ARMCI_LONG:
	case ARMCI_LONG_LONG: PICK(long) PICK_LOGICAL(long) break;
	case ARMCI_FLOAT: PICK(float) break;
	case ARMCI_DOUBLE: PICK(double) break;
	default: break;
	}
	return c->combine != NULL;
}
