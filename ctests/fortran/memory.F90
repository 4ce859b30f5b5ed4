! memory.F90 - the symmetric heap by Cray pointers: words, moves, and the codes of what is wrong.
program memory
  use shmem
  implicit none
  integer, parameter :: n = 1000
  integer :: err, me, next, k, a(n), b(n)
  pointer (at, a), (other, b)
  integer(8) :: addr

  call shmem_init()
  me = shmem_my_pe()
  next = mod(me + 1, shmem_n_pes())
  call shpalloc(at, n, err, 1)
  call check(err == 0, 'shpalloc')
  call shpalloc(other, n, err, 0)
  call check(err == 0 .and. abs(other - at) >= n * bit_size(0) / 8, 'n words are n INTEGERs')
  a = [(k + me, k = 1, n)]
  call shmem_barrier_all()
  call shmem_integer_get(b, a, n, next)
  call check(all(b == [(k + next, k = 1, n)]), 'get')
  call shmem_barrier_all()
  addr = at
  call shpclmove(at, 100 * n, err, 0)
  call check(err == merge(1, 0, at /= addr), 'shpclmove says whether it has moved')
  call check(all(a == [(k + me, k = 1, n)]), 'the contents move')
  addr = at
  call shpclmove(at, n, err, 0)
  call check(err == 0 .and. at == addr, 'a block shrinks in place')

  call shpalloc(addr, 0, err, 0)
  call check(err == -1, 'no words')
  call shpalloc(addr, -5, err, 0)
  call check(err == -1, 'a negative number')
  call shpalloc(addr, 2000000000, err, 0)
  call check(err == -2, 'more than there is')
  addr = at
  call shpclmove(at, 2000000000, err, 0)
  call check(err == -2 .and. at == addr .and. a(n) == n + me, 'a block that cannot grow stays')
  call shpclmove(at, 0, err, 0)
  call check(err == -1, 'no words')
  addr = loc(err)
  call shpdeallc(addr, err, 0)
  call check(err == -3, 'outside of the heap')
  call shpclmove(addr, 4, err, 0)
  call check(err == -3, 'outside of the heap')
  addr = at + 8
  call shpdeallc(addr, err, 0)
  call check(err == -5, 'inside of a block')
  call shpdeallc(at, err, 0)
  call check(err == 0, 'shpdeallc')
  call shpdeallc(at, err, 0)
  call check(err == -4, 'free already')
  call shpdeallc(other, err, 1)
  call check(err == 0, 'shpdeallc')
  call shmem_finalize()
contains
  include 'check.inc'
end program
