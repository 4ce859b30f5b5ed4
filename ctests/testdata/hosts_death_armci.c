/* hosts_death_armci.c - the last process kills itself while the others wait for it in a barrier. */
#include <armci.h>
#include <message.h>
#include <signal.h>
#include <unistd.h>

int main(void)
{
	ARMCI_Init();
	ARMCI_Barrier();
	if (armci_msg_me() == armci_msg_nproc() - 1)
		kill(getpid(), SIGKILL);
	ARMCI_Barrier();
	return 0;
}
