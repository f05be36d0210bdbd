import CCairo
import Glibc

/// Where cairo's bytes go: a temporary file beside the wanted one, which takes its name when all is written.
///
/// A path that is there and no plain file (a pipe, a terminal) is written directly, as is `-`, the standard output.
final class FileSink {
  private let path: String
  private let target: String
  private let temporary: String?
  private var descriptor: Int32
  private var failure: Int32 = 0
  private var isFinished = false
  private var pending: [UInt8] = []

  /// Opens what is to be written.
  init(path: String) throws(ImageError) {
    self.path = path == "-" ? "standard output" : path
    pending.reserveCapacity(FileSink.chunk)
    guard path != "-" else {
      target = path
      temporary = nil
      descriptor = 1
      return
    }
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      target = path
      temporary = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      // A symbolic link goes on pointing to the file, so it is the file that is replaced.
      target = exists ? FileSink.resolved(path) : path
      let name = "\(target).\(getpid()).tmp"
      temporary = name
      unlink(name)
      descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    if descriptor < 0 { throw .file(path: path, code: errno) }
  }

  deinit {
    if !isFinished { discard() }
  }

  /// What cairo hands back to `append`; valid as long as the sink is.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Takes bytes from cairo.
  static let append: cairo_write_func_t = { closure, data, length in
    guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
    let sink = Unmanaged<FileSink>.fromOpaque(closure).takeUnretainedValue()
    sink.add(UnsafeBufferPointer(start: data, count: Int(length)))
    return sink.failure == 0 ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
  }

  /// Writes what is left and gives the file its name; `status` is cairo's last word. Nothing is left on failure.
  func finish(_ status: cairo_status_t) throws(ImageError) {
    if status == CAIRO_STATUS_SUCCESS { flush() }
    isFinished = true
    if failure == 0, status == CAIRO_STATUS_SUCCESS, temporary != nil, fsync(descriptor) != 0 {
      failure = errno
    }
    if descriptor > 2, close(descriptor) != 0, failure == 0 { failure = errno }
    descriptor = -1
    if failure == 0, status == CAIRO_STATUS_SUCCESS {
      guard let temporary, rename(temporary, target) != 0 else { return }
      failure = errno
    }
    if let temporary { unlink(temporary) }
    if failure != 0 { throw .file(path: path, code: failure) }
    throw .drawing(path: path, reason: String(cString: cairo_status_to_string(status)))
  }

  private static let chunk = 1 << 16

  private func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    pending.append(contentsOf: bytes)
    if pending.count >= FileSink.chunk { flush() }
  }

  private func flush() {
    var written = 0
    while failure == 0, written < pending.count {
      let result = pending.withUnsafeBytes { bytes in
        bytes.baseAddress.map { write(descriptor, $0 + written, bytes.count - written) } ?? 0
      }
      if result > 0 {
        written += result
      } else if result < 0, errno != EINTR {
        failure = errno
      } else if result == 0 {
        failure = EIO
      }
    }
    pending.removeAll(keepingCapacity: true)
  }

  private func discard() {
    if descriptor > 2 { close(descriptor) }
    if let temporary { unlink(temporary) }
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
