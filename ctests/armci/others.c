/* What is left: repeated initialisation, flags, aggregate and tested handles, local memory, windows on memory, global procedure calls, strides as iterators,
 * checkpoints, which are not there. */
#include "../gt_armci.h"

#include <armcix.h>
#include <gpc.h>
#include <iterator.h>

static int served, target;

static int serve(int to, int from, void *hdr, int hlen, void *data, int dlen, void *rhdr, int rhlen, int *rhsize, void *rdata, int rdlen, int *rdsize,
                 int rtype)
{
	(void)rtype, (void)rhlen, (void)rdlen;
	/* on one node the caller runs the handler for the other process, as in PNNL's library */
	CHECK(from == gt_me && to == target && hlen == (int)sizeof(int) && dlen == 8, "from %d to %d: %d and %d bytes", from, to, hlen, dlen);
	*(int *)rhdr = *(int *)hdr + 1;
	memcpy(rdata, data, 8);
	*rhsize = (int)sizeof(int);
	*rdsize = 8;
	served++;
	return GPC_DONE;
}

static void procedures(void)
{
	const int h = ARMCI_Gpc_register((int (*)())serve), next = (gt_me + 1) % gt_n,
		  to = ARMCI_Same_node(next) ? next : gt_me; /* others are refused */
	gpc_hdl_t handle;
	int head = 41, back = 0;
	char data[8] = "payload", answer[8] = "";

	CHECK(ARMCI_Get_gpc_hlen() > 0 && ARMCI_Get_gpc_dlen() > 0, "room for calls");
	ARMCI_Barrier();
	ARMCI_Gpc_init_handle(&handle);
	target = to;
	GT_OK(ARMCI_Gpc_exec(h, to, &head, sizeof head, data, 8, &back, sizeof back, answer, 8, &handle));
	ARMCI_Gpc_wait(&handle);
	CHECK(back == 42 && memcmp(answer, data, 8) == 0, "%d, %.8s", back, answer);
	ARMCI_Gpc_lock(to);
	ARMCI_Gpc_unlock(to);
	if (ARMCI_Gpc_trylock(to))
		ARMCI_Gpc_unlock(to);
	ARMCI_Barrier();
	CHECK(ARMCI_Gpc_translate(data, gt_me, gt_me) == data, "own memory");
	ARMCI_Gpc_release(h);
}

static void strides(void)
{
	char from[100], to[100], packed[12] = "";
	int stride[1] = {10}, count[2] = {4, 3}, n = 0;
	stride_info_t s;

	for (int i = 0; i < 100; i++)
		from[i] = (char)i, to[i] = 0;
	armci_write_strided(from, 1, stride, count, packed);
	CHECK(packed[0] == 0 && packed[4] == 10 && packed[11] == 23, "%d %d %d", packed[0], packed[4], packed[11]);
	armci_read_strided(to, 1, stride, count, packed);
	CHECK(to[0] == 0 && to[13] == 13 && to[14] == 0 && to[23] == 23, "%d %d", to[13], to[23]);
	armci_stride_info_init(&s, from, 1, stride, count);
	CHECK(armci_stride_info_size(&s) == 3 && armci_stride_info_seg_size(&s) == 4, "%d of %d", armci_stride_info_size(&s),
	      armci_stride_info_seg_size(&s));
	for (; armci_stride_info_has_more(&s); armci_stride_info_next(&s), n++) {
		CHECK(armci_stride_info_pos(&s) == n, "%d", armci_stride_info_pos(&s));
		CHECK(armci_stride_info_seg_ptr(&s) == from + 10 * n && armci_stride_info_seg_off(&s) == 10 * n, "segment %d", n);
	}
	CHECK(n == 3 && armci_stride_info_count(&s) >= 0, "%d segments", n);
	armci_stride_info_destroy(&s);
}

