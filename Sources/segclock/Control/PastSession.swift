import Control
import Files
import Session
import Storage
import Wording

extension ControlService {
  /// Continues a past session once the disk has answered, for which no frame waits.
  func restore(_ number: Int64, by call: VerbCall) -> ControlReply? {
    guard restoring.map({ !$0.client.isOpen }) ?? true else {
      return .refused("another session is being read; try again")
    }
    restoring = call
    call.app.kept.requestSession(number)
    return nil
  }

  /// Continues the session that was asked for, if it was read.
  func finishRestoring() {
    guard let app, let (number, result) = app.kept.takeSession(), let call = restoring.take()
    else { return }
    if let reply = restored(number, result, app, call) { call.client.reply(reply) }
  }

  private func restored(
    _ number: Int64, _ result: Result<RecordedSession?, FileError>, _ app: App, _ call: VerbCall
  ) -> ControlReply? {
    switch result {
    case .failure(let error): return .refused(error.description)
    case .success(nil):
      let problem = TextError("there is no session \(number); segclock history lists them")
      return .end(.misused, problem.description)
    case .success(let past?):
      var refusal: Phrase?
      app.update { kept in
        kept.change(at: app.time.now) {
          refusal = $0.takeUp(number, past, on: app.configuration.axis)
        }
        return true
      }
      guard let refusal else { return call.replyWhenSaved() }
      let words = refusal.english
      return .refused(words.prefix(1).lowercased() + words.dropFirst())
    }
  }
}

extension Model {
  mutating func takeUp(_ number: Int64, _ past: RecordedSession, on axis: TimeAxis) -> Phrase? {
    guard let end = past.end else {
      return mark("Session {0} has no end to continue from", Int(number))
    }
    let start = ClockReadings.now(axis).instant(ofWallTime: end.start)
    guard takeUp(number, start: start, total: end.total, laps: past.laps) else {
      return mark("Session {0} was not continued: the stopwatch runs", Int(number))
    }
    return nil
  }
}
