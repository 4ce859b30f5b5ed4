// Package machine describes whole machines: nodes, wires, network interfaces, what software costs. A machine is a TOML file in which every parameter has
// a unit and says where its value is from; docs/machines.md tells of those that are built in and how well they do.
//
// Reading is strict: what is not known is refused with file, line, key and reason, and so is what is missing. Files are bytes here; who reads them
// from where is the command's business.
package machine
