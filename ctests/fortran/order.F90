! order.F90 - locks of INTEGERs that lie side by side, and calls that order or do nothing.
program order
  use shmem
  implicit none
  integer, parameter :: rounds = 30
  integer :: me, n, k
  integer, save :: around(4) = [77, 0, 0, 88], counter(2), mine

  call shmem_init()
  me = shmem_my_pe()
  n = shmem_n_pes()
  do k = 1, rounds
    call shmem_set_lock(around(2))
    call add(1)
    call shmem_clear_lock(around(2))
    if (mod(k, 3) == 0) then
      do while (shmem_test_lock(around(3)) /= 0)
        call shmem_quiet()
      end do
    else
      call shmem_set_lock(around(3))
    end if
    call add(2)
    call shmem_clear_lock(around(3))
  end do
  call shmem_barrier_all()
  if (me == 0) call check(all(counter == rounds * n), 'exclusion')
  call check(all(around == [77, 0, 0, 88]), 'a lock is one INTEGER')
  call shmem_fence()
  call shmem_set_cache_inv()
  call shmem_clear_cache_inv()
  call shmem_set_cache_line_inv(mine)
  call shmem_clear_cache_line_inv(mine)
  call shmem_udcflush()
  call shmem_udcflush_line(mine)
  call shmem_finalize()
contains
  include 'check.inc'

  ! A get, a change and a put on PE 0, which only the lock protects.
  subroutine add(which)
    integer, intent(in) :: which
    call shmem_integer_get(mine, counter(which), 1, 0)
    mine = mine + 1
    call shmem_integer_put(counter(which), mine, 1, 0)
    call shmem_quiet()
  end subroutine
end program
