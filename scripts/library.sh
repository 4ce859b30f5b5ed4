# Sourced: how libgasnetgo is compiled and linked. GO and CC are set.

# library_flags sets flags and CGO_CFLAGS for all that compiles packages of the library, so that Go compiles each once. The budget for inlining by profile is smaller
# than the compiler's default of 2,000, with which the code exceeds the instruction cache: docs/perf/measuring.md.
library_flags() {
	# Go recompiles a C folder when a file in it has changed, but not for a header of another folder. A flag with the hash of all headers makes it do so.
	local headers
	headers=$(find capi include sim/host -name '*.h' -print0 | sort -z | xargs -0 cat | sha256sum)
	cflags="${CGO_CFLAGS--g -O2} -DGA_HEADERS=0x${headers:0:16}"
	flags=(-buildmode=c-shared -trimpath -pgo="$PWD/capi/loads.pgo" -gcflags=gasnetgo/...=-d=pgoinlinebudget=500)
}

# build_library OUTPUT LDFLAGS links libgasnetgo from capi/lib. The linker reads the version script as descriptor 8, so that the command names no folder: Go stores a
# hash of it in the library, and the same sources give the same library wherever they are.
build_library() {
	local cflags flags
	library_flags
	CGO_CFLAGS=$cflags CGO_ENABLED=1 CC="$CC" go_build "${flags[@]}" -o "$1" \
		-ldflags "$2 -extldflags '$limits_flags -Wl,-soname,libgasnetgo.so.1 -Wl,--version-script=/proc/self/fd/8'" ./capi/lib 8<capi/exports.map
}

# library_objects FOLDER... lists C folders with the archives of their objects, which Go has from the last build.
library_objects() {
	local cflags flags
	library_flags
	CGO_CFLAGS=$cflags CGO_ENABLED=1 CC="$CC" $GO list -export -f '{{.ImportPath}} {{.Export}}' "${flags[@]}" "${@/#/./}"
}
