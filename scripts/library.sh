# Sourced: build_library OUTPUT LDFLAGS links libgasnetgo from capi/lib. The budget for inlining by profile is smaller than the compiler's default of 2,000, with
# which the code exceeds the instruction cache: docs/perf/measuring.md. The linker reads the version script as descriptor 8, so that the command names no folder:
# Go stores a hash of it in the library, and the same sources give the same library wherever they are.
build_library() {
	# Go recompiles a C folder when a file in it has changed, but not for a header of another folder. A flag with the hash of all headers makes it do so.
	local headers
	headers=$(find capi include sim/host -name '*.h' -print0 | sort -z | xargs -0 cat | sha256sum)
	CGO_CFLAGS="${CGO_CFLAGS--g -O2} -DGA_HEADERS=0x${headers:0:16}" CGO_ENABLED=1 CC="$CC" go_build -buildmode=c-shared -trimpath -pgo="$PWD/capi/loads.pgo" \
		-gcflags=gasnetgo/...=-d=pgoinlinebudget=500 -o "$1" \
		-ldflags "$2 -extldflags '$limits_flags -Wl,-soname,libgasnetgo.so.1 -Wl,--version-script=/proc/self/fd/8'" ./capi/lib 8<capi/exports.map
}
