import Glibc

package enum ErrorOutput {
  /// Writes `text` to standard error as far as that takes it at once.
  ///
  /// A terminal that Ctrl+S has stopped and a pipe that nobody reads would stop the window.
  package static func write(_ text: String) {
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFCHR, S_IFIFO:
      // Non-blocking is a property of the open file, which other programs share: this opens it anew.
      let own = open("/proc/self/fd/\(STDERR_FILENO)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      guard own >= 0 else { break }
      defer { close(own) }
      return write(text, to: own)
    // It has one position for all its writers, and is always ready.
    case S_IFREG: return write(text, to: STDERR_FILENO)
    default: break
    }
    if waitFor(STDERR_FILENO, events: Int16(POLLOUT), until: .now) {
      write(text, to: STDERR_FILENO)
    }
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}
