import Glibc
import Platform

@testable import Windowing

/// An X server of a test's own, ended with the object.
final class XServer {
  /// Why a server could not be had.
  enum Failure: Error {
    case notStarted(errno: Int32)
    case notReady
  }

  /// The display's name, as in ":7".
  let display: String
  private let process: pid_t
  private var isRunning = true

  /// Starts Xvfb with a screen of this size and depth and waits until it can be connected to.
  init(width: Int = 800, height: Int = 600, depth: Int = 24, _ options: [String] = []) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure.notStarted(errno: errno) }
    defer { for end in ends { close(end) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The server writes its display's number to descriptor 3 when it is ready.
    posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let arguments =
      [
        "Xvfb", "-displayfd", "3", "-noreset", "-nolisten", "tcp", "-screen", "0",
        "\(width)x\(height)x\(depth)",
      ]
      + options
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    let status = posix_spawnp(&process, "Xvfb", &actions, nil, &pointers, environ)
    guard status == 0 else { throw Failure.notStarted(errno: status) }
    self.process = process
    guard let number = XServer.readLine(ends[0], seconds: 20) else {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      throw Failure.notReady
    }
    display = ":" + number
  }

  deinit { end() }

  /// Kills the server and waits until it is gone.
  func end() {
    guard isRunning else { return }
    isRunning = false
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Stops the server in its tracks: it reads nothing until `resume`.
  func stop() {
    kill(process, SIGSTOP)
    var status: Int32 = 0
    waitpid(process, &status, WUNTRACED)
  }

  /// Lets a stopped server run on.
  func resume() {
    kill(process, SIGCONT)
  }

  private static func readLine(_ descriptor: Int32, seconds: Int64) -> String? {
    let deadline = MonotonicClock.now() + seconds * 1_000_000_000
    var descriptors = DescriptorSet()
    _ = descriptors.add(descriptor)
    var text: [UInt8] = []
    while descriptors.wait(until: deadline) > 0 {
      var byte: UInt8 = 0
      guard read(descriptor, &byte, 1) == 1 else { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: text, as: UTF8.self) }
      text.append(byte)
    }
    return nil
  }
}
