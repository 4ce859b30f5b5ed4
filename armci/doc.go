// Package armci is the place of ARMCI: regions, strided and vector transfers, groups and mutexes, as Global Arrays uses them.
//
// There is nothing here yet: a program that needs ARMCI cannot be built against this library.
package armci
