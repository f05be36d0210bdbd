@preconcurrency import Glibc
import Platform
import Synchronization
import Wording

/// Words for the person at the terminal.
enum StandardError {
  /// The most characters of a message.
  static let longestMessage = 320
  /// The most bytes, as a character may have any number: less than what a pipe takes at once or not at all.
  private static let mostBytes = 4000

  /// How long a line may wait for whoever reads, in nanoseconds; below zero for ever.
  private static let patience = Atomic<Int64>(-1)

  /// From now on drops a line that nobody has taken after so many nanoseconds: a terminal may be stopped, and a pipe have a
  /// reader that does not read, and neither is to stop a window.
  static func wait(atMost nanoseconds: Int64) { patience.store(nanoseconds, ordering: .relaxed) }

  /// Writes `text` to standard error as one line, whatever is in it, cut where it is longer than any message of ours.
  static func print(_ text: String) {
    let line =
      text.escaped.elided(to: longestMessage).cut(toCharacters: longestMessage, bytes: mostBytes)
      + "\n"
    let patience = patience.load(ordering: .relaxed)
    if patience >= 0 {
      // What is ready takes a line whole: a pipe is not before it has room for 4096 bytes.
      var descriptors = DescriptorSet()
      descriptors.set(STDERR_FILENO, events: Int16(POLLOUT), at: descriptors.add(STDERR_FILENO))
      guard descriptors.wait(until: MonotonicClock.now() + patience) > 0 else { return }
    }
    line.withCString { _ = fputs($0, stderr) }
  }
}
