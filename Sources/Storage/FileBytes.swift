import Files
import Glibc

/// The contents of a file, read at once.
struct FileBytes {
  private let bytes: [UInt8]

  /// What is in the file at `path`, which may have up to `limit` bytes; nil where there is none. What is no file that can be
  /// read to an end, such as a folder or a pipe, has no bytes.
  init?(_ path: String, upTo limit: Int) throws(FileError) {
    do throws(ErrorNumber) {
      let file: Descriptor
      do throws(ErrorNumber) {
        file = try Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      } catch {
        if error.code == ENOENT { return nil }
        // A symbolic link, or a socket.
        guard error.code == ELOOP || error.code == ENXIO else { throw error }
        bytes = []
        return
      }
      let status = try file.status()
      guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
        bytes = []
        return
      }
      bytes = try FileBytes.read(file, Int(status.st_size))
    } catch {
      throw FileError(path: path, code: error.code)
    }
  }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes(body)
  }

  private static func read(_ file: Descriptor, _ size: Int) throws(ErrorNumber) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let part = Glibc.read(file.number, buffer.baseAddress.map { $0 + count }, size - count)
        if part > 0 {
          count += part
        } else if part == 0 || errno != EINTR {
          if part < 0 { failure = errno }
          break
        }
      }
    }
    guard failure == 0 else { throw ErrorNumber(code: failure) }
    return bytes
  }
}
