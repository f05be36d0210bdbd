import Glibc

/// A shell that waits for the end of the test process, and then ends every child that is still there.
///
/// A trap in a test runs no deinit; without this a display server would stay behind. The shell reads lists of
/// process groups from a pipe and acts on the last one when the pipe closes, for whatever reason.
final class Watchman: @unchecked Sendable {
  static let shared = Watchman()

  private let lock = Lock()
  private var groups: Set<pid_t> = []
  private var pipe: Int32 = -1

  private init() {
    guard let ends = try? Pipe() else { return }
    // `kill -KILL --` is no option followed by the end of options to every shell.
    let script =
      "while read -r line; do last=$line; done; for g in $last; do kill -s KILL -- -$g; done"
    let spawned = try? spawn(
      "/bin/sh", ["-c", script], environment: [:], descriptors: [(ends.readEnd, 0)],
      discardingRest: true)
    close(ends.readEnd)
    if spawned == nil { close(ends.writeEnd) } else { pipe = ends.writeEnd }
  }

  func watch(_ group: pid_t) {
    lock.locked {
      groups.insert(group); tell()
    }
  }

  func forget(_ group: pid_t) {
    lock.locked {
      groups.remove(group); tell()
    }
  }

  private func tell() {
    guard pipe >= 0 else { return }
    let line = Array((groups.map(String.init).joined(separator: " ") + "\n").utf8)
    _ = Glibc.write(pipe, line, line.count)
  }
}

/// A pthread mutex with a place of its own in memory.
final class Lock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }
}
