import Control
import Files
import Platform
import Session
import Settings
import Storage
import Timekeeping
import Wording

/// A change of the log that `ctl day` asks for.
enum DayEdit {
  case add(String, Duration, at: TimeOfDay?, on: CivilDate?)
  case count(String, Int)
  case edit(Int64, name: String?, from: TimeOfDay?, to: TimeOfDay?)
  case delete(Int64)
  case clear(before: CivilDate)

  init(_ arguments: VerbArguments) throws {
    let words = arguments.words
    func allow(_ options: String...) throws {
      if let other = arguments.options.keys.sorted().first(where: { !options.contains($0) }) {
        throw TextError("--\(other) is not for \(words[0])")
      }
    }
    func id() throws -> Int64 {
      guard words.count == 2, let id = Int64(words[1]), id > 0 else {
        throw TextError(
          "\(words[0]) needs the id of an interval; segclock day --format csv has them")
      }
      return id
    }
    switch words[0] {
    case "add":
      guard words.count == 3 else {
        throw TextError("add needs a name and a length, as in Focus 25m")
      }
      let name = try RingText.name.parse(words[1])
      if words[2].first == "+" || words[2].first == "-", let count = Int(words[2]) {
        try allow()
        self = .count(name, count)
        return
      }
      try allow("at", "on")
      let length = try Parsers.duration.parse(words[2])
      guard length > .zero, length <= .seconds(86_400) else {
        throw TextError("a length is above 0 and at most 24h; add the days one by one")
      }
      self = .add(
        name, length, at: try arguments.value(of: "at", Parsers.timeOfDay),
        on: try arguments.value(of: "on", Parsers.date))
    case "edit":
      try allow("rename", "from", "to")
      let name = try arguments.options["rename"].map { try RingText.name.parse($0) }
      let from = try arguments.value(of: "from", Parsers.timeOfDay)
      let to = try arguments.value(of: "to", Parsers.timeOfDay)
      guard name != nil || from != nil || to != nil else {
        throw TextError("edit needs --rename, --from or --to")
      }
      self = .edit(try id(), name: name, from: from, to: to)
    case "delete":
      try allow()
      self = .delete(try id())
    case "clear":
      try allow()
      self = .clear(before: try CivilDate(parsing: words[1]))
    default: throw TextError("\(words[0].quoted) is no change of a day: use add, edit or delete")
    }
  }

  /// The rows that have to be known before.
  func query(today: CivilDate) -> DayQuery {
    switch self {
    case .add(_, _, _, let date): .dates((date ?? today)...(date ?? today))
    case .count, .clear: .dates(today...today)
    case .edit(let id, _, _, _), .delete(let id): .row(id)
    }
  }
}

extension ControlService {
  /// Changes the log once the disk has what is changed.
  func edit(_ edit: DayEdit, by call: VerbCall) -> ControlReply? {
    guard let today = call.app.kept.pending.day.today?.date else {
      return .refused("nothing is remembered: log is off")
    }
    guard call.app.kept.hasDisk else {
      return reply { try perform(edit, by: call) }
    }
    guard editing.map({ !$0.call.client.isOpen }) ?? true else {
      return .refused("another change of a day is being made; try again")
    }
    let query = edit.query(today: today)
    editing = (edit, query, call)
    call.app.kept.requestDays(query)
    return nil
  }

  /// Takes rows that the disk has answered, and makes the change that waits for them.
  func finishEditing() {
    guard let app else { return }
    for answer in app.kept.takeDays() {
      if let rows = try? answer.result.get() {
        app.update { kept in
          kept.change(at: app.time.now) { $0.loadDays(rows) }
          return true
        }
      }
      guard let (edit, query, call) = editing, query == answer.query else { continue }
      editing = nil
      let words = reply {
        _ = try answer.result.get()
        return try perform(edit, by: call)
      }
      if let words { call.client.reply(words) }
    }
  }

