import Files
import Platform
import Session
import Settings
import Storage
import Timekeeping
import Wording

extension ProgramSettings {
  var instanceName: String { self.name == StateFolder.defaultName ? "segclock" : self.name }

  var folder: StateFolder? { self.noState ? nil : try? StateFolder(name: self.name) }

  /// Loads the saved model, lets `configure` apply the settings, and saves the model from then on. Reports what
  /// prevents that in the window and on standard error.
  func open(on axis: TimeAxis, at now: Instant, configure: (inout Model) -> Void) throws
    -> SavedModel
  {
    var model = Model()
    var saver: Saver?
    var past: RecordedSession?
    var notice: String?
    let session = self.session
    if !self.noState {
      do throws(FileError) {
        let folder = try StateFolder(name: self.name)
        if let store = try StateStore(folder) {
          let restored = try store.load(at: .now(axis))
          if folder.isRemote {
            StandardError.print(
              "segclock: the state is on a remote file system: using a rollback journal")
          }
          model = restored.model ?? model
          notice = restored.notice
          if let session, session != model.session.number {
            past = try Database(snapshotOf: folder)?.session(session)
          }
          saver = Saver(store)
          if saver == nil { notice = "Not saving: no file descriptor or thread is left" }
        } else {
          notice = "Not saving: another segclock window owns \(self.name.quoted)"
        }
      } catch {
        notice = "Not saving: \(error.description)"
      }
    }
    if let session, saver != nil, past == nil, session != model.session.number {
      throw TextError("--session \(session): no such session; segclock history lists them")
    }
    var kept = SavedModel(model, on: axis, saver: saver)
    kept.change(at: now) { model in
      if let session, let past, let refusal = model.takeUp(session, past, on: axis) {
        notice = refusal
      }
      configure(&model)
      if let notice { _ = model.apply(.announce(notice, for: .seconds(10)), at: now) }
    }
    if let notice { StandardError.print("segclock: \(notice)") }
    return kept
  }
}

extension Model {
  mutating func takeUp(_ number: Int64, _ past: RecordedSession, on axis: TimeAxis) -> String? {
    guard let end = past.end else { return "Session \(number) has no end to continue from" }
    let start = ClockReadings.now(axis).instant(ofWallTime: end.start)
    guard takeUp(number, start: start, total: end.total, laps: past.laps) else {
      return "Session \(number) was not continued: the stopwatch runs"
    }
    return nil
  }
}
