#include "textflag.h"

#define THREE(at) \
	PREFETCHT0 (at); \
	PREFETCHT0 64(at); \
	PREFETCHT0 128(at)

// func fetch(p unsafe.Pointer)
TEXT ·fetch(SB), NOSPLIT, $0-8
	MOVQ p+0(FP), AX
	PREFETCHT0 (AX)
	RET

// func fetch2(p unsafe.Pointer)
TEXT ·fetch2(SB), NOSPLIT, $0-8
	MOVQ p+0(FP), AX
	PREFETCHT0 (AX)
	PREFETCHT0 64(AX)
	RET

// func fetch3(p unsafe.Pointer)
TEXT ·fetch3(SB), NOSPLIT, $0-8
	MOVQ p+0(FP), AX
	THREE(AX)
	RET

// func fetch4(p unsafe.Pointer)
TEXT ·fetch4(SB), NOSPLIT, $0-8
	MOVQ p+0(FP), AX
	THREE(AX)
	PREFETCHT0 192(AX)
	RET

#define LINE(n) \
	MOVQ (8*n)(AX), CX; \
	PREFETCHT0 (CX)

// func fetchSet(s *Set)
TEXT ·fetchSet(SB), NOSPLIT, $0-8
	MOVQ s+0(FP), AX
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
	MOVQ at+0(FP), AX
	MOVQ n+8(FP), CX
	THREE(AX)
	PREFETCHT0 -1(AX)(CX*1)
	PREFETCHT0 -65(AX)(CX*1)
	RET

// func fetchEvent(actor, arg uintptr)
TEXT ·fetchEvent(SB), NOSPLIT, $0-16
	MOVQ actor+0(FP), AX
	MOVQ arg+8(FP), CX
	THREE(AX)
	CMPQ CX, $0x100000
	JB   number
	THREE(CX)

number:
	RET

// func fetchToWrite(p unsafe.Pointer)
TEXT ·fetchToWrite(SB), NOSPLIT, $0-8
	MOVQ p+0(FP), AX
	BYTE $0x0F; BYTE $0x0D; BYTE $0x08 // PREFETCHW (AX), which the assembler does not know; a CPU without it does nothing
	RET
