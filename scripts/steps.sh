# Sourced by scripts/build.sh: a line for each step that does something, with its time. On a terminal a step also shows what it is doing.

began=0 first= done_steps=0
now() { # now: milliseconds in ms
	ms=${EPOCHREALTIME:-$(date +%s.%6N)}
	ms=${ms/./}
	ms=${ms%???}
}
terminal() { [ -t 1 ]; }

# begin NAME
begin() {
	step=$1 changed=
	now
	began=$ms first=${first:-$ms}
	if terminal; then printf '\r\033[K  %s' "$step"; fi
}

# end: the step is complete. It prints a line if it has set changed.
end() {
	now
	if terminal; then printf '\r\033[K'; fi
	if [ "$changed" ]; then
		done_steps=$((done_steps + 1))
		printf '  %-10s %6s s\n' "$step" "$(seconds $((ms - began)))"
	fi
}

seconds() { printf '%d.%d' $(($1 / 1000)) $(($1 % 1000 / 100)); }

# finish: all steps are complete.
finish() {
	now
	if [ $done_steps = 0 ]; then
		echo "build: nothing to do in $BUILD ($(seconds $((ms - first))) s)"
	else
		echo "build: complete in $BUILD ($(seconds $((ms - first))) s)"
	fi
}

# Linker flags of what links capi/limits: a thread that cannot be had is one line there, not a stack dump of Go.
limits_flags=-Wl,--wrap=pthread_create,--wrap=_cgo_try_pthread_create

# go_build FLAGS...: go build. On a terminal it shows the package that is compiled, as -v prints it; all other lines are messages.
go_build() {
	if ! terminal; then
		$GO build "$@"
		return
	fi
	local count=0 line
	$GO build -v "$@" 2>&1 | while IFS= read -r line; do
		if [[ $line =~ ^[a-z][^[:space:]:]*$ ]]; then
			count=$((count + 1))
			printf '\r\033[K  %-10s %3d packages compiled: %.50s' "$step" $count "$line"
		else
			printf '\r\033[K%s\n' "$line" >&2
		fi
	done
}
