#!/bin/bash
# Makes Debian packages of $BUILD in $OUT ($BUILD/debian), with dpkg-deb alone: packaging/debian/README.md says which, and why. DEB_REVISION (1) is the part of the version
# behind the hyphen, DEB_MAINTAINER a name and an address, DEB_COMPRESSION (xz) what dpkg-deb takes. The same build and commit give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/../.."

export BUILD=${BUILD:-build} LC_ALL=C
fail() { echo "deb: $*" >&2; exit 1; }
for tool in dpkg-deb dpkg objdump objcopy strip gzip; do command -v $tool >/dev/null || fail "$tool: not found (apt install dpkg binutils)"; done
. scripts/version.sh
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH
full=$version-${DEB_REVISION:-1}
arch=$(dpkg --print-architecture)
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || ${CC:-cc} -print-multiarch)
lib=usr/lib/$triplet
out=${OUT:-$BUILD/debian}
maintainer=${DEB_MAINTAINER:-the gasnetgo authors <gasnetgo@localhost>}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022

scripts/debug.sh
DESTDIR=$work/all PREFIX=/usr LIBDIR=lib/$triplet ALIASES=none DEBUG=1 scripts/install.sh >/dev/null
all=$work/all
rm "$all/$lib/gasnetgo/manifest" # dpkg knows the files

