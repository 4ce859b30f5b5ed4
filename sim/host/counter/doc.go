// Package counter finds the instructions in x86-64 programs that read the time stamp counter, rdtsc and rdtscp, and system calls.
//
// The host of simulated ranks replaces them, so a wrong answer would destroy code. Bytes that look like such an instruction count only if decoding from the
// beginning of their function arrives at them; what cannot be decoded is reported and stays as it is.
package counter
