#!/bin/bash
# libdir.sh TREE LIBDIR: moves lib of an installation to be, TREE, to LIBDIR, and corrects what says where it is: links, and files for build systems.
set -euo pipefail
cd "$1"
libdir=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

moved() { # moved NAME: where it will be
	case $1 in
	lib) echo "$libdir" ;;
	lib/*) echo "$libdir/${1#lib/}" ;;
	*) echo "$1" ;;
	esac
}

# Links whose own folder or whose target's folder moves, unless both do.
find . -type l -printf '%P\t%l\n' | while IFS=$'\t' read -r name target; do
	case $target in /*) continue ;; esac
	steps=${name//[^\/]/} ups=${target%%[^./]*} # as many slashes as folders are above the link, and as its target goes up
	ups=${ups//[^\/]/}
	if [[ $name = lib/* ]] && ((${#ups} < ${#steps})); then continue; fi
	real=$(realpath -ms --relative-to=. "$(dirname "$name")/$target")
	case $name:$real in lib/*:lib/*) continue ;; esac
	new=$(moved "$name")
	ln -sfn "$(realpath -ms --relative-to="$(dirname "$new")" "$(moved "$real")")" "$name"
done

mv lib "$work/lib"
mkdir -p "$(dirname "$libdir")"
mv "$work/lib" "$libdir"

# Prefixes are relative to the file: a folder of more than one name is more than one step away.
steps= rest=$libdir
while [[ $rest = */* ]]; do steps+=../ rest=${rest#*/}; done
find "$libdir" -name '*.pc' -type f -exec sed -i "s|^prefix=\${pcfiledir}/|&$steps|; s#\${prefix}/lib\(/\|\$\)#\${prefix}/$libdir\1#" {} +
find include -name '*.mak' -type f -exec sed -i "/^GASNET/s|/lib/gasnetgo/gasnet|/$libdir/gasnetgo/gasnet|" {} +
sed -i "s|\"\${_gasnetgo_libdir}/\.\.\"|\"\${_gasnetgo_libdir}/$steps..\"|" "$libdir/cmake/gasnetgo/gasnetgo-config.cmake"
