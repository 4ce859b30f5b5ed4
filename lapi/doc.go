// Package lapi is the meaning of LAPI as a state machine. A Machine is one context of one task: calls and packets go in, effects come out. It knows no clock, no
// threads and no memory: whoever drives it carries packets, copies data, runs handlers and reports that it has. Packets may arrive in any order, several times, or
// not at all, if lost ones are asked for with Resend.
//
// Package lapi/client drives it, and package lapi/process makes the calls of a program of it.
package lapi
