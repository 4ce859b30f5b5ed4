/* gasnet/tools/diagnostics.h - what the diagnostics of both GASNets share. */
#ifndef GA_GASNET_DIAGNOSTICS_H
#define GA_GASNET_DIAGNOSTICS_H

#include <stddef.h>
#include <stdint.h>

/* Tests the library with the rank peer, to whose memory at there this rank alone writes, at most so many bytes. Returns the number of errors. */
int ga_diagnose(int iters, int threads, const char *sections, uint32_t peer, void *there, size_t bytes, uint32_t seed);

/* The handlers that it wants: a Short request and its reply, a Medium request and its reply. */
enum { GA_DIAGNOSTIC_HANDLERS = 4 };
struct ga_diagnostic_handler {
	uint8_t index, arguments;
	void (*f)(void);
};
extern const struct ga_diagnostic_handler ga_diagnostic_handlers[GA_DIAGNOSTIC_HANDLERS];

#endif
