// The Linux calls that a program of one loop needs, as far as Swift cannot import them: each a `static inline` function
// with its reason.
#ifndef SEGCLOCK_CPLATFORM_H
#define SEGCLOCK_CPLATFORM_H

#include <langinfo.h>
#include <locale.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <stdint.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// poll.h hides it without _GNU_SOURCE, and Swift's Glibc module is built without.
extern int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);

// Waits for at most `nanoseconds`; negative waits for ever. A timespec by pointer and a null signal set.
static inline int segclock_ppoll(struct pollfd *fds, unsigned long count, long long nanoseconds) {
  if (nanoseconds < 0) return ppoll(fds, count, 0, 0);
  struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  return ppoll(fds, count, &limit, 0);
}

// prctl is variadic, which Swift does not import.
static inline int segclock_set_timer_slack(unsigned long nanoseconds) {
  return prctl(PR_SET_TIMERSLACK, nanoseconds, 0UL, 0UL, 0UL);
}

// sys/signalfd.h is not part of Swift's Glibc module, and its flags are an anonymous enum.
static inline int segclock_signalfd(const sigset_t *mask) {
  return signalfd(-1, mask, SFD_CLOEXEC | SFD_NONBLOCK);
}

// The number of a pending signal, or 0; signalfd_siginfo is not part of Swift's Glibc module.
static inline int segclock_read_signal(int fd) {
  struct signalfd_siginfo info;
  return read(fd, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

// sys/eventfd.h is not part of Swift's Glibc module.
static inline int segclock_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
// sys/timerfd.h is not part of Swift's Glibc module, and its flags are an anonymous enum.
static inline int segclock_clock_watch(void) {
  return timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
}

// A timer at the end of time, which the kernel cancels when the clock is set (and when the machine wakes up).
static inline int segclock_arm_clock_watch(int fd) {
  struct itimerspec end = {{0, 0}, {sizeof(time_t) > 4 ? INT64_MAX : INT32_MAX, 0}};
  return timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &end, 0);
}

// langinfo.h is not part of Swift's Glibc module, and its items are an anonymous enum; LC_TIME_MASK is a macro of parts.
static inline locale_t segclock_time_locale(const char *name) {
  return newlocale(LC_TIME_MASK, name, (locale_t)0);
}
static inline const char *segclock_time_text(locale_t locale, int item) { return nl_langinfo_l(item, locale); }
static const int segclock_first_weekday = ABDAY_1;
static const int segclock_first_month = ABMON_1;
static const int segclock_am = AM_STR;
static const int segclock_pm = PM_STR;
static const int segclock_time_format = T_FMT;
// CODESET would be that of LC_CTYPE, which may be another locale's.
static const int segclock_time_encoding = _NL_TIME_CODESET;
// sys/timerfd.h is not part of Swift's Glibc module, and its flags are an anonymous enum.
static inline int segclock_timerfd(clockid_t clock) {
  return timerfd_create(clock, TFD_CLOEXEC | TFD_NONBLOCK);
}

// Sets it off at a time of its clock, in nanoseconds above 0; 0 never.
static inline int segclock_arm(int fd, long long nanoseconds) {
  struct itimerspec when = {{0, 0}, {nanoseconds / 1000000000, nanoseconds % 1000000000}};
  return timerfd_settime(fd, TFD_TIMER_ABSTIME, &when, 0);
}

// Whether a child has ended; it stays to be waited for. siginfo_t has unions that Swift cannot look into.
static inline int segclock_has_ended(pid_t child) {
  siginfo_t info = {0};
  return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

// sys/inotify.h is not part of Swift's Glibc module, and its flags are macros or an anonymous enum.
static inline int segclock_inotify(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }
static inline int segclock_inotify_add(int fd, const char *folder, uint32_t events) {
  return inotify_add_watch(fd, folder, events | IN_ONLYDIR);
}
// What becomes of a folder itself; of new names in it; of all names in it, where what was written counts when it is closed.
static const uint32_t segclock_inotify_itself = IN_MOVE_SELF | IN_DELETE_SELF;
static const uint32_t segclock_inotify_new = IN_CREATE | IN_MOVED_TO;
static const uint32_t segclock_inotify_all = IN_CLOSE_WRITE | IN_MOVE | IN_CREATE | IN_DELETE | IN_ATTRIB;
static inline void segclock_inotify_remove(int fd, int folder) { inotify_rm_watch(fd, folder); }
static const uint32_t segclock_inotify_created = IN_CREATE;
static const uint32_t segclock_inotify_folder = IN_ISDIR;
// The queue ran over, or the folder itself has moved or gone.
static const uint32_t segclock_inotify_lost = IN_Q_OVERFLOW | IN_IGNORED | IN_MOVE_SELF | IN_DELETE_SELF | IN_UNMOUNT;

// glibc hides it without _GNU_SOURCE or the like. Since 2.34.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

#endif
