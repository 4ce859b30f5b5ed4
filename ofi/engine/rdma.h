/* rdma.h - whether this host has network cards for remote memory access, for the loader and the plugin. */
#ifndef GA_OFI_RDMA_H
#define GA_OFI_RDMA_H

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <unistd.h>

/* Whether it is certain that this host has no RDMA device: cards for verbs, PSM and PSM2 are all in that folder. Without /sys nothing is certain. */
static inline bool ga_ofi_no_rdma(void)
{
	DIR *all = opendir("/sys/class/infiniband");
	const struct dirent *entry;
	bool none = true;

	if (!all)
		return errno == ENOENT && access("/sys/class/net", F_OK) == 0;
	while (none && (entry = readdir(all)))
		none = entry->d_name[0] == '.';
	closedir(all);
	return none;
}

#endif
