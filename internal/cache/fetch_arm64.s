#include "textflag.h"

#define THREE(at) \
	PRFM (at), PLDL1KEEP; \
	PRFM 64(at), PLDL1KEEP; \
	PRFM 128(at), PLDL1KEEP

// func fetch(p unsafe.Pointer)
TEXT ·fetch(SB), NOSPLIT, $0-8
	MOVD p+0(FP), R0
	PRFM (R0), PLDL1KEEP
	RET

// func fetch2(p unsafe.Pointer)
TEXT ·fetch2(SB), NOSPLIT, $0-8
	MOVD p+0(FP), R0
	PRFM (R0), PLDL1KEEP
	PRFM 64(R0), PLDL1KEEP
	RET

// func fetch3(p unsafe.Pointer)
TEXT ·fetch3(SB), NOSPLIT, $0-8
	MOVD p+0(FP), R0
	THREE(R0)
	RET

// func fetch4(p unsafe.Pointer)
TEXT ·fetch4(SB), NOSPLIT, $0-8
	MOVD p+0(FP), R0
	THREE(R0)
	PRFM 192(R0), PLDL1KEEP
	RET

#define LINE(n) \
	MOVD (8*n)(R0), R1; \
	PRFM (R1), PLDL1KEEP

// func fetchSet(s *Set)
TEXT ·fetchSet(SB), NOSPLIT, $0-8
	MOVD s+0(FP), R0
	LINE(0)
	LINE(1)
	LINE(2)
	LINE(3)
	LINE(4)
	LINE(5)
	LINE(6)
	LINE(7)
	LINE(8)
	RET

// func ends(at uintptr, n uint64)
TEXT ·ends(SB), NOSPLIT, $0-16
	MOVD at+0(FP), R0
	MOVD n+8(FP), R1
	THREE(R0)
	ADD  R1, R0
	SUB  $64, R0
	PRFM (R0), PLDL1KEEP
	RET

// func fetchEvent(actor, arg uintptr)
TEXT ·fetchEvent(SB), NOSPLIT, $0-16
	MOVD actor+0(FP), R0
	MOVD arg+8(FP), R1
	THREE(R0)
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
