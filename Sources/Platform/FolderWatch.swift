import CPlatform
import Glibc

/// Detects that a file may have changed: written in place, renamed over, or a folder on its path created, moved or
/// removed.
///
/// Watches the folders that lead to the file, and to the targets of symbolic links. Ignores other files in them, except
/// new names if the next folder is missing. Does not poll.
package final class FolderWatch: DescriptorSource {
  private let path: String
  package var handler: () -> Void = {}

  private struct Watched {
    var names: Set<String> = []
    var events: Int32 = 0
  }

  /// By watch descriptor.
  private var watched: [Int32: Watched] = [:]

  private static let maxLinks = 8

  /// The folder itself has moved or is gone.
  private static let own = IN_MOVE_SELF | IN_DELETE_SELF
  /// A name was added.
  private static let new = own | IN_CREATE | IN_MOVED_TO
  /// Writes count when the file is closed.
  private static let all = new | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_CLOSE_WRITE
  /// Events may be lost. IN_IGNORED is the last event of a removed watch.
  private static let lost = own | IN_Q_OVERFLOW | IN_IGNORED | IN_UNMOUNT

  package init(path: String) {
    self.path = path
    super.init(inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)))
    watchFolders()
  }

  package override func handle(at now: MonotonicTime) {
    if takeChanges() { handler() }
  }

  /// Reads pending events; returns whether any may concern the file.
  package func takeChanges() -> Bool {
    var isConcerned = false
    let size = MemoryLayout<inotify_event>.size
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        var offset = 0
        while offset + size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let end = min(offset + size + Int(event.len), count)
          let name = buffer[offset + size..<end].prefix { $0 != 0 }
          if concerns(event, String(decoding: name, as: UTF8.self)) { isConcerned = true }
          offset = end
        }
      }
    }
    if isConcerned { watchFolders() }
    return isConcerned
  }

  private func concerns(_ event: inotify_event, _ name: String) -> Bool {
    let mask = Int32(bitPattern: event.mask)
    if mask & FolderWatch.lost != 0 { return event.wd < 0 || watched[event.wd] != nil }
    guard let folder = watched[event.wd], folder.names.contains(name) else { return false }
    guard mask & IN_CREATE != 0, mask & IN_ISDIR == 0 else { return true }
    // A new regular file is not written yet.
    var status = stat()
    return lstat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFREG || status.st_nlink != 1
      || path.split(separator: "/").last.map(String.init) != name
  }

  private func watchFolders() {
    var found: [Int32: Watched] = [:]
    var current = path
    for _ in 0..<FolderWatch.maxLinks {
      watchFolders(above: current, &found)
      guard let target = FolderWatch.target(of: current) else { break }
      current = target
    }
    for number in watched.keys where found[number] == nil {
      inotify_rm_watch(descriptor, number)
    }
    watched = found
  }

  /// Watches the nearest existing folder above `current`, and its parent, in case it is moved.
  private func watchFolders(above current: String, _ found: inout [Int32: Watched]) {
    var steps = current.split(separator: "/").map(String.init)
    var events = FolderWatch.all
    var count = 0
    while let name = steps.popLast(), count < 2 {
      let folder = (current.hasPrefix("/") ? "/" : "") + steps.joined(separator: "/")
      if watch(folder.isEmpty ? "." : folder, name, events, &found) {
        count += 1
        events = FolderWatch.own
      } else {
        events = FolderWatch.new
      }
    }
  }

  /// Watches a folder for `events` of `name`; returns false if there is no folder.
  private func watch(
    _ folder: String, _ name: String, _ events: Int32, _ found: inout [Int32: Watched]
  ) -> Bool {
    let number = inotify_add_watch(descriptor, folder, UInt32(events | IN_ONLYDIR))
    guard number >= 0 else { return false }
    found[number, default: Watched()].names.insert(name)
    let all = events | (found[number]?.events ?? 0)
    found[number]?.events = all
    // The folder may be on two paths.
    if all != events { inotify_add_watch(descriptor, folder, UInt32(all | IN_ONLYDIR)) }
    return true
  }

  private static func target(of current: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(current, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let target = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard !target.hasPrefix("/") else { return target }
    let folder = current.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (folder + [target[...]]).joined(separator: "/")
  }
}
