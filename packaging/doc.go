// Package packaging holds the files that build systems search for: pkg-config files and the CMake package. Its tests install the build into a temporary
// prefix, build programs against it in every way that the README documents, and compare the library's symbols with the headers.
package packaging
