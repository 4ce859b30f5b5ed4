package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	cc "modernc.org/cc/v4"

	"github.com/stretchr/testify/require"
)

// buildStubs compiles the project's generated stubs of an API, without the data plane, with a program that answers the frames.
func buildStubs(t *testing.T, api, program string) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.c"), []byte(program), 0o644))
	sources := append(globs(t, project, "capi/"+api+"/z"+api+"_*.c"), filepath.Join(dir, "main.c"))
	runC(t, dir, sources, "-DGA_NO_PLANE", "-fvisibility=hidden", "-I"+filepath.Join(project, "include"), "-I"+filepath.Join(project, "capi"))
}

const driverHead = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <shmem.h>
#include <pshmem.h>
#include <shmemx.h>
#include <pshmemx.h>
#include <shmem/unprefixed.h>
#include "shmem/zshmem_frames.h"
#include "runtime/zbits.h"
#define CHECK(x) do { if (!(x)) { printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #x); exit(1); } } while (0)
`

// Every function reaches its operation once, under the name that was called and with a whole frame; so does its twin.
func TestEveryStubReachesItsOperation(t *testing.T) {
	for _, c := range []struct {
		api, head string
		functions int
	}{{"shmem", driverHead, 800}, {"portals", portalsHead, 50}} {
		t.Run(c.api, func(t *testing.T) { everyStub(t, c.api, c.head, c.functions) })
	}
}

const portalsHead = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cnos_mpi_os.h>
#include <portals/pmi.h>
#include "portals/zportals_frames.h"
void ga_explain_child(const char *fn) { (void)fn; }
`

func everyStub(t *testing.T, api, head string, functions int) {
	c, err := newCompiler(filepath.Join(project, "include"))
	require.NoError(t, err)
	a, err := load(c, project, filepath.Join(project, "api", api+".tbl"))
	require.NoError(t, err)
	var b strings.Builder
	b.WriteString(head + `
static struct ga_head *seen;
static unsigned op, bytes;
static int calls;
static char name[100];
static void enter(struct ga_head *h) { seen = h; op = h->op; bytes = h->bytes; snprintf(name, sizeof name, "%s", h->fn); calls++; }
void (*ga_enter)(struct ga_head *) = enter;
static long double buf[64];
static void expect(const char *fn, unsigned want_op, unsigned want_bytes)
{
	if (want_op == 0 ? calls == 0 : calls == 1 && op == want_op && bytes == want_bytes && !strcmp(name, fn)) {
		calls = 0;
		return;
	}
	printf("%s: %d calls, op %x instead of %x, %u bytes instead of %u, named %s\n", fn, calls, op, want_op, bytes, want_bytes, name);
	exit(1);
}
int main(void)
{
`)
	for _, en := range a.entries {
		if en.row.op != nil && en.row.op.noreturn || en.row.body.how == "hand" {
			continue
		}
		callee := en.name
		if en.alias != "" {
			callee = en.alias
		}
		want := fmt.Sprintf("expect(\"%s\", 0, 0);", callee)
		if o := en.row.op; o != nil {
			want = fmt.Sprintf("expect(\"%s\", %s, sizeof(struct %s));", callee, a.opConst(o), a.frameName(o))
		}
		fmt.Fprintf(&b, "\t(void)(%s)(%s);\n\t%s\n", en.name, zeros(en), want)
		if en.twin != "" {
			fmt.Fprintf(&b, "\t(void)(%s)(%s);\n\t%s\n", en.twin, zeros(en), want)
		}
	}
	b.WriteString("\treturn 0;\n}\n")
	require.Greater(t, len(a.entries), functions)
	buildStubs(t, api, b.String())
}

// zeros are arguments for a function: a buffer for every pointer to data, else 0.
func zeros(en *entry) string {
	var args []string
	for _, p := range en.types {
		switch t := p.(type) {
		case *cc.PointerType:
			if t.Elem().Kind() == cc.Function {
				args = append(args, "0")
			} else {
				args = append(args, "(void *)buf")
			}
		case *cc.StructType:
			args = append(args, "("+t.Typedef().Name()+"){0}")
		default:
			args = append(args, "0")
		}
	}
	return strings.Join(args, ", ")
}

