/* sisci/window.h - what C remembers of maps and sequences, so that stores to maps and their checks need no call of Go.
 *
 * A word of a map or sequence is valid while its stamp is that of the process, which Go changes whenever a map, a connection or a sequence ends: then C asks Go again. Handles
 * are never used twice, so the rest of a word never changes. */
#ifndef GA_SISCI_WINDOW_H
#define GA_SISCI_WINDOW_H

#include "plane.h"

/* Copies between memory and a map if C can, and stores the call's code; false: Go has to. sequence: 0 for a copy without. */
bool ga_sisci_copy(uint64_t sequence, void *mem, uint64_t map, uint64_t offset, uint64_t bytes, uint32_t flags, uint32_t *code, const char *fn);

/* Whether the stores to a sequence's map are known to have arrived. */
bool ga_sisci_sequence_fine(uint64_t sequence);
void ga_sisci_sequence_is_fine(uint64_t sequence, uint32_t stamp);

/* Keeps C from copying to or from a map that is to end; false: it copies. The map has ended, or goes on. */
bool ga_sisci_close(uint64_t map);
void ga_sisci_closed(uint64_t map, bool gone);

#endif
