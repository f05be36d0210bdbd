import Timekeeping

// Rows of the log are rows of the database; here is what runs, and what undo needs.

extension DayLog: Saveable {
  func coded(by coder: inout StateCoder) -> DayLog {
    let saved = coder.code(
      activity, activities, runs, revision, keptFrom, streak?.length ?? 0, streak?.before,
      as: DayLog.init)
    return coder.isReading ? saved : self
  }
}

extension DayLog.Run: Listable {
  static var blank: DayLog.Run { DayLog.Run(mode: .blank, activity: "", start: .blank) }

  func coded(by coder: inout StateCoder) -> DayLog.Run {
    coder.code(mode, activity, start, as: DayLog.Run.init)
  }
}

extension DayLog.Change: Listable {
  static var blank: DayLog.Change { DayLog.Change(id: 0) }

  func coded(by coder: inout StateCoder) -> DayLog.Change {
    coder.code(id, before, after, end, as: DayLog.Change.init)
  }
}

extension CivilDate: Listable {
  static var blank: CivilDate { CivilDate(number: 0) }

  func coded(by coder: inout StateCoder) -> CivilDate { CivilDate(number: coder.code(number)) }
}

extension DayInterval: Listable {
  static var blank: DayInterval {
    DayInterval(date: .blank, start: 0, end: 0, offset: 0, activity: "", mode: .blank)
  }

  func coded(by coder: inout StateCoder) -> DayInterval {
    coder.code(date, start, end, offset, activity, mode, count, as: DayInterval.init)
  }
}
