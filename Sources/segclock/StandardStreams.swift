import Glibc

/// The three descriptors that every program begins with.
enum StandardStreams {
  /// Takes the places of those that are closed, so that no file or connection gets one and is written to as such.
  ///
  /// What is put there cannot be read from, or written to, either.
  static func reserve() {
    for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is the one that is opened.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
