package include_test

import (
	"fmt"
	"os/exec"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// ctypes are the C types that generic names select by, with their names in functions.
func ctypes() map[string]string {
	return map[string]string{"float": "float", "double": "double", "longdouble": "long double", "char": "char", "schar": "signed char",
		"short": "short", "int": "int", "long": "long", "longlong": "long long", "uchar": "unsigned char", "ushort": "unsigned short",
		"uint": "unsigned int", "ulong": "unsigned long", "ulonglong": "unsigned long long", "int32": "int32_t", "int64": "int64_t"}
}

// family is generic names that take the same types, with their calls: T stands for the type, d and s for pointers to it, v for a value.
type family struct {
	types string
	calls []string
	ctx   bool // they also take a context first
}

func families() []family {
	const (
		amo = "int long longlong uint ulong ulonglong "
		ext = amo + "float double"
		bit = "uint ulong ulonglong int32 int64"
	)
	waits := []string{"wait_until(d, cmp, v)", "n = test(d, cmp, v)"}
	for _, verb := range []string{"wait_until", "test"} {
		for _, form := range []string{"all(d, 1, status,", "any(d, 1, status,", "some(d, 1, indices, status,"} {
			name, args, _ := strings.Cut(form, "(")
			waits = append(waits, verb+"_"+name+"("+args+" cmp, v)", verb+"_"+name+"_vector("+args+" cmp, s)")
		}
	}
	return []family{
		{"float double longdouble char schar short int long longlong uchar ushort uint ulong ulonglong",
			[]string{"put(d, s, 1, 0)", "get(d, s, 1, 0)", "iput(d, s, 1, 1, 1, 0)", "iget(d, s, 1, 1, 1, 0)", "put_nbi(d, s, 1, 0)",
				"get_nbi(d, s, 1, 0)", "p(d, v, 0)", "r = g(s, 0)", "ibput(d, s, 1, 1, 1, 1, 0)", "ibget(d, s, 1, 1, 1, 1, 0)",
				"put_signal(d, s, 1, signals, 1, SHMEM_SIGNAL_SET, 0)", "put_signal_nbi(d, s, 1, signals, 1, SHMEM_SIGNAL_ADD, 0)"}, true},
		{ext, []string{"r = atomic_fetch(s, 0)", "atomic_set(d, v, 0)", "r = atomic_swap(d, v, 0)", "atomic_fetch_nbi(d, s, 0)",
			"atomic_swap_nbi(d, d, v, 0)"}, true},
		{ext, []string{"r = fetch(s, 0)", "set(d, v, 0)"}, false},
		{ext + " short", []string{"r = swap(d, v, 0)"}, false},
		{amo, []string{"r = atomic_compare_swap(d, v, v, 0)", "r = atomic_fetch_inc(d, 0)", "r = atomic_fetch_add(d, v, 0)", "atomic_inc(d, 0)",
			"atomic_add(d, v, 0)", "atomic_compare_swap_nbi(d, d, v, v, 0)", "atomic_fetch_inc_nbi(d, d, 0)", "atomic_fetch_add_nbi(d, d, v, 0)"}, true},
		{amo + "short", []string{"r = cswap(d, v, v, 0)", "r = finc(d, 0)", "r = fadd(d, v, 0)", "inc(d, 0)", "add(d, v, 0)"}, false},
		{bit, []string{"atomic_and(d, v, 0)", "atomic_or(d, v, 0)", "atomic_xor(d, v, 0)", "r = atomic_fetch_and(d, v, 0)",
			"r = atomic_fetch_or(d, v, 0)", "r = atomic_fetch_xor(d, v, 0)", "atomic_fetch_and_nbi(d, d, v, 0)",
			"atomic_fetch_or_nbi(d, d, v, 0)", "atomic_fetch_xor_nbi(d, d, v, 0)"}, true},
		{amo + "short ushort", waits, false},
	}
}

// program calls every generic name with every type and lists the typed functions that must be called.
func program() (text string, want []string) {
	var b strings.Builder
	b.WriteString("#include <shmem.h>\nsize_t indices[1], n;\nint status[1], cmp;\nuint64_t signals[1];\nextern shmem_ctx_t ctx;\n")
	for i, f := range families() {
		for _, t := range strings.Fields(f.types) {
			fmt.Fprintf(&b, "void use_%d_%s(%s *d, const %s *s, %s v);\n", i, t, ctypes()[t], ctypes()[t], ctypes()[t])
			fmt.Fprintf(&b, "void use_%d_%s(%s *d, const %s *s, %s v)\n{\n  %s r = v;\n", i, t, ctypes()[t], ctypes()[t], ctypes()[t], ctypes()[t])
			for _, c := range f.calls {
				left, call, ok := strings.Cut(c, "= ")
				if ok {
					left += "= "
				} else {
					left, call = "", c
				}
				name, _, _ := strings.Cut(call, "(")
				fmt.Fprintf(&b, "  %sshmem_%s;\n", left, call)
				want = append(want, "shmem_"+t+"_"+name)
				if f.ctx {
					fmt.Fprintf(&b, "  %sshmem_%s;\n", left, strings.Replace(call, "(", "(ctx, ", 1))
					want = append(want, "shmem_ctx_"+t+"_"+name)
				}
			}
			b.WriteString("  (void)d; (void)s; (void)r;\n}\n")
		}
	}
	sort.Strings(want)
	return b.String(), want
}

// undefined are the functions that an object file calls.
func undefined(t *testing.T, object string) []string {
	t.Helper()
	out, err := exec.Command("nm", "-u", object).Output()
	if err != nil {
		t.Skipf("no nm here: %v", err)
	}
	var names []string
	for _, w := range strings.Fields(string(out)) {
		if strings.HasPrefix(w, "shmem_") {
			names = append(names, w)
		}
	}
	sort.Strings(names)
	return names
}

func TestGenericNamesSelectTheTypedFunction(t *testing.T) {
	text, want := program()
	for _, l := range []language{c11(), cxx()} {
		t.Run(l.name, func(t *testing.T) {
			got := undefined(t, requireCompiles(t, l, text))
			if l.compiler == "c++" { // the C functions are the overloads for long
				want = replaced(replaced(want, "shmem_long_swap", "shmem_swap"), "shmem_long_wait_until", "shmem_wait_until")
			}
			require.Empty(t, without(want, got), "not called")
			require.Empty(t, without(got, want), "called, but by what?")
		})
	}
}

// without are the elements of a that are not in b.
func without(a, b []string) (out []string) {
	for _, s := range a {
		if !slices.Contains(b, s) {
			out = append(out, s)
		}
	}
	return out
}

func replaced(names []string, from, to string) []string {
	var out []string
	for _, n := range names {
		if n == from {
			n = to
		}
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

func TestGenericNamesTakeQualifiedAndArrayArguments(t *testing.T) {
	const text = `#include <shmem.h>
static long words[4];
static const long fixed[4] = {1, 2, 3, 4};
static volatile int flag;
static uint64_t signals[1];
long use(void);
long use(void)
{
  shmem_put(words, fixed, 4, 0);
  shmem_put(words + 1, &fixed[1], 1, 0);
  shmem_wait_until(&flag, SHMEM_CMP_NE, 0);
  shmem_put(SHMEM_CTX_DEFAULT, words, fixed, 4, 0);
  shmem_signal_add(signals, 1, 0);
  shmem_signal_set(SHMEM_CTX_DEFAULT, signals, 1, 0);
  return shmem_g(SHMEM_CTX_DEFAULT, fixed, 0) + shmem_g(fixed, 0) + shmem_atomic_fetch(fixed, 0) + shmem_test(&flag, SHMEM_CMP_EQ, 1);
}
`
	for _, l := range []language{c11(), cxx()} {
		t.Run(l.name, func(t *testing.T) {
			got := undefined(t, requireCompiles(t, l, text))
			require.Subset(t, got, []string{"shmem_long_put", "shmem_int_wait_until", "shmem_long_g", "shmem_long_atomic_fetch", "shmem_int_test",
				"shmem_ctx_long_put", "shmem_ctx_long_g", "shmem_signal_add", "shmem_ctx_signal_set"})
		})
	}
}

func TestGenericNamesRefuseWhatHasNoFunction(t *testing.T) {
	for _, call := range []string{
		"shmem_put(blank, blank, 1, 0)", // no type
		"shmem_put(fixed, words, 1, 0)", // dest is const
		"shmem_put(SHMEM_CTX_DEFAULT, blank, blank, 1, 0)",
		"shmem_atomic_add(SHMEM_CTX_DEFAULT, real, 1.0, 0)",
		"shmem_atomic_add(real, 1.0, 0)",       // no such atomic
		"shmem_wait_until(real, 0, 1.0)",       // no such wait
		"shmem_atomic_and(characters, 'x', 0)", // no such bitwise atomic
	} {
		text := "#include <shmem.h>\nvoid use(void *blank, const long *fixed, long *words, double *real, char *characters);\n" +
			"void use(void *blank, const long *fixed, long *words, double *real, char *characters)\n" +
			"{ (void)blank; (void)fixed; (void)words; (void)real; (void)characters; %s; }\n"
		for _, l := range []language{c11(), cxx()} {
			requireCompiles(t, l, fmt.Sprintf(text, "shmem_quiet()"))
			_, _, err := compile(t, l, fmt.Sprintf(text, call))
			require.Error(t, err, "%s: %s", l.name, call)
		}
	}
}

// The names of both a function and a macro: the function is always there.
func TestFunctionsBehindMacrosAreReachable(t *testing.T) {
	object := requireCompiles(t, c11(), `#include <shmem.h>
long use(long *p);
long use(long *p)
{
  (shmem_wait_until)(p, SHMEM_CMP_NE, 0);
  (shmem_put)(p, p, 1, 0);
  return (shmem_swap)(p, 1, 0);
}
`)
	require.Equal(t, []string{"shmem_put", "shmem_swap", "shmem_wait_until"}, undefined(t, object))
}