int main(int argc, char **argv)
{
	armci_hdl_t handle;
	void **all;
	int right;

	CHECK(!ARMCI_Initialized(), "before");
	GT_OK(ARMCI_Init_args(&argc, &argv));
	ARMCI_Init_thread(0);
	gt_start();
	CHECK(ARMCI_Initialized(), "after");
	right = (gt_me + 1) % gt_n;
	all = gt_malloc(4096);
	memset(all[gt_me], 0, 4096);
	ARMCI_Barrier();

	/* data, then a flag */
	{
		int *flag = (int *)(void *)((char *)all[gt_me] + 1024), stride[1] = {16}, count[2] = {8, 4},
		    *theirs = (int *)(void *)((char *)all[right] + 1024);
		char data[64];

		gt_fill(data, 64, gt_me, 1);
		GT_OK(ARMCI_Put_flag(data, all[right], 64, theirs, 1, right));
		while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) != 1)
			;
		CHECK(gt_differs((char *)all[gt_me], 64, (gt_me + gt_n - 1) % gt_n, 1) == 64, "data behind its flag");
		armci_msg_barrier();
		GT_OK(ARMCI_PutS_flag(data, stride, all[right], stride, count, 1, theirs, 2, right));
		while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) != 2)
			;
		armci_msg_barrier();
		GT_OK(ARMCI_PutS_flag_dir(data, stride, all[right], stride, count, 1, theirs, 3, right));
		while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) != 3)
			;
		armci_msg_barrier();
	}

	/* handles */
	{
		long out = 100 + gt_me, in = 0;
		ARMCI_INIT_HANDLE(&handle);
		ARMCI_SET_AGGREGATE_HANDLE(&handle);
		GT_OK(ARMCI_NbPut(&out, (char *)all[right] + 2048, sizeof out, right, &handle));
		ARMCI_UNSET_AGGREGATE_HANDLE(&handle);
		GT_OK(ARMCI_Wait(&handle));
		ARMCI_Fence(right);
		ARMCI_AllFence();
		ARMCI_DoFence(right);
		ARMCI_INIT_HANDLE(&handle);
		GT_OK(ARMCI_NbGet((char *)all[right] + 2048, &in, sizeof in, right, &handle));
		while (ARMCI_Test(&handle) != 0)
			;
		GT_OK(ARMCI_WaitProc(right));
		CHECK(in == out, "%ld instead of %ld", in, out);
		ARMCIX_Progress();
		ARMCI_Copy(&out, &in, sizeof in);
		CHECK(in == out, "a copy");
		ARMCI_Access_begin(all[gt_me]);
		ARMCI_Access_end(all[gt_me]);
	}

	/* memory */
	{
		long *local = (long *)ARMCI_Malloc_local(sizeof *local);
		void **some = (void **)calloc((size_t)gt_n, sizeof *some);
		ARMCI_Group world;
		armci_meminfo_t info;
		long *window;

		*local = 3;
		GT_OK(ARMCI_Free_local(local));
		ARMCI_Set_shm_limit(1 << 30);
		GT_OK(ARMCI_Malloc_memdev(some, 64, "none"));
		armci_msg_barrier();
		GT_OK(ARMCI_Free_memdev(some[gt_me]));
		ARMCI_Group_get_world(&world);
		GT_OK(ARMCI_Malloc_group_memdev(some, 64, &world, "none"));
		armci_msg_barrier();
		GT_OK(ARMCI_Free_memdev(some[gt_me]));
		free(some);
		ARMCI_Memget(128, &info, 0);
		window = (long *)ARMCI_Memat(&info, 0);
		CHECK(window != NULL, "no window");
		if (window != NULL)
			*window = 9;
		ARMCI_Memdt(&info, 0);
		ARMCI_Memctl(&info);
	}
	{
		armcix_mutex_hdl_t mutexes = ARMCIX_Create_mutexes_hdl(2, &(ARMCI_Group){0});

		ARMCIX_Lock_hdl(mutexes, 1, right);
		ARMCIX_Unlock_hdl(mutexes, 1, right);
		if (ARMCIX_Trylock_hdl(mutexes, 0, right) == 0)
			ARMCIX_Unlock_hdl(mutexes, 0, right);
		armci_msg_barrier();
		GT_OK(ARMCIX_Destroy_mutexes_hdl(mutexes));
	}
	procedures();
	strides();
	/* checkpoints are not there, and say so */
	{
		armci_ckpt_ds_t what;

		CHECK(armci_init_checkpoint2() != 0, "checkpoints");
		ARMCI_Ckpt_create_ds(&what, 1);
		CHECK(ARMCI_Ckpt_init("file", NULL, 0, 0, &what) == -1 && ARMCI_Ckpt(0) == -1, "a checkpoint");
		ARMCI_Ckpt_finalize(0);
		CHECK(ARMCI_Get_ft_group() == NULL, "a group for them");
	}
	ARMCI_Cleanup(); /* the memory of the job goes with its processes */
	gt_free(all);
	GT_OK(ARMCI_Finalize());
	GT_OK(ARMCI_Finalize());
	return gt_stop();
}
