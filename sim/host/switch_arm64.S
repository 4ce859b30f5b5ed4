/* switch_arm64.S - from stack to stack. What a call preserves goes onto the stack that is left: x19 to x30, d8 to d15, the floating-point control
 * register. Run under emulation so far. */
	.text

/* void ga_sim_switch(void **from, void *to) */
	.globl ga_sim_switch
	.hidden ga_sim_switch
	.type ga_sim_switch, %function
	.p2align 4
ga_sim_switch:
	.cfi_startproc
	hint #34 /* bti c */
	sub sp, sp, #176
	.cfi_adjust_cfa_offset 176
	stp x29, x30, [sp, #0]
	.cfi_rel_offset x29, 0
	.cfi_rel_offset x30, 8
	stp x19, x20, [sp, #16]
	.cfi_rel_offset x19, 16
	.cfi_rel_offset x20, 24
	stp x21, x22, [sp, #32]
	.cfi_rel_offset x21, 32
	.cfi_rel_offset x22, 40
	stp x23, x24, [sp, #48]
	.cfi_rel_offset x23, 48
	.cfi_rel_offset x24, 56
	stp x25, x26, [sp, #64]
	.cfi_rel_offset x25, 64
	.cfi_rel_offset x26, 72
	stp x27, x28, [sp, #80]
	.cfi_rel_offset x27, 80
	.cfi_rel_offset x28, 88
	stp d8, d9, [sp, #96]
	stp d10, d11, [sp, #112]
	stp d12, d13, [sp, #128]
	stp d14, d15, [sp, #144]
	mrs x9, fpcr
	str x9, [sp, #160]
	mov x9, sp
	str x9, [x0]
	mov sp, x1
	ldr x9, [sp, #160]
	msr fpcr, x9
	ldp d14, d15, [sp, #144]
	ldp d12, d13, [sp, #128]
	ldp d10, d11, [sp, #112]
	ldp d8, d9, [sp, #96]
	ldp x27, x28, [sp, #80]
	ldp x25, x26, [sp, #64]
	ldp x23, x24, [sp, #48]
	ldp x21, x22, [sp, #32]
	ldp x19, x20, [sp, #16]
	ldp x29, x30, [sp, #0]
	add sp, sp, #176
	.cfi_def_cfa_offset 0
	br x30
	.cfi_endproc
	.size ga_sim_switch, . - ga_sim_switch

/* The first frame on a new stack; x19 and x20 are from ga_sim_prepare. Stack walks end here. */
	.type first, %function
	.p2align 4
first:
	.cfi_startproc
	.cfi_undefined x30
	hint #36 /* bti j */
	mov x0, x19
	mov x29, #0
	mov x30, #0
	blr x20
	brk #1
	.cfi_endproc
	.size first, . - first

/* void *ga_sim_prepare(void *top, void (*fn)(void *), void *arg) */
	.globl ga_sim_prepare
	.hidden ga_sim_prepare
	.type ga_sim_prepare, %function
	.p2align 4
ga_sim_prepare:
	.cfi_startproc
	hint #34
	and x0, x0, #-16
	sub x0, x0, #176
	adr x9, first
	stp xzr, x9, [x0, #0]
	stp x2, x1, [x0, #16]
	stp xzr, xzr, [x0, #32]
	stp xzr, xzr, [x0, #48]
	stp xzr, xzr, [x0, #64]
	stp xzr, xzr, [x0, #80]
	stp xzr, xzr, [x0, #96]
	stp xzr, xzr, [x0, #112]
	stp xzr, xzr, [x0, #128]
	stp xzr, xzr, [x0, #144]
	stp xzr, xzr, [x0, #160]
	ret
	.cfi_endproc
	.size ga_sim_prepare, . - ga_sim_prepare

/* void ga_sim_jump(void *sp, uintptr_t entry): x0 is a function to register with atexit, of which there is none. */
	.globl ga_sim_jump
	.hidden ga_sim_jump
	.type ga_sim_jump, %function
	.p2align 4
ga_sim_jump:
	.cfi_startproc
	.cfi_undefined x30
	hint #34
	mov sp, x0
	mov x16, x1
	mov x0, #0
	mov x29, #0
	mov x30, #0
	br x16
	.cfi_endproc
	.size ga_sim_jump, . - ga_sim_jump

/* What a descriptor of a thread-local variable calls: x0 has its address; the answer is a distance from the thread pointer. Nothing else changes. */
	.globl ga_sim_tls_described
	.hidden ga_sim_tls_described
	.type ga_sim_tls_described, %function
	.p2align 4
ga_sim_tls_described:
	hint #34
	ldr x0, [x0, #8]
	ret
	.size ga_sim_tls_described, . - ga_sim_tls_described

	.section .note.GNU-stack, "", %progbits
