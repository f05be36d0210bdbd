import ArgumentParser
import Files
import Platform
import Session
import Settings
import Storage
import Timekeeping
import Wording

struct StateOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Name of a widget, which has a time of its own.", valueName: "name"),
    completion: NameCompletion.widgets, transform: StateOptions.name)
  var name: String = StateFolder.defaultName

  @Flag(name: .customLong("no-state"), help: "Save nothing and load nothing.")
  var noState = false

  @Flag(help: "Restore full screen, workspace and stacking, too.")
  var restore = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Continue a session of segclock history.", valueName: "number"),
    transform: Export.session)
  var session: Int64?

  func validate() throws {
    if noState, restore || session != nil {
      throw ValidationError(
        "\(restore ? "--restore" : "--session") and --no-state: give one of them")
    }
  }

  var given: [GivenOption] {
    let options: [(name: String, isGiven: Bool, texts: [String])] = [
      ("--restore", restore, []), ("--no-state", noState, []),
      ("--name", name != StateFolder.defaultName, [name]),
      ("--session", session != nil, session.map { ["\($0)"] } ?? []),
    ]
    return options.filter(\.isGiven).map { GivenOption(name: $0.name, texts: $0.texts) }
  }

  /// The window's instance name, for rules of window managers.
  var instanceName: String { name == StateFolder.defaultName ? "segclock" : name }

  var folder: StateFolder? { noState ? nil : try? StateFolder(name: name) }

  /// Parses a name that is safe as part of a file name.
  static func name(_ text: String) throws -> String {
    let isPlain = text.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0))
    }
    guard isPlain, (1...64).contains(text.utf8.count), text.first != ".", text.first != "-" else {
      throw ArgumentProblem(
        text, isNot: "a name",
        write: "up to 64 letters a to z, digits and . _ - and begin with a letter, a digit or _")
    }
    return text
  }

  /// Loads the saved model, lets `configure` apply the settings, and saves the model from then on. Reports what
  /// prevents that in the window and on standard error.
  func open(on axis: TimeAxis, at now: Instant, configure: (inout Model) -> Void) throws
    -> SavedModel
  {
    var model = Model()
    var saver: Saver<Batch>?
    var past: RecordedSession?
    var notice: String?
    if !noState {
      do throws(FileError) {
        let folder = try StateFolder(name: name)
        if let store = try StateStore(folder) {
          let restored = try store.load(at: .now(axis))
          model = restored.model ?? model
          notice = restored.trouble
          if restored.isEstimated, notice == nil {
            notice = "The computer was restarted: the time is estimated by the wall clock"
          }
          if let session, session != model.session.number {
            past = try PastSessions(in: folder).session(session)
          }
          saver = Saver(store)
          if saver == nil { notice = "Not saving: no file descriptor is left" }
        } else {
          notice = "Not saving: another segclock window owns \(name.quoted)"
        }
      } catch {
        notice = "Not saving: \(error.description)"
      }
    }
    if let session, saver != nil, past == nil, session != model.session.number {
      throw ArgumentProblem(
        description: "--session \(session): no such session; segclock history lists them")
    }
    var kept = SavedModel(model, on: axis, saver: saver)
    kept.change(at: now) { model in
      if let session, let past, let refusal = takeUp(session, past, by: &model, on: axis) {
        notice = refusal
      }
      configure(&model)
      if let notice { _ = model.apply(.announce(notice, for: .seconds(10)), at: now) }
    }
    if let notice { StandardError.print("segclock: \(notice)") }
    return kept
  }

  /// Continues session `number`; returns the reason if that is refused.
  func takeUp(
    _ number: Int64, _ past: RecordedSession, by model: inout Model, on axis: TimeAxis
  ) -> String? {
    guard let end = past.end else { return "Session \(number) has no end to continue from" }
    let start = ClockReadings.now(axis).instant(ofWallTime: end.start)
    guard model.takeUp(number, start: start, total: end.total, laps: past.laps) else {
      return "Session \(number) was not continued: the stopwatch runs"
    }
    return nil
  }
}
