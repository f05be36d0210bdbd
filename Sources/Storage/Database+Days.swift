package import Files
package import Session
package import Timekeeping
import Wording

// The rows of the log of days.

/// Which rows of the log are wanted.
package enum DayQuery: Equatable, Sendable {
  case dates(ClosedRange<CivilDate>)
  case row(Int64)
}

package struct DayAnswer: Sendable {
  package let query: DayQuery
  package let result: Result<[DayRow], FileError>

  init(_ query: DayQuery, _ result: Result<[DayRow], FileError>) {
    (self.query, self.result) = (query, result)
  }
}

extension Database {
  /// `mode` is its position among all modes; `count` is `noCount` for a time; `name` is the activity.
  static let intervalSchema = """
    CREATE TABLE IF NOT EXISTS intervals (
      id INTEGER PRIMARY KEY, date INTEGER NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL,
      zone_offset INTEGER NOT NULL, mode INTEGER NOT NULL, count INTEGER NOT NULL,
      checksum INTEGER NOT NULL, name TEXT);
    CREATE INDEX IF NOT EXISTS interval_dates ON intervals (date);
    """
  static let intervalIntegers = 7
  private static let noCount = Int64.min

  private var hasIntervals: Bool {
    get throws(FileError) {
      try number("SELECT count(*) FROM sqlite_master WHERE name = 'intervals'") > 0
    }
  }

  func intervals(_ query: DayQuery) throws(FileError) -> [DayRow] {
    switch query {
    case .dates(let dates): try intervals(dates)
    case .row(let id): try intervals("id = ?", [id])
    }
  }

  /// The intervals of these dates, in the order of time. What runs is in the model alone.
  package func intervals(_ dates: ClosedRange<CivilDate>) throws(FileError) -> [DayRow] {
    try intervals(
      "date BETWEEN ? AND ?", [Int64(dates.lowerBound.number), Int64(dates.upperBound.number)])
  }

  private func intervals(
    _ condition: String, _ values: [Int64]
  ) throws(FileError) -> [DayRow] {
    guard try hasIntervals else { return [] }
    var found: [DayRow] = []
    var isDamaged = false
    try rows(
      "SELECT * FROM intervals WHERE \(condition) ORDER BY start, id", values,
      integers: Database.intervalIntegers
    ) { row in
      let modes = Mode.allCases
      guard let mode = Int(exactly: row.integers[5]), modes.indices.contains(mode) else {
        isDamaged = true
        return
      }
      let count = row.integers[6] == Database.noCount ? nil : Int(row.integers[6])
      found.append(
        DayRow(
          id: row.integers[0],
          interval: DayInterval(
            date: CivilDate(number: Int(row.integers[1])), start: row.integers[2],
            end: row.integers[3], offset: Int(row.integers[4]),
            activity: String(decoding: row.bytes, as: UTF8.self), mode: modes[mode], count: count)
        ))
    }
    if isDamaged { throw unusable(mark("damaged")) }
    return found
  }

  func checkIntervals() throws(FileError) {
    guard try hasIntervals else { return }
    try rows("SELECT * FROM intervals", integers: Database.intervalIntegers) { _ in }
  }

  /// The newest day and the one before: today's are needed at once, without knowing yet which day that is.
  func loadNewestDays(into model: inout Model) throws(FileError) {
    guard try hasIntervals else { return }
    let newest = CivilDate(number: Int(try number("SELECT max(date) FROM intervals")))
    model.loadDays(try intervals(newest - 1...newest))
  }

  /// Writes the difference of two states of the log. Without `old`, all rows that `new` has.
  func writeIntervals(from old: DayLog?, to new: DayLog) throws(FileError) {
    guard new.revision != old?.revision || new.keptFrom != old?.keptFrom else { return }
    for (id, row) in new.rows where old?.rows[id] != row {
      guard let row else {
        try run("DELETE FROM intervals WHERE id = ?", [id])
        continue
      }
      try insert(id, row)
    }
    if let first = new.keptFrom, first != old?.keptFrom {
      try run("DELETE FROM intervals WHERE date < ?", [Int64(first.number)])
    }
  }

  private func insert(_ id: Int64, _ row: DayInterval) throws(FileError) {
    let mode = Mode.allCases.firstIndex(of: row.mode) ?? 0
    try insert(
      into: "intervals",
      [
        id, Int64(row.date.number), row.start, row.end, Int64(row.offset), Int64(mode),
        row.count.map(Int64.init) ?? Database.noCount,
      ], bytes: Array(row.activity.utf8))
  }

  /// Copies the intervals of `source` that are intact and not here yet.
  func addIntervals(of source: Database) throws(FileError) {
    let dates = CivilDate(number: .min)...CivilDate(number: .max)
    guard let others = try? source.intervals(dates) else { return }
    let present = Set(try intervals(dates).map(\.interval))
    var newest = try number("SELECT max(id) FROM intervals")
    for row in others where !present.contains(row.interval) {
      guard let id = row.id else { continue }
      let isFree = try number("SELECT count(*) FROM intervals WHERE id = \(id)") == 0
      newest = max(newest, id)
      if !isFree { newest += 1 }
      try insert(isFree ? id : newest, row.interval)
    }
  }
}
