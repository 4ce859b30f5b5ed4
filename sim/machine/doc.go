// Package machine describes whole machines: nodes, wires, network interfaces, software costs. A machine is a TOML file in which every parameter has a unit and
// a source; docs/machines.md describes the built-in machines, docs/calibration.md their accuracy.
//
// Reading is strict: unknown and missing parameters are errors with file, line, key and reason. The package works on bytes; the command reads the files.
package machine
