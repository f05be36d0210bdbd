import Glibc

/// Other processes: the workers, a server of our own, and the programs that are measured.
enum Children {
  /// Starts `path`, found on PATH.
  ///
  /// - Parameters:
  ///   - environment: what it sees in place of our own variables.
  ///   - output: the descriptor of its that is the write end of a pipe.
  ///   - isQuiet: whether its other output is dropped.
  ///   - isLeader: whether it gets a process group of its own, so that what it starts can be ended with it.
  /// - Returns: the process, and the read end of the pipe or -1.
  static func start(
    _ path: String, _ arguments: [String], environment: [String]? = nil, output: Int32? = nil,
    isQuiet: Bool = false, isLeader: Bool = false
  ) throws -> (process: pid_t, read: Int32) {
    var ends: [Int32] = [-1, -1]
    if output != nil {
      guard pipe(&ends) == 0 else { throw Failure("no pipe") }
      _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    if isLeader {
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
      posix_spawnattr_setpgroup(&attributes, 0)
    }
    if isQuiet {
      for place: Int32 in 0...2 where place != output {
        posix_spawn_file_actions_addopen(&actions, place, "/dev/null", O_RDWR, 0)
      }
    }
    if let output {
      posix_spawn_file_actions_adddup2(&actions, ends[1], output)
      if ends[1] != output { posix_spawn_file_actions_addclose(&actions, ends[1]) }
    }
    var process = pid_t()
    let result = withStrings([path] + arguments) { words in
      guard let environment else {
        return posix_spawnp(&process, path, &actions, &attributes, words, environ)
      }
      return withStrings(environment) { posix_spawnp(&process, path, &actions, &attributes, words, $0) }
    }
    if output != nil { close(ends[1]) }
    guard result == 0 else {
      if output != nil { close(ends[0]) }
      throw Failure("\(path) does not start: \(String(cString: strerror(result)))")
    }
    return (process, ends[0])
  }

  /// Ends `process`, with its group where it leads one, and waits for it.
  static func end(_ process: pid_t) {
    func send(_ signal: Int32) { if kill(-process, signal) != 0 { kill(process, signal) } }
    func isGone(_ options: Int32) -> Bool {
      var status: Int32 = 0
      let result = waitpid(process, &status, options)
      return result == process || (result < 0 && errno != EINTR)
    }
    send(SIGTERM)
    // A second is time enough to end; who does not is made to.
    for _ in 0..<100 {
      if isGone(WNOHANG) { return }
      usleep(10_000)
    }
    send(SIGKILL)
    while !isGone(0) {}
  }

  /// All that is written until the other end is closed; with `isLine`, until the first line ends.
  static func read(_ descriptor: Int32, isLine: Bool = false) -> String {
    var bytes: [UInt8] = []
    // What follows a line is left to others.
    var chunk = [UInt8](repeating: 0, count: isLine ? 1 : 65536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      guard count > 0 else { break }
      if isLine, chunk[0] == UInt8(ascii: "\n") { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The output of `path`, run to its end; throws where it fails.
  static func output(_ path: String, _ arguments: [String], isQuiet: Bool = false) throws -> String {
    let (process, descriptor) = try start(path, arguments, output: STDOUT_FILENO, isQuiet: isQuiet)
    let text = read(descriptor)
    close(descriptor)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw Failure(text.isEmpty ? "\(path) failed" : text) }
    return text
  }

  /// The path of the program called `name`, on PATH; nil where it is not installed.
  static func find(_ name: String) -> String? {
    guard let path = getenv("PATH") else { return nil }
    return String(cString: path).split(separator: ":").lazy.map { "\($0)/\(name)" }.first {
      access($0, X_OK) == 0
    }
  }

  /// Where a symbolic link leads; throws where it is none.
  static func resolve(_ link: String) throws -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { readlink(link, $0, buffer.count) } ?? 0
    }
    guard count > 0 else { throw Failure("\(link) leads nowhere") }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// All that a file holds; throws where it cannot be read.
  static func contents(_ path: String) throws -> String {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw Failure("\(path) cannot be read") }
    defer { close(file) }
    return read(file)
  }

  private static func withStrings<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: strings.count + 1)
    defer { words.deallocate() }
    for (index, string) in strings.enumerated() { words[index] = strdup(string) }
    words[strings.count] = nil
    defer { for index in strings.indices { free(words[index]) } }
    return body(words)
  }
}

/// An X server of our own, for as long as this lives.
final class DisplayServer {
  private let process: pid_t
  /// What DISPLAY is set to for its clients.
  let name: String
  /// The process, to be measured.
  var number: Int { Int(process) }

  /// Starts Xvfb.
  init() throws {
    let (process, descriptor) = try Children.start(
      "Xvfb", ["-displayfd", "3", "-screen", "0", "3840x2160x24", "-nolisten", "tcp", "-noreset"], output: 3,
      isQuiet: true)
    defer { close(descriptor) }
    let number = Children.read(descriptor, isLine: true)
    guard Int(number) != nil else {
      Children.end(process)
      throw Failure("Xvfb does not start")
    }
    self.process = process
    name = ":\(number)"
  }

  deinit {
    Children.end(process)
  }
}
