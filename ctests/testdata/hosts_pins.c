/* hosts_pins.c - a library for LD_PRELOAD that makes any provider of libfabric lock the memory that it registers, as those of network cards do: ibv_reg_mr pins pages
 * within the limit of ulimit -l, and answers ENOMEM beyond. GT_PINS_CQ has completion queues fail likewise, whose rings such cards pin as well. */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <rdma/fabric.h>
#include <rdma/fi_domain.h>

static struct fi_ops_fabric *fabrics, pinning_fabrics;
static struct fi_ops_domain *domains, pinning_domains;
static struct fi_ops_mr *regions, pinning_regions;

static int reg(struct fid *fid, const void *base, size_t bytes, uint64_t access, uint64_t offset, uint64_t key, uint64_t flags, struct fid_mr **mr,
               void *context)
{
	if (mlock(base, bytes) != 0)
		return -errno;
	return regions->reg(fid, base, bytes, access, offset, key, flags, mr, context);
}

static int cq_open(struct fid_domain *domain, struct fi_cq_attr *attr, struct fid_cq **cq, void *context)
{
	return getenv("GT_PINS_CQ") ? -ENOMEM : domains->cq_open(domain, attr, cq, context);
}

static int domain(struct fid_fabric *fabric, struct fi_info *info, struct fid_domain **out, void *context)
{
	int rc = fabrics->domain(fabric, info, out, context);

	if (rc == 0) {
		regions = (*out)->mr, pinning_regions = *regions, pinning_regions.reg = reg, (*out)->mr = &pinning_regions;
		domains = (*out)->ops, pinning_domains = *domains, pinning_domains.cq_open = cq_open, (*out)->ops = &pinning_domains;
	}
	return rc;
}

__attribute__((visibility("default"))) int fi_fabric(struct fi_fabric_attr *attr, struct fid_fabric **out, void *context)
{
	int (*next)(struct fi_fabric_attr *, struct fid_fabric **, void *);
	void *lib = dlopen("libfabric.so.1", RTLD_LAZY | RTLD_NOLOAD);
	static __thread int depth; /* a layered provider opens another one, which stays as it is */
	int rc;

	if (!lib || !(*(void **)&next = dlsym(lib, "fi_fabric")))
		abort();
	depth++;
	rc = next(attr, out, context);
	if (--depth == 0 && rc == 0)
		fabrics = (*out)->ops, pinning_fabrics = *fabrics, pinning_fabrics.domain = domain, (*out)->ops = &pinning_fabrics;
	return rc;
}
