# Sourced: manifest_in PREFIX prints the name of the manifest of the gasnetgo that is installed there, relative to it; nothing if none is. The link in libexec says
# which folder has the libraries; installations of 0.1.0's development had lib and no link.
manifest_in() {
	local link lib=lib
	if link=$(readlink "$1/libexec/gasnetgo/lib"); then lib=${link#../../}; fi
	if [ -e "$1/$lib/gasnetgo/manifest" ]; then echo "$lib/gasnetgo/manifest"; fi
}
