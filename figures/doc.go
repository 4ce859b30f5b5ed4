// Package figures compares what programs measure on simulated machines with what papers have published of the real ones.
//
// figures.toml is the data: the papers, their figures (rows), the programs that measure the same (runs), and plots. A row is calibrated (a parameter of the
// machine was chosen to reproduce it), predicted (it was not, and has a tolerance), or reported (nothing was published to compare with). Programs are C clients
// like any other, in bench/figures/ and ctests/; the caller of this package starts them and passes their output.
package figures
