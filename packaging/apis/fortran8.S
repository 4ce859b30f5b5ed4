/* fortran8.S - the routines of the Fortran interface for programs whose default INTEGER has 8 bytes: an archive, libgasnetgo-fortran8.a.
 *
 * Compilers make the same symbols of a routine's name whatever the size of an INTEGER. The library's own expect 4 bytes; those here stand before them on the
 * linker's command line, and jump to the library's routines for 8 bytes. They are weak, so that a program may have its own. */
#if defined(__x86_64__)
#define JUMP(to) jmp to@PLT
#elif defined(__aarch64__)
#define JUMP(to) b to
#else
#error "no jump for this CPU"
#endif

#define LABEL(name) .weak name; .type name, %function; name:
#define ROUTINE(name, NAME) LABEL(name##_) LABEL(name##__) LABEL(NAME) JUMP(name##_i8_)
#define PLAIN(name, NAME) LABEL(name##_) LABEL(NAME) JUMP(name##_i8_)

	.text
#include "zshmem_fortran.h"
	.section .note.GNU-stack, "", %progbits
