// Package asm has assembly of compilers count its instructions: x86-64, AT&T syntax, as GCC and Clang write it.
//
// It knows labels, jumps, mnemonics and the kinds of operands; it does not assemble. A basic block begins at a label that something refers to, behind a jump and behind a call. At the first
// place of a block where no flag is in use it inserts an addition to the object's counter (package count). Where a block has no such place, its instructions are counted with the block before
// it, from which it is reached, or, if it has a label, the addition saves the flags.
//
// What a programmer has written in assembly is counted as far as it is understood, and nothing is inserted there.
package asm
