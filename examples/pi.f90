! pi.f90 - computes a part of pi on each rank and adds the parts on all.
program pi
  use shmem
  implicit none
  integer, parameter :: intervals = 1000000
  real(8), parameter :: exact = acos(-1d0)
  ! Symmetric, as each rank has them at the same place: variables with save.
  real(8), save :: part, total, work(SHMEM_REDUCE_MIN_WRKDATA_SIZE)
  integer, save :: psync(SHMEM_REDUCE_SYNC_SIZE) = SHMEM_SYNC_VALUE
  real(8) :: x
  integer :: me, n, i

  call shmem_init()
  me = shmem_my_pe()
  n = shmem_n_pes()

  part = 0
  do i = me, intervals - 1, n
    x = (i + 0.5d0) / intervals
    part = part + 4 / (1 + x * x) / intervals
  end do
  call shmem_real8_sum_to_all(total, part, 1, 0, 0, n, work, psync)

  if (me == 0) print '(a, f15.12, a, i0, a)', 'pi is ', total, ' on ', n, ' ranks'
  if (abs(total - exact) > 1d-9) call shmem_global_exit(1)
  call shmem_finalize()
end program
