! fortran_asan.f90 - errors that AddressSanitizer reports; the argument names one.
program asan
  implicit none
  include 'mpp/shmem.fh'
  integer, parameter :: words = 100
  integer :: shmem_my_pe, shmem_n_pes
  character(20) :: mode
  integer :: next, err, beyond, here(words + 1)
  integer, save :: global(2 * words), psync(SHMEM_REDUCE_SYNC_SIZE), pwrk(words)
  integer :: block(1)
  pointer (addr, block)
  integer, allocatable :: source(:)

  call get_command_argument(1, mode)
  call shmem_init()
  next = mod(shmem_my_pe() + 1, shmem_n_pes())
  psync = SHMEM_SYNC_VALUE
  here = 1
  beyond = words + 1
  call shpalloc(addr, words, err, 1)
  block(1:words) = 2
  call shmem_barrier_all()
  select case (mode)
  case ('overread')
    allocate (source(words))
    source = 3
    call shmem_integer_put(global, source, beyond, next)
  case ('store beyond')
    block(beyond) = 1
  case ('put beyond')
    call shmem_put4(block, here, beyond, next)
  case ('get beyond')
    call shmem_get4(here, block, beyond, next)
  case ('put freed')
    call shpdeallc(addr, err, 1)
    call shmem_integer_put(block, here, 1, next)
  case ('atomic freed')
    call shpdeallc(addr, err, 1)
    call shmem_int4_inc(block, next)
  case ('wait freed')
    call shpdeallc(addr, err, 1)
    call shmem_int4_wait_until(block, SHMEM_CMP_GE, 0)
  case ('reduce')
    call shmem_int4_sum_to_all(block(2), global, words, 0, 0, shmem_n_pes(), pwrk, psync)
  case ('none')
    call shmem_integer_put(block, here, words, next)
    call shpdeallc(addr, err, 1)
    print '(a)', 'nothing wrong'
    call shmem_finalize()
    stop
  end select
  print '(a)', trim(mode)//': not reported'
end program
