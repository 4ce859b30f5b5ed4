/* heat2d.c - heat conduction in a metal plate, in parallel and, for verification, in serial.
 *
 *   heat2d [width height steps [GFLOPS]]
 *
 * The plate is cut into blocks, one per rank, on a grid of ranks as square as possible. In each step a rank computes its block, puts its outermost
 * rows and columns into the halos of its neighbours (rows with put, columns with iput), and notifies each of them with a flag. A rank waits for its
 * neighbours only. A halo may be overwritten only when its reader has finished: the reader's flag for the next step tells that, because the
 * steps alternate between two grids.
 *
 * On a simulated machine only communication takes time. Given the rate of that machine's processors, the program spends the time of its computation as
 * well: it sleeps, by the machine's clock. */
#include <math.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define DIFFUSION 0.2 /* alpha dt / dx^2; stable below 0.25 */
#define FLOPS 7       /* floating-point operations for a cell */

enum side { NORTH, SOUTH, WEST, EAST, SIDES };

/* The part of one rank: cells x0..x0+nx-1, y0..y0+ny-1 of the plate. */
struct block {
	int x0, y0, nx, ny;
	int neighbour[SIDES]; /* rank, or -1 at the edge of the plate */
};

static int width = 1024, height = 1024, steps = 400;
static double rate;         /* of a processor, in 10^9 operations a second; 0: computing takes as long as it takes */
static long arrived[SIDES]; /* symmetric: steps whose halo has arrived from that side */

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Warm plate, a hot disc off its centre, a cold one, the north edge held at 100 degrees. */
static double initial(int x, int y)
{
	double fx = (x + 0.5) / width, fy = (y + 0.5) / height;
	if (y < 0)
		return 100.0;
	if (hypot(fx - 0.3, fy - 0.4) < 0.1)
		return 400.0;
	if (hypot(fx - 0.7, fy - 0.6) < 0.15)
		return -50.0;
	return 20.0;
}

static void fill(double *u, long pitch, const struct block *b)
{
	for (int y = -1; y <= b->ny; y++)
		for (int x = -1; x <= b->nx; x++)
			u[(y + 1) * pitch + x + 1] = initial(b->x0 + x, b->y0 + y);
}

/* One step of the explicit scheme on the inner nx x ny cells. */
static void step(double *restrict next, const double *restrict u, long pitch, int nx, int ny)
{
	for (int y = 1; y <= ny; y++)
		for (int x = 1; x <= nx; x++) {
			const double *c = u + y * pitch + x;
			next[y * pitch + x] = c[0] + DIFFUSION * (c[-1] + c[1] + c[-pitch] + c[pitch] - 4 * c[0]);
		}
}

/* Sleeps for as long as a processor of the given rate computes so many cells. */
static void spend(int nx, int ny)
{
	if (rate <= 0)
		return;
	double seconds = FLOPS * (double)nx * ny / (1e9 * rate);
	struct timespec t = {(time_t)seconds, (long)(1e9 * (seconds - floor(seconds)))};
	nanosleep(&t, NULL);
}

static void divide(int cells, int parts, int i, int *start, int *count)
{
	*start = (int)((long)cells * i / parts);
	*count = (int)((long)cells * (i + 1) / parts) - *start;
}

static struct block block_of(int rank, int columns, int rows)
{
	struct block b;
	int c = rank % columns, r = rank / columns;
	divide(width, columns, c, &b.x0, &b.nx);
	divide(height, rows, r, &b.y0, &b.ny);
	b.neighbour[NORTH] = r > 0 ? rank - columns : -1;
	b.neighbour[SOUTH] = r < rows - 1 ? rank + columns : -1;
	b.neighbour[WEST] = c > 0 ? rank - 1 : -1;
	b.neighbour[EAST] = c < columns - 1 ? rank + 1 : -1;
	return b;
}

/* Puts this block's border into the neighbours' halos of the same grid and raises their flags. */
static void send_halo(double *u, long pitch, const struct block *b, int columns, int rows, long number)
{
	static const enum side opposite[SIDES] = {SOUTH, NORTH, EAST, WEST};

	for (int s = 0; s < SIDES; s++) {
		int to = b->neighbour[s];
		if (to < 0)
			continue;
		struct block theirs = block_of(to, columns, rows);
		if (s == NORTH)
			shmem_double_put(u + (theirs.ny + 1) * pitch + 1, u + pitch + 1, (size_t)b->nx, to);
		else if (s == SOUTH)
			shmem_double_put(u + 1, u + b->ny * pitch + 1, (size_t)b->nx, to);
		else if (s == WEST)
			shmem_double_iput(u + pitch + theirs.nx + 1, u + pitch + 1, pitch, pitch, (size_t)b->ny, to);
		else
			shmem_double_iput(u + pitch, u + pitch + b->nx, pitch, pitch, (size_t)b->ny, to);
		shmem_fence();
		shmem_long_p(&arrived[opposite[s]], number, to);
	}
}

