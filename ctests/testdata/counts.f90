! counts.f90 - the virtual time of loops in Fortran.
program counts
  implicit none
  include 'shmem.fh'
  integer :: i, j, k, me, shmem_my_pe
  integer(8) :: from, to, rate
  real(8) :: a(60, 60)

  call shmem_init()
  me = shmem_my_pe()
  call system_clock(from, rate)
  do j = 1, 60
    do i = 1, 60
      a(i, j) = sin(real(i * j, 8)) + sqrt(real(i, 8))
    end do
  end do
  do k = 1, 10
    do j = 2, 59
      do i = 2, 59
        a(i, j) = 0.25d0 * (a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1))
      end do
    end do
  end do
  call shmem_barrier_all()
  call system_clock(to)
  print '(i0, a, i0, a, f12.8)', me, ': ', (to - from) * 1000000000_8 / rate, ' ns, ', sum(a)
  call shmem_finalize()
contains
end program counts
