! fortran_mistakes.f90 - makes the one wrong call that its argument names, on PE 1 while PE 0 waits.
program mistakes
  use shmem
  implicit none
  character(20) :: mode
  integer, parameter :: long = selected_int_kind(12)
  integer :: n, err, local(4)
  integer, save :: x(4), lock, psync(SHMEM_SYNC_SIZE)
  integer(8) :: addr

  call get_command_argument(1, mode)
  if (mode == 'early') call shmem_put4(x, x, 1, 0)
  call shmem_init()
  n = shmem_n_pes()
  local = 0
  if (mode == 'unequal') call shpalloc(addr, 10 + shmem_my_pe(), err, 0)
  if (shmem_my_pe() == 0) call shmem_barrier_all()
  select case (mode)
  case ('pe')
    call shmem_put8(x, x, 1, n)
  case ('negative pe')
    call shmem_integer_get(x, x, 1, -1)
  case ('wide pe')
    err = huge(err)
    call shmem_put4(x, x, 1, err)
  case ('nelems')
    call shmem_real_put(x, x, -1, 0)
  case ('local')
    call shmem_character_put_nbi(local, x, 4, 0)
  case ('stride')
    call shmem_iput4(x, x, 0, 1, 2, 0)
  case ('atomic')
    call shmem_int8_add(addr, 1_8, 0)
  case ('cmp')
    call shmem_wait_until(x(1), 9, 0)
  case ('set')
    call shmem_broadcast4(x, x, 1, 0, 0, 0, n + 1, psync)
  case ('root')
    call shmem_broadcast8(x, x, 1, n, 0, 0, n, psync)
  case ('length')
    call shpalloc(addr, 0, err, 1)
  case ('free')
    addr = loc(x)
    call shpdeallc(addr, err, 1)
  case ('move')
    addr = 64
    call shpclmove(addr, 10, err, 1)
  case ('held')
    call shmem_set_lock(lock)
    call shmem_set_lock(lock)
  case ('not held')
    call shmem_clear_lock(lock)
  case ('no lock')
    x = 2 ** 20
    call shmem_set_lock(x(2))
  end select
  print '(a)', 'came back'
end program
