/* Stacks, jumps, registers and floating-point state across calls. */
#include <alloca.h>
#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

#include "check.h"
#include "world.h"

static jmp_buf env;
static int calls;

static int compare(const void *a, const void *b)
{
	world_nothing();
	if (++calls % 16 == 0) {
		world_send(world_rank(), calls);
		CHECK(world_receive() == calls);
	}
	return *(const int *)a - *(const int *)b;
}

static __attribute__((noinline)) void descend(int n)
{
	volatile char frame[500];

	memset((char *)frame, n, sizeof frame);
	world_nothing();
	if (n == 0)
		longjmp(env, 42);
	descend(n - 1);
	CHECK(frame[7] == (char)n);
}

static __attribute__((noinline)) void large(size_t n)
{
	char *p = alloca(n);

	for (size_t i = 0; i < n; i += 512)
		p[i] = i / 512 + world_rank();
	world_barrier();
	for (size_t i = 0; i < n; i += 512)
		CHECK(p[i] == (char)(i / 512 + world_rank()));
}

static void text(char *to, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsprintf(to, format, args);
	va_end(args);
}

static double sum;
static void handler(void *arg)
{
	double *x = arg;

	CHECK(((uintptr_t)__builtin_frame_address(0) & 15) == 0);
	world_nothing();
	sum += *x;
	if (*x > 1) {
		double half = *x / 2;
		world_call(handler, &half);
	}
	char t[50];
	sprintf(t, "%.2f", sum);
	CHECK(atof(t) > 0);
}

int main(void)
{
	const long me = world_rank();
	int numbers[100], code;
	volatile int kept = 17;
	char t[100];
	double x = 1.0 + me, big = 16;

	srand(me);
	for (int i = 0; i < 100; i++)
		numbers[i] = rand() % 1000;
	qsort(numbers, 100, sizeof *numbers, compare);
	for (int i = 1; i < 100; i++)
		CHECK(numbers[i - 1] <= numbers[i]);

	for (int i = 0; i < 10; i++) {
		code = setjmp(env);
		if (code == 0)
			descend(50);
		CHECK(code == 42 && kept == 17);
	}
	large(200 << 10);
	text(t, "%d %.3f %s %Lf %g %ld", 1, 2.5, "three", 4.0L, 1e100, 6L);
	CHECK(strcmp(t, "1 2.500 three 4.000000 1e+100 6") == 0);

	for (int i = 0; i < 100; i++) { /* in registers */
		x = sqrt(x * x + 1.0);
		world_barrier();
	}
	CHECK(fabs(x - sqrt((1.0 + me) * (1.0 + me) + 100)) < 1e-9);

	fesetround(me % 2 ? FE_UPWARD : FE_DOWNWARD);
	for (int i = 0; i < 3; i++) {
		world_barrier();
		CHECK(fegetround() == (me % 2 ? FE_UPWARD : FE_DOWNWARD));
		volatile double third = 1.0;
		volatile long double long_third = 1.0L;
		third /= 3.0;
		long_third /= 3.0L;
		CHECK((third * 3.0 > 1.0) == (me % 2 != 0) || third * 3.0 == 1.0);
		CHECK(long_third > 0.33L);
	}
	fesetround(FE_TONEAREST);

	errno = 1000 + me;
	world_barrier();
	CHECK(errno == 1000 + me);

	world_call(handler, &big);
	CHECK(sum == 31);
	world_barrier();
	CHECK(sum == 31);
	return 0;
}
