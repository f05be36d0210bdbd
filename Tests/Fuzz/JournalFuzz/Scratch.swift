import FuzzSupport
import Glibc
import Storage

/// The folder in which files are tried, in TMPDIR or else in memory, where the system has room for that (/dev/shm).
enum Scratch {
  private static let home: String = {
    for place in [getenv("TMPDIR").map { String(cString: $0) } ?? "/dev/shm", "/dev/shm", "/tmp"] {
      var template = Array("\(place)/segclock-fuzz-XXXXXX".utf8CString)
      let isMade = template.withUnsafeMutableBufferPointer {
        $0.baseAddress.map { mkdtemp($0) != nil } ?? false
      }
      if isMade { return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) }
    }
    fail("no folder can be made")
  }()

  /// The folder of the state, which is there.
  static let folder: StateFolder = {
    atexit { Scratch.remove() }
    guard let folder = try? StateFolder(name: "a", environment: { $0 == "XDG_STATE_HOME" ? home : nil }),
      (try? StateStore(folder)) != nil
    else { fail("\(home) cannot be used") }
    return folder
  }()

  /// A file called `name` with these bytes, in place of any.
  static func write(_ bytes: [UInt8], to name: String) {
    let file = open("\(folder.path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    check(file >= 0 && Glibc.write(file, bytes, bytes.count) == bytes.count, "\(name): errno \(errno)")
    close(file)
  }

  /// Removes all files.
  static func clear() {
    for folder in ["\(folder.path)/sessions", folder.path] {
      for name in names(in: folder) { unlink("\(folder)/\(name)") }
    }
  }

  /// Removes all of it.
  static func remove() {
    clear()
    for folder in ["/segclock/a/sessions", "/segclock/a", "/segclock", ""] { rmdir(home + folder) }
  }

  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      guard entry.pointee.d_type == UInt8(DT_REG) else { continue }
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }
}
