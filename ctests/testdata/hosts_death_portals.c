/* hosts_death_portals.c - the last rank kills itself while the others wait for events. */
#include <cnos_mpi_os.h>
#include <portals/portals3.h>
#include <signal.h>
#include <unistd.h>

int main(void)
{
	ptl_handle_ni_t ni;
	ptl_handle_eq_t eq;
	ptl_event_t event;
	int interfaces;

	PtlInit(&interfaces);
	PtlNIInit(PTL_IFACE_DEFAULT, PTL_PID_ANY, NULL, NULL, &ni);
	PtlEQAlloc(ni, 8, PTL_EQ_HANDLER_NONE, &eq);
	cnos_barrier();
	if (cnos_get_rank() == cnos_get_size() - 1)
		kill(getpid(), SIGKILL);
	PtlEQWait(eq, &event);
	return 0;
}
