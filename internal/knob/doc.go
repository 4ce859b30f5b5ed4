// Package knob is the one table of environment variables, and the only place that reads one.
//
// A process reads the table once, with Read, into an immutable Set; everybody else asks the Set by name and gets a value or an
// error that names the variable, the text found in it and what is allowed. Reading never fails: a wrong text is an error only for
// the one who needs that value, so a bad GASNETGO_BIND cannot stop a program that is never bound.
package knob
