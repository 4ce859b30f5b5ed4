# Sourced: CC and CXX for the project's own use. If the environment has CC=oshcc, as for a build of programs, this takes the compiler behind that
# wrapper: a library that is built by the wrapper of an installation would need that installation.

behind() { # behind COMPILER: the compiler that it runs, if it is a wrapper of gasnetgo's
	local version
	version=$($1 -showme:version 2>/dev/null </dev/null || true)
	if [[ $version == *": gasnetgo "* ]]; then $1 -showme:command; else printf '%s\n' "$1"; fi
}

CC=$(behind "${CC:-cc}")
CXX=$(behind "${CXX:-c++}")
