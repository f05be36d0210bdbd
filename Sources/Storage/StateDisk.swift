import Files
import Glibc
import Platform
import Session
import Timekeeping
import Wording

/// A state that was found on the disk.
package struct Found: Sendable {
  /// Counts from 1; 0 stands for nothing that was read yet.
  package var number: Int
  package var restored: Restored
  fileprivate var row: Database.Row?
}

/// The state of a widget, which may not be readable or writable yet; used by one thread.
final class StateDisk: @unchecked Sendable {
  private let folder: StateFolder
  private let axis: TimeAxis
  private var store: StateStore?
  private var found: Found?

  init(_ folder: StateFolder, _ axis: TimeAxis) { (self.folder, self.axis) = (folder, axis) }

  /// Locks, reads and opens the state, as far as that was not done before; calls `publish` with a state that is new.
  func open(_ publish: (Found) -> Void) throws(FileError) {
    if store == nil {
      do throws(FileError) {
        guard let new = try StateStore(folder) else {
          throw FileError(
            path: folder.lock, reason: mark("another segclock window owns it"), code: EBUSY)
        }
        let restored = try new.load(at: .now(axis))
        store = new
        note((restored, new.row), publish)
      } catch {
        // What cannot be written may still be read.
        if found == nil,
          let loaded = try? StateStore.peek(folder, at: .now(axis))
        {
          note(loaded, publish)
        }
        throw error
      }
    }
    do throws(FileError) {
      try store?.connect()
    } catch {
      // The first change writes another file.
      if error.code != 0 { throw error }
    }
  }

  private func note(_ loaded: StateStore.Loaded, _ publish: (Found) -> Void) {
    if let found, found.row == loaded.row { return }
    let new = Found(number: (found?.number ?? 0) + 1, restored: loaded.restored, row: loaded.row)
    found = new
    publish(new)
  }

  /// Saves `batch`, and returns the name of the newest file that was set aside.
  func save(_ batch: Batch) throws(FileError) -> String? {
    try store?.save(batch)
    return store?.aside
  }

  func intervals(_ query: DayQuery) throws(FileError) -> [DayRow] {
    if let store { return try store.intervals(query) }
    return try Database(snapshotOf: folder)?.intervals(query) ?? []
  }

  func session(_ number: Int64) throws(FileError) -> RecordedSession? {
    if let store { return try store.session(number) }
    return try Database(snapshotOf: folder)?.session(number)
  }
}
