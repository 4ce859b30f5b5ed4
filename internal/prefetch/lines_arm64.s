#include "textflag.h"

// Into the second level: see lines_amd64.s.

#define TWO(at) \
	PRFM (at), PLDL2KEEP; \
	PRFM 64(at), PLDL2KEEP

#define FOUR(at) \
	TWO(at); \
	PRFM 128(at), PLDL2KEEP; \
	PRFM 192(at), PLDL2KEEP

#define THREE(at) \
	TWO(at); \
	PRFM 128(at), PLDL2KEEP

#define PLACE(n) \
	MOVD (8*(n))(R0), R1; \
	ADD  $63, R1, R2; \
	PRFM (R1), PLDL2KEEP; \
	PRFM (R2), PLDL2KEEP

#define FIVE(n) \
	PLACE(n); \
	PLACE(n+1); \
	PLACE(n+2); \
	PLACE(n+3); \
	PLACE(n+4)

// func fetch(p unsafe.Pointer)
TEXT ·fetch(SB), NOSPLIT, $0-8
	MOVD p+0(FP), R0
	PRFM (R0), PLDL2KEEP
	RET

// func fetch2(p unsafe.Pointer)
TEXT ·fetch2(SB), NOSPLIT, $0-8
	MOVD p+0(FP), R0
	TWO(R0)
	RET

// func fetch4(p unsafe.Pointer)
TEXT ·fetch4(SB), NOSPLIT, $0-8
	MOVD p+0(FP), R0
	FOUR(R0)
	RET

// func fetchSet(s *Set)
TEXT ·fetchSet(SB), NOSPLIT, $0-8
	MOVD s+0(FP), R0
	FIVE(0)
	PLACE(5)
	PLACE(6)
	PLACE(7)
	RET

// func fetchSmallSet(f *SmallSet)
TEXT ·fetchSmallSet(SB), NOSPLIT, $0-8
	MOVD f+0(FP), R0
	FIVE(0)
	RET

// func fetch3(at uintptr)
TEXT ·fetch3(SB), NOSPLIT, $0-8
	MOVD at+0(FP), R0
	THREE(R0)
	RET

// func ends(first, last uintptr)
TEXT ·ends(SB), NOSPLIT, $0-16
	MOVD first+0(FP), R0
	MOVD last+8(FP), R1
	TWO(R0)
	TWO(R1)
	RET

// func fetchEvent(actor, arg uintptr)
TEXT ·fetchEvent(SB), NOSPLIT, $0-16
	MOVD actor+0(FP), R0
	MOVD arg+8(FP), R1
	FOUR(R0)
	MOVD $0x100000, R2
	CMP  R2, R1
	BLO  number
	THREE(R1)

number:
	RET

// func fetchToWrite(p unsafe.Pointer)
TEXT ·fetchToWrite(SB), NOSPLIT, $0-8
	MOVD p+0(FP), R0
	PRFM (R0), PSTL1KEEP
	RET
