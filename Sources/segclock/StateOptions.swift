import ArgumentParser
import Files
import Platform
import Session
import Storage
import Timekeeping
import Wording

/// The options that say what the window remembers.
struct StateOptions: ParsableArguments {
  @Flag(name: .customLong("no-state"), help: "Remember nothing: neither read nor write what is kept.")
  var noState = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The name of a widget that keeps a time of its own: letters, digits and . _ - , up to 64.",
      valueName: "name"), transform: StateOptions.name)
  var name: String = StateFolder.defaultName

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Whether time goes on while the computer sleeps: count, the default, or pause.", valueName: "way"),
    transform: { try ArgumentText.name(Suspend.self, "a way", $0) })
  var suspend: Suspend = .count

  /// What a suspend is to a time that runs.
  enum Suspend: String, CaseIterable {
    case count, pause
  }

  /// The axis of all times.
  var axis: TimeAxis { suspend == .count ? .counted : .paused }

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

  /// What was kept, with what `overrides` asks for instead, and kept again from here on. What stands in the way of that is
  /// shown in the window, and told on standard error.
  func open(_ overrides: Overrides, at now: Instant) -> KeptModel {
    var model = Model()
    guard !noState else {
      model.apply(overrides)
      return KeptModel(model, on: axis, saver: nil)
    }
    var saver: Saver?
    var words: String?
    do throws(FileError) {
      if let store = try StateStore(try StateFolder(name: name)) {
        let restored = try store.load(at: .now(axis))
        model = restored.model ?? model
        words =
          restored.trouble
          ?? (restored.isEstimated
            ? "The computer was restarted: the time is by the wall clock, an estimate" : nil)
        saver = Saver(store)
        if saver == nil { words = "Nothing is kept: the system has no descriptor left" }
      } else {
        words = "Nothing is kept here: another window has the time of \(name.quoted)"
      }
    } catch {
      words = "Nothing is kept: \(error.description)"
    }
    if let words { StandardError.print("segclock: \(words)") }
    // What the options change is kept with the next change.
    var kept = KeptModel(model, on: axis, saver: saver)
    kept.change(at: now) { model in
      model.apply(overrides)
      if let words { _ = model.apply(.announce(words, for: .seconds(10)), at: now) }
    }
    return kept
  }
}
