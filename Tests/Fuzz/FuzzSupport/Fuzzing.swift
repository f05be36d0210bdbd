import Glibc

/// What a fuzz target is: the inputs that it begins with, and what is tried with each.
package enum Fuzzing {
  /// Gives the process to the fuzzer, which takes its options from the command line. With SEGCLOCK_SEEDS=FOLDER, writes
  /// `seeds` there, each a file, and nothing else.
  package static func run(seeds: [[UInt8]], _ attempt: @escaping (inout Input) -> Void) -> Never {
    if let folder = getenv("SEGCLOCK_SEEDS") {
      for (number, seed) in seeds.enumerated() {
        write(seed, to: "\(String(cString: folder))/\(number)")
      }
      exit(0)
    }
    var count = CommandLine.argc
    var arguments: Arguments = CommandLine.unsafeArgv
    Fuzzing.attempt = attempt
    exit(drive(&count, &arguments, tryOneInput))
  }

  /// What is tried: a function of C brings nothing along. There is one thread.
  fileprivate nonisolated(unsafe) static var attempt: ((inout Input) -> Void)?

  private static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "we") else { fail("\(path) cannot be written") }
    check(
      fwrite(bytes, 1, bytes.count, file) == bytes.count && fclose(file) == 0,
      "\(path) was not written")
  }
}

/// Ends the process, and with it the run, where what has to hold does not.
package func check(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fail(what()) }
}

/// Ends the process, and with it the run: `what` is not as it has to be.
package func fail(_ what: String) -> Never {
  let line = Array("segclock fuzz: \(what)\n".utf8)
  _ = Glibc.write(STDERR_FILENO, line, line.count)
  abort()
}

/// Checks that text for a terminal has no control character in it, but for ends of lines where it `hasLines`.
package func checkSafe(_ text: String, hasLines: Bool = false) {
  var last: UInt8 = 0
  let isSafe = text.utf8.allSatisfy { byte in
    defer { last = byte }
    if byte < 32 { return hasLines && byte == 10 }
    // Those past ASCII are U+0080 to U+009F.
    return byte != 127 && !(last == 0xC2 && byte < 0xA0)
  }
  check(isSafe, "a control character in \(text.debugDescription)")
}

/// What the fuzzer's runtime wants to find by this name.
@_cdecl("LLVMFuzzerTestOneInput")
package func tryOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  Fuzzing.attempt?(&input)
  return 0
}

private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// The fuzzer's own loop, of the toolchain's libclang_rt.fuzzer.
@_silgen_name("LLVMFuzzerRunDriver")
private func drive(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments>,
  _ attempt: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
