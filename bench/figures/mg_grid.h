/* mg_grid.h - the grids of mg.c, and the four operators between them (D. Bailey and others: The NAS Parallel Benchmarks, RNR-94-007, section 3.3).
 *
 * A grid of level k has 2^k points in each of three directions and is periodic. Ranks form a grid as well, and each has a block of points with a shell of one point around it, which
 * holds copies of its neighbours' points. On coarse levels, where a block would have no two points in some direction, every rank has the whole grid, and all compute the same. */
#ifndef MG_GRID_H
#define MG_GRID_H

#include "mg_links.h"

#pragma GCC optimize("O3")

enum { MG_LEVELS = 12 };

struct mg_grid {
	int n[3];      /* points of the block, x first; x varies fastest in memory */
	bool whole;    /* every rank has all points */
	double *u, *r; /* (n[0]+2) (n[1]+2) (n[2]+2) numbers each */
};

static struct mg_grid mg_grids[MG_LEVELS + 1];
static int mg_ranks[3], mg_place[3]; /* how many ranks there are in each direction, where this one is */
static int mg_halo_links[3][2];
static double mg_flops_cost; /* ns of computing for a floating-point operation, on simulated machines; 0: computing takes as long as it takes */

static size_t mg_bytes(const struct mg_grid *g) { return (size_t)(g->n[0] + 2) * (size_t)(g->n[1] + 2) * (size_t)(g->n[2] + 2) * sizeof(double); }

static double mg_points(const struct mg_grid *g) { return (double)g->n[0] * g->n[1] * g->n[2]; }

/* Sleeping takes as long as computing would, and is one event of the simulation. That leaves out what interrupts add while a rank computes. */
static void mg_computed(double flops)
{
	const long ns = (long)(flops * mg_flops_cost);
	struct timespec t = {ns / 1000000000, ns % 1000000000};
	if (ns > 0)
		nanosleep(&t, NULL);
}

/* Row (y, z): its point 0 is in the shell. */
static double *mg_row(const struct mg_grid *g, double *a, int y, int z)
{
	return a + (size_t)(g->n[0] + 2) * ((size_t)y + (size_t)(g->n[1] + 2) * (size_t)z);
}

/* Copies one layer of points to or from a buffer; the number of points. Directions before d include their shells, so that edges and corners travel along. */
static size_t mg_layer(const struct mg_grid *g, double *a, int d, int at, double *buffer, bool out)
{
	size_t count = 0;
	int y0 = d == 1 ? at : d == 0 ? 1 : 0, y1 = d == 1 ? at : d == 0 ? g->n[1] : g->n[1] + 1;
	int z0 = d == 2 ? at : 1, z1 = d == 2 ? at : g->n[2];
	for (int z = z0; z <= z1; z++)
		for (int y = y0; y <= y1; y++) {
			double *row = mg_row(g, a, y, z);
			size_t n = d == 0 ? 1 : (size_t)g->n[0] + 2;
			double *points = d == 0 ? row + at : row;
			if (out)
				memcpy(buffer + count, points, n * sizeof *points);
			else
				memcpy(points, buffer + count, n * sizeof *points);
			count += n;
		}
	return count;
}

/* Fills the shell of a. */
static void mg_halo(const struct mg_grid *g, double *a)
{
	static double *spare;
	static size_t room;
	for (int d = 0; d < 3; d++) {
		const int n = g->n[d], *links = mg_halo_links[d];
		if (g->whole || mg_ranks[d] == 1) {
			size_t need = mg_bytes(g) / (size_t)(n + 2);
			if (need > room)
				spare = realloc(spare, room = need);
			if (spare == NULL)
				FATAL("no memory for a layer");
			mg_layer(g, a, d, n, spare, true);
			mg_layer(g, a, d, 0, spare, false);
			mg_layer(g, a, d, 1, spare, true);
			mg_layer(g, a, d, n + 1, spare, false);
			continue;
		}
		mg_post(links[0]);
		mg_post(links[1]);
		for (int side = 0; side < 2; side++)
			mg_send(links[side], mg_layer(g, a, d, side ? 1 : n, (double *)(void *)mg_links[links[side]].out, true) * sizeof *a);
		for (int side = 0; side < 2; side++)
			mg_layer(g, a, d, side ? n + 1 : 0, (double *)(uintptr_t)mg_receive(links[side]), false);
	}
}

