/* lapi_flows.c - flows of LAPI that share links: the first tasks put memory each to the task some distance further, all at once, and the slowest of them is measured.
 *
 *   lapi_flows [-f flows] [-d distance] [curve options]
 *
 * A flow is one LAPI_Put, from the call to the return of LAPI_Waitcntr for its completion counter; its target waits in LAPI_Gfence. On an SP a board has 16 nodes: with a distance of 16 all flows of 16 tasks
 * are between two boards, and the number of tasks says how many boards there are. */
#include "../../ctests/gt_lapi.h"
#include "curve.h"

#define OPTIONS "[-f flows] [-d distance]"

enum { MOST = 4096 };
static void *memories[MOST], *tables[MOST];
static double times[MOST]; /* of each task's flow, at task 0 */

/* Microseconds of the slowest flow, at task 0. */
static double slowest(int flows, int distance, char *memory, size_t n)
{
	lapi_cntr_t complete = {0};
	double took = 0;

	GT_OK(LAPI_Gfence(gt_h));
	if (gt_me < flows) {
		const double begin = curve_now();

		GT_OK(LAPI_Put(gt_h, (uint)(gt_me + distance), n, memories[gt_me + distance], memory, NULL, NULL, &complete));
		GT_OK(LAPI_Waitcntr(gt_h, &complete, 1, NULL));
		took = curve_now() - begin;
	}
	GT_OK(LAPI_Gfence(gt_h)); /* what follows is no part of any flow */
	if (gt_me < flows) {
		GT_OK(LAPI_Put(gt_h, 0, sizeof took, (double *)tables[0] + gt_me, &took, NULL, NULL, &complete));
		GT_OK(LAPI_Waitcntr(gt_h, &complete, 1, NULL));
	}
	GT_OK(LAPI_Gfence(gt_h));
	took = 0;
	for (int i = 0; i < flows; i++)
		took = times[i] > took ? times[i] : took;
	return took;
}

int main(int argc, char **argv)
{
	struct curve curve = CURVE_DEFAULT;
	int flows = 0, distance = 0;
	char *memory;

	gt_start();
	for (int c; (c = getopt(argc, argv, "f:d:" CURVE_OPTIONS)) != -1;)
		if (c == 'f')
			flows = atoi(optarg);
		else if (c == 'd')
			distance = atoi(optarg);
		else if (!curve_option(&curve, c, optarg))
			curve_usage(argv[0], OPTIONS);
	if (gt_n < 2)
		GT_SKIP("needs 2 tasks");
	if (distance == 0)
		distance = gt_n / 2;
	if (flows == 0)
		flows = gt_n - distance;
	if (optind != argc || gt_n > MOST || distance < 1 || flows < 1 || flows + distance > gt_n)
		curve_usage(argv[0], OPTIONS);
	memory = malloc(curve_room(&curve));
	memset(memory, gt_me, curve_room(&curve));
	GT_OK(LAPI_Address_init(gt_h, memory, memories));
	GT_OK(LAPI_Address_init(gt_h, times, tables));
	GT_OK(LAPI_Senv(gt_h, INTERRUPT_SET, 0));
	curve_head("LAPI, the slowest of several flows", "", "");
	for (size_t n = 0; (n = curve_next(&curve, n)) != 0;) {
		const double took = slowest(flows, distance, memory, n);

		curve_row(n, 1, (double)n, took);
	}
	return gt_stop();
}
