/* armci_ends.c - mistakes, and the functions that end the job: armci_ends WHAT, on 2 processes. */
#include <armci.h>
#include <message.h>
#include <stdio.h>
#include <string.h>

void derr_printf(const char *format, ...);
int dassertp_fail(const char *cond_string, const char *file, const char *func, unsigned int line, int code);

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	void *all[64];
	char data[8] = "";
	int code = 0;

	ARMCI_Init();
	ARMCI_Malloc(all, 4096);
	ARMCI_Create_mutexes(1);
	derr_printf("%s\n", what);
	if (!strcmp(what, "twice"))
		ARMCI_Create_mutexes(1);
	if (armci_msg_me() != 0)
		what = "waits";
	if (!strcmp(what, "error"))
		ARMCI_Error("it is over", 7);
	else if (!strcmp(what, "abort"))
		armci_msg_abort(3);
	else if (!strcmp(what, "assert"))
		dassertp_fail("1 == 2", "file.c", "function", 12, 5);
	else if (!strcmp(what, "unlock"))
		ARMCI_Unlock(0, 1);
	else if (!strcmp(what, "mutex"))
		ARMCI_Lock(5, 1);
	else if (!strcmp(what, "free"))
		ARMCI_Free(data);
	else if (!strcmp(what, "address"))
		ARMCI_Put(data, (char *)all[1] + (1 << 20), 8, 1);
	else if (!strcmp(what, "codes")) {
		int count[2] = {8, 2}, negative[1] = {-1}, stride[1] = {8};

		if (ARMCI_Put(NULL, all[1], 8, 1) != -1)
			code |= 1;
		if (ARMCI_PutS(data, NULL, all[1], NULL, count, 1, 1) != -2)
			code |= 2;
		if (ARMCI_PutS(data, stride, all[1], stride, negative, 0, 1) != -3)
			code |= 4;
		if (ARMCI_PutS(data, stride, all[1], stride, count, 9, 1) != -4)
			code |= 8;
		if (ARMCI_Put(data, all[1], 8, 99) != -5)
			code |= 16;
		printf("codes %d\n", code);
	}
	ARMCI_Barrier();
	ARMCI_Free(all[armci_msg_me()]);
	ARMCI_Finalize();
	return code;
}
