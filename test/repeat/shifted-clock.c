// The calendar clock, CLOCK_SHIFT seconds later, for every program that is started with this library in LD_PRELOAD. The monotonic
// clock stays, so timers and timeouts are not affected. libfaketime is not used: redis-server hangs with it, because it looks up
// functions while jemalloc starts. This library only makes system calls. Waiting until a moment of the calendar clock
// (pthread_cond_timedwait, sem_timedwait) is not shifted: Node, PostgreSQL and Redis wait by the monotonic clock.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t shift(void) {
  static time_t seconds;
  static int known;
  if (!known) {
    const char *text = getenv("CLOCK_SHIFT");
    seconds = text ? atol(text) : 0;
    known = 1;
  }
  return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int failed = (int)syscall(SYS_clock_gettime, clock, now);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift();
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec exact;
  if (clock_gettime(CLOCK_REALTIME, &exact)) return -1;
  *now = (struct timeval){exact.tv_sec, exact.tv_nsec / 1000};
  if (zone) *(struct timezone *)zone = (struct timezone){0, 0};
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
