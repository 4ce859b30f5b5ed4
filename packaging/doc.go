// Package packaging holds what build systems look for: pkg-config files and the CMake package. Its tests install the build into a temporary prefix
// and build programs against it in every way that the README promises, and hold the library's symbols against the headers.
package packaging
