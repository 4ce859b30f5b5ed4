! collective.F90 - barriers, broadcasts, collects and exchanges, of all PEs and of every second one.
#define SETS(NAME) call NAME(0, 0, n); if (mod(me, 2) == 0) call NAME(0, 1, (n + 1) / 2)
#define BROADCAST(ROUTINE, A, B, K) \
  B = -1; A = [(int(100 * me + j, K), j = 1, w)]; call ROUTINE(B, A, w, size - 1, start, stride, size, psync); call shmem_barrier(start, stride, size, psync2); \
  call check(all(B(:w) == merge(-1, 100 * last, me == last) + merge(0, 1, me == last) * [(j, j = 1, w)]), 'ROUTINE'); call shmem_barrier(start, stride, size, psync2)
#define COLLECT(ROUTINE, A, B) \
  B = -1; A = 10 * me; call ROUTINE(B, A, w, start, stride, size, psync); call shmem_barrier(start, stride, size, psync2); \
  call check(all(B(:w * size) == [((10 * (start + 2 ** stride * p), j = 1, w), p = 0, size - 1)]), 'ROUTINE'); call shmem_barrier(start, stride, size, psync2)
#define UNEQUAL(ROUTINE, A, B) \
  B = -1; A = me; call ROUTINE(B, A, 1 + mod(me, 3), start, stride, size, psync); call shmem_barrier(start, stride, size, psync2); at = 0; \
  do p = 0, size - 1; pe = start + 2 ** stride * p; call check(all(B(at + 1:at + 1 + mod(pe, 3)) == pe), 'ROUTINE'); at = at + 1 + mod(pe, 3); end do; \
  call check(all(B(at + 1:) == -1), 'ROUTINE behind'); call shmem_barrier(start, stride, size, psync2)
#define EXCHANGE(ROUTINE, A, B) \
  B = -1; A(:size) = [(100 * me + p, p = 0, size - 1)]; call ROUTINE(B, A, 1, start, stride, size, psync); call shmem_barrier(start, stride, size, psync2); \
  call check(all(B(:size) == [(100 * (start + 2 ** stride * p) + (me - start) / 2 ** stride, p = 0, size - 1)]), 'ROUTINE'); call shmem_barrier(start, stride, size, psync2)
#define EXCHANGE_STRIDED(ROUTINE, A, B) \
  B = -1; A = -2; A(:3 * size:3) = [(100 * me + p, p = 0, size - 1)]; call ROUTINE(B, A, 2, 3, 1, start, stride, size, psync); call shmem_barrier(start, stride, size, psync2); \
  call check(all(B(:2 * size:2) == [(100 * (start + 2 ** stride * p) + (me - start) / 2 ** stride, p = 0, size - 1)]) .and. all(B(2:2 * size:2) == -1), 'ROUTINE'); \
  call shmem_barrier(start, stride, size, psync2)

program collective
  use shmem
  implicit none
  integer, parameter :: w = 5, most = 64
  integer :: me, n, k
  integer, save :: psync(SHMEM_SYNC_SIZE) = SHMEM_SYNC_VALUE, psync2(SHMEM_BARRIER_SYNC_SIZE) = SHMEM_SYNC_VALUE
  integer(4), save :: a4(most), b4(w * most)
  integer(8), save :: a8(most), b8(w * most)

  call shmem_init()
  me = shmem_my_pe()
  n = shmem_n_pes()
  call check(n <= most / 3, 'a job of up to 21 PEs')
  call shmem_barrier_all()
  call shmem_sync_all()
  do k = 1, 2
    SETS(every)
  end do
  call check(all(psync == SHMEM_SYNC_VALUE) .and. all(psync2 == SHMEM_SYNC_VALUE), 'work arrays stay')
  call shmem_finalize()
contains
  include 'check.inc'

  subroutine every(start, stride, size)
    integer, intent(in) :: start, stride, size
    integer :: last, p, j, at, pe
    last = start + 2 ** stride * (size - 1)
    call shmem_sync(start, stride, size, psync)
    BROADCAST(shmem_broadcast4, a4(:w), b4, 4)
    BROADCAST(shmem_broadcast8, a8(:w), b8, 8)
    BROADCAST(shmem_broadcast32, a4(:w), b4, 4)
    BROADCAST(shmem_broadcast64, a8(:w), b8, 8)
    COLLECT(shmem_fcollect4, a4, b4)
    COLLECT(shmem_fcollect8, a8, b8)
    COLLECT(shmem_fcollect32, a4, b4)
    COLLECT(shmem_fcollect64, a8, b8)
    UNEQUAL(shmem_collect4, a4, b4)
    UNEQUAL(shmem_collect8, a8, b8)
    UNEQUAL(shmem_collect32, a4, b4)
    UNEQUAL(shmem_collect64, a8, b8)
    EXCHANGE(shmem_alltoall32, a4, b4)
    EXCHANGE(shmem_alltoall64, a8, b8)
    EXCHANGE_STRIDED(shmem_alltoalls32, a4, b4)
    EXCHANGE_STRIDED(shmem_alltoalls64, a8, b8)
  end subroutine
end program
