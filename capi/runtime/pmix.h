/* runtime/pmix.h - libpmix, loaded when a job was started under PMIx and the library is there. The library never links with it.
 *
 * Only what an exchange needs. Every function answers a PMIx status, 0 for success, negative for failure. */
#ifndef GA_PMIX_H
#define GA_PMIX_H

#include <stddef.h>
#include <stdint.h>

#define GA_PMIX_MISSING (-100000) /* libpmix cannot be loaded */
#define GA_PMIX_NAMESPACE 256     /* bytes, with its terminating zero */

int ga_pmix_init(uint32_t *rank, uint32_t *size, char nspace[GA_PMIX_NAMESPACE]);
int ga_pmix_put(const char *key, const char *value);
int ga_pmix_fence(void);
int ga_pmix_get(uint32_t rank, const char *key, char *value, size_t room);
int ga_pmix_finalize(void);
int ga_pmix_abort(int status, const char *message);

#endif
