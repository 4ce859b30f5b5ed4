package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The functions of a row with a list are one macro, which knows their type as T, C and CODE, or SIZE. Twins, names and values are as if every
// function were written out.
func TestRowsAreMacros(t *testing.T) {
	root := tree(t, `#include <stddef.h>
int toy_int_swap(int *at, int value);
double toy_double_swap(double *at, double value);
unsigned char toy_uchar_swap(unsigned char *at, unsigned char value);
void toy_int_p(int value);
void toy_double_p(double value);
void toy_uchar_p(unsigned char value);
double toy_double_g(int at);
int toy_int_g(int at);
unsigned char toy_uchar_g(int at);
long toy_sum8(long n, const char *why, int pe);
long toy_sum64(long n, const char *why, int pe);
int toy_size(void);
int toy_old_size(void);
int qtoy_int_swap(int *at, int value);
double qtoy_double_swap(double *at, double value);
unsigned char qtoy_uchar_swap(unsigned char *at, unsigned char value);
void qtoy_int_p(int value);
void qtoy_double_p(double value);
void qtoy_uchar_p(unsigned char value);
int qtoy_int_g(int at);
double qtoy_double_g(int at);
unsigned char qtoy_uchar_g(int at);
long qtoy_sum8(long n, const char *why, int pe);
long qtoy_sum64(long n, const char *why, int pe);
int qtoy_size(void);
`, `twin q
type int I32 int
type uchar U8 unsigned char
type double F64 double
type 8 1
type 64 8
list whole uchar int
list all @whole double
list bytes 8 64
enum Type U8 I32 U64
op 1 swap Swap (at:ptr type:i32 value:u64) -> old:u64 plane
op 2 p P (value:cptr bytes:u64) plane
op 3 sum Sum (n:i64 size:u64) -> sum:i64 least:i64
op 4 size Size () -> rc:i32 again
op 5 g G (value:ptr bytes:u64 at:i32) plane
family toys
fn toy_{T}_swap @all : swap(at, {code}, {bits:value})
fn toy_{T}_p @all : p(&value, {size})
fn toy_{T}_g @all : g(&value, sizeof value, at) local {C} value -> return value;
fn toy_sum{T} @bytes : sum(n, {size}) -> return $sum;
fn toy_size : size()
same toy_old_size toy_size
`)
	files, err := generate(root)
	require.NoError(t, err)
	require.Contains(t, files["capi/toy/ztoy_stubs.h"], "#define GA_EACH_WHOLE(X) X(uchar, unsigned char, U8) X(int, int, I32)\n#define GA_EACH_ALL(X) GA_EACH_WHOLE(X) X(double, double, F64)\n")
	require.Contains(t, files["capi/toy/ztoy_stubs.h"], "#define GA_EACH_BYTES(X) X(8, 1) X(64, 8)\n")
	require.Contains(t, files["capi/toy/ztoy_stubs_toys.c"], `
#define toy_T_swap(T, C, CODE) \
	GA_STUB(C, toy_##T##_swap, C *at, C value) \
	{ \
		GA_DO_SWAP(toy_##T##_swap, at, GA_TOY_TYPE_##CODE, ga_bits_of(value)); \
		return ga_of_bits(C, ga_old); \
	}
GA_EACH_ALL(toy_T_swap)
`)
	require.Contains(t, files["capi/toy/ztoy_stubs_toys.c"], `
#define toy_sumT(T, SIZE) \
	GA_STUB(long, toy_sum##T, long n, const char *why, int pe) \
	{ \
		(void)why, (void)pe; \
		GA_DO_SUM(toy_sum##T, n, SIZE); \
		return ga_sum; \
	}
GA_EACH_BYTES(toy_sumT)
`)
	require.Contains(t, files["capi/toy/ztoy_stubs_toys.c"], `
GA_STUB(int, toy_size, void)
{
	GA_DO_SIZE(toy_size);
	return (int)ga_rc;
}

GA_ALIAS(toy_old_size, qtoy_size);
`)
	for name, text := range files {
		write(t, root, name, text)
	}
	write(t, root, "capi/toy/plane.h", `#include "toy/ztoy_frames.h"
static inline bool ga_toy_plane_swap(void *at, int type, uint64_t value, uint64_t *old) { return *old = 77, at == 0 && type == GA_TOY_TYPE_I32 && value == 7; }
static inline bool ga_toy_plane_p(const void *value, size_t bytes) { return bytes == 4 && *(const int *)value == 7; }
static inline bool ga_toy_plane_g(void *value, size_t bytes, int at) { return at == 7 && memset(value, 7, bytes); }
`)
	copyRuntime(t, root)
	write(t, root, "main.c", `#include <string.h>
#include <toy.h>
#include "toy/ztoy_frames.h"
#include "runtime/again.h"
#include "runtime/zbits.h"
static int calls;
bool ga_make_again(const struct ga_head *h, int32_t rc) { return h->fn && rc == GA_AGAIN_WAIT; }
static const char *name;
static uint64_t seen;
static void enter(struct ga_head *h)
{
	calls++;
	name = h->fn;
	if (h->op == GA_OP_TOY_SWAP) {
		struct ga_toy_swap *f = (void *)h;
		f->old = f->value;
		seen = (uint64_t)f->type;
	} else if (h->op == GA_OP_TOY_P) {
		struct ga_toy_p *f = (void *)h;
		memcpy(&seen, f->value, f->bytes);
	} else if (h->op == GA_OP_TOY_G) {
		struct ga_toy_g *f = (void *)h;
		memcpy(f->value, &seen, f->bytes);
	} else if (h->op == GA_OP_TOY_SUM) {
		struct ga_toy_sum *f = (void *)h;
		f->sum = f->n + (long)f->size;
		f->least = -1;
	} else {
		((struct ga_toy_size *)h)->rc = calls < 3 ? GA_AGAIN_WAIT : calls;
	}
}
void (*ga_enter)(struct ga_head *) = enter;
int main(void)
{
	int at = 0;
	double d = 0;
	if (toy_int_swap(0, 7) != 77 || calls) /* the plane's */
		return 1;
	if (toy_int_swap(&at, -7) != -7 || seen != GA_TOY_TYPE_I32 || calls != 1 || strcmp(name, "toy_int_swap"))
		return 2;
	if (toy_double_swap(&d, -1.5) != -1.5 || seen != GA_TOY_TYPE_U64 || strcmp(name, "toy_double_swap"))
		return 3;
	if (qtoy_uchar_swap((unsigned char *)&at, 200) != 200 || seen != GA_TOY_TYPE_U8 || strcmp(name, "toy_uchar_swap"))
		return 4;
	calls = 0;
	toy_int_p(7);
	if (calls || toy_int_g(7) != 0x07070707 || calls)
		return 5;
	toy_double_p(2.5);
	if (calls != 1 || ga_double_of_bits(seen) != 2.5 || toy_double_g(8) != 2.5 || calls != 2 || strcmp(name, "toy_double_g"))
		return 6;
	if (toy_sum8(1, "", 0) != 2 || toy_sum64(1, "", 0) != 9 || strcmp(name, "toy_sum64"))
		return 7;
	calls = 0;
	return !(toy_old_size() == 3 && calls == 3 && !strcmp(name, "toy_size"));
}
`)
	runC(t, root, append(globs(t, root, "capi/toy/z*.c"), filepath.Join(root, "main.c")), "-I"+filepath.Join(root, "include"), "-I"+filepath.Join(root, "capi"))
}

