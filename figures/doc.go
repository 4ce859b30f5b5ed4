// Package figures compares measurements of programs on simulated machines with published figures of the real ones.
//
// figures.toml is the data: the papers, their figures (rows), the programs that measure the same (runs), and plots. A row is calibrated (a parameter of the
// machine was chosen to reproduce it), predicted (it was not, and has a tolerance), or reported (there is no published value). Programs are ordinary C clients
// in bench/figures/ and ctests/; the caller of this package starts them and passes their output.
package figures
