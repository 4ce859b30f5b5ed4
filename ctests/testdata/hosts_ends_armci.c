/* hosts_ends_armci.c - the last process ends in the given way while the others wait for it in a barrier; with "return", all return the status. */
#include "hosts_ends.h"

#include <armci.h>
#include <message.h>

int main(int argc, char **argv)
{
	int status = argc > 2 ? atoi(argv[2]) : 0;

	ARMCI_Init();
	ARMCI_Barrier();
	if (armci_msg_me() == armci_msg_nproc() - 1) {
		end_now(argv[1], status);
		if (strcmp(argv[1], "error") == 0)
			ARMCI_Error("on purpose", status);
	}
	ARMCI_Barrier();
	ARMCI_Finalize();
	return status;
}
