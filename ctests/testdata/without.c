/* without.c - runs a command with a system call denied, as a container's filter may do: without CALL[,CALL] COMMAND [ARGUMENTS]. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
	const char *name;
	unsigned number;
} calls[] = {{"personality", SYS_personality},
             {"epoll", SYS_epoll_create1},
             {"eventfd", SYS_eventfd2},
             {"pidfd", SYS_pidfd_open},
             {"memfd", SYS_memfd_create}};

static void refuse(unsigned number)
{
	struct sock_filter code[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 3),
	    /* only the query is allowed, as by Docker's filter */
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0xffffffffu, 1, 0),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {sizeof code / sizeof code[0], code};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
		printf("SKIP no filters of system calls here: %s\n", strerror(errno));
		exit(77);
	}
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	for (char *name = strtok(argv[1], ","); name; name = strtok(NULL, ",")) {
		size_t i = 0;

		while (i < sizeof calls / sizeof calls[0] && strcmp(calls[i].name, name) != 0)
			i++;
		if (i == sizeof calls / sizeof calls[0])
			return 2;
		refuse(calls[i].number);
	}
	execvp(argv[2], argv + 2);
	perror(argv[2]);
	return 127;
}
