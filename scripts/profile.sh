#!/bin/bash
# Profiles the library under the loads of gasnetgo bench, and writes capi/loads.pgo, the compiler's profile. Run it when the paths of messages have changed
# much; it takes two minutes on an otherwise idle machine.
set -euo pipefail
cd "$(dirname "$0")/.."

GO=${GO:-go}
work=${TMPDIR:-/tmp}/gasnetgo-profile # always the same path, because the profile contains the paths of libraries
mkdir "$work"
trap 'rm -rf "$work"' EXIT
export BUILD=$work/build
GOFLAGS="${GOFLAGS:-} -tags=profile" scripts/build.sh

# load SECONDS COMMAND...: profiles the command for this time.
load() {
	local seconds=$1 status=0
	shift
	mkdir -p "$work/profiles"
	echo "$*"
	GASNETGO_PROFILE=$work/profiles timeout "$seconds" "$@" >"$work/log" 2>&1 || status=$?
	[ $status = 0 ] || [ $status = 124 ] || { cat "$work/log"; return $status; }
}

run=$BUILD/bin/gasnetgo sim=$BUILD/libexec/gasnetgo/sim_bench
load 30 "$run" run --machine xt3 -n 64 "$sim" halo 1000000 1024
load 15 "$run" run --machine xt3 -n 1024 "$sim" halo 1000000 1024
load 10 "$run" run --machine xt3 -n 64 "$sim" halo 1000000 8
load 10 "$run" run --machine xt3 -n 2 "$sim" pingpong 100000000
load 10 "$run" run --machine xt3 -n 1024 "$sim" barrier 1000000
load 5 "$run" run --machine ideal -n 64 "$sim" call 100000000
load 60 "$run" bench portals
load 60 "$run" bench gasnet --quick

find "$work/profiles" -empty -delete # the last second of each process
$GO tool pprof -proto "$work"/profiles/*.prof >"$work/pgo"
mv "$work/pgo" capi/loads.pgo
ls -l capi/loads.pgo