/* The whole plate on one rank, compared with the blocks of all ranks. */
static double verify(const double *u, long pitch, int columns, int rows, double *serial_seconds)
{
	struct block all = {0, 0, width, height, {-1, -1, -1, -1}};
	long whole = width + 2;
	double *a = malloc((size_t)whole * (size_t)(height + 2) * sizeof *a), *b = malloc((size_t)whole * (size_t)(height + 2) * sizeof *b);
	double *row = malloc((size_t)width * sizeof *row), worst = 0;

	fill(a, whole, &all);
	fill(b, whole, &all);
	*serial_seconds = now();
	for (int i = 0; i < steps; i++) {
		step(b, a, whole, width, height);
		spend(width, height);
		double *t = a;
		a = b, b = t;
	}
	*serial_seconds = now() - *serial_seconds;
	for (int r = 0; r < columns * rows; r++) {
		struct block p = block_of(r, columns, rows);
		for (int y = 0; y < p.ny; y++) {
			shmem_double_get(row, u + (y + 1) * pitch + 1, (size_t)p.nx, r);
			for (int x = 0; x < p.nx; x++)
				worst = fmax(worst, fabs(row[x] - a[(p.y0 + y + 1) * whole + p.x0 + x + 1]));
		}
	}
	free(a), free(b), free(row);
	return worst;
}

int main(int argc, char **argv)
{
	if (argc >= 4) {
		width = atoi(argv[1]);
		height = atoi(argv[2]);
		steps = atoi(argv[3]);
	}
	if (argc >= 5)
		rate = atof(argv[4]);
	shmem_init();
	int me = shmem_my_pe(), n = shmem_n_pes(), rows = (int)sqrt(n);
	while (n % rows != 0)
		rows--;
	int columns = n / rows, failed = 0;
	if (width < columns || height < rows || steps < 1) {
		if (me == 0)
			fprintf(stderr, "heat2d: %d x %d cells are too few for %d x %d ranks, or no steps\n", width, height, columns, rows);
		shmem_global_exit(2);
	}

	struct block mine = block_of(me, columns, rows);
	long pitch = (width + columns - 1) / columns + 2;
	size_t cells = (size_t)pitch * (size_t)((height + rows - 1) / rows + 2);
	double *u = shmem_malloc(cells * sizeof *u), *next = shmem_malloc(cells * sizeof *next);
	fill(u, pitch, &mine);
	fill(next, pitch, &mine);

	shmem_barrier_all();
	double seconds = now();
	for (long i = 1; i <= steps; i++) {
		step(next, u, pitch, mine.nx, mine.ny);
		spend(mine.nx, mine.ny);
		send_halo(next, pitch, &mine, columns, rows, i);
		for (int s = 0; s < SIDES; s++)
			if (mine.neighbour[s] >= 0)
				shmem_long_wait_until(&arrived[s], SHMEM_CMP_GE, i);
		double *t = u;
		u = next, next = t;
	}
	shmem_barrier_all();
	seconds = now() - seconds;

	if (me == 0) {
		double serial, error = verify(u, pitch, columns, rows, &serial), updates = 1e-6 * width * height * steps;
		failed = !(error < 1e-9);
		printf("heat2d: %d x %d cells, %d steps, %d ranks as %d x %d\n", width, height, steps, n, columns, rows);
		if (updates < 1e6 * serial) {
			printf("  parallel %9.4f s  %8.1f MLUP/s\n", seconds, updates / seconds);
			printf("  serial   %9.4f s  %8.1f MLUP/s\n", serial, updates / serial);
		} else {
			printf("  communication %.6f s; computing takes no time on this machine unless heat2d gets a rate in GFLOPS\n", seconds);
		}
		printf("  largest difference from the serial run %g: %s\n", error, failed ? "WRONG" : "verified");
	}
	shmem_free(next);
	shmem_free(u);
	shmem_finalize();
	return failed;
}
