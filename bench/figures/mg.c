/* mg.c - the multigrid benchmark of the NAS Parallel Benchmarks, written from its description (D. Bailey and others, RNR-94-007, section 3.3).
 *
 *   mg [-m put|message|mpi] [-k S|W|A|B|C] [-t iterations] [-g MFLOPS] [-s send ns] [-r receive ns]
 *
 * Solves Poisson's equation on a periodic cube with an approximate multigrid: each iteration adds a V-cycle applied to the residual to the solution. The right side is 1 at ten
 * points and -1 at ten others, chosen by random numbers. The result is the norm of the residual, which the benchmark publishes for each class. Any power of two of ranks.
 *
 * Prints the size of the cube in bytes, iterations, and the time of one.
 *
 * Ranks exchange the layers at the sides of their blocks: with puts of ARMCI (put), messages of ARMCI (message), or two-sided messages over Portals (mpi). On a simulated
 * machine computing takes time if -g has the rate of a processor. */
#include "mg_grid.h"

#include <math.h>

static const struct class
{
	char name;
	int level, iterations;
	double smoother[4], norm;
} mg_classes[] = {
    {'S', 5, 4, {-3.0 / 8, 1.0 / 32, -1.0 / 64, 0}, 0.5307707005734e-04},   {'W', 7, 4, {-3.0 / 8, 1.0 / 32, -1.0 / 64, 0}, 0.6467329375339e-05},
    {'A', 8, 4, {-3.0 / 8, 1.0 / 32, -1.0 / 64, 0}, 0.2433365309069e-05},   {'B', 8, 20, {-3.0 / 17, 1.0 / 33, -1.0 / 61, 0}, 0.1800564401355e-05},
    {'C', 9, 20, {-3.0 / 17, 1.0 / 33, -1.0 / 61, 0}, 0.5706732285740e-06},
};

/* Minus the operator of the equation. */
static const double minus_laplace[4] = {8.0 / 3, 0, -1.0 / 6, -1.0 / 12};

static const struct class *mg_class;
static double *right;           /* of the equation, on the finest level */
static int coarsest;            /* level whose grid is cut into blocks */
static struct mg_grid gathered; /* the whole grid of that level, if there are several ranks */
static double *blocks;          /* of all ranks, of that level */

/* ---- the right side: random numbers of the benchmark, x <- 5^13 x mod 2^46 */

enum { CHARGES = 10 };

struct charge {
	uint64_t random, at; /* the number, and the number of the point in the cube */
};

static uint64_t power(uint64_t exponent)
{
	uint64_t result = 1, base = 1220703125;
	for (; exponent > 0; exponent /= 2, base *= base)
		if (exponent % 2)
			result *= base;
	return result;
}

/* Puts a number into a list of the CHARGES greatest, or least. */
static void keep(struct charge *list, struct charge c, bool greatest)
{
	int i = CHARGES;
	while (i > 0 && (greatest ? c.random > list[i - 1].random : c.random < list[i - 1].random))
		i--;
	if (i == CHARGES)
		return;
	memmove(&list[i + 1], &list[i], (size_t)(CHARGES - 1 - i) * sizeof *list);
	list[i] = c;
}

static void choose_points(void)
{
	const struct mg_grid *g = &mg_grids[mg_class->level];
	const uint64_t side = 1ull << mg_class->level, mask = (1ull << 46) - 1;
	struct charge lists[2][CHARGES];
	for (int i = 0; i < CHARGES; i++)
		lists[0][i] = (struct charge){UINT64_MAX, 0}, lists[1][i] = (struct charge){0, 0};
	for (int z = 0; z < g->n[2]; z++)
		for (int y = 0; y < g->n[1]; y++) {
			const uint64_t row = side * ((uint64_t)(mg_place[1] * g->n[1] + y) + side * (uint64_t)(mg_place[2] * g->n[2] + z)),
				       first = row + (uint64_t)(mg_place[0] * g->n[0]);
			uint64_t x = 314159265 * power(first) & mask;
			for (int i = 0; i < g->n[0]; i++) {
				x = x * 1220703125 & mask;
				if (x < lists[0][CHARGES - 1].random)
					keep(lists[0], (struct charge){x, first + (uint64_t)i}, false);
				if (x > lists[1][CHARGES - 1].random)
					keep(lists[1], (struct charge){x, first + (uint64_t)i}, true);
			}
		}
	for (int step = 0; step < mg_swap_count; step++) {
		struct charge theirs[2][CHARGES];
		memcpy(theirs, mg_swap(step, lists, sizeof lists), sizeof theirs);
		for (int i = 0; i < CHARGES; i++)
			keep(lists[0], theirs[0][i], false), keep(lists[1], theirs[1][i], true);
	}
	memset(right, 0, mg_bytes(g));
	for (int sign = 0; sign < 2; sign++)
		for (int i = 0; i < CHARGES; i++) {
			const uint64_t at = lists[sign][i].at;
			const int64_t x = (int64_t)(at % side) - mg_place[0] * g->n[0], y = (int64_t)(at / side % side) - mg_place[1] * g->n[1],
				      z = (int64_t)(at / side / side) - mg_place[2] * g->n[2];
			if (x >= 0 && x < g->n[0] && y >= 0 && y < g->n[1] && z >= 0 && z < g->n[2])
				mg_row(g, right, (int)y + 1, (int)z + 1)[x + 1] = sign ? 1 : -1;
		}
	mg_halo(g, right);
}

