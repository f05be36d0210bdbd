import CPlatform
import Glibc

/// Notices that a file may have changed, however: written in place, renamed over, or one of the folders on its path made,
/// moved or removed.
///
/// It watches the folders that lead to the file, and those that lead to the targets of symbolic links. What others write
/// into a folder on the path is ignored, except new names where the next folder is missing. Between two changes it costs
/// nothing.
package final class FolderWatch: DescriptorSource {
  private let path: String
  /// Called when the file may have changed.
  package var handler: () -> Void = {}

  /// What counts of a folder: names in it, and events.
  private struct Watched {
    var names: Set<String> = []
    var events: Int32 = 0
  }

  /// What counts, by the kernel's number of the folder.
  private var watched: [Int32: Watched] = [:]

  private static let maxLinks = 8

  /// The folder itself has moved or gone.
  private static let own = IN_MOVE_SELF | IN_DELETE_SELF
  /// Names have come.
  private static let new = own | IN_CREATE | IN_MOVED_TO
  /// What was written counts when it is closed.
  private static let all = new | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_CLOSE_WRITE
  /// Anything may have happened. For a removed watch this is its last event.
  private static let lost = own | IN_Q_OVERFLOW | IN_IGNORED | IN_UNMOUNT

  /// A watch on the file at `path`, which need not exist.
  package init(path: String) {
    self.path = path
    super.init(inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)))
    watchFolders()
  }

  package override func handle(at now: MonotonicTime) {
    if takeChanges() { handler() }
  }

  /// Reads the kernel's events; returns whether any may concern the file.
  package func takeChanges() -> Bool {
    var isConcerned = false
    let size = MemoryLayout<inotify_event>.size
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        var position = 0
        while position + size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
          let end = min(position + size + Int(event.len), count)
          let name = buffer[position + size..<end].prefix { $0 != 0 }
          if concerns(event, String(decoding: name, as: UTF8.self)) { isConcerned = true }
          position = end
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
    // A plain file that was just made is still to be written.
    var status = stat()
    return lstat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFREG || status.st_nlink != 1
      || path.split(separator: "/").last.map(String.init) != name
  }

  /// Watches the folders on the path as they are now.
  private func watchFolders() {
    var found: [Int32: Watched] = [:]
    var place = path
    for _ in 0..<FolderWatch.maxLinks {
      watchFolders(above: place, &found)
      guard let target = FolderWatch.target(of: place) else { break }
      place = target
    }
    for number in watched.keys where found[number] == nil {
      inotify_rm_watch(descriptor, number)
    }
    watched = found
  }

  /// Watches the nearest existing folder above `place`, and the one above that for being moved.
  private func watchFolders(above place: String, _ found: inout [Int32: Watched]) {
    var steps = place.split(separator: "/").map(String.init)
    var events = FolderWatch.all
    var count = 0
    while let name = steps.popLast(), count < 2 {
      let folder = (place.hasPrefix("/") ? "/" : "") + steps.joined(separator: "/")
      if watch(folder.isEmpty ? "." : folder, name, events, &found) {
        count += 1
        events = FolderWatch.own
      } else {
        events = FolderWatch.new
      }
    }
  }

  /// Watches a folder for `events` that concern `name`; returns false if there is no folder.
  private func watch(
    _ folder: String, _ name: String, _ events: Int32, _ found: inout [Int32: Watched]
  ) -> Bool {
    let number = inotify_add_watch(descriptor, folder, UInt32(events | IN_ONLYDIR))
    guard number >= 0 else { return false }
    found[number, default: Watched()].names.insert(name)
    let all = events | (found[number]?.events ?? 0)
    found[number]?.events = all
    // A folder that two paths lead through.
    if all != events { inotify_add_watch(descriptor, folder, UInt32(all | IN_ONLYDIR)) }
    return true
  }

  /// Returns the target of the symbolic link at `place`; nil if it is none.
  private static func target(of place: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(place, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let target = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard !target.hasPrefix("/") else { return target }
    let folder = place.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (folder + [target[...]]).joined(separator: "/")
  }
}
