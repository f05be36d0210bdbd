import ArgumentParser
import Files
import Session
import Settings
import Storage
import Timekeeping
import Wording

struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List past sessions of the stopwatch.",
    discussion: """
      Prints a line for each, the oldest first: number, start, total and number of laps, separated by tabs. `segclock \
      export NUMBER` prints the laps of one, `segclock --session NUMBER` continues it.
      """)

  @OptionGroup var widget: WidgetOptions

  func run() throws {
    let saved = try Database.snapshot(ofWidget: widget.settings(for: "history").name)
    let current = try saved?.model(at: .now(.counted))?.0
    let time = LocalTime()
    var text = ""
    for past in try saved?.sessions() ?? [] where past.number != current?.session.number {
      let start = time.wall(at: past.end.start).timestamp.prefix(16).replacing("T", with: " ")
      let total = TimeFormat.elapsed(past.end.total)
      text += "\(past.number)\t\(start)\t\(total)\t\(past.end.lapCount)\n"
    }
    try OutputFile(path: "-").write(text)
  }
}