# An installation in /usr cannot be moved, and its folders are those of the loader and the linker.
find "$all/$lib" -name '*.pc' -type f -exec sed -i 's|^prefix=.*|prefix=/usr|; s| -Wl,-rpath,${libdir}||' {} +
gzip -9n "$all"/usr/share/man/man1/*.1
find "$all/$lib/gasnetgo" -path '*/man1/*.1' -type l -printf '%p\t%l\n' | while IFS=$'\t' read -r link target; do
	ln -s "$target.gz" "$link.gz"
	rm "$link"
done

# Debian's zsh reads another folder, and its tools expect the list of changes under another name.
mkdir -p "$all/usr/share/zsh/vendor-completions"
mv "$all/usr/share/zsh/site-functions/_gasnetgo" "$all/usr/share/zsh/vendor-completions/"
rmdir "$all/usr/share/zsh/site-functions"
mv "$all/usr/share/doc/gasnetgo/CHANGELOG.md" "$all/usr/share/doc/gasnetgo/changelog"
gzip -9n "$all/usr/share/doc/gasnetgo/changelog"
rm "$all/usr/share/doc/gasnetgo/LICENSE" # the file copyright has it
find "$all/usr/libexec" -type f ! -name '*.py' -exec strip --strip-unneeded {} +
chmod 644 "$all/$lib"/*.so.1

# move PACKAGE NAME...: these names, from the root, belong to the package.
move() {
	local package=$1 name
	shift
	for name; do
		mkdir -p "$work/$package/$(dirname "$name")"
		mv "$all/$name" "$work/$package/$name"
	done
}
within() { (cd "$all" && ls -d $1); }
move libgasnetgo1 $(within "$lib/libgasnetgo*.so.1")
move libgasnetgo1-dbgsym "$lib/debug"
mkdir -p "$work/libgasnetgo1-dbgsym/usr/lib/debug"
mv "$work/libgasnetgo1-dbgsym/$lib/debug/.build-id" "$work/libgasnetgo1-dbgsym/usr/lib/debug/"
rm -r "${work:?}/libgasnetgo1-dbgsym/usr/lib/$triplet"
move python3-gasnetgo "$lib/gasnetgo/python/gasnetgo"
mkdir -p "$work/python3-gasnetgo/usr/lib/python3/dist-packages"
mv "$work/python3-gasnetgo/$lib/gasnetgo/python/gasnetgo" "$work/python3-gasnetgo/usr/lib/python3/dist-packages/"
rm -r "${work:?}/python3-gasnetgo/usr/lib/$triplet"
rm -rf "$all/$lib/gasnetgo/python" # what pip needs
find "$all/usr" -name gasnetgo.pth -delete # python3-gasnetgo is where python3 looks
find "$all/usr/lib" -type d -empty -delete
move libgasnetgo-dev usr/include "$lib" $(within 'usr/bin/gasnetgo-*') $(within 'usr/share/man/man1/gasnetgo-osh*')
move gasnetgo usr
# The documents are in the folder of the package that has them, as Debian wants it.
[ -z "$(find "$all" ! -type d)" ] || fail "files that no package has: $(cd "$all" && find . ! -type d)"

# The oldest glibc that has all versioned functions which the programs of a package use.
glibc() {
	find "$1" -type f -perm /111 -print0 -o -type f -name '*.so.1' -print0 | xargs -0 -r -n 1 objdump -T 2>/dev/null | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1 | cut -d _ -f 2
}

documents() { # documents FOLDER: what each package says about itself
	{
		printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: gasnetgo\n\n'
		printf 'Files: *\nCopyright: 2026 the gasnetgo authors\nLicense: BSD-3-clause\n'
		sed -n '/^Redistribution/,$s/^/ /p' LICENSE | sed 's/^ $/ ./'
		printf '\nFiles: usr/bin/gasnetgo\nComment: It contains Apache ECharts, for the pages that gasnetgo report writes.\n'
		printf 'Copyright: 2017-2026 The Apache Software Foundation\nLicense: Apache-2.0\n /usr/share/common-licenses/Apache-2.0 has the text.\n'
	} >"$1/copyright"
	{
		printf 'gasnetgo (%s) unstable; urgency=medium\n\n' "$full"
		printf '  * Packages of gasnetgo %s, made by packaging/debian/build.sh.\n\n' "$version"
		printf ' -- %s  %s\n' "$maintainer" "$(date -uRd "@$SOURCE_DATE_EPOCH")"
	} | gzip -9n >"$1/changelog.Debian.gz"
}

# overrides PACKAGE FOLDER: what lintian says and is meant.
overrides() {
	local f=$2/$1
	mkdir -p "$2"
	{
		echo "# These packages are made by the project itself, not uploaded to Debian; it has no mail address."
		printf "$1: %s\n" initial-upload-closes-no-bugs 'bogus-mail-host *' 'bogus-mail-host-in-debian-changelog *'
		case $1 in
		gasnetgo)
			echo "# Programs in Go without C: they start quicker so."
			echo "$1: statically-linked-binary *"
			;;
		libgasnetgo-dev)
			echo "# GASNet's own files have the compiler's options, and clients read them from there."
			echo "$1: pkg-config-bad-directive *"
			;;
		esac
	} >"$f"
}

package() { # package NAME SECTION DEPENDS SHORT, with the long description on the input
	local name=$1 section=$2 depends=$3 short=$4 root=$work/$1 a=$arch same= doc
	doc=$root/usr/share/doc/$name
	case $name in
	python3-*) a=all ;;
	libgasnetgo1*) same="Multi-Arch: same" ;;
	esac
	mkdir -p "$doc" "$root/DEBIAN"
	if [ "$section" = debug ]; then
		rmdir "$doc"
		ln -s libgasnetgo1 "$doc"
	else
		documents "$doc"
		overrides "$name" "$root/usr/share/lintian/overrides"
	fi
	{
		printf 'Package: %s\nSource: gasnetgo\nVersion: %s\nArchitecture: %s\n' "$name" "$full" "$a"
		printf 'Maintainer: %s\nInstalled-Size: %s\n' "$maintainer" "$(du -k -s --apparent-size "$root" | cut -f 1)"
		if [ "$depends" ]; then printf 'Depends: %s\n' "$depends"; fi
		case $name in
		gasnetgo) echo "Suggests: libgasnetgo-dev, python3-gasnetgo" ;;
		python3-gasnetgo) echo "Recommends: python3-numpy, gasnetgo" ;;
		*-dbgsym) printf 'Auto-Built-Package: debug-symbols\nBuild-Ids: %s\n' "$(cd "$root/usr/lib/debug/.build-id" && find . -name '*.debug' | sed 's|[./]||g; s|debug$||')" ;;
		esac
		if [ "$same" ]; then echo "$same"; fi
		printf 'Section: %s\nPriority: optional\nDescription: %s\n' "$section" "$short"
		sed 's/^/ /; s/^ $/ ./'
	} >"$root/DEBIAN/control"
	if [ "$name" = libgasnetgo1 ]; then
		echo "activate-noawait ldconfig" >"$root/DEBIAN/triggers"
		for f in "$root/$lib"/*.so.1; do
			f=${f##*/}
			echo "${f%.so.1} 1 libgasnetgo1 (>= $version)"
		done >"$root/DEBIAN/shlibs"
	fi
	if [ "$name" = python3-gasnetgo ]; then
		printf '#!/bin/sh\nset -e\nif [ -z "$DPKG_ROOT" ] && command -v py3compile >/dev/null; then py3compile -p python3-gasnetgo; fi\n' >"$root/DEBIAN/postinst"
		printf '#!/bin/sh\nset -e\nif [ -z "$DPKG_ROOT" ] && command -v py3clean >/dev/null; then py3clean -p python3-gasnetgo; fi\n' >"$root/DEBIAN/prerm"
		chmod 755 "$root/DEBIAN/postinst" "$root/DEBIAN/prerm"
	fi
	(cd "$root" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
	chmod -R go-w,u+w "$root"
	find "$root" ! -type l -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
	dpkg-deb --root-owner-group "-Z${DEB_COMPRESSION:-xz}" --build "$root" "$out/${name}_${full}_$a.deb" >/dev/null
}

