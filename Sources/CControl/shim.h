// What Swift's Glibc module leaves out of local sockets and of epoll.
#pragma once

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>

static inline int ccontrol_epoll(void) { return epoll_create1(EPOLL_CLOEXEC); }
// Waits for fd to be readable, writable, both, or closed. A closed descriptor is forgotten by the kernel.
static inline int ccontrol_watch(int epoll, int fd, int reads, int writes) {
  struct epoll_event event = {(reads ? EPOLLIN : 0u) | (writes ? EPOLLOUT : 0u), {.fd = fd}};
  if (epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event) == 0) return 0;
  return errno == ENOENT ? epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) : -1;
}

// Hidden without _GNU_SOURCE, as is struct ucred.
extern int accept4(int, struct sockaddr *, socklen_t *, int);
static inline int ccontrol_accept(int fd) { return accept4(fd, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK); }

// The user at the other end, or -1.
static inline long long ccontrol_peer(int fd) {
  struct { pid_t pid; uid_t uid; gid_t gid; } peer;
  socklen_t size = sizeof peer;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? (long long)peer.uid : -1;
}

// Binds or connects fd to a path. sun_path is a tuple of 108 in Swift.
static inline int ccontrol_attach(int (*attach)(int, const struct sockaddr *, socklen_t), int fd, const char *path) {
  struct sockaddr_un address = {AF_UNIX, {0}};
  if (strlen(path) >= sizeof address.sun_path) return errno = ENAMETOOLONG, -1;
  strcpy(address.sun_path, path);
  return attach(fd, (struct sockaddr *)&address, sizeof address);
}
static inline int ccontrol_bind(int fd, const char *path) { return ccontrol_attach(bind, fd, path); }
static inline int ccontrol_connect(int fd, const char *path) { return ccontrol_attach(connect, fd, path); }

static inline int ccontrol_socket(void) {
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

// MSG_NOSIGNAL is an enumerator of a type of its own.
static inline ssize_t ccontrol_send(int fd, const void *bytes, size_t count) {
  return send(fd, bytes, count, MSG_NOSIGNAL);
}
