! strided.F90 - transfers of every second element to the next PE, from every third one.
#define MOVE(IPUT, IGET, D, S, V, EMPTY, EQ) D = EMPTY; S = [(V(me, k), k = 1, n)]; call shmem_barrier_all(); call IPUT(D, S, 2, 3, 4, next); \
call shmem_barrier_all(); call check(all(D(1:7:2) EQ [(V(prev, k), k = 1, n, 3)]) .and. all(D(2:8:2) EQ EMPTY), 'IPUT'); \
D = EMPTY; call IGET(D, S, 2, 3, 4, next); call check(all(D(1:7:2) EQ [(V(next, k), k = 1, n, 3)]) .and. all(D(2:8:2) EQ EMPTY), 'IGET'); \
call shmem_barrier_all()
#define INTEGER_AT(P, K) (1000 * (P) + K)
#define INT4_AT(P, K) int(1000 * (P) + K, 4)
#define INT8_AT(P, K) (2_8 ** 40 * (P) + K)
#define REAL_AT(P, K) ((P) + (K) / 16.0_4)
#define DOUBLE_AT(P, K) ((P) + (K) / 3.0_8)
#define COMPLEX_AT(P, K) cmplx(P, K, 4)
#define COMP8_AT(P, K) cmplx(P, K, 8)
#define LOGICAL_AT(P, K) (mod((P) + (K), 2) == 0)

program strided
  implicit none
  include 'shmem.fh'
  integer, parameter :: n = 10
  integer :: me, next, prev, k, shmem_my_pe, shmem_n_pes
  integer, save :: i0(n), i1(n)
  integer(4), save :: k0(n), k1(n)
  integer(8), save :: m0(n), m1(n)
  real(4), save :: r0(n), r1(n)
  real(8), save :: d0(n), d1(n)
  complex(4), save :: c0(n), c1(n)
  complex(8), save :: z0(n), z1(n)
  logical, save :: l0(n), l1(n)

  call shmem_init
  me = shmem_my_pe()
  next = mod(me + 1, shmem_n_pes())
  prev = mod(me - 1 + shmem_n_pes(), shmem_n_pes())
  MOVE(shmem_integer_iput, shmem_integer_iget, i0, i1, INTEGER_AT, -1, ==)
  MOVE(shmem_real_iput, shmem_real_iget, r0, r1, REAL_AT, -1, ==)
  MOVE(shmem_double_iput, shmem_double_iget, d0, d1, DOUBLE_AT, -1, ==)
  MOVE(shmem_complex_iput, shmem_complex_iget, c0, c1, COMPLEX_AT, -1, ==)
  MOVE(shmem_logical_iput, shmem_logical_iget, l0, l1, LOGICAL_AT, .false., .eqv.)
  MOVE(shmem_iput4, shmem_iget4, k0, k1, INT4_AT, -1, ==)
  MOVE(shmem_iput8, shmem_iget8, m0, m1, INT8_AT, -1, ==)
  MOVE(shmem_iput32, shmem_iget32, r0, r1, REAL_AT, -1, ==)
  MOVE(shmem_iput64, shmem_iget64, d0, d1, DOUBLE_AT, -1, ==)
  MOVE(shmem_iput128, shmem_iget128, z0, z1, COMP8_AT, -1, ==)
  MOVE(shmem_iput, shmem_iget, i0, i1, INTEGER_AT, -1, ==)
  call shmem_finalize
contains
  include 'check.inc'
end program
