import ArgumentParser
import Control
import Files
import Platform

/// `segclock ctl list`: the widgets whose windows are open.
struct ControlList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the names of the open windows, one a line.")

  @OptionGroup var widget: WidgetOptions

  @ParentCommand var parent: Segclock

  func run() throws {
    _ = try widget.name(parent, "ctl list")
    try OutputFile(path: "-").write(ControlList.names().map { $0 + "\n" }.joined())
  }

  /// The names of the widgets that take calls.
  static func names() -> [String] {
    ControlFolder().names().filter { name in
      (try? ControlClient(name, deadline: MonotonicClock.now() + patience)) != nil
    }
  }

  /// How long a widget may take to be reached, in nanoseconds.
  private static let patience: Int64 = 100_000_000
}
