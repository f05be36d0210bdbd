import Files
import Platform
import Session
import Settings
import Storage
import Timekeeping
import Wording

extension ProgramSettings {
  /// How long the window waits for its state. On a disk that does not answer, it opens without it.
  private static var patience: Duration { .seconds(5) }

  /// Loads the saved model, lets `configure` apply the settings, and saves the model from then on. Reports what
  /// prevents that in the window and on standard error.
  func loadModel(
    on axis: TimeAxis, at now: Instant, configure: @escaping (inout Model) -> Void
  ) throws -> SavedModel {
    var failure: FileError?
    var saver: Saver?
    if !self.noState {
      do throws(FileError) {
        saver = Saver(try StateFolder(name: self.name), on: axis)
        if saver == nil {
          failure = FileError(
            path: "the state", reason: mark("no file descriptor or thread is left"))
        }
      } catch {
        failure = error
      }
    }
    let limit = MonotonicTime.now + ProgramSettings.patience
    saver?.waitForOpening(until: limit)
    var kept = SavedModel(on: axis, saver: saver, failure: failure, at: now, prepare: configure)
    if let session = self.session, saver != nil, session != kept.pending.session.number {
      kept.requestSession(session)
      let past = try kept.awaitSession(until: limit).map { result in
        try self.required(session, in: result)
      }
      kept.change(at: now) { model in
        let refusal: Phrase? =
          switch past {
          case .success(let past): model.takeUp(session, past, on: axis)
          case .failure(let error):
            // TRANSLATORS: {0} is a number, {1} what is wrong with a file.
            mark("Session {0} was not continued: {1}", Int(session), error.description)
          case nil: mark("Session {0} was not continued: the disk does not answer", Int(session))
          }
        if let refusal { _ = model.apply(.announce(refusal, for: Notice.problemLifetime), at: now) }
      }
    }
    for phrase in [kept.shown.notice?.phrase, kept.shown.trouble?.phrase].compactMap({ $0 }) {
      StandardError.report(phrase.english)
    }
    return kept
  }

  private func required(
    _ session: Int64, in result: Result<RecordedSession?, FileError>
  ) throws -> Result<RecordedSession, FileError> {
    switch result {
    case .failure(let error): return .failure(error)
    case .success(let past):
      guard let past else {
        throw TextError("--session \(session): no such session; segclock history lists them")
      }
      return .success(past)
    }
  }
}