  private func reply(_ body: () throws -> ControlReply?) -> ControlReply? {
    do {
      return try body()
    } catch let error as FileError {
      return .refused(error.description)
    } catch {
      return .end(.misused, "\(error)")
    }
  }

  private func perform(_ edit: DayEdit, by call: VerbCall) throws -> ControlReply? {
    let (app, log) = (call.app, call.app.kept.pending.day)
    guard let today = log.today else { return .refused("nothing is remembered: log is off") }
    switch edit {
    case .count(let name, let count): return call.perform(.day(.count(count, of: name)))
    case .clear(let date): return call.perform(.day(.keep(from: date)))
    case .delete(let id):
      _ = try row(id, in: log)
      return call.perform(.day(.set(id, to: nil)))
    case .add(let name, let length, let time, let date):
      let day =
        date.map { app.time.day(of: $0, startingAt: app.configuration.settings.dayStarts) } ?? today
      let now = today.epoch(of: call.instant)
      let start =
        try time.map { try moment($0, on: day, app) }
        ?? (date == nil || date == today.date ? now - length.nanosecondsClamped : day.startEpoch)
      let new = DayInterval(
        date: day.date, start: start, end: start.addingClamped(length.nanosecondsClamped),
        offset: app.time.userOffset(at: start), activity: name, mode: .clock)
      try check(new, except: nil, in: day, log, now: now)
      return call.perform(.day(.add(new)))
    case .edit(let id, let name, let from, let to):
      var new = try row(id, in: log)
      let day = app.time.day(of: new.date, startingAt: app.configuration.settings.dayStarts)
      guard new.count == nil || from == nil && to == nil else {
        throw TextError("interval \(id) is a count: it has no times")
      }
      if let name { new.activity = name }
      if let from { new.start = try moment(from, on: day, app) }
      if let to { new.end = try moment(to, on: day, app) }
      guard new.start <= new.end else { throw TextError("it would end before it begins") }
      try check(new, except: id, in: day, log, now: today.epoch(of: call.instant))
      return call.perform(.day(.set(id, to: new)))
    }
  }

  private func row(_ id: Int64, in log: DayLog) throws -> DayInterval {
    guard let row = log.rows[id] ?? nil else {
      throw TextError("there is no interval \(id); segclock day --format csv has the ids")
    }
    return row
  }

  /// When the clock first shows `time` on a day of the log, in nanoseconds since 1970.
  private func moment(_ time: TimeOfDay, on day: DayBounds, _ app: App) throws -> Int64 {
    let first = day.startEpoch / 1_000_000_000
    let second = app.time.next(time, after: first - 1)
    guard second < day.epoch(of: day.end) / 1_000_000_000 else {
      throw TextError("\(day.date.description) does not have that time")
    }
    return second * 1_000_000_000
  }

  private func check(
    _ new: DayInterval, except id: Int64?, in day: DayBounds, _ log: DayLog, now: Int64
  ) throws {
    guard new.start >= day.startEpoch, new.end <= day.epoch(of: day.end) else {
      throw TextError("it is not all on \(day.date.description); add the parts of each day")
    }
    guard new.end <= now else { throw TextError("it would end in the future") }
    guard new.count == nil else { return }
    let others = log.merged(with: [], at: log.today?.instant(ofEpoch: now) ?? .zero)
    let other = others.first { other in
      other.id != id && other.interval.count == nil && other.interval.activity == new.activity
        && other.interval.start < new.end && new.start < other.interval.end
    }
    if let other {
      let (start, end) = (other.interval.localStart, other.interval.localEnd)
      throw TextError(
        "\(new.activity.quoted) ran from \(start.minutes) to \(end.minutes) already\(other.id.map { ": interval \($0)" } ?? "")"
      )
    }
  }
}

extension WallClock {
  /// As in 14:05.
  var minutes: String { "\(hour):\(String(100 + minute).dropFirst())" }
}
