import ArgumentParser
import Desktop
import Geometry
import Session
import Timekeeping
import Windowing

/// The command without a subcommand: opens the window.
struct Segclock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segclock",
    abstract: "A stopwatch, a timer, a clock and a counter in one window: digits, rings and a dial.",
    discussion: """
      Without a subcommand it opens the window. Space starts and stops, L marks a lap, R resets, ? shows all keys.

      Exit codes: 0 the window was closed, or the picture was written; 64 an argument was wrong; 69 no display could \
      be opened; 73 a file or standard output could not be written; 74 the X server went away.
      """,
    version: Version.current,
    subcommands: [Render.self])

  @OptionGroup var scene: SceneOptions

  @Flag(help: "Start the stopwatch, or the timer in its mode, at once.")
  var start = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      What the timer's end sounds like: a command for the shell, or none; by default the desktop's alarm, or else the \
      display's bell.
      """, valueName: "command"),
    transform: { $0 == "none" ? .none : .command(try ArgumentText.command($0)) })
  var sound: SoundChoice = .automatic

  @Option(
    name: .customLong("at-end"), parsing: .unconditional,
    help: ArgumentHelp("A command for the shell, run when the timer ends.", valueName: "command"),
    transform: ArgumentText.command)
  var atEnd: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most frames a second.", valueName: "number"), transform: ArgumentText.rate)
  var fps: Int = Segclock.defaultRate

  @Flag(name: .customLong("no-animation"), help: "Show changes at once instead of moving to them.")
  var noAnimation = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How frames reach the server: auto, shared-memory, render or put.", valueName: "way"),
    transform: { try ArgumentText.name(PresentOption.self, "a way", $0) })
  var present: PresentOption = .auto

  @Flag(help: "Print frames, wake-ups and CPU time to standard error at the end.")
  var stats = false

  /// An option that was given and makes sense for a window only, if any.
  ///
  /// The parser takes the options of the command with those of its subcommands, wherever they stand.
  var windowOption: String? {
    if start { return "--start" }
    if sound != .automatic { return "--sound" }
    if atEnd != nil { return "--at-end" }
    if fps != Segclock.defaultRate { return "--fps" }
    if noAnimation { return "--no-animation" }
    if present != .auto { return "--present" }
    return stats ? "--stats" : nil
  }

  private static let defaultRate = 60

  mutating func run() throws {
    try scene.readRings()
    let code = try WindowLoop.run(self)
    if code != .success { throw code }
  }
}

/// The program's version.
enum Version {
  /// As in the changelog.
  static let current = "0.1.0"
}
