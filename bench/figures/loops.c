/* loops.c - rates of loops whose data is in a cache, in Mflop/s, on one processor.
 *
 *   loops [-m daxpy|dot|stencil|multiply] [curve options]
 *
 *   daxpy     y <- a x + y
 *   dot       the scalar product of x and y
 *   stencil   y <- the mean of neighbours in x, of three numbers
 *   multiply  a block of 4 x 4 numbers of a product of matrices, in registers
 *
 * Sizes are those of a vector, in bytes. It is compiled so that it counts its instructions: on a simulated machine --compute counted charges them. */
#include "curve.h"

#include <gasnetgo.h>

#define OPTIONS "[-m daxpy|dot|stencil|multiply]"

enum mode { DAXPY, DOT, STENCIL, MULTIPLY, MODES };
static const char *const modes[] = {"daxpy", "dot", "stencil", "multiply"};

static double *x, *y, sums[4][4];

static double daxpy(size_t n, double a)
{
	for (size_t i = 0; i < n; i++)
		y[i] += a * x[i];
	return 2.0 * (double)n;
}

static double dot(size_t n)
{
	double s = 0;

	for (size_t i = 0; i < n; i++)
		s += x[i] * y[i];
	sums[0][0] += s;
	return 2.0 * (double)n;
}

static double stencil(size_t n)
{
	for (size_t i = 1; i + 1 < n; i++)
		y[i] = 0.25 * (x[i - 1] + x[i + 1]) + 0.5 * x[i];
	return n > 2 ? 4.0 * (double)(n - 2) : 1;
}

/* Rows of x by columns of y, which have four numbers each. */
static double multiply(size_t n)
{
	double s[4][4] = {{0}};

	for (size_t k = 0; k + 4 <= n; k += 4)
		for (int i = 0; i < 4; i++)
			for (int j = 0; j < 4; j++)
				s[i][j] += x[k + (size_t)i] * y[k + (size_t)j];
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++)
			sums[i][j] += s[i][j];
	return n >= 4 ? 32.0 * (double)(n / 4) : 1;
}

static double once(int mode, size_t n)
{
	switch (mode) {
	case DAXPY: return daxpy(n, 0.5);
	case DOT: return dot(n);
	case STENCIL: return stencil(n);
	default: return multiply(n);
	}
}

int main(int argc, char **argv)
{
	struct curve c = {.smallest = 1024, .largest = 8192, .repetitions = 20};
	int mode = DAXPY, option;

	gt_me = gasnetgo_rank();
	while ((option = getopt(argc, argv, "m:" CURVE_OPTIONS)) != -1) {
		if (option == 'm')
			mode = curve_mode(modes, MODES, optarg);
		else if (!curve_option(&c, option, optarg))
			mode = -1;
		if (mode < 0)
			curve_usage(argv[0], OPTIONS);
	}
	x = malloc(curve_room(&c));
	y = malloc(curve_room(&c));
	if (!x || !y)
		return 1;
	for (size_t i = 0; i < curve_room(&c) / sizeof *x; i++)
		x[i] = y[i] = 1e-3 * (double)i;
	if (gt_me == 0)
		printf("# %s\n#    bytes   rounds           us      Mflop/s\n", modes[mode]);
	for (size_t size = curve_next(&c, 0); size > 0; size = curve_next(&c, size)) {
		const long rounds = curve_repetitions(&c, size);
		const double begin = curve_now();
		double flops = 0, took;

		for (long i = 0; i < rounds; i++)
			flops += once(mode, size / sizeof *x);
		took = curve_now() - begin;
		if (gt_me == 0)
			printf("%10zu %8ld %12.3f %12.1f\n", size, rounds, took / (double)rounds, flops / took);
	}
	return sums[1][1] == 12345;
}
