#!/bin/bash
# The demonstration: real programs on 4 ranks, each verified against a serial run.
set -euo pipefail
cd "$(dirname "$0")/.."

BUILD=${BUILD:-build}
RANKS=4
bin=$BUILD/bin
mkdir -p "$BUILD/demo"

# step COMMAND...: prints a command as a user would type it, then runs it.
step() {
	printf '\n$ %s\n' "$*"
	"$@"
}

for program in heat2d isort; do
	step "$bin/oshcc" -O2 -o "$BUILD/demo/$program" "examples/$program.c" -lm
	step "$bin/oshrun" -n $RANKS "$BUILD/demo/$program"
done

if command -v python3 >/dev/null; then
	step "$bin/gasnetgo" run -n $RANKS python3 examples/heat2d.py
else
	printf '\npython3 not found: the Python example is left out\n'
fi

step "$bin/gasnetgo" run --machine xt3 -n 64 "$BUILD/demo/heat2d" 512 512 100

step "$bin/gasnetgo" bench --quick
