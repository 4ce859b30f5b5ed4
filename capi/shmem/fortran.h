/* shmem/fortran.h - what the generated Fortran interface needs: the program's default INTEGER, names of routines, values of arguments.
 *
 * zshmem_fortran4.c and zshmem_fortran8.c include it, with GA_FORTRAN_INTEGER, the bytes of an INTEGER. A routine for INTEGERs of 4 bytes has the symbols that
 * compilers make of its name. A symbol cannot tell the size: programs with INTEGERs of 8 bytes (-fdefault-integer-8) are linked with an archive that
 * has these symbols, too, and jumps to name_i8_ (packaging/apis/fortran8.S). */
#ifndef GA_SHMEM_FORTRAN_H
#define GA_SHMEM_FORTRAN_H

#include <limits.h>

#include "combine.h"
#include "zshmem_stubs.h"

/* GA_FORTRAN begins a routine whose name has an underscore, GA_FORTRAN_PLAIN another one. */
#if GA_FORTRAN_INTEGER == 4
typedef int32_t ga_fint;
#define GA_FORTRAN_TYPE GA_SHMEM_TYPE_I32
#define GA_FORTRAN_NAMES(name, NAME, ...) \
	GA_ALIAS(name##_, p##name##_);    \
	GA_ALIAS(NAME, p##name##_);       \
	GA_ALIAS(P##NAME, p##name##_)
#define GA_FORTRAN_PLAIN(result, name, NAME, ...) \
	result p##name##_(__VA_ARGS__);           \
	GA_FORTRAN_NAMES(name, NAME);             \
	result p##name##_(__VA_ARGS__)
#define GA_FORTRAN(result, name, NAME, ...) \
	result p##name##_(__VA_ARGS__);     \
	GA_FORTRAN_NAMES(name, NAME);       \
	GA_ALIAS(name##__, p##name##_);     \
	GA_ALIAS(p##name##__, p##name##_);  \
	result p##name##_(__VA_ARGS__)
#else
typedef int64_t ga_fint;
#define GA_FORTRAN_TYPE GA_SHMEM_TYPE_I64
#define GA_FORTRAN_PLAIN(result, name, NAME, ...) \
	result name##_i8_(__VA_ARGS__);           \
	result name##_i8_(__VA_ARGS__)
#define GA_FORTRAN GA_FORTRAN_PLAIN
#endif

/* An INTEGER as C's int. Its nearest int stands for one that is none, so that checks of its range see that it is wrong. */
static inline int ga_fortran_int(ga_fint value)
{
#if GA_FORTRAN_INTEGER == 8
	if (value != (int)value)
		return value < 0 ? INT_MIN : INT_MAX;
#endif
	return (int)value;
}

/* A number of elements. A negative one becomes one that no memory has, and calls report it as such. */
static inline size_t ga_fortran_count(ga_fint value) { return (size_t)(ptrdiff_t)value; }

/* Stores C's text as CHARACTER*(length): cut off, or with blanks behind it. */
static inline void ga_fortran_text(char *to, size_t length, const char *text)
{
	const size_t n = strlen(text) < length ? strlen(text) : length;

	memcpy(to, text, n);
	memset(to + n, ' ', length - n);
}

#endif
