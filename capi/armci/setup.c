/* armci/setup.c - start, end, errors. */
#include <stdarg.h>
#include <stdio.h>

#include "../runtime/program.h"
#include "call.h"
#include "with_mpi.h"

GA_TWIN(int, ARMCI_Init, (void)) { return ga_armci_start("ARMCI_Init", NULL, 0); }
GA_TWIN(int, ARMCI_Init_args, (int *argc, char ***argv)) { return ga_armci_start("ARMCI_Init_args", NULL, 0); }
GA_TWIN(int, ARMCI_Init_thread, (int armci_requested)) { return ga_armci_start("ARMCI_Init_thread", NULL, 0); }

GA_TWIN(int, ARMCI_Initialized, (void)) { return ga_armci.peers ? 1 : ga_armci_number("ARMCI_Initialized", GA_ARMCI_QUERY_INITIALIZED); }

GA_TWIN(int, ARMCI_Finalize, (void))
{
	struct ga_armci_finalize f = {GA_FRAME(finalize, FINALIZE, "ARMCI_Finalize")};

	ga_call(&f.head);
	return 0;
}

int armci_msg_me(void) { return ga_armci_me("armci_msg_me"); }
int armci_msg_nproc(void) { return ga_armci_size("armci_msg_nproc"); }

void ARMCI_Cleanup(void) {}

void ARMCI_Error(const char *msg, int code) { ga_armci_fatal("ARMCI_Error", msg, code); }
void armci_msg_abort(int code) { ga_armci_fatal("armci_msg_abort", NULL, code); }

void derr_printf(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
}

int dassertp_fail(const char *cond_string, const char *file, const char *func, unsigned int line, int code)
{
	char text[512];

	snprintf(text, sizeof text, "%s:%u: %s: %s", file, line, func, cond_string);
	ga_armci_fatal("dassertp_fail", text, code);
}

double armci_timer(void)
{
	struct timespec t;

	ga_libc()->clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void armci_msg_init(int *argc, char ***argv) { ga_armci_mpi_init(argc, argv); }
void armci_msg_finalize(void) { ga_armci_mpi_finalize(); }
