// Package knob is the one table of environment variables, and the only place that reads one.
//
// A process reads the table once, with Read, into an immutable Set; all other code queries the Set by name and gets a value or an error that names the
// variable, its text and the allowed values. Reading never fails: an invalid text is an error only for code that needs the value, so a bad GASNETGO_BIND does
// not stop a program that is never bound.
package knob
