/* runtime/flush.h - what the streams of the program hold. */
#ifndef GA_FLUSH_H
#define GA_FLUSH_H

#include <stdint.h>

/* Writes what the streams of C++ and C hold, and those of Fortran: std::cout and its like, all FILEs, all units. Blocks while another thread holds one of
 * them. */
void ga_flush_c(void);
void ga_flush_fortran(void);

/* Flushes all of the program's output streams, of all its languages. */
void ga_flush(void);

#endif