// Lists need no twins, and twins no lists.
func TestMacrosWithoutTwinsOrLists(t *testing.T) {
	const prototypes = "long toy_int_take(int n);\nlong toy_long_take(long n);\n"
	const rows = "type int I32 int\ntype long I64 long\nlist all int long\nop 1 take Take (n:i64) -> left:i64\nfamily toys\n"
	root := tree(t, prototypes, rows+"fn toy_{T}_take @all : take(n)\n")
	files, err := generate(root)
	require.NoError(t, err)
	require.NotContains(t, files["capi/toy/ztoy_stubs.h"], "GA_ALIAS")
	for name, text := range files {
		write(t, root, name, text)
	}
	copyRuntime(t, root)
	write(t, root, "capi/toy/plane.h", "")
	write(t, root, "main.c", `#include <toy.h>
#include "toy/ztoy_frames.h"
static void enter(struct ga_head *h) { ((struct ga_toy_take *)h)->left = ((struct ga_toy_take *)h)->n + (h->fn[4] == 'l'); }
void (*ga_enter)(struct ga_head *) = enter;
int main(void) { return !(toy_int_take(-1) == -1 && toy_long_take(1L << 40) == (1L << 40) + 1); }
`)
	runC(t, root, append(globs(t, root, "capi/toy/z*.c"), filepath.Join(root, "main.c")), "-I"+filepath.Join(root, "include"), "-I"+filepath.Join(root, "capi"))

	files, err = generate(tree(t, "int toy_take(int n);\nint qtoy_take(int n);\n", "twin q\nop 1 take Take (n:i32) -> left:i32\nfamily toys\nfn toy_take : take(n)\n"))
	require.NoError(t, err)
	require.NotContains(t, files["capi/toy/ztoy_stubs.h"], "GA_EACH")
	require.Contains(t, files["capi/toy/ztoy_stubs_toys.c"], "\nGA_STUB(int, toy_take, int n)\n{\n\tGA_DO_TAKE(toy_take, n);\n\treturn (int)ga_left;\n}\n")
}

func TestLongLinesAreFolded(t *testing.T) {
	require.Equal(t, []string{"\tshort(a, b)"}, fold([]string{"\tshort(a, b)"}, width))
	line := "\tf(" + strings.Repeat("argument, ", 20) + "last);"
	folded := fold([]string{line}, width)
	require.Len(t, folded, 2)
	for _, l := range folded {
		require.LessOrEqual(t, columnsOf(l), width)
	}
	require.True(t, strings.HasPrefix(folded[1], "\t\t\targument, "), folded[1])
	require.Equal(t, line, folded[0]+" "+strings.TrimLeft(folded[1], "\t"))
}
