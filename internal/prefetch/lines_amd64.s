#include "textflag.h"

// Into the second level: what the next dozens of events will touch would not leave room for anything else in the first.

#define TWO(at) \
	PREFETCHT1 (at); \
	PREFETCHT1 64(at)

#define FOUR(at) \
	TWO(at); \
	PREFETCHT1 128(at); \
	PREFETCHT1 192(at)

#define THREE(at) \
	TWO(at); \
	PREFETCHT1 128(at)

#define PLACE(n) \
	MOVQ (8*(n))(AX), CX; \
	PREFETCHT1 (CX); \
	PREFETCHT1 63(CX)

#define FIVE(n) \
	PLACE(n); \
	PLACE(n+1); \
	PLACE(n+2); \
	PLACE(n+3); \
	PLACE(n+4)

// func fetch(p unsafe.Pointer)
TEXT ·fetch(SB), NOSPLIT, $0-8
	MOVQ p+0(FP), AX
	PREFETCHT1 (AX)
	RET

// func fetch2(p unsafe.Pointer)
TEXT ·fetch2(SB), NOSPLIT, $0-8
	MOVQ p+0(FP), AX
	TWO(AX)
	RET

// func fetch4(p unsafe.Pointer)
TEXT ·fetch4(SB), NOSPLIT, $0-8
	MOVQ p+0(FP), AX
	FOUR(AX)
	RET

// func fetchSet(s *Set)
TEXT ·fetchSet(SB), NOSPLIT, $0-8
	MOVQ s+0(FP), AX
	FIVE(0)
	PLACE(5)
	PLACE(6)
	PLACE(7)
	RET

// func fetchSmallSet(f *SmallSet)
TEXT ·fetchSmallSet(SB), NOSPLIT, $0-8
	MOVQ f+0(FP), AX
	FIVE(0)
	RET

// func fetch3(at uintptr)
TEXT ·fetch3(SB), NOSPLIT, $0-8
	MOVQ at+0(FP), AX
	THREE(AX)
	RET

// func ends(first, last uintptr)
TEXT ·ends(SB), NOSPLIT, $0-16
	MOVQ first+0(FP), AX
	MOVQ last+8(FP), CX
	TWO(AX)
	TWO(CX)
	RET

// func fetchEvent(actor, arg uintptr)
TEXT ·fetchEvent(SB), NOSPLIT, $0-16
	MOVQ actor+0(FP), AX
	MOVQ arg+8(FP), CX
	FOUR(AX)
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
