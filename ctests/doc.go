// Package ctests runs C and C++ programs that see only include/ and the library, the way a user's program does.
//
// Each program under shmem/, portals/, gasnet/ and ../examples/ is built against the installed layout and becomes one subtest per variant and number of ranks:
// TestC/shmem/put_types/np4. Its exit status is its result: 0 passed, 77 skipped with a printed reason, anything else failed. gt.h is all
// that the programs share. To add a test, add a file there. It needs a row in table_test.go only for other flags, sizes or variables.
// Known failures are in skips.txt, with a reason; once such a test passes, it is reported as a failure until its row is removed.
package ctests
