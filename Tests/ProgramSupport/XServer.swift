import Glibc

/// A display server of the test's own, without a screen, on a display number that it finds itself.
package final class XServer {
  package let number: Int

  package let process: ChildProcess

  package var display: String { ":\(number)" }

  /// Starts the server and waits until it takes connections.
  ///
  /// - Parameters:
  ///   - width: of the screen in pixels, as `height`.
  ///   - depth: bits a pixel: 8, 15, 16, 24 or 30.
  ///   - dotsPerInch: what the screen claims.
  ///   - arguments: further ones, such as `-extension MIT-SHM`.
  package convenience init(
    width: Int = 1280, height: Int = 800, depth: Int = 24, dotsPerInch: Int = 96,
    arguments: [String] = []
  ) throws {
    try self.init(
      program: "Xvfb",
      ["-screen", "0", "\(width)x\(height)x\(depth)", "-dpi", "\(dotsPerInch)", "-noreset"]
        + (arguments.contains("tcp") ? [] : ["-nolisten", "tcp"]) + arguments,
      environment: ["PATH": "/usr/bin:/bin"])
  }

  package init(program: String, _ arguments: [String], environment: [String: String]) throws {
    let path = try installed(program)
    let ready = try Pipe()
    defer { close(ready.readEnd) }
    let started = Result {
      try ChildProcess(
        path, ["-displayfd", "3"] + arguments, environment: environment,
        descriptors: [(ready.writeEnd, 3)])
    }
    close(ready.writeEnd)
    process = try started.get()
    number = try XServer.readNumber(ready.readEnd, of: process)
  }

  /// A server that `process` has started: Xwayland, by its compositor.
  package init(display: Substring, of process: ChildProcess) throws {
    guard let number = Int(display.dropFirst()) else { throw Failure("no display: \(display)") }
    (self.number, self.process) = (number, process)
  }

  /// Kills the server as a crash would; do not use a connection to it afterwards.
  package func crash() {
    process.end()
  }

  /// Stops it from answering anything until `thaw`.
  package func freeze() {
    process.freeze()
  }

  package func thaw() {
    process.signal(SIGCONT)
  }

  private static func readNumber(_ descriptor: Int32, of process: ChildProcess) throws -> Int {
    let deadline = Deadline(seconds: 30)
    var text: [UInt8] = []
    while text.last != UInt8(ascii: "\n") {
      guard deadline.awaitReadable(descriptor) else {
        throw Failure("the server did not get ready")
      }
      var byte: UInt8 = 0
      guard read(descriptor, &byte, 1) == 1 else {
        throw Failure("the server ended: \(process.standardError)")
      }
      text.append(byte)
    }
    guard let number = Int(String(decoding: text.dropLast(), as: UTF8.self)) else {
      throw Failure("the server named no display")
    }
    return number
  }
}
