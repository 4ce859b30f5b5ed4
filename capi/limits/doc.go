// Package limits refuses to start Go where the limits of the process do not allow it, in one line that names the limit. Go itself could only dump its stacks: before
// main in the launcher, before main of the program in a rank.
//
// It is C, and works by being linked. Link with -Wl,--wrap=pthread_create,--wrap=_cgo_try_pthread_create, so that a thread that Go cannot have later is a line, too;
// without these flags Go reports it in its own way.
package limits
