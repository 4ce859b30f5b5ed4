/* hosts_ends_portals.c - the last rank ends in the given way while the others wait for it in a barrier; with "return", all return the status. */
#include "hosts_ends.h"

#include <cnos_mpi_os.h>
#include <portals/portals3.h>

int main(int argc, char **argv)
{
	int interfaces, status = argc > 2 ? atoi(argv[2]) : 0;
	ptl_handle_ni_t ni;

	PtlInit(&interfaces);
	PtlNIInit(PTL_IFACE_DEFAULT, PTL_PID_ANY, NULL, NULL, &ni);
	cnos_barrier();
	if (cnos_get_rank() == cnos_get_size() - 1)
		end_now(argv[1], status);
	cnos_barrier();
	PtlNIFini(ni);
	PtlFini();
	return status;
}
