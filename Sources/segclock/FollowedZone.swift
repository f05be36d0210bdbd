import Files
import Glibc
import Settings
import Timekeeping
import Wording

/// A time zone, with the file that its rules come from: when that changes, so do they.
///
/// The rules are read here, and TZ is never set: what the C library thinks is the zone belongs to the whole process and
/// to its children, takes any path for a zone, and misses that a file has changed which TZ names.
struct FollowedZone {
  private(set) var rules: ZoneRules
  private var file: WatchedFile?
  /// What holds when the file is gone; nil is what it held before.
  private var rulesWithoutFile: ZoneRules?

  /// The zone of the whole system.
  private static let systemFile = "/etc/localtime"
  /// More than any zone's file has.
  private static let mostBytes = 1 << 18

  /// The folder of the time zone database, as the C library finds it.
  private static let database =
    variable("TZDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/share/zoneinfo"

  /// The zone of the database that is called `text`.
  init(named text: String) throws(ArgumentProblem) {
    let database = FollowedZone.database
    let allowed = """
      a zone is a name of the time zone database in \(database.escaped.elided(to: FileError.longestPath)), \
      as in Europe/Berlin, Asia/Tokyo or UTC
      """
    guard let name = ZoneName(text) else { throw ArgumentProblem(description: allowed) }
    var file = WatchedFile(
      path: "\(database)/\(name)", in: database, mostBytes: FollowedZone.mostBytes)
    guard case .bytes(let bytes) = file.news(), let rules = ZoneRules(zoneFile: bytes) else {
      throw ArgumentProblem(description: allowed)
    }
    (self.rules, self.file) = (rules, file)
  }

  /// The zone of the user, which TZ may name, or else that of the system.
  init() {
    rules = .utc
    guard var text = FollowedZone.variable("TZ") else {
      file = WatchedFile(path: FollowedZone.systemFile, mostBytes: FollowedZone.mostBytes)
      rulesWithoutFile = .utc
      refresh()
      return
    }
    if text.hasPrefix(":") { text.removeFirst() }
    guard !text.isEmpty else { return }
    let path = text.hasPrefix("/") ? text : "\(FollowedZone.database)/\(text)"
    var file = WatchedFile(path: path, mostBytes: FollowedZone.mostBytes)
    if case .failure = file.news(), let rule = YearlyRule(text.utf8) {
      rules = ZoneRules(rule)
      return
    }
    self.file = WatchedFile(path: path, mostBytes: FollowedZone.mostBytes)
    refresh()
  }

  /// Reads the rules again if their file is another one by now. One that makes no sense, such as a half of one, is left
  /// until it changes again.
  mutating func refresh() {
    switch file?.news() {
    case .bytes(let bytes): rules = ZoneRules(zoneFile: bytes) ?? rules
    case .failure(let error) where error.code == ENOENT: rules = rulesWithoutFile ?? rules
    case .failure, nil: break
    }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).flatMap { String(validatingCString: $0) }
  }
}
