// Package armci is the meaning of ARMCI: memory, contiguous, strided and vector transfers, accumulates, read-modify-write, mutexes, groups, messages.
//
// A [Rank] is one process of a job. It knows its surroundings by two narrow interfaces: [World], which gives it memory and waits, and [Transport], which moves
// bytes. What a transport need not have (strides, accumulates, mutexes, collective operations) is made here of what it has, so that another binding
// is a package that satisfies Transport and passes armcitest. docs/design/armci.md describes the whole.
package armci
