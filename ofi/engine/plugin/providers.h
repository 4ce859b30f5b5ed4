/* providers.h - what libfabric offers, and which of that a job uses. */
#ifndef GA_OFI_PROVIDERS_H
#define GA_OFI_PROVIDERS_H

#include <stdbool.h>

#include <rdma/fabric.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>

#include "../engine.h"

/* Stores what to open, which the caller frees. keeps_order: writes to a peer come in order, and before later messages. Returns 0, or a negative errno and
 * a sentence: -ENETDOWN, if the host has no network interface that runs. */
int ga_ofi_choose(const struct ga_ofi_config *c, struct fi_info **info, bool *keeps_order, char why[GA_OFI_WHY]);

/* Over TCP, "tcp;ofi_rxm" makes datagrams of connections. What has datagrams of its own takes a fifth less time for a round trip: "tcp" from libfabric 1.18 on, and before,
 * "net", from which that has come. */
bool ga_ofi_is_tcp(const struct fi_info *info);
bool ga_ofi_is_layered(const struct fi_info *info); /* by ofi_rxm */

/* Whether a provider, below whatever layers, is one over TCP. */
bool ga_ofi_is_over_tcp(const struct fi_info *info);

/* The list of struct ga_ofi_calls. */
int ga_ofi_list(const char *provider, void (*each)(void *, const char *, const char *, const char *), void *context);

#endif
