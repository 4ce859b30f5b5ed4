/* stencil_omp.c - a star-shaped stencil on a square grid: ranks of OpenSHMEM, and threads of OpenMP in each rank.
 *
 *   stencil_omp [size steps]
 *
 * Each rank has a band of rows. In each step its first thread puts the outermost rows into the halos of the neighbours and notifies them with a
 * signal, the others compute rows that need no halo, and all compute the rest when the halos have arrived. The grid alternates between two arrays,
 * so a rank may be one step ahead of its neighbours.
 *
 * The stencil is a sum of differences: of the plane x + y + step it makes 2 wherever it is applied, so the program knows its result. */
#include <omp.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

enum { RADIUS = 2 };
static const double weight[RADIUS + 1] = {0, 1.0 / (2 * RADIUS * 1), 1.0 / (2 * RADIUS * 2)}; /* by distance */

static uint64_t arrived[2]; /* symmetric: steps whose rows have arrived from above, from below */
static int wrong, worst;    /* symmetric */
static int size = 256, steps = 20, rows, first;

/* The rows of a band, with RADIUS rows of halo on both sides. */
static double *row_of(double *grid, int row) { return grid + (size_t)(row + RADIUS) * size; }

static void apply(double *in, double *out, int row)
{
	const double *at = row_of(in, row);
	double *to = row_of(out, row);

	if (first + row < RADIUS || first + row >= size - RADIUS)
		return;
	for (int x = RADIUS; x < size - RADIUS; x++)
		for (int d = 1; d <= RADIUS; d++)
			to[x] += weight[d] * (at[x + d] - at[x - d] + at[x + d * size] - at[x - d * size]);
}

int main(int argc, char **argv)
{
	int provided, me, ranks, threads = 1;
	double *in[2], *out;

	shmem_init_thread(SHMEM_THREAD_FUNNELED, &provided);
	me = shmem_my_pe();
	ranks = shmem_n_pes();
	if (argc == 3) {
		size = atoi(argv[1]);
		steps = atoi(argv[2]);
	}
	rows = size / ranks;
	first = me * rows;
	if (provided < SHMEM_THREAD_FUNNELED || steps < 1 || size % ranks != 0 || rows < 2 * RADIUS) {
		if (me == 0)
			fprintf(stderr, "the size must be a multiple of the ranks, and each needs %d rows and threads\n", 2 * RADIUS);
		shmem_global_exit(1);
	}
	for (int i = 0; i < 2; i++)
		in[i] = shmem_calloc((size_t)(rows + 2 * RADIUS) * size, sizeof(double));
	out = calloc((size_t)(rows + 2 * RADIUS) * size, sizeof(double));

#pragma omp parallel
	for (int step = 0; step < steps; step++) {
		double *now = in[step % 2];

#pragma omp master
		threads = omp_get_num_threads();
#pragma omp for
		for (int row = 0; row < rows; row++)
			for (int x = 0; x < size; x++)
				row_of(now, row)[x] = first + row + x + step;
#pragma omp master
		{
			const size_t bytes = (size_t)RADIUS * size * sizeof(double);
			const uint64_t number = (uint64_t)step + 1;
			double *const last = row_of(now, rows - RADIUS);

			if (me > 0)
				shmem_putmem_signal(row_of(now, rows), row_of(now, 0), bytes, &arrived[1], number, SHMEM_SIGNAL_SET, me - 1);
			if (me < ranks - 1)
				shmem_putmem_signal(row_of(now, -RADIUS), last, bytes, &arrived[0], number, SHMEM_SIGNAL_SET, me + 1);
		}
#pragma omp for nowait schedule(dynamic)
		for (int row = RADIUS; row < rows - RADIUS; row++)
			apply(now, out, row);
#pragma omp master
		{
			if (me > 0)
				shmem_signal_wait_until(&arrived[0], SHMEM_CMP_GE, (uint64_t)step + 1);
			if (me < ranks - 1)
				shmem_signal_wait_until(&arrived[1], SHMEM_CMP_GE, (uint64_t)step + 1);
		}
#pragma omp barrier
#pragma omp for
		for (int i = 0; i < 2 * RADIUS; i++)
			apply(now, out, i < RADIUS ? i : rows - 2 * RADIUS + i);
	}

	for (int row = 0; row < rows; row++)
		for (int x = RADIUS; x < size - RADIUS; x++)
			if (first + row >= RADIUS && first + row < size - RADIUS) {
				const double off = row_of(out, row)[x] - 2.0 * steps;

				wrong += off > 1e-8 || off < -1e-8;
			}
	shmem_int_sum_reduce(SHMEM_TEAM_WORLD, &worst, &wrong, 1);
	if (me == 0)
		printf("%d x %d points, %d steps, %d ranks of %d threads: %s\n", size, size, steps, ranks, threads, worst ? "WRONG" : "verified");
	for (int i = 0; i < 2; i++)
		shmem_free(in[i]);
	free(out);
	shmem_finalize();
	return worst != 0;
}
