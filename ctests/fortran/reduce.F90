! reduce.F90 - reductions of all types, of all PEs and of the odd ones.
#define REDUCE(T, OP, A, B, WORK, VALUE) \
  A = VALUE; B = -1; call shmem_barrier(start, stride, size, psync2); \
  call shmem_/**/T/**/_/**/OP/**/_to_all(B, A, w, start, stride, size, WORK, psync); call shmem_barrier(start, stride, size, psync2)
#define NUMBERS(T, A, B, WORK) \
  REDUCE(T,sum,A,B,WORK,me + 1); call check(all(B == total), 'T sum'); \
  REDUCE(T,prod,A,B,WORK,1 + mod(me, 2)); call check(all(B == twos), 'T prod')
#define ORDERED(T, A, B, WORK) \
  REDUCE(T,max,A,B,WORK,me + 1); call check(all(B == last + 1), 'T max'); \
  REDUCE(T,min,A,B,WORK,me + 1); call check(all(B == start + 1), 'T min')
#define BITS(T, A, B, WORK, K) \
  REDUCE(T,and,A,B,WORK,int(ior(8, mod(me, 2)), K)); call check(all(B == 8 + merge(1, 0, mod(start, 2) == 1 .and. stride > 0)), 'T and'); \
  REDUCE(T,or,A,B,WORK,int(mod(me, 4), K)); call check(all(B == ors), 'T or'); \
  REDUCE(T,xor,A,B,WORK,int(mod(me, 4), K)); call check(all(B == xors), 'T xor')

program reduce
  use shmem
  implicit none
  integer, parameter :: w = 3
  integer :: me, n
  integer, save :: psync(SHMEM_REDUCE_SYNC_SIZE) = SHMEM_SYNC_VALUE, psync2(SHMEM_BARRIER_SYNC_SIZE) = SHMEM_SYNC_VALUE
  integer(2), save :: a2(w), b2(w), work2(SHMEM_REDUCE_MIN_WRKDATA_SIZE)
  integer(4), save :: a4(w), b4(w), work4(SHMEM_REDUCE_MIN_WRKDATA_SIZE)
  integer(8), save :: a8(w), b8(w), work8(SHMEM_REDUCE_MIN_WRKDATA_SIZE)
  real(4), save :: ra4(w), rb4(w), rwork4(SHMEM_REDUCE_MIN_WRKDATA_SIZE)
  real(8), save :: ra8(w), rb8(w), rwork8(SHMEM_REDUCE_MIN_WRKDATA_SIZE)
  real(16), save :: ra16(w), rb16(w), rwork16(SHMEM_REDUCE_MIN_WRKDATA_SIZE)
  complex(4), save :: ca4(w), cb4(w), cwork4(SHMEM_REDUCE_MIN_WRKDATA_SIZE)
  complex(8), save :: ca8(w), cb8(w), cwork8(SHMEM_REDUCE_MIN_WRKDATA_SIZE)

  call shmem_init()
  me = shmem_my_pe()
  n = shmem_n_pes()
  call every(0, 0, n)
  if (mod(me, 2) == 1) call every(1, 1, n / 2)
  call shmem_barrier_all()

  ! REAL*16 has 113 bits: 80 would round this away.
  ra16 = 1
  if (me == 0) ra16 = 1 + 2.0_16 ** (-100)
  call shmem_barrier_all()
  call shmem_real16_sum_to_all(rb16, ra16, w, 0, 0, n, rwork16, psync)
  call check(all(rb16 == n + 2.0_16 ** (-100)), 'real16 keeps its digits')
  call shmem_barrier_all()
  ca8 = (0, 1)
  call shmem_comp8_prod_to_all(cb8, ca8, w, 0, 0, n, cwork8, psync)
  call check(all(cb8 == (0, 1) ** n), 'comp8 multiplies complex numbers')
  call shmem_finalize()
contains
  include 'check.inc'

  subroutine every(start, stride, size)
    integer, intent(in) :: start, stride, size
    integer :: total, twos, last, ors, xors, p, pe
    total = 0
    twos = 1
    ors = 0
    xors = 0
    last = start + 2 ** stride * (size - 1)
    do p = 0, size - 1
      pe = start + 2 ** stride * p
      total = total + pe + 1
      twos = twos * (1 + mod(pe, 2))
      ors = ior(ors, mod(pe, 4))
      xors = ieor(xors, mod(pe, 4))
    end do
    NUMBERS(int2,a2,b2,work2)
    NUMBERS(int4,a4,b4,work4)
    NUMBERS(int8,a8,b8,work8)
    NUMBERS(real4,ra4,rb4,rwork4)
    NUMBERS(real8,ra8,rb8,rwork8)
    NUMBERS(real16,ra16,rb16,rwork16)
    NUMBERS(comp4,ca4,cb4,cwork4)
    NUMBERS(comp8,ca8,cb8,cwork8)
    ORDERED(int2,a2,b2,work2)
    ORDERED(int4,a4,b4,work4)
    ORDERED(int8,a8,b8,work8)
    ORDERED(real4,ra4,rb4,rwork4)
    ORDERED(real8,ra8,rb8,rwork8)
    ORDERED(real16,ra16,rb16,rwork16)
    BITS(int2,a2,b2,work2,2)
    BITS(int4,a4,b4,work4,4)
    BITS(int8,a8,b8,work8,8)
  end subroutine
end program
