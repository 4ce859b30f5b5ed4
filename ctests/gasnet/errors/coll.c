/* Wrong calls of collectives, one for each argument; the Go test checks the messages. Never reaches its end. */
#include "../../gt_gasnet.h"

enum { MY = GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC };

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	const gasnet_image_t images[] = {1, 0};
	static char bytes[200000];
	gasnet_team_handle_t row;
	int x = 0;

#define IS(name) (!strcmp(how, name))
	if (IS("attach")) {
		GT_OK(gasnet_init(&argc, &argv));
		gasnet_coll_init(NULL, 0, NULL, 0, 0);
	}
	gt_attach(&argc, &argv, NULL, 0, 1 << 16);
	if (IS("init"))
		gasnet_coll_broadcast(GASNET_TEAM_ALL, &x, 0, &x, sizeof x, MY);
	if (IS("images"))
		gasnet_coll_init(images, 0, NULL, 0, 0);
	if (IS("table"))
		gasnet_coll_init(NULL, 0, NULL, 3, 0);
	gasnet_coll_init(NULL, 0, NULL, 0, 0);
	if (IS("root"))
		gasnet_coll_gather(GASNET_TEAM_ALL, 9, &x, &x, sizeof x, MY);
	if (IS("root-nb"))
		gasnet_coll_broadcastM_nb(GASNET_TEAM_ALL, NULL, 2, &x, sizeof x, MY);
	if (IS("function"))
		gasnet_coll_reduce(GASNET_TEAM_ALL, 0, &x, &x, 0, 0, sizeof x, 1, 3, 0, MY);
	if (IS("scan-function"))
		gasnet_coll_scanM_nb(GASNET_TEAM_ALL, NULL, 0, 0, NULL, 0, 0, sizeof x, 1, 2, 0, MY | GASNET_COLL_EXCLUSIVE_SCAN);
	if (IS("scan-kind"))
		gasnet_coll_scan(GASNET_TEAM_ALL, &x, 0, 0, &x, 0, 0, sizeof x, 1, 0, 0, MY);
	if (IS("scan-kinds"))
		gasnet_coll_scan_nb(GASNET_TEAM_ALL, &x, 0, 0, &x, 0, 0, sizeof x, 1, 0, 0,
		                    MY | GASNET_COLL_EXCLUSIVE_SCAN | GASNET_COLL_INCLUSIVE_SCAN);
	if (IS("scan-offset"))
		gasnet_coll_scan(GASNET_TEAM_ALL, &x, 0, 1, &x, 0, 0, sizeof x, 1, 0, 0, MY | GASNET_COLL_INCLUSIVE_SCAN);
	if (IS("scan-image"))
		gasnet_coll_scan(GASNET_TEAM_ALL, &x, 1, 1, &x, 0, 2, sizeof x, 1, 0, 0, MY | GASNET_COLL_INCLUSIVE_SCAN);
	if (IS("scan-end"))
		gasnet_coll_scanM(GASNET_TEAM_ALL, NULL, 1, SIZE_MAX, NULL, 1, 0, sizeof x, 1, 0, 0, MY | GASNET_COLL_INCLUSIVE_SCAN);
	if (IS("team"))
		gasnet_coll_gather_all((gasnet_team_handle_t)(void *)&x, &x, &x, sizeof x, MY);
	if (IS("size"))
		gasnet_coll_broadcast(GASNET_TEAM_ALL, bytes, 0, bytes, gt_me ? 100 : 200, MY);
	if (IS("size-large"))
		gasnet_coll_broadcast(GASNET_TEAM_ALL, bytes, 0, bytes, gt_me ? 100000 : 200000, MY);
	if (IS("sync"))
		gasnet_coll_broadcast(GASNET_TEAM_ALL, &x, 0, &x, sizeof x, GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC);
	if (IS("aggregate"))
		gasnet_coll_broadcast(GASNET_TEAM_ALL, &x, 0, &x, sizeof x, MY | GASNET_COLL_AGGREGATE);
	if (IS("dst-in-segment"))
		gasnet_coll_gather_all(GASNET_TEAM_ALL, (char *)gt_at(gt_me, 1 << 16) - 8, bytes, 8, MY | GASNET_COLL_DST_IN_SEGMENT);
	if (IS("src-in-segment"))
		gasnet_coll_exchange_nb(GASNET_TEAM_ALL, gt_at(gt_me, 0), &x, 2, MY | GASNET_COLL_DST_IN_SEGMENT | GASNET_COLL_SRC_IN_SEGMENT);
	if (IS("addresses"))
		gasnet_coll_broadcast(GASNET_TEAM_ALL, &x, 0, &x, sizeof x, MY | GASNET_COLL_SINGLE);
	row = gasnet_coll_team_split(GASNET_TEAM_ALL, 0, (gasnet_node_t)gt_me, NULL);
	if (IS("rank"))
		gasnet_coll_team_rank2node(row, -1);
	if (IS("node"))
		gasnet_coll_team_node2rank(row, 17);
	if (IS("wait"))
		gasnet_coll_barrier_wait(row, 0, 0);
	if (IS("notify")) {
		gasnet_coll_barrier_notify(row, 0, 0);
		gasnet_coll_barrier_notify(row, 0, 0);
	}
	if (IS("free"))
		gasnete_coll_team_free(GASNET_TEAM_ALL);
	if (IS("free-busy")) {
		gasnet_coll_barrier_notify(row, 0, 0);
		gasnete_coll_team_free(row);
	}
	if (IS("freed")) {
		gasnete_coll_team_free(row);
		gasnet_coll_team_size(row);
	}
	gt_barrier();
	MSG("%s has been taken", how);
	gasnet_exit(0);
	return 0;
}