/* ---- the grids */

static double *numbers(const struct mg_grid *g)
{
	double *a = calloc(1, mg_bytes(g));
	if (a == NULL)
		FATAL("no memory for a grid of %zu bytes", mg_bytes(g));
	return a;
}

/* Cuts the cube: the ranks are halved along z, y and x in turn, so that most layers are contiguous. */
static void cut_cube(void)
{
	const int finest = mg_class->level;
	int longest = 1;
	size_t layer = 0, block = 1;

	for (int d = 0; d < 3; d++)
		mg_ranks[d] = 1;
	for (int n = gt_n, d = 2; n > 1; n /= 2, d = (d + 2) % 3) {
		if (n % 2 != 0)
			FATAL("%d ranks: not a power of two", gt_n);
		mg_ranks[d] *= 2;
	}
	mg_place[0] = gt_me % mg_ranks[0], mg_place[1] = gt_me / mg_ranks[0] % mg_ranks[1], mg_place[2] = gt_me / mg_ranks[0] / mg_ranks[1];
	for (int d = 0; d < 3; d++)
		longest = mg_ranks[d] > longest ? mg_ranks[d] : longest;
	for (coarsest = 1; gt_n > 1 && 1 << coarsest < longest;)
		coarsest++;
	if (coarsest >= finest)
		FATAL("%d ranks: too many for class %c", gt_n, mg_class->name);
	for (int k = 1; k <= finest; k++) {
		struct mg_grid *g = &mg_grids[k];
		g->whole = k < coarsest;
		for (int d = 0; d < 3; d++)
			g->n[d] = (1 << k) / (g->whole ? 1 : mg_ranks[d]);
		g->u = numbers(g), g->r = numbers(g);
	}
	right = numbers(&mg_grids[finest]);
	for (int d = 0; d < 3; d++) {
		int next = gt_me, last = gt_me, step = d == 0 ? 1 : d == 1 ? mg_ranks[0] : mg_ranks[0] * mg_ranks[1];
		next += (mg_place[d] + 1 == mg_ranks[d] ? 1 - mg_ranks[d] : 1) * step;
		last += (mg_place[d] == 0 ? mg_ranks[d] - 1 : -1) * step;
		layer = mg_bytes(&mg_grids[finest]) / (size_t)(mg_grids[finest].n[d] + 2);
		if (mg_ranks[d] > 1)
			mg_halo_links[d][0] = mg_link(next, last, layer), mg_halo_links[d][1] = mg_link(last, next, layer);
		block *= (size_t)mg_grids[coarsest].n[d];
	}
	if (gt_n > 1) {
		gathered = (struct mg_grid){.n = {1 << coarsest, 1 << coarsest, 1 << coarsest}, .whole = true};
		gathered.u = numbers(&gathered), gathered.r = numbers(&gathered);
		blocks = calloc((size_t)gt_n * block, sizeof *blocks);
		if (blocks == NULL)
			FATAL("no memory for %d blocks", gt_n);
		const size_t half = (size_t)gt_n / 2 * block * sizeof *blocks, lists = 2 * CHARGES * sizeof(struct charge);
		mg_swap_links(half > lists ? half : lists);
	}
	mg_connect();
}

/* ---- the solver */

