// Package x86 decodes x86-64 instructions as far as the host of simulated ranks needs it: how long one is, whether it reads the time stamp counter, and what memory it accesses.
package x86
