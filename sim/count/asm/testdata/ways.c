/* ways.c - many ways through code: jumps, tables of jumps, recursion, calls, strings, floating-point numbers, assembly. Prints what it has computed. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local long calls;

__attribute__((noinline)) static uint64_t mix(uint64_t x)
{
	x ^= x >> 33;
	x *= 0xff51afd7ed558ccdu;
	x ^= x >> 29;
	return x;
}

__attribute__((noinline)) static int kinds(unsigned x, int y)
{
	switch (x % 11) {
	case 0: return y + 1;
	case 1: return y * 7;
	case 2: return y > 3 ? y - 3 : -y;
	case 3: return y / 3;
	case 4: return y << (x & 7);
	case 5: return abs(y) % 13;
	case 6: return y & 0x55;
	case 7: return kinds(x / 11, y + 2);
	case 8: return (y < 0) - (y > 0);
	case 9: return (int)sqrt(fabs((double)y));
	default: return y ^ 1;
	}
}

__attribute__((noinline)) static int three(long a, long b) { return a < b ? -1 : a > b; }

__attribute__((noinline)) static unsigned __int128 wide(unsigned __int128 a, uint64_t b) { return a * b + (a >> 7) - b; }

static int compare(const void *a, const void *b) { return three(*(const long *)a, *(const long *)b); }

__attribute__((noinline)) static double floats(const double *v, int n)
{
	double s = 0, p = 1;

	for (int i = 0; i < n; i++) {
		s += v[i] * v[i] / (1 + v[i]);
		if (v[i] > 2 && s < 1e3)
			p *= 1.01;
		else if (v[i] < 0.5 || !(s > 0))
			p += sin(v[i]);
	}
	return s + p;
}

__attribute__((noinline)) static int bits(uint32_t x)
{
	int n = 0;

	while (x) {
		n += x & 1;
		x >>= 1;
	}
#if defined(__x86_64__)
	__asm__ volatile("1:\n\tdecl %0\n\tjns 1b\n\tincl %0" : "+r"(n) : : "cc");
#endif
	return n;
}

int main(void)
{
	enum { N = 2000 };
	static long all[N];
	static double v[N];
	char text[300], other[300];
	uint64_t x = 1, sum = 0;
	unsigned __int128 w = 3;

	for (int i = 0; i < N; i++) {
		x = mix(x + (unsigned)i);
		all[i] = (long)(x >> 40) - (1 << 23);
		v[i] = (double)(x & 0xffff) / 9999;
		sum += (uint64_t)kinds((unsigned)(x >> 32), (int)(x & 1023) - 512);
		sum += (uint64_t)bits((uint32_t)x);
		w = wide(w, x | 1);
		calls++;
		memset(text, (int)(x & 63) + 32, 100 + (x & 127));
		memcpy(other, text, 100 + (x & 63));
		sum += (uint64_t)(memcmp(text, other, 100) == 0);
	}
	qsort(all, N, sizeof *all, compare);
	printf("%llu %ld %ld %.12g %llx %ld\n", (unsigned long long)sum, all[0], all[N / 2], floats(v, N), (unsigned long long)(w >> 64 ^ w), calls);
	return 0;
}
