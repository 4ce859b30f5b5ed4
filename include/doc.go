// Package include holds the public C headers, which are the contract and the manual, and the tests that they keep what they promise:
// each compiles alone in C99, C11, C17 and C++17, generic names select the typed function, handles are constants.
package include
