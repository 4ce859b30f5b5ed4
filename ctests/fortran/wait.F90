! wait.F90 - a token goes round, and every kind of wait sees it.
program waits
  use shmem
  implicit none
  integer :: me, n, next, k
  integer, save :: flags(2), one = 1
  integer(4), save :: flags4(2), one4 = 1
  integer(8), save :: flags8(2), one8 = 2_8 ** 40
  integer, save :: array(100)

  call shmem_init()
  me = shmem_my_pe()
  n = shmem_n_pes()
  next = mod(me + 1, n)
  if (me > 0) call receive()
  array = [(k, k = 1, 100)]
  call shmem_integer_put(array, array, 100, next)
  call shmem_fence()
  call shmem_integer_put(flags, one, 1, next)
  call shmem_integer_put(flags(2), one, 1, next)
  call shmem_put4(flags4, one4, 1, next)
  call shmem_put4(flags4(2), one4, 1, next)
  call shmem_put8(flags8, one8, 1, next)
  call shmem_put8(flags8(2), one8, 1, next)
  if (me == 0) call receive()
  call shmem_barrier_all()
  call shmem_finalize()
contains
  include 'check.inc'

  subroutine receive()
    call shmem_wait(flags(1), 0)
    call check(all(array == [(k, k = 1, 100)]), 'the array comes before the flag')
    call shmem_wait_until(flags(2), SHMEM_CMP_GT, 0)
    call shmem_int4_wait(flags4(1), 0_4)
    call shmem_int4_wait_until(flags4(2), SHMEM_CMP_EQ, 1_4)
    call shmem_int8_wait(flags8(1), 0_8)
    call shmem_int8_wait_until(flags8(2), SHMEM_CMP_GE, 2_8 ** 40)
  end subroutine
end program
