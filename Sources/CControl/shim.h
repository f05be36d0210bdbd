// What Glibc's import leaves out of local sockets and of waiting for many of them.
#ifndef SEGCLOCK_CCONTROL_H
#define SEGCLOCK_CCONTROL_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>

// sys/epoll.h is not part of Swift's Glibc module, its flags are an anonymous enum, and its event is packed.
static inline int ccontrol_epoll(void) { return epoll_create1(EPOLL_CLOEXEC); }
static inline int ccontrol_watch(int epoll, int operation, int fd, int reads, int writes, uint64_t key) {
  struct epoll_event event = {(reads ? EPOLLIN : 0u) | (writes ? EPOLLOUT : 0u), {.u64 = key}};
  return epoll_ctl(epoll, operation, fd, &event);
}
static const int ccontrol_add = EPOLL_CTL_ADD;
static const int ccontrol_change = EPOLL_CTL_MOD;
// What is ready at once: keys, and beside each a sum of 1 to be read, 2 to be written, 4 over.
static inline int ccontrol_ready(int epoll, uint64_t *keys, int *states, int most) {
  struct epoll_event events[64];
  int count = epoll_wait(epoll, events, most < 64 ? most : 64, 0);
  for (int i = 0; i < count; i++) {
    keys[i] = events[i].data.u64;
    states[i] = (events[i].events & EPOLLIN ? 1 : 0) | (events[i].events & EPOLLOUT ? 2 : 0) |
                (events[i].events & (EPOLLHUP | EPOLLERR) ? 4 : 0);
  }
  return count;
}

// Glibc hides it without _GNU_SOURCE.
extern int accept4(int, struct sockaddr *, socklen_t *, int);
static inline int ccontrol_accept(int fd) { return accept4(fd, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK); }

// How many descriptors the process may have; RLIMIT_NOFILE is an enumerator of a type of its own.
static inline long long ccontrol_most_descriptors(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > INT32_MAX) return INT32_MAX;
  return (long long)limit.rlim_cur;
}

// Who is at the other end, as an owner and as a process, or -1 each; struct ucred is hidden without _GNU_SOURCE.
struct ccontrol_peer { pid_t process; long long owner; };
static inline struct ccontrol_peer ccontrol_peer(int fd) {
  struct { pid_t pid; uid_t uid; gid_t gid; } peer;
  socklen_t size = sizeof peer;
  int status = getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size);
  return status == 0 ? (struct ccontrol_peer){peer.pid, (long long)peer.uid} : (struct ccontrol_peer){-1, -1};
}

// An address of a path; 0 where the path is too long for one. sun_path is a tuple of 108 to Swift.
static inline socklen_t ccontrol_address(const char *path, struct sockaddr_un *address) {
  if (strlen(path) >= sizeof address->sun_path) return 0;
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  strcpy(address->sun_path, path);
  return (socklen_t)sizeof *address;
}
static inline int ccontrol_bind(int fd, const char *path) {
  struct sockaddr_un address;
  socklen_t size = ccontrol_address(path, &address);
  return bind(fd, (struct sockaddr *)&address, size);
}
static inline int ccontrol_connect(int fd, const char *path) {
  struct sockaddr_un address;
  socklen_t size = ccontrol_address(path, &address);
  return connect(fd, (struct sockaddr *)&address, size);
}
static inline int ccontrol_socket(void) {
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

// MSG_NOSIGNAL is an enumerator of a type of its own.
static inline ssize_t ccontrol_send(int fd, const void *bytes, size_t count) {
  return send(fd, bytes, count, MSG_NOSIGNAL);
}

#endif