// Values of every width come through unchanged, and results in the function's own type.
func TestStubsCarryValues(t *testing.T) {
	buildStubs(t, "shmem", driverHead+`
static uint64_t word;
static void enter(struct ga_head *h)
{
	switch (h->op) {
	case GA_OP_SHMEM_INIT: {
		struct ga_shmem_init *f = (void *)h;
		CHECK(f->requested == SHMEM_THREAD_MULTIPLE && !f->legacy);
		f->provided = SHMEM_THREAD_SERIALIZED;
		f->status = 5;
		break;
	}
	case GA_OP_SHMEM_QUERY: {
		struct ga_shmem_query *f = (void *)h;
		f->value = 40 + f->what;
		break;
	}
	case GA_OP_SHMEM_PUT: {
		struct ga_shmem_put *f = (void *)h;
		CHECK(f->ctx == 0 && f->pe == 3);
		memcpy((void *)f->dest, f->source, f->bytes);
		break;
	}
	case GA_OP_SHMEM_GET: {
		struct ga_shmem_get *f = (void *)h;
		memcpy(f->dest, f->source, f->bytes);
		break;
	}
	case GA_OP_SHMEM_AMO: { /* swap, at the width of the type */
		struct ga_shmem_amo *f = (void *)h;
		uint64_t mask = f->type >= GA_SHMEM_TYPE_I64 ? UINT64_MAX : (1ULL << (8 << (f->type >> 1))) - 1;
		f->result = word & mask;
		word = f->value & mask;
		break;
	}
	case GA_OP_SHMEM_WAIT: {
		struct ga_shmem_wait *f = (void *)h;
		CHECK(f->cmp == SHMEM_CMP_GE && f->nelems == 7 && f->mode == GA_SHMEM_WAIT_TEST_ANY);
		CHECK(f->values ? *(const short *)f->values == -4 : (short)f->value == -3);
		f->result = SIZE_MAX;
		break;
	}
	case GA_OP_SHMEM_MALLOC: {
		struct ga_shmem_malloc *f = (void *)h;
		f->block = (void *)(uintptr_t)(f->size + f->align + (uint64_t)f->hints);
		break;
	}
	case GA_OP_SHMEM_IPUT: {
		struct ga_shmem_iput *f = (void *)h;
		CHECK(f->dst == -2 && f->sst == 3 && f->bsize == 1 && f->nelems == 4 && f->elem == 16 && f->pe == 3);
		word = 1;
		break;
	}
	default:
		CHECK(!"an operation that was not expected");
	}
}
void (*ga_enter)(struct ga_head *) = enter;

int main(void)
{
	int provided = 0, initialized = 0;
	CHECK(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) == 5 && provided == SHMEM_THREAD_SERIALIZED);
	CHECK(shmem_my_pe() == 40 + GA_SHMEM_QUERY_MY_PE && _num_pes() == 40 + GA_SHMEM_QUERY_NPES && my_pe() == _my_pe());
	shmem_query_initialized(&initialized);
	CHECK(initialized == 40 + GA_SHMEM_QUERY_INITIALIZED);

	long double l = 0;
	shmem_p(&l, -1.5L, 3);
	CHECK(l == -1.5L && shmem_g(&l, 3) == -1.5L);
	signed char c = 0;
	shmem_p(&c, (signed char)-7, 3);
	CHECK(shmem_schar_g(&c, 0) == -7);
	long a[4] = {1, 2, 3, 4}, b[4] = {0};
	shmem_put(b, a, 4, 3);
	CHECK(b[3] == 4);
	shmem_put16(b, a + 3, 1, 3);
	CHECK(b[0] == 4);

	short s = 0;
	CHECK(shmem_short_swap(&s, -2, 0) == 0 && shmem_short_swap(&s, 9, 0) == -2);
	int i = 0;
	word = 0;
	CHECK(shmem_int_atomic_swap(&i, -5, 0) == 0 && shmem_int_atomic_swap(&i, 1, 0) == -5);
	word = UINT32_MAX;
	unsigned u = 0;
	CHECK(shmem_uint_atomic_swap(&u, 1, 0) == UINT32_MAX);
	word = 0;
	CHECK(shmem_int64_atomic_compare_swap((int64_t *)a, 0, INT64_MIN, 0) == 0 && word == (uint64_t)INT64_MIN);

	/* A NaN with a payload is the same NaN afterwards. */
	float f = 0, nan32;
	double d = 0, nan64;
	memcpy(&nan32, &(uint32_t){0x7fc12345}, 4);
	memcpy(&nan64, &(uint64_t){0x7ff8000012345678}, 8);
	shmem_float_atomic_set(&f, nan32, 0);
	CHECK(word == 0x7fc12345);
	CHECK(ga_bits_of_float(shmem_float_atomic_fetch(&f, 0)) == 0x7fc12345);
	shmem_double_atomic_set(&d, nan64, 0);
	CHECK(ga_bits_of_double(shmem_double_atomic_swap(&d, -0.0, 0)) == 0x7ff8000012345678);
	CHECK(word == 0x8000000000000000);

	short many[7] = {0};
	CHECK(shmem_short_test_any(many, 7, NULL, SHMEM_CMP_GE, -3) == SIZE_MAX);
	CHECK(shmem_short_test_any_vector(many, 7, NULL, SHMEM_CMP_GE, &(short){-4}) == SIZE_MAX);
	CHECK(shmem_align(64, 1000) == (void *)1064 && shmalloc(5) == shmem_malloc(5));
	shmem_iput128(b, a, -2, 3, 4, 3);
	shmem_longdouble_iput(&l, &l, -2, 3, 4, 3);
	CHECK(word == 1);
	shmem_pcontrol(2, "any", 'a', 1.0);
	shmem_udcflush_line(a);
	return 0;
}
`)
}
