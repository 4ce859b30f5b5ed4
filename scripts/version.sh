# Sourced: version is that of include/gasnetgo.h, the only place that says it.
version=$(awk '$1 == "#define" && $2 ~ /^GASNETGO_VERSION_(MAJOR|MINOR|PATCH)$/ { v = v sep $3; sep = "." } END { print v }' include/gasnetgo.h)
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || { echo "include/gasnetgo.h does not say its version (found '$version')" >&2; exit 1; }