rm -rf "$out"
mkdir -p "$out"
exact="(= $full)"
package libgasnetgo1 libs "libc6 (>= $(glibc "$work/libgasnetgo1"))" "one-sided communication: OpenSHMEM, GASNet, Portals, ARMCI, LAPI" <<'T'
gasnetgo runs programs for OpenSHMEM 1.6, GASNet-1, Portals 3.3, ARMCI and
LAPI on one host, where ranks are processes that share memory, on several
hosts, or on simulated machines with thousands of ranks.

This package has the shared libraries. A program that is linked to them
runs alone, or on several ranks with GASNETGO_NPROCS=N.
T
package gasnetgo net "libgasnetgo1 $exact, libc6 (>= $(glibc "$work/gasnetgo"))" "launcher of programs for OpenSHMEM, GASNet and others, and simulator" <<'T'
gasnetgo runs programs for OpenSHMEM 1.6, GASNet-1, Portals 3.3, ARMCI and
LAPI on one host, where ranks are processes that share memory, on several
hosts, or on simulated machines with thousands of ranks.

This package has the launcher, the process of simulated machines, the
benchmarks, and the documents.
T
package libgasnetgo-dev libdevel "libgasnetgo1 $exact, gasnetgo $exact, libc6-dev" "headers for OpenSHMEM, GASNet, Portals, ARMCI and LAPI, wrappers" <<'T'
gasnetgo runs programs for OpenSHMEM 1.6, GASNet-1, Portals 3.3, ARMCI and
LAPI on one host, where ranks are processes that share memory, on several
hosts, or on simulated machines with thousands of ranks.

This package has the headers, the compiler wrappers gasnetgo-oshcc,
gasnetgo-oshc++ and gasnetgo-oshfort, and files for pkg-config, CMake and makefiles. Names that
other packages have as well, such as oshcc, are in folders of their own.
T
package python3-gasnetgo python "libgasnetgo1 (>= $version), python3" "OpenSHMEM, GASNet and Portals for Python" <<'T'
gasnetgo runs programs for OpenSHMEM 1.6, GASNet-1 and Portals 3.3 on one
host, where ranks are processes that share memory, or on several.

This package has the Python package gasnetgo.
T
package libgasnetgo1-dbgsym debug "libgasnetgo1 $exact" "debug symbols for libgasnetgo1" </dev/null
ls -l "$out" | awk 'NR > 1 { print "deb: " $NF ", " $5 " bytes" }'
