// Package sci is GASNet over SISCI, as "GASNet Core API on Scalable Coherent Interface" describes it: messages are stores to memory of their receiver. Each rank
// exports a command segment for each sender, a segment with flags, and its GASNet segment, to which DMA brings the payload of long messages. A rank writes to the
// memory of others and reads only its own.
//
// It is a core alone: package reference does the extended API on top. docs/design/gasnet-sci.md describes the segments, and why a flag is never seen before its data.
package sci
