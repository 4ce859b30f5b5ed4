#!/bin/bash
# Builds everything into $BUILD (default build/) in installed layout. Safe to run twice at the same time, and quick when nothing
# has changed: Go's cache decides what is compiled, and a file is only replaced (by rename) when its content differs. The same sources and tools give the
# same bytes from any folder. Each step that does something prints a line with its time.
set -euo pipefail
cd "$(dirname "$0")/.."

GO=${GO:-go}
. scripts/compilers.sh
export BUILD=${BUILD:-build} LC_ALL=C
# What go stamps into a program would differ between a checkout and a tarball.
export GOFLAGS="${GOFLAGS:-} -buildvcs=false"

mkdir -p "$BUILD"/{.obj,bin,include/gasnetgo/all,lib/pkgconfig,lib/cmake/gasnetgo,libexec/gasnetgo,python}
. scripts/requirements.sh
. scripts/version.sh
. scripts/steps.sh
. packaging/apis/zapis.sh
[ -e "$BUILD/lib/libgasnetgo.so.1" ] || echo "build: into $BUILD, with $compiled and $compiler; the first time takes minutes"
exec 9>"$BUILD/.obj/lock"
flock 9

# put FROM TO: TO gets FROM's content by rename, unless it has it.
put() {
	cmp -s "$1" "$2" && return
	changed=1
	mkdir -p "$(dirname "$2")"
	cp -p "$1" "$2.new" && mv -f "$2.new" "$2"
}

# mirror FROM TO PATTERN...: makes TO have exactly FROM's files of these names, in the same folders.
mirror() {
	local from=$1 to=$2 names=() f
	shift 2
	mkdir -p "$to"
	for f; do names+=(-o -name "$f"); done
	while IFS= read -r -d '' f; do put "$from/$f" "$to/$f"; done < <(cd "$from" && find . -type f \( "${names[@]:1}" \) -print0)
	while IFS= read -r -d '' f; do [ -e "$from/$f" ] || rm -f "$to/$f"; done < <(cd "$to" && find . -type f -not -path '*/__pycache__/*' \
		-print0)
}

link() { [ "$(readlink "$2" || true)" = "$1" ] || ln -sfn "$1" "$2"; }

# The tools are Go alone, but for the launcher's check of limits before Go starts.
begin "launcher"
CGO_ENABLED=1 CC="$CC" go_build -trimpath -tags netgo,osusergo -ldflags "-s -w -linkmode external -extldflags '$limits_flags'" -o "$BUILD/.obj/gasnetgo" ./cmd/gasnetgo
put "$BUILD/.obj/gasnetgo" "$BUILD/bin/gasnetgo"
for name in gasnetgo-oshcc gasnetgo-oshc++ gasnetgo-oshfort; do link gasnetgo "$BUILD/bin/$name"; done
mkdir -p "$BUILD/libexec/gasnetgo/count" # where compilers look for the assembler that counts: oshcc --count
link ../../../bin/gasnetgo "$BUILD/libexec/gasnetgo/count/as"
end

begin "figures"
CGO_ENABLED=0 go_build -trimpath -ldflags '-s -w' -o "$BUILD/.obj/gasnetgo-figures" ./cmd/gasnetgo-figures
put "$BUILD/.obj/gasnetgo-figures" "$BUILD/libexec/gasnetgo/gasnetgo-figures"
end

# Pages of the manual and completions, as the launcher itself writes them.
begin "pages"
pages=$BUILD/share/man/man1
if [ ! -e "$pages/gasnetgo.1" ] || [ "$BUILD/bin/gasnetgo" -nt "$pages/gasnetgo.1" ] || [ scripts/build.sh -nt "$pages/gasnetgo.1" ]; then
	rm -rf "$pages" "$BUILD/.obj/api_names"
	mkdir -p "$pages" "$BUILD"/share/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d}
	"$BUILD/bin/gasnetgo" completion bash >"$BUILD/share/bash-completion/completions/gasnetgo"
	"$BUILD/bin/gasnetgo" completion zsh >"$BUILD/share/zsh/site-functions/_gasnetgo"
	"$BUILD/bin/gasnetgo" completion fish >"$BUILD/share/fish/vendor_completions.d/gasnetgo.fish"
	"$BUILD/bin/gasnetgo" docs man "$pages"
	touch "$pages/gasnetgo.1"
	changed=1
fi
end

begin "headers"
mirror include "$BUILD/include/gasnetgo/all" '*.h' '*.fh' '*.f90'
link gasnetgo/all/gasnetgo.h "$BUILD/include/gasnetgo.h"
end

