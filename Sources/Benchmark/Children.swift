import Glibc

/// Other processes: the workers, and a server where there is none.
enum Children {
  /// Starts `path`, its descriptor 3 and, with `output`, its standard output at the write end of a pipe; returns
  /// the process and the read end.
  static func start(_ path: String, _ arguments: [String], output: Int32) throws -> (
    process: pid_t, read: Int32
  ) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure("no pipe") }
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], output)
    if ends[1] != output { posix_spawn_file_actions_addclose(&actions, ends[1]) }
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    let result = posix_spawnp(&process, path, &actions, nil, words, environ)
    close(ends[1])
    guard result == 0 else {
      close(ends[0])
      throw Failure("\(path) does not start: \(String(cString: strerror(result)))")
    }
    return (process, ends[0])
  }

  /// All that is written until the other end is closed; with `isLine`, until the first line ends.
  static func read(_ descriptor: Int32, isLine: Bool = false) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while Glibc.read(descriptor, &byte, 1) == 1 {
      if isLine, byte == UInt8(ascii: "\n") { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The output of `path`, run to its end; throws where it fails.
  static func output(_ path: String, _ arguments: [String]) throws -> String {
    let (process, descriptor) = try start(path, arguments, output: STDOUT_FILENO)
    let text = read(descriptor)
    close(descriptor)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw Failure(text.isEmpty ? "it failed" : text) }
    return text
  }
}

/// An X server of our own, for as long as this lives.
final class DisplayServer {
  private let process: pid_t

  /// Starts Xvfb and points DISPLAY at it.
  init() throws {
    let (process, descriptor) = try Children.start(
      "Xvfb", ["-displayfd", "3", "-screen", "0", "3840x2160x24", "-nolisten", "tcp", "-noreset"], output: 3)
    defer { close(descriptor) }
    let number = Children.read(descriptor, isLine: true)
    guard Int(number) != nil else {
      kill(process, SIGTERM)
      throw Failure("Xvfb does not start; set DISPLAY to a display to measure on")
    }
    self.process = process
    setenv("DISPLAY", ":\(number)", 1)
  }

  deinit {
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }
}
