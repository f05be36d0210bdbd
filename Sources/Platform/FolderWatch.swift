import CPlatform
import Glibc

/// Notices that a file may have changed, however: written in place, renamed over, or one of the folders on its path made,
/// moved or removed.
///
/// It watches the folders that lead to the file, and those that lead to the targets of symbolic links. What others write
/// into a folder on the path is ignored, except new names where the next folder is missing. Between two changes it costs
/// nothing.
package final class FolderWatch: EventSource {
  /// The descriptor to wait for; -1 if the kernel gave none.
  package let fileDescriptor: Int32
  private let path: String
  /// Called when the file may have changed.
  package var handler: () -> Void = {}

  /// What counts of a folder: names in it, and events.
  private struct Interests {
    var names: Set<String> = []
    var events: UInt32 = 0
  }

  /// What counts, by the kernel's number of the folder.
  private var watched: [Int32: Interests] = [:]

  private static let maxLinks = 8

  /// A watch on the file at `path`, which need not exist.
  package init(path: String) {
    self.path = path
    fileDescriptor = segclock_inotify()
    watchFolders()
  }

  deinit {
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  package var interest: Interest { Interest(fileDescriptor) }

  package func handle(at now: MonotonicTime) {
    if takeChanges() { handler() }
  }

  /// Reads the kernel's events; returns whether any may concern the file.
  package func takeChanges() -> Bool {
    var isConcerned = false
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(fileDescriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      isConcerned = take(buffer[..<count]) || isConcerned
    }
    if isConcerned { watchFolders() }
    return isConcerned
  }

  /// Returns whether any event in `bytes` concerns the file.
  private func take(_ bytes: ArraySlice<UInt8>) -> Bool {
    var isConcerned = false
    var rest = bytes
    // The header of an event: a folder's number, what happened, a cookie, and the length of a name.
    while rest.count >= 16 {
      let (folder, events, length) = rest.withUnsafeBytes { raw in
        (
          raw.loadUnaligned(fromByteOffset: 0, as: Int32.self),
          raw.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
          Int(raw.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        )
      }
      rest = rest.dropFirst(16)
      let name = String(decoding: rest.prefix(length).prefix { $0 != 0 }, as: UTF8.self)
      rest = rest.dropFirst(length)
      // What is lost, or is no longer watched, may have been anything.
      if events & segclock_inotify_lost != 0 {
        // For a removed watch this is its last event.
        isConcerned = isConcerned || folder < 0 || watched[folder] != nil
      } else if watched[folder]?.names.contains(name) ?? false, !isUnwritten(name, events) {
        isConcerned = true
      }
    }
    return isConcerned
  }

  /// Returns whether a plain file was made that is still to be written.
  private func isUnwritten(_ name: String, _ events: UInt32) -> Bool {
    guard events & segclock_inotify_created != 0, events & segclock_inotify_folder == 0 else {
      return false
    }
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
      && path.split(separator: "/").last.map(String.init) == name
  }

  /// Watches the folders on the path as they are now.
  private func watchFolders() {
    var found: [Int32: Interests] = [:]
    var place = path
    for _ in 0..<FolderWatch.maxLinks {
      watchWay(to: place, &found)
      guard let target = FolderWatch.target(of: place) else { break }
      place = target
    }
    for number in watched.keys where found[number] == nil {
      segclock_inotify_remove(fileDescriptor, number)
    }
    watched = found
  }

  /// Watches the nearest existing folder above `place`, and the one above that for being moved.
  private func watchWay(to place: String, _ found: inout [Int32: Interests]) {
    var steps = place.split(separator: "/").map(String.init)
    var events = segclock_inotify_itself | segclock_inotify_all
    var count = 0
    while let name = steps.popLast(), count < 2 {
      let folder = (place.hasPrefix("/") ? "/" : "") + steps.joined(separator: "/")
      if watch(folder.isEmpty ? "." : folder, name, events, &found) {
        count += 1
        events = segclock_inotify_itself
      } else {
        events = segclock_inotify_itself | segclock_inotify_new
      }
    }
  }

  /// Watches a folder for `events` that concern `name`; returns false if there is no folder.
  private func watch(
    _ folder: String, _ name: String, _ events: UInt32, _ found: inout [Int32: Interests]
  ) -> Bool {
    let number = segclock_inotify_add(fileDescriptor, folder, events)
    guard number >= 0 else { return false }
    var interest = found[number] ?? Interests()
    interest.names.insert(name)
    interest.events |= events
    // A folder that two paths lead through.
    if interest.events != events {
      _ = segclock_inotify_add(fileDescriptor, folder, interest.events)
    }
    found[number] = interest
    return true
  }

  /// Returns the target of the symbolic link at `place`; nil if it is none.
  private static func target(of place: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(place, &buffer, Int(PATH_MAX))
    guard count > 0 else { return nil }
    let target = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard !target.hasPrefix("/") else { return target }
    let folder = place.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (folder + [target[...]]).joined(separator: "/")
  }
}
