// Package ctests runs C and C++ programs that see only include/ and the library, the way a user's program does.
//
// Each program under shmem/, portals/, gasnet/ and ../examples/ is built against the installed layout and becomes one subtest per variant and number of ranks:
// TestC/shmem/put_types/np4. It says by its exit status how it went: 0 passed, 77 skipped with a printed reason, anything else failed. gt.h is all
// that the programs share. To add a test, put a file there; only if it needs other flags, sizes or variables does it also need a row in
// table_test.go. What is known not to work stands in skips.txt, with a reason; once it works, the test fails until its row is gone.
package ctests