# The library. Go does not know that the linker also reads the version script, so an older result is discarded.
begin "library"
so=$BUILD/.obj/libgasnetgo.so
[ "$so" -nt capi/exports.map ] || rm -f "$so"
. scripts/library.sh
build_library "$so" "-s -w"
put "$so" "$BUILD/lib/libgasnetgo.so.1"
link libgasnetgo.so.1 "$BUILD/lib/libgasnetgo.so"
link ../../lib "$BUILD/libexec/gasnetgo/lib" # where programs in libexec, and the launcher, find the libraries; scripts/install.sh makes one for its LIBDIR
end

begin "names"
touch "$BUILD/.obj/begin_names"
# Files for build systems.
for f in packaging/cmake/*.cmake.in; do
	name=$(basename "$f" .in)
	sed "s/@VERSION@/$version/g; s/@APIS@/$apis/g" "$f" >"$BUILD/.obj/$name"
	put "$BUILD/.obj/$name" "$BUILD/lib/cmake/gasnetgo/$name"
done

scripts/api_names.sh
scripts/gasnet_names.sh
scripts/alias_names.sh
if [ "$BUILD/.obj/alias_names" -nt "$BUILD/.obj/begin_names" ]; then changed=1; fi
end

begin "python"
if [ -d python/gasnetgo ]; then mirror python "$BUILD/python" '*.py' py.typed pyproject.toml; fi
end

begin "documents"
put packaging/valgrind/gasnetgo.supp "$BUILD/lib/gasnetgo/gasnetgo.supp"
docs=$BUILD/share/doc/gasnetgo
for f in LICENSE *.md; do put "$f" "$docs/$f"; done
mirror docs "$docs/docs" '*.md'
mirror sim/report/page/echarts "$docs/echarts" NOTICE 'LICENSE*'
mirror packaging "$docs/packaging" README.md
mirror examples "$docs/examples" '*.c' '*.py' '*.f90'
end

begin "plugin"
# The engine of jobs on several hosts, where libfabric's headers are: docs/adr/0016-several-hosts.md.
src=ofi/engine/plugin out=$BUILD/lib/gasnetgo/libgasnetgo-ofi.so
if ! echo '#include <rdma/fi_rma.h>' | $CC -E -x c - >/dev/null 2>&1; then
	echo "build: no headers of libfabric (Debian: libfabric-dev): left out $(basename "$out"), without which a job has one host"
elif [ ! -x "$out" ] || [ -n "$(find "$src" ofi/engine/*.h scripts/build.sh -newer "$out" -print -quit)" ]; then
	$CC -std=gnu17 -O2 -Wall -Wextra -fPIC -shared -fvisibility=hidden -pthread -o "$out.new" "$src"/plugin.c "$src"/providers.c "$src"/sockets.c "$src"/symbols.c "$src"/guard.c "$src"/admit.c "$src"/door.c "$src"/record.c "$src"/imports.c -lfabric -Wl,-soname,libgasnetgo-ofi.so,-z,nodelete -s
	changed=1
	mv -f "$out.new" "$out"
fi
# Libraries that the plugin's loader puts in the place of PSM's: ofi/engine/load.c.
absent() {
	local out=$BUILD/lib/gasnetgo/absent-$1.so
	[ -x "$BUILD/lib/gasnetgo/libgasnetgo-ofi.so" ] || return 0
	if [ ! -x "$out" ] || [ -n "$(find ofi/engine/absent scripts/build.sh -newer "$out" -print -quit)" ]; then
		$CC -std=gnu17 -O2 -Wall -Wextra -fPIC -shared -o "$out.new" ofi/engine/absent/"$1".c -Wl,-soname,"$2",--version-script=ofi/engine/absent/"$1".map -s
		changed=1
		mv -f "$out.new" "$out"
	fi
}
absent psm libpsm_infinipath.so.1
absent psm2 libpsm2.so.2
src=ofi/engine/plugin/ofi_info.c tool=$BUILD/libexec/gasnetgo/ofi_info
if [ -x "$out" ] && { [ ! -x "$tool" ] || [ -n "$(find "$src" ofi/engine/*.[ch] -newer "$tool" -print -quit)" ]; }; then
	$CC -std=gnu17 -O2 -Wall -Wextra -o "$tool.new" "$src" ofi/engine/load.c -ldl
	changed=1
	mv -f "$tool.new" "$tool"
fi
end

begin "programs"
# The process of simulated jobs. It exports its space for thread-local variables to the library, and malloc to all.
out=$BUILD/libexec/gasnetgo/simhost
put sim/host/exe/ranks_gdb.py "$BUILD/libexec/gasnetgo/ranks_gdb.py"
if [ ! -x "$out" ] || [ -n "$(find sim/host/exe sim/host/*.h scripts/build.sh -newer "$out" -print -quit)" ]; then
	$CC -std=gnu17 -O2 -Wall -Wextra -fno-builtin -fPIE -pie -Wl,--export-dynamic-symbol={'gasnetgo_sim_*','*alloc*','*memalign',free} -o "$out.new" sim/host/exe/*.c -L"$BUILD/lib" -lgasnetgo -Wl,-rpath,'$ORIGIN/lib'
	changed=1
	mv -f "$out.new" "$out"
fi

# What oshcc --check links.
out=$BUILD/lib/libgasnetgo-checked.a
if [ ! -f "$out" ] || [ -n "$(find sim/host/program scripts/build.sh -newer "$out" -print -quit)" ]; then
	$CC -std=gnu17 -O2 -Wall -Wextra -Wno-builtin-declaration-mismatch -fno-builtin -fPIC -fvisibility=hidden -c -o "$BUILD/.obj/checked.o" sim/host/program/checked.c
	rm -f "$out"
	ar rcsD "$out" "$BUILD/.obj/checked.o"
	mkdir -p "$BUILD/libexec/gasnetgo/checked"
	rm -f "$BUILD/libexec/gasnetgo/checked/libtsan.a"
	ar rcsD "$BUILD/libexec/gasnetgo/checked/libtsan.a" # empty: cc_check.go
	changed=1
fi

# client C TO HEADER...: builds an ordinary C program, again when its source or a header is newer.
client() {
	local c=$1 out=$2
	shift 2
	[ -x "$out" ] && [ -z "$(find "$c" "$@" include scripts/build.sh -newer "$out" -print -quit 2>/dev/null)" ] && return
	$CC -std=gnu11 -O2 -Wall -Wextra -I"$BUILD/include" -o "$out.new" "$c" -L"$BUILD/lib" -lgasnetgo -Wl,-rpath,"\$ORIGIN$up/lib" -pthread -lm $libs
	changed=1
	mv -f "$out.new" "$out"
}

# The programs behind gasnetgo bench and gasnetgo figures.
up= libs=
for c in bench/*.c; do client "$c" "$BUILD/libexec/gasnetgo/$(basename "$c" .c)" bench/*.h; done
if [ -x "$BUILD/lib/gasnetgo/libgasnetgo-ofi.so" ]; then # libfabric's headers are there
	libs=-lfabric
	client bench/hosts/hosts_bench.c "$BUILD/libexec/gasnetgo/hosts_bench" bench/hosts/*.h
	libs=
fi
src=bench/plain/spin_bench.c out=$BUILD/libexec/gasnetgo/spin_bench
if [ ! -x "$out" ] || [ "$src" -nt "$out" ] || [ bench/each.h -nt "$out" ]; then
	$CC -std=gnu11 -O2 -Wall -Wextra -o "$out.new" "$src"
	changed=1
	mv -f "$out.new" "$out"
fi
up=/..
mkdir -p "$BUILD/libexec/gasnetgo/figures"
for c in bench/figures/*.c ctests/portals/ptl_netpipe.c; do
	if [ "$c" = bench/figures/loops.c ]; then continue; fi
	client "$c" "$BUILD/libexec/gasnetgo/figures/$(basename "$c" .c)" bench/figures/*.h ctests/gt*.h
done
# It counts its instructions, where that is possible.
src=bench/figures/loops.c out=$BUILD/libexec/gasnetgo/figures/loops count=
if [ ! -x "$out" ] || [ -n "$(find "$src" bench/figures/curve.h sim/count scripts/build.sh -newer "$out" -print -quit)" ]; then
	if SHMEM_CC="$CC" "$BUILD/bin/gasnetgo-oshcc" --count -show >/dev/null 2>&1; then count=--count; fi
	SHMEM_CC="$CC" "$BUILD/bin/gasnetgo-oshcc" $count -std=gnu11 -O2 -Wall -Wextra -I"$BUILD/include" -c -o "$BUILD/.obj/loops.o" "$src"
	$CC -o "$out.new" "$BUILD/.obj/loops.o" -L"$BUILD/lib" -lgasnetgo -Wl,-rpath,"\$ORIGIN/../../../lib" # the wrapper would name this folder
	changed=1
	mv -f "$out.new" "$out"
fi
end

finish
