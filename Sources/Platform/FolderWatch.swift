import CPlatform
import Glibc

/// Detects that a file may have changed: that it, or a folder on its path, was written, created, moved or removed.
///
/// Watches the folders that lead to the file, and to the targets of symbolic links. Does not poll.
package final class FolderWatch: DescriptorSource {
  private let path: String
  private var watches: Set<Int32> = []

  private static let maxLinks = 8

  /// The folder itself has moved or is gone.
  private static let own = IN_MOVE_SELF | IN_DELETE_SELF
  /// A name was added.
  private static let new = own | IN_CREATE | IN_MOVED_TO
  /// Writes count when the file is closed.
  private static let all = new | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_CLOSE_WRITE

  package init(path: String) {
    self.path = path
    super.init(inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)))
    watchFolders()
  }

  /// Reads pending events; returns whether any may concern the file.
  package func takeChanges() -> Bool {
    var isConcerned = false
    let size = MemoryLayout<inotify_event>.size
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        var offset = 0
        while offset + size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          if concerns(Int32(bitPattern: event.mask)) { isConcerned = true }
          offset += size + Int(event.len)
        }
      }
    }
    if isConcerned { watchFolders() }
    return isConcerned
  }

  private func concerns(_ events: Int32) -> Bool {
    // The last event of a removed watch.
    if events & IN_IGNORED != 0 { return false }
    guard events & IN_CREATE != 0, events & IN_ISDIR == 0 else { return true }
    // A new regular file is not written yet.
    var status = stat()
    return lstat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFREG || status.st_nlink != 1
  }

  private func watchFolders() {
    for watch in watches { inotify_rm_watch(descriptor, watch) }
    watches = []
    var current = path
    for _ in 0..<FolderWatch.maxLinks {
      watchFolders(above: current)
      guard let target = FolderWatch.target(of: current) else { break }
      current = target
    }
  }

  /// Watches the nearest existing folder above `current`, and its parent, in case it is moved.
  private func watchFolders(above current: String) {
    var steps = current.split(separator: "/").dropLast()
    var (events, count) = (FolderWatch.all, 0)
    while count < 2 {
      let folder = (current.hasPrefix("/") ? "/" : "./") + steps.joined(separator: "/")
      // A folder may be on two paths.
      let mask = UInt32(events | IN_ONLYDIR | IN_MASK_ADD)
      let watch = inotify_add_watch(descriptor, folder, mask)
      if watch >= 0 {
        watches.insert(watch)
        count += 1
      }
      events = count > 0 ? FolderWatch.own : FolderWatch.new
      guard steps.popLast() != nil else { break }
    }
  }

  private static func target(of current: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard readlink(current, &buffer, buffer.count - 1) > 0 else { return nil }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let target = String(decoding: bytes, as: UTF8.self)
    guard !target.hasPrefix("/") else { return target }
    let folder = current.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (folder + [target[...]]).joined(separator: "/")
  }
}
