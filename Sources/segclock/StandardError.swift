import Glibc
import Platform
import Synchronization
import Wording

enum StandardError {
  /// The maximum length in characters, and in bytes: a character may have many, and a pipe takes 4096 at once.
  private static let (maxLength, maxBytes) = (320, 4000)

  /// How long a line may wait for its reader: a stopped terminal or a full pipe must not stop the window.
  private static let patience = Duration.milliseconds(100)

  /// Whether the last line waited in vain: the next ones do not wait, until the reader goes on.
  private static let isStuck = Atomic(false)

  /// Writes `problem` as a line that names the program.
  static func report(_ problem: String) { print("segclock: \(problem)") }

  /// Writes `text` as one line, escaped and cut to the maximum length.
  static func print(_ text: String) {
    let line =
      text.escaped.elided(to: maxLength).cut(toCharacters: maxLength, bytes: maxBytes) + "\n"
    // A pipe is ready only with room for 4096 bytes, so it takes the whole line.
    let limit = isStuck.load(ordering: .relaxed) ? .now : MonotonicTime.now + patience
    let isReady = waitFor(STDERR_FILENO, events: Int16(POLLOUT), until: limit)
    isStuck.store(!isReady, ordering: .relaxed)
    if isReady { ErrorOutput.write(line) }
  }
}
