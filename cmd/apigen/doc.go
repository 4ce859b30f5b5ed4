// Command apigen generates the mechanical part of the C edge from the public headers, which declare every function, and one
// table per API, which maps every function to an operation.
//
//	go run ./cmd/apigen          rewrite the files that are not current
//	go run ./cmd/apigen -check   name the files that are not current and fail
//
// For an API x it reads api/x.tbl and the headers that the table names, and writes
//
//	capi/x/zx_frames.h     op numbers, enumerations and argument frames
//	capi/x/zx_stubs_*.c    one C function per entry point: data plane first, then the frame; twins and weak aliases
//	capi/x/zx_stubs.h      the macros of these files, if the API has lists of types or twins
//	capi/zx_dispatch.go    frames as Go sees them, and the switch from op to method
//	capi/x/zx_layout.c     compile-time checks of sizes and offsets
//	<meaning>/zenum.go     the enumerations and constants for the Go package that holds the meaning
//	python/gasnetgo/zx.py  ctypes prototypes and constants
//	docs/api/x.md          the support table
//
//	capi/x/zx_child.c      results in a forked child, if ops have some
//
//	capi/x/zx_fortran.h    the Fortran interface, if the table has fortran lines, which zx_fortran4.c and zx_fortran8.c compile for INTEGERs of 4 and 8 bytes
//	include/x/zmodule.f90  the module with the interfaces of all routines
//	packaging/apis/zx_fortran.h  their names, for the archive that programs with INTEGERs of 8 bytes link
//	docs/api/x_fortran.md  the table of routines
//
// For all APIs together it writes capi/zapis.c and capi/zapis.go, the tables of APIs and of their ops' words; capi/exports.map, the linker's list of
// visible symbols; packaging/apis/zapis.sh, what scripts know of APIs; and capi/runtime/zbits.h.
//
// # Stubs
//
// Where the table has no list of types and no twins, every stub is a C function written out. Otherwise the stubs are made of macros: GA_EACH_<LIST>(X)
// applies X to each type of a list, GA_DO_<OP> is the call of an operation, GA_STUB is the head of a function with its twin and alias; a row
// with a list is a macro for one function, named like its pattern, which GA_EACH_<LIST> expands. For that the prototypes of a row's functions
// must differ in their types only.
//
// # Tables
//
// One directive per line; # starts a comment; an indented line continues the one before it.
//
//	api NAME                      the API's name, as in ga_NAME_op
//	id N                          its number; an op's number is id << 8 | index
//	title TEXT                    what docs/api calls it
//	folder NAME                   where under capi its C files are; without it NAME of the API
//	define NAME...                macros that must be defined before the headers
//	headers FILE...               headers under include/ that declare its functions, in the order in which stubs include them
//	include FILE...               headers of that folder that the stubs need as well, for what their rows call
//	twin PREFIX                   every function gets a strong twin with this prefix and becomes a weak alias of it
//	meaning PACKAGE TYPE          the Go package and the type whose methods the ops are; PACKAGE . is capi itself, and TYPE an interface there
//	codes                         methods return codes: they take no name and return no error, only their results
//	type NAME CODE CTYPE          a type in function names; CODE is its code in enums Type (F32, F64: floats) and Num, or - for none
//	type NAME BYTES               an untyped size in function names; in both forms what is in front of a colon is not part of the name in functions
//	list NAME T...                a list of types; @OTHER includes another list
//	enum NAME WORD...             GA_<API>_<NAME>_<WORD> in C, <NAME><WORD> in Go, from 0
//	const NAME PREFIX             the headers' constants with this prefix, as <NAME><Rest> in Go
//	const NAME...                 single constants of the headers
//	op N NAME METHOD (ARG:KIND...) [-> RESULT:KIND...] [WORD...]
//	each WORD...                  words of all ops that follow
//	install NAME...               names at the top of include/, with *, in the folder of its own headers; without it the API has no library of its own
//	joins API                     its functions are in the library of that API
//	libraries NAME...             names that its library has in other packages: libNAME.so
//	tools NAME...                 names that the launcher has in other packages
//	usual NAME...                 names, with *, that every installation has, beside headers at the top; others only with ALIASES=all
//	pkgconfig VERSION NAME...     the version of the interface, and names in pkg-config, of which the later ones require the first
//	hook MEMBER FUNCTION          a C function of the API for a member of struct ga_api (capi/runtime/edge.h)
//	family NAME                   the stub file of the functions that follow
//	spec SECTION                  the section of the specification that they are in
//	fn PATTERN [@LIST] : BODY     one function, or one for each type of the list, which stands where PATTERN has {T}
//	fortran PATTERN (ARG:KIND ...) [-> RESULT] [@LIST] : BODY   one routine of the Fortran interface, or one for each type of the list; spec says whose it is
//	same NAME OTHER               NAME is a weak alias of OTHER's twin
//	client NAME : WHY             a variable that a header declares and the program has, or the static archive it is linked with: not exported
//	hidden PREFIX...              macros with these prefixes are not constants of the API: they depend on the compiler, or are internal
//	export NAME : WHY             a dynamic symbol, function or data, that no header declares; it is written by hand in capi
//
// Arguments and results of an op may be separated by commas. A variable that a header declares (extern) needs no row: it is exported, and
// defined by hand in capi. An op with "plane" is offered to the data plane first, as ga_<API>_plane_NAME with its arguments and the address
// of each result. One with "again" is called again while its first result requests that (capi/runtime/again.h).
//
// Words of an op: plane, again, noreturn (it does not return), quick (it never waits, so that signals need not be held), slow (cancels quick of an
// each line), alone (quick in a job of one rank), polls (in a job on several hosts it holds signals only from its first sleep on), step (a simulated rank may make it without
// a coroutine), looks (it only polls for events), retried (programs that wait repeat it; so do those that look), user (at user level, without a call of a driver), named (its method gets its arguments in a struct <METHOD>Args of the meaning, by their names: a value in the wrong place does not compile),
// child=VALUE (its first result in a forked child, where there is no Go; without it the call ends the child).
//
// Kinds are i32 u32 i64 u64 bool addr (an integer the size of a pointer) ptr and cptr. A BODY is one of
//
//	op(ARG, ...) [local DECL] [-> STATEMENTS] [!partial NOTE]
//	noop [-> STATEMENTS]
//	unsupported -> STATEMENTS
//	hand
//
// A routine of Fortran has kinds of its own for its arguments, and for its result value, integer, logical or address: fortran.go says what C receives and what
// the module declares. Its BODY reads int, count, offset and value arguments as values.
//
// Arguments are C expressions over the prototype's own parameters. DECL is a local variable, zero at first. STATEMENTS are C, with
// $name for a result of the op; without them a function that returns a value returns the op's only result. Everywhere {C} is the C
// type, {size} its size, {code} the constant of its code among integers in enum Type, {num} that of its code in enum Num, {Enum.Word} the
// constant of an enumeration, {bits:x} the value x as the uint64_t in which atomics carry it. "hand" functions are written by hand in capi; "noop" ones do nothing; "unsupported" ones
// return the specification's value for that, and the support table marks them.
package main
