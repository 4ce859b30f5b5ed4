/**
 * @file gasnet/tools_env.h
 * The environment, and numbers as users write them.
 *
 * All of it may be called before gasnet_init. With GASNET_VERBOSEENV set to yes, rank 0 prints each variable that is asked for, once, to standard
 * error. A value that cannot be understood ends the program (gasnett_fatalerror).
 *
 * Sizes of memory may have a fraction and one of the units B, KB, MB, GB, TB (powers of 1024; letters of either case; the B may be left out; blanks may
 * stand before it). Without a unit they are multiplied by mem_size_multiplier. A multiplier of 0 stands for plain integers, decimal or 0x...
 */
#ifndef GASNET_TOOLS_ENV_H
#define GASNET_TOOLS_ENV_H

#include <stddef.h>
#include <stdint.h>

#include "annotate.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** The value of a variable, or NULL. Valid until it is changed. */
char *gasnett_getenv(const char *keyname);

/** The value of a variable, or defaultval; an empty value counts as none. */
char *gasnett_getenv_withdefault(const char *keyname, const char *defaultval);

/** 1 for yes, y and 1, 0 for no, n and 0, in letters of either case; defaultval if it is not set or empty. */
int gasnett_getenv_yesno_withdefault(const char *keyname, int defaultval);

/** An integer or a size of memory. */
int64_t gasnett_getenv_int_withdefault(const char *keyname, int64_t defaultval, uint64_t mem_size_multiplier);

/** A number, also as a fraction a/b. */
double gasnett_getenv_dbl_withdefault(const char *keyname, double defaultval);

/** Set a variable of this process. */
void gasnett_setenv(const char *keyname, const char *value);

/** Remove a variable of this process. */
void gasnett_unsetenv(const char *keyname);

/** Nonzero if this process prints the variables that it is asked for. */
int gasnett_verboseenv(void);

/** @name Print a variable once, if gasnett_verboseenv returns nonzero; is_default marks the value as the default */
/**@{*/
void gasnett_envstr_display(const char *keyname, const char *val, int is_default);
void gasnett_envint_display(const char *keyname, int64_t val, int is_default, int is_mem_size);
void gasnett_envdbl_display(const char *keyname, double val, int is_default);
/**@}*/

/**
 * Write val to buf, of bufsz bytes, so that gasnett_parse_int reads it back. A size gets the largest unit that loses nothing, or at most a tenth of the
 * value; a plain integer is hexadecimal from 2^50 on.
 *
 * @return buf
 */
char *gasnett_format_number(int64_t val, char *buf, size_t bufsz, int is_mem_size);

/** The number in str. */
int64_t gasnett_parse_int(const char *str, uint64_t mem_size_multiplier);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