/* z = M r on one level: the correction that a V-cycle makes of a residual; z is g->u, r is g->r, coarse is NULL on the coarsest level. */
static void smooth(const struct mg_grid *g) { mg_apply(g, g->u, g->u, g->r, mg_class->smoother); }

static void descend(int level);

static struct mg_grid *at_level(int level) { return level == coarsest && gt_n > 1 ? &gathered : &mg_grids[level]; }

/* The correction of a coarser grid, for g, whose residual is to be restricted. */
static void correct(const struct mg_grid *g, int level)
{
	struct mg_grid *block = &mg_grids[level - 1], *coarse = at_level(level - 1);

	mg_restrict(g, g->r, block, block->r);
	if (coarse != block)
		mg_assemble(block, coarse, blocks, coarse->r);
	mg_halo(coarse, coarse->r);
	memset(coarse->u, 0, mg_bytes(coarse));
	descend(level - 1);
	if (coarse != block)
		mg_cut(coarse, coarse->u, block, block->u);
	mg_interpolate(block, block->u, g, g->u);
}

static void descend(int level)
{
	const struct mg_grid *g = at_level(level);

	if (level > 1) {
		correct(g, level);
		mg_apply(g, g->r, g->r, g->u, minus_laplace);
	}
	smooth(g);
}

static void residual(void)
{
	const struct mg_grid *g = &mg_grids[mg_class->level];
	mg_apply(g, g->r, right, g->u, minus_laplace);
}

static void iterate(void)
{
	const struct mg_grid *g = &mg_grids[mg_class->level];
	correct(g, mg_class->level);
	residual();
	smooth(g);
	residual();
}

static double norm(void)
{
	const struct mg_grid *g = &mg_grids[mg_class->level];
	double sum = 0;
	for (int z = 1; z <= g->n[2]; z++)
		for (int y = 1; y <= g->n[1]; y++) {
			const double *r = mg_row(g, g->r, y, z);
			for (int x = 1; x <= g->n[0]; x++)
				sum += r[x] * r[x];
		}
	return sqrt(mg_sum(sum) / pow(8, mg_class->level));
}

static _Noreturn void usage(const char *program)
{
	fprintf(stderr, "usage: %s [-m put|message|mpi] [-k S|W|A|B|C] [-t iterations] [-g MFLOPS] " MPI_USAGE "\n", program);
	exit(2);
}

int main(int argc, char **argv)
{
	int way = MG_PUT, option, iterations = 0;

	mg_class = mg_classes;
	while ((option = getopt(argc, argv, "m:k:t:g:" MPI_OPTIONS)) != -1) {
		size_t i = 0;
		switch (option) {
		case 'm': way = curve_mode(mg_way_names, MG_WAYS, optarg); break;
		case 'k':
			while (i < sizeof mg_classes / sizeof *mg_classes && mg_classes[i].name != *optarg)
				i++;
			if (i == sizeof mg_classes / sizeof *mg_classes)
				usage(argv[0]);
			mg_class = &mg_classes[i];
			break;
		case 't': iterations = atoi(optarg); break;
		case 'g': mg_flops_cost = atof(optarg) > 0 ? 1e3 / atof(optarg) : 0; break;
		default:
			if (!mpi_option(option, optarg))
				usage(argv[0]);
		}
	}
	if (way < 0 || optind != argc || iterations < 0)
		usage(argv[0]);
	mg_start((enum mg_way)way);
	cut_cube();
	choose_points();
	const int times = iterations ? iterations : mg_class->iterations;
	mg_barrier();
	const double begin = curve_now();
	residual();
	for (int i = 0; i < times; i++)
		iterate();
	const double result = norm(), microseconds = curve_now() - begin;
	const bool whole = times == mg_class->iterations, right_one = fabs(result - mg_class->norm) <= 1e-8 * mg_class->norm;
	if (gt_me == 0)
		printf("# class %c, %d ranks, %s: norm %.13e, %s\n#    bytes   rounds           us\n%10.0f %8d %12.3f\n", mg_class->name, gt_n,
		       mg_way_names[way], result,
		       !whole      ? "not verified"
		       : right_one ? "verified"
		                   : "wrong",
		       sizeof(double) * pow(8, mg_class->level), times, microseconds / times);
	if (whole)
		CHECK(right_one, "the norm is %.13e instead of %.13e", result, mg_class->norm);
	mg_barrier();
	return mg_end();
}
