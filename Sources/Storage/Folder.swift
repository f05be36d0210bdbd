package import Files
import Glibc

package enum Folder {
  /// Waits until the names in the folder at `path` are on the disk.
  static func synchronize(_ path: String) throws(ErrorNumber) {
    try Descriptor(opening: path, O_RDONLY | O_DIRECTORY).synchronize()
  }

  /// Makes the folder at `path`, which is absolute, and those above it, for their owner alone. What is new is on the disk
  /// when it returns.
  package static func make(_ path: String) throws(FileError) {
    var isMade = mkdir(path, 0o700) == 0
    if !isMade, errno == ENOENT, path != "/" {
      try make(Descriptor.folder(of: path))
      isMade = mkdir(path, 0o700) == 0
    }
    guard isMade || errno == EEXIST else { throw FileError(path: path, code: errno) }
    guard isMade else { return }
    do throws(ErrorNumber) {
      try synchronize(Descriptor.folder(of: path))
    } catch {
      throw FileError(path: path, code: error.code)
    }
  }

  /// The names in the folder at `path`, in no order; none if it cannot be read.
  static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }
}