/* out = base + the sum of coefficients times points of in: c[0] for the point itself, c[1] for its 6 neighbours by a face, c[2] for 12 by an edge, c[3] for 8 by a corner. */
static void mg_apply(const struct mg_grid *g, double *out, double *base, double *in, const double c[4])
{
	const int n = g->n[0];
	double faces[n + 2], edges[n + 2]; /* of the four rows beside a row, and of the four across */
	for (int z = 1; z <= g->n[2]; z++)
		for (int y = 1; y <= g->n[1]; y++) {
			const double *m = mg_row(g, in, y, z), *n0 = mg_row(g, in, y - 1, z), *n1 = mg_row(g, in, y + 1, z),
				     *n2 = mg_row(g, in, y, z - 1), *n3 = mg_row(g, in, y, z + 1), *e0 = mg_row(g, in, y - 1, z - 1),
				     *e1 = mg_row(g, in, y + 1, z - 1), *e2 = mg_row(g, in, y - 1, z + 1), *e3 = mg_row(g, in, y + 1, z + 1),
				     *b = mg_row(g, base, y, z);
			double *o = mg_row(g, out, y, z);
			for (int x = 0; x <= n + 1; x++) {
				faces[x] = n0[x] + n1[x] + n2[x] + n3[x];
				edges[x] = e0[x] + e1[x] + e2[x] + e3[x];
			}
			_Pragma("GCC ivdep") for (int x = 1; x <= n; x++) o[x] = b[x] + c[0] * m[x] + c[1] * (m[x - 1] + m[x + 1] + faces[x]) +
			                                                         c[2] * (edges[x] + faces[x - 1] + faces[x + 1]) +
			                                                         c[3] * (edges[x - 1] + edges[x + 1]);
		}
	mg_computed(15 * mg_points(g));
	mg_halo(g, out);
}

/* The weighted mean of 27 fine points around each coarse one: with half the weight for each step away. Coarse point i lies on fine point 2 i, both counted with the shell. */
static void mg_restrict(const struct mg_grid *fine, double *from, const struct mg_grid *coarse, double *to)
{
	for (int z = 1; z <= coarse->n[2]; z++)
		for (int y = 1; y <= coarse->n[1]; y++) {
			double *o = mg_row(coarse, to, y, z);
			memset(o, 0, (size_t)(coarse->n[0] + 2) * sizeof *o);
			for (int dz = -1; dz <= 1; dz++)
				for (int dy = -1; dy <= 1; dy++) {
					const double *f = mg_row(fine, from, 2 * y + dy, 2 * z + dz), w = 0.5 / (dz ? 2 : 1) / (dy ? 2 : 1);
					for (int x = 1; x <= coarse->n[0]; x++)
						o[x] += w * (f[2 * x] + 0.5 * (f[2 * x - 1] + f[2 * x + 1]));
				}
		}
	mg_computed(20 * mg_points(coarse));
}

/* to += from, interpolated linearly between coarse points, in the shell as well. */
static void mg_interpolate(const struct mg_grid *coarse, double *from, const struct mg_grid *fine, double *to)
{
	const int n = coarse->n[0];
	double sum[n + 2];
	for (int z = 0; z <= fine->n[2] + 1; z++)
		for (int y = 0; y <= fine->n[1] + 1; y++) {
			const double *c0 = mg_row(coarse, from, y / 2, z / 2), *c1 = mg_row(coarse, from, (y + 1) / 2, z / 2),
				     *c2 = mg_row(coarse, from, y / 2, (z + 1) / 2), *c3 = mg_row(coarse, from, (y + 1) / 2, (z + 1) / 2);
			double *o = mg_row(fine, to, y, z);
			for (int x = 0; x <= n + 1; x++)
				sum[x] = 0.25 * (c0[x] + c1[x] + c2[x] + c3[x]);
			for (int x = 0; x <= n; x++) {
				o[2 * x] += sum[x];
				o[2 * x + 1] += 0.5 * (sum[x] + sum[x + 1]);
			}
		}
	mg_computed(2.5 * mg_points(fine));
}

/* The whole grid out of the blocks that ranks have: point by point, block after block. */
static void mg_assemble(const struct mg_grid *part, const struct mg_grid *whole, double *blocks, double *to)
{
	const int *n = part->n;
	const size_t block = (size_t)n[0] * (size_t)n[1] * (size_t)n[2];
	double *own = blocks + block * (size_t)gt_me, *b = blocks;
	for (int z = 1; z <= n[2]; z++)
		for (int y = 1; y <= n[1]; y++, own += n[0])
			memcpy(own, mg_row(part, part->r, y, z) + 1, (size_t)n[0] * sizeof *own);
	mg_gather(blocks, block);
	for (int rank = 0; rank < gt_n; rank++) {
		const int px = rank % mg_ranks[0], py = rank / mg_ranks[0] % mg_ranks[1], pz = rank / mg_ranks[0] / mg_ranks[1];
		for (int z = 1; z <= n[2]; z++)
			for (int y = 1; y <= n[1]; y++, b += n[0])
				memcpy(mg_row(whole, to, py * n[1] + y, pz * n[2] + z) + 1 + px * n[0], b, (size_t)n[0] * sizeof *b);
	}
}

/* The block of this rank with its shell, out of the whole grid with its shell. */
static void mg_cut(const struct mg_grid *whole, double *from, const struct mg_grid *part, double *to)
{
	const int *n = part->n;
	for (int z = 0; z <= n[2] + 1; z++)
		for (int y = 0; y <= n[1] + 1; y++)
			memcpy(mg_row(part, to, y, z), mg_row(whole, from, mg_place[1] * n[1] + y, mg_place[2] * n[2] + z) + mg_place[0] * n[0],
			       (size_t)(n[0] + 2) * sizeof *to);
}

#endif
