/* armci_ends.c - mistakes, and the functions that end the job: armci_ends WHAT, on 2 processes. */
#include <armci.h>
#include <armcix.h>
#include <gpc.h>
#include <message.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define IF(name) else if (!strcmp(what, name))

/* Mistakes of process 0. False: there is no such one. */
static int wrong(const char *what, void **all)
{
	char *near = (char *)all[1], *mine = (char *)all[0], data[64] = "";
	void *src[1] = {data}, *dst[1] = {near + (1 << 20)}, *some[64];
	armci_giov_t v = {.src_ptr_array = src, .dst_ptr_array = dst, .ptr_array_len = 1, .bytes = 8};
	int stride[1] = {1 << 20}, count[2] = {8, 2}, list[3] = {0, 1, 2}, twice[2] = {1, 1}, one = 1, length;
	double scale = 1;
	ARMCI_Group g = 77, other;
	armci_meminfo_t info;
	gpc_hdl_t handle;

	if (!what[0])
		return 0;
	IF("freed now") ARMCI_Get(near, data, 8, 1);
	IF("die") armci_die("it is over", 4);
	IF("die2") armci_die2("it is over", 4, 5);
	IF("get") ARMCI_Get(near + 8192, data, 8, 1);
	IF("across") ARMCI_Get(near + 8188, data, 8, 1);
	IF("past") ARMCI_Put(data, near + 4088, 16, 1); /* behind the allocation are the mutexes */
	IF("past get") ARMCI_Get(near + 4096, data, 8, 1);
	IF("past strided") ARMCI_PutS(data, (int[]){8}, near + 4080, (int[]){8}, (int[]){8, 3}, 1, 1);
	IF("past acc") ARMCI_Acc(ARMCI_ACC_DBL, &scale, data, near + 4088, 16, 1);
	IF("past rmw") ARMCI_Rmw(ARMCI_FETCH_AND_ADD, data, near + 4096, 1, 1);
	IF("past flag") ARMCI_Put_flag(data, near, 8, (int *)(void *)(near + 4096), 1, 1);
	IF("wild") ARMCI_Put(data, (void *)(uintptr_t)0x1234, 8, 1);
	IF("acc") ARMCI_Acc(ARMCI_ACC_DBL, &scale, data, near + (1 << 20), 8, 1);
	IF("strided") ARMCI_PutS(data, stride, near, stride, count, 1, 1);
	IF("vector") ARMCI_PutV(&v, 1, 1);
	IF("rmw") ARMCI_Rmw(ARMCI_FETCH_AND_ADD, data, near + (1 << 20), 1, 1);
	IF("odd rmw") ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, data, near + 4, 1, 1);
	IF("flag") ARMCI_Put_flag(data, near, 8, (int *)(void *)(near + (1 << 20)), 1, 1);
	IF("value") ARMCI_GetValueInt(near, 9);
	IF("inside") ARMCI_Free(mine + 64);
	IF("theirs") ARMCI_Free(near);
	IF("local") ARMCI_Free_local(data);
	IF("again")
	{
		void *block = ARMCI_Malloc_local(64);

		ARMCI_Free_local(block);
		ARMCI_Free_local(block);
	}
	IF("memory") ARMCI_Malloc_local(1L << 60);
	IF("all memory") ARMCI_Malloc((void *[2]){0}, 1L << 60);
	IF("negative") ARMCI_Malloc_local(-5);
	IF("no array") ARMCI_Malloc(NULL, 64);
	IF("memget") ARMCI_Memget(0, &info, 0);
	IF("memat") ARMCI_Memat(NULL, 0);
	IF("group") ARMCI_Malloc_group(some, 64, &g);
	IF("world") ARMCI_Group_free(&(ARMCI_Group){0});
	IF("outsider")
	{
		ARMCI_Group_create(1, &one, &other);
		armci_msg_group_barrier(&other);
	}
	IF("list") ARMCI_Group_create(2, list + 1, &other);
	IF("many") ARMCI_Group_create(3, list, &other);
	IF("doubled") ARMCI_Group_create(2, twice, &other);
	IF("absolute") ARMCI_Absolute_id(&(ARMCI_Group){0}, 5);
	IF("lock proc") ARMCI_Lock(0, 2);
	IF("less") ARMCIX_Create_mutexes_hdl(-1, NULL);
	IF("snd") armci_msg_snd(1, data, 8, 2);
	IF("snd less") armci_msg_snd(1, data, -8, 1);
	IF("rcv") armci_msg_rcv(1, data, 8, &length, -3);
	IF("long")
	{
		armci_msg_snd(1, data, 16, 0);
		armci_msg_rcv(1, data, 8, &length, 0);
	}
	IF("root") armci_msg_bcast(data, 8, 2);
	IF("op") armci_msg_igop(&one, 1, (char *)"average");
	IF("real or") armci_msg_dgop(&scale, 1, (char *)"or");
	IF("type") armci_msg_gop_scope(SCOPE_ALL, &one, 1, (char *)"+", 5);
	IF("sel") armci_msg_sel_scope(SCOPE_ALL, data, 2, (char *)"max", ARMCI_INT, 1);
	IF("fence") ARMCI_Fence(2);
	IF("notify") armci_notify(-1);
	IF("gpc") ARMCI_Gpc_exec(9, 1, data, 1, data, 1, data, 1, data, 1, &handle);
	IF("levels") armci_stride_info_init(&(stride_info_t){0}, data, 9, stride, count);
	else return 0;
	return 1;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	void *all[64];
	char data[8] = "";
	int code = 0;

	if (!strcmp(what, "early"))
		ARMCI_Malloc(all, 4096);
	ARMCI_Init();
	ARMCI_Malloc(all, 4096);
	if (!strcmp(what, "no mutexes"))
		ARMCI_Lock(0, 0);
	ARMCI_Create_mutexes(1);
	derr_printf("%s\n", what);
	if (!strcmp(what, "twice"))
		ARMCI_Create_mutexes(1);
	if (!strcmp(what, "freed")) {
		void *more[64];

		ARMCI_Malloc(more, 1 << 16);
		ARMCI_Free(more[armci_msg_me()]);
		ARMCI_Barrier(); /* until now others may read it */
		ARMCI_Barrier(); /* its owner has left the first one, and has given it back */
		all[1] = more[1];
		what = "freed now";
	}
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
	else if (wrong(what, all))
		;
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
