// Package strided describes transfers of memory that is not contiguous: which bytes go where. OpenSHMEM's strided and block-strided copies and GASNet's
// vector, indexed and strided transfers use it; it knows neither.
//
// A transfer writes one region and reads another. There are three kinds of regions:
//
//	Row    blocks of one size at equal distances
//	Box    rows at equal distances, on any number of levels
//	List   pieces anywhere; the pieces of both regions need not have the same sizes
//
// Bounds (Span, List.Bytes) are checked arithmetic and report overflow; the caller words the error, since it knows the argument. Walks yield blocks or
// fragments, for a caller that moves them one by one. Copy moves everything at once, where this process can access both regions.
package strided
