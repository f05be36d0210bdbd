import Session
import Settings
import Storage
import Timekeeping
import Wording

extension Database {
  /// Refuses a name under which nothing is saved, as it may be mistyped.
  static func snapshot(ofWidget name: String) throws -> Database? {
    let snapshot = try Database(snapshotOf: StateFolder(name: name))
    guard snapshot != nil || name == StateFolder.defaultName else {
      throw TextError("nothing is saved under the name \(name.quoted)")
    }
    return snapshot
  }
}
