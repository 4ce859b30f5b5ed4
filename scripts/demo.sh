#!/bin/bash
# The demonstration: real programs on 4 ranks and on a simulated machine, each verified against a serial run, then latencies and figures.
set -euo pipefail
cd "$(dirname "$0")/.."

BUILD=${BUILD:-build}
CC=${CC:-cc}
RANKS=4
bin=$BUILD/bin demo=$BUILD/demo
mkdir -p "$demo"
[[ $BUILD = /* ]] && lib=$BUILD/lib || lib=$PWD/$BUILD/lib
flags=(-I"$BUILD/include" -L"$BUILD/lib" -lgasnetgo -Wl,-rpath,"$lib")

# step COMMAND...: prints a command as a user would type it, then runs it.
step() {
	printf '\n$ %s\n' "$*"
	"$@"
}

title() { printf '\n== %s\n' "$*"; }

title "OpenSHMEM"
for program in heat2d isort; do
	step "$bin/oshcc" -O2 -o "$demo/$program" "examples/$program.c"
	step "$bin/oshrun" -n $RANKS "$demo/$program"
done

title "OpenSHMEM and OpenMP: threads in each rank"
step "$bin/oshcc" -O2 -fopenmp -o "$demo/stencil_omp" examples/stencil_omp.c
step env OMP_NUM_THREADS=2 "$bin/oshrun" -n $RANKS "$demo/stencil_omp"
step "$bin/gasnetgo" run --machine xt4 -n 16 "$demo/stencil_omp"

title "GASNet"
step "$CC" -DGASNET_SEQ -O2 -o "$demo/hashtable" examples/hashtable.c "${flags[@]}"
step "$bin/gasnetgo" run -n $RANKS "$demo/hashtable"

title "Portals"
step "$CC" -O2 -o "$demo/allreduce" examples/allreduce.c "${flags[@]}"
step "$bin/gasnetgo" run -n $RANKS "$demo/allreduce"

title "Fortran and Python"
if command -v gfortran >/dev/null; then
	step "$bin/oshfort" -O2 -o "$demo/pi" examples/pi.f90
	step "$bin/gasnetgo" run -n $RANKS "$demo/pi"
else
	printf '\ngfortran not found: the Fortran example is left out\n'
fi
if command -v python3 >/dev/null; then
	# Large enough that computing outweighs the start of the ranks, with NumPy and without.
	size=(256 256 60)
	if python3 -c 'import numpy' 2>/dev/null; then size=(1024 1024 100); fi
	step "$bin/gasnetgo" run -n $RANKS python3 examples/heat2d.py "${size[@]}"
else
	printf '\npython3 not found: the Python example is left out\n'
fi

title "64 nodes of a simulated Cray XT3: virtual time, the same in every run. heat2d computes at 0.5 GFLOPS a node"
step "$bin/gasnetgo" run --machine xt3 -n 64 "$demo/heat2d" 1024 1024 50 0.5
step "$bin/gasnetgo" run --machine xt3 -n 64 "$demo/allreduce" 100000

title "This library beside the limits of this host"
step "$bin/gasnetgo" bench --quick put_lat get_lat fadd_lat put_bw barrier startup_32 portals.put_lat gasnet.put_lat gasnet.am_short

title "The simulated XT3 beside published figures of the real one"
# Not the figures of ARMCI and of NAS MG, which take longest.
step "$bin/gasnetgo" figures xt3 --rows '^(put|get|streaming|MPI|accelerated|SHMEM (put|get))' --out "$demo/figures" >"$demo/figures.txt"
sed -n '2,/^ *$/p; /published figures are met/p; /^[0-9]* pictures/p' "$demo/figures.txt"
printf '(also in %s)\n' "$demo/figures.txt"
