! amo.F90 - atomics of all types on PE 0 and on the next PE.
#define INTEGERS(T, K) \
  w/**/K = 0; call shmem_barrier_all(); \
  call shmem_/**/T/**/_add(w/**/K(1), int(me + 1, K), 0); call shmem_/**/T/**/_inc(w/**/K(2), 0); \
  call check(shmem_/**/T/**/_fadd(w/**/K(3), 5_/**/K, 0) >= 0, 'T fadd'); call check(shmem_/**/T/**/_finc(w/**/K(4), 0) < n, 'T finc'); \
  call shmem_barrier_all(); \
  call check(shmem_/**/T/**/_fetch(w/**/K(1), 0) == n * (n + 1) / 2, 'T add'); call check(shmem_/**/T/**/_fetch(w/**/K(2), 0) == n, 'T inc'); \
  call check(shmem_/**/T/**/_fetch(w/**/K(3), 0) == 5 * n, 'T fadd sum'); call check(shmem_/**/T/**/_fetch(w/**/K(4), 0) == n, 'T finc sum'); \
  call check(shmem_/**/T/**/_cswap(w/**/K(5), 1_/**/K, 7_/**/K, next) == 0, 'T cswap'); \
  call check(shmem_/**/T/**/_cswap(w/**/K(5), 0_/**/K, 9_/**/K, next) == 0, 'T cswap'); \
  call check(shmem_/**/T/**/_mswap(w/**/K(5), 3_/**/K, 6_/**/K, next) == 9, 'T mswap'); \
  call check(shmem_/**/T/**/_fetch(w/**/K(5), next) == 10, 'T mswap stored')
#define NUMBERS(T, A, K) \
  A = 0; call shmem_barrier_all(); call shmem_/**/T/**/_set(A, real(me + 1, K), next); call shmem_barrier_all(); \
  call check(A == prev + 1, 'T set'); call check(shmem_/**/T/**/_fetch(A, next) == me + 1, 'T fetch'); call shmem_barrier_all(); \
  call check(shmem_/**/T/**/_swap(A, 0.5_/**/K, next) == me + 1, 'T swap'); call shmem_barrier_all(); call check(A == 0.5_/**/K, 'T swap stored')

program amo
  use shmem
  implicit none
  integer :: me, n, next, prev
  integer, save :: w
  integer(4), save :: w4(5)
  integer(8), save :: w8(5)
  real(4), save :: r4
  real(8), save :: r8

  call shmem_init()
  me = shmem_my_pe()
  n = shmem_n_pes()
  next = mod(me + 1, n)
  prev = mod(me - 1 + n, n)
  INTEGERS(int4,4)
  INTEGERS(int8,8)
  NUMBERS(real4,r4,4)
  NUMBERS(real8,r8,8)
  w4(1) = 0
  w8(1) = 0
  w = -1
  call shmem_barrier_all()
  call shmem_int4_set(w4(1), int(me + 1, 4), next)
  call shmem_int8_set(w8(1), 2_8 ** 40 + me, next)
  call check(shmem_swap(w, me, next) == -1, 'swap')
  call shmem_barrier_all()
  call check(shmem_cswap(w, prev, 10, me) == prev .and. w == 10, 'cswap')
  call check(shmem_finc(w, me) == 10 .and. shmem_fadd(w, -5, me) == 11, 'finc, fadd')
  call shmem_inc(w, me)
  call shmem_add(w, prev - 7, me)
  call shmem_quiet()
  call check(w4(1) == prev + 1 .and. w8(1) == 2_8 ** 40 + prev .and. w == prev, 'set')
  call check(shmem_int4_swap(w4(1), 0_4, me) == prev + 1 .and. shmem_int8_swap(w8(1), 0_8, me) == 2_8 ** 40 + prev, 'swap integers')
  call shmem_finalize()
contains
  include 'check.inc'
end program
