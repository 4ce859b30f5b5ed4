/* symbols.h - calls of libfabric that need not search the kernel's symbols. */
#ifndef GA_OFI_SYMBOLS_H
#define GA_OFI_SYMBOLS_H

/* Calls f(argument) and returns when it has returned. On a host without RDMA devices f runs on a thread of its own that cannot open /proc/kallsyms for reading; where the
 * kernel or a container does not allow that restriction, and on other hosts, f runs without it. */
void ga_ofi_without_symbols(void (*f)(void *), void *argument);

#endif
