import ArgumentParser
import Files
import Platform
import Session
import Settings
import Storage
import Timekeeping
import Wording

/// The options that say what the window saves and restores.
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
    if restore, noState {
      throw ValidationError("--restore and --no-state: give one of them")
    }
  }

  var given: [GivenOption] {
    let flags = [("--restore", restore), ("--no-state", noState)].filter(\.1)
    let values = [
      ("--name", name == StateFolder.defaultName ? nil : name),
      ("--session", session.map(String.init)),
    ]
    return flags.map { GivenOption(name: $0.0) }
      + values.compactMap { option, text in
        text.map { GivenOption(name: option, texts: [$0]) }
      }
  }

  /// The window's instance name, for rules of window managers.
  var instanceName: String { name == StateFolder.defaultName ? "segclock" : name }

  /// Where it is kept, if it is.
  var folder: StateFolder? { noState ? nil : try? StateFolder(name: name) }

  /// A name that makes a file's name and no path.
  static func name(_ text: String) throws -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
        || "._-".unicodeScalars.contains($0)
    }
    guard isPlain, (1...64).contains(text.utf8.count), text.first != ".", text.first != "-" else {
      throw ArgumentProblem(
        description: """
          a name is of up to 64 letters a to z, digits, points, hyphens and underscores, and begins with a letter, a \
          digit or an underscore
          """)
    }
    return text
  }

  /// Loads the saved model, lets `configure` apply the settings, and saves it from here on. What prevents that is shown
  /// in the window and printed on standard error.
  func open(on axis: TimeAxis, at now: Instant, configure: (inout Model) -> Void) throws
    -> SavedModel
  {
    var found = Found()
    if !noState {
      do throws(FileError) {
        found = try find(on: axis)
      } catch {
        found.words = "Nothing is kept: \(error.description)"
      }
    }
    if let session, found.saver != nil, found.past == nil, session != found.model.session.number {
      throw ArgumentProblem(
        description: "--session \(session): there is no such session; segclock history lists them")
    }
    var kept = SavedModel(found.model, on: axis, saver: found.saver)
    kept.change(at: now) { model in
      if let session, let past = found.past {
        found.words = takeUp(session, past, by: &model, on: axis) ?? found.words
      }
      configure(&model)
      if let words = found.words { _ = model.apply(.announce(words, for: .seconds(10)), at: now) }
    }
    if let words = found.words { StandardError.print("segclock: \(words)") }
    return kept
  }

  /// What was found at the start.
  private struct Found {
    var model = Model()
    var saver: Saver?
    /// The session to be taken up.
    var past: RecordedSession?
    /// What there is to say about it.
    var words: String?
  }

  private func find(on axis: TimeAxis) throws(FileError) -> Found {
    var found = Found()
    guard let store = try StateStore(try StateFolder(name: name)) else {
      found.words = "Nothing is kept here: another window has the time of \(name.quoted)"
      return found
    }
    let restored = try store.load(at: .now(axis))
    found.model = restored.model ?? found.model
    found.words = restored.trouble
    if restored.isEstimated, found.words == nil {
      found.words = "The computer was restarted: the time is by the wall clock, an estimate"
    }
    if let session, session != found.model.session.number {
      found.past = try store.pastSession(session)
    }
    if store.isRemote {
      StandardError.print(
        "segclock: the state is on a remote file system: using a rollback journal, no write-ahead log"
      )
    }
    found.saver = Saver(store)
    if found.saver == nil { found.words = "Nothing is kept: the system has no descriptor left" }
    return found
  }

  /// Has `model` take up session `number`; what stands in the way of that, if anything.
  func takeUp(
    _ number: Int64, _ past: RecordedSession, by model: inout Model, on axis: TimeAxis
  ) -> String? {
    guard let end = past.end else { return "Session \(number) has no end to go on from" }
    let start = ClockReadings.now(axis).instant(ofWallTime: end.start)
    guard model.takeUp(number, start: start, total: end.total, laps: past.laps) else {
      return "Session \(number) is not taken up: the stopwatch runs"
    }
    return nil
  }
}
