import Glibc
import Synchronization

/// A shell that waits for the end of the test process, and then ends every child that is still there.
///
/// A trap in a test runs no deinit; without this a display server would stay behind. The shell reads lists of
/// process groups from a pipe and acts on the last one when the pipe closes, for whatever reason.
final class Watchman: Sendable {
  static let shared = Watchman()

  private let groups = Mutex<Set<pid_t>>([])
  private let pipe: Int32

  private init() {
    guard let ends = try? Pipe() else {
      pipe = -1
      return
    }
    // `kill -KILL --` is no option followed by the end of options to every shell.
    let script =
      "while read -r line; do last=$line; done; for g in $last; do kill -s KILL -- -$g; done"
    let spawned = try? spawn(
      "/bin/sh", ["-c", script], environment: [:], descriptors: [(ends.readEnd, 0)],
      discardingRest: true)
    close(ends.readEnd)
    if spawned == nil { close(ends.writeEnd) }
    pipe = spawned == nil ? -1 : ends.writeEnd
  }

  func watch(_ group: pid_t) { change { $0.insert(group) } }

  func forget(_ group: pid_t) { change { $0.remove(group) } }

  private func change(_ body: (inout Set<pid_t>) -> Void) {
    groups.withLock { groups in
      body(&groups)
      guard pipe >= 0 else { return }
      let line = Array((groups.map(String.init).joined(separator: " ") + "\n").utf8)
      _ = Glibc.write(pipe, line, line.count)
    }
  }
}
