import ArgumentParser
import Control
import Files
import Session
import Settings
import Storage
import Timekeeping
import Wording

/// Verbs that read.
extension VerbRow {
  nonisolated(unsafe) static let reading: [VerbRow] = [
    VerbRow(
      name: "status", abstract: "Print the state of the window.", options: styles
    ) { arguments in
      let style = try StatusStyle(arguments) ?? .words
      return { call in
        let text = try call.bound(style).text(for: call.app.status(of: call.app.kept.pending))
        return call.list(text.split(separator: "\n", omittingEmptySubsequences: false))
      }
    },
    VerbRow(
      name: "follow", abstract: "Print the state now and after every change.",
      discussion: """
        Each is one line, by default JSON. Without --every, the passing of time prints nothing. With it, there is at most \
        one line in that duration; from one second on, one at each full second.
        """,
      options: styles + [
        OptionRow(
          name: "every", form: .value("duration"),
          help: "The minimum time between two lines, as in 1s."),
        OptionRow(name: "wait", help: "Wait for the window if it is not open yet."),
      ],
      converse: { widget, request, arguments in
        let isPatient = arguments.options["wait"] != nil
        let client = try ControlClient.started(widget, isPatient: isPatient)
        try client?.ask(request, isEndless: true)
      }
    ) { arguments in
      let style = try StatusStyle(arguments) ?? .json
      let every = try arguments.value(of: "every", Parsers.duration)
      guard every ?? .seconds(1) >= .milliseconds(20) else {
        throw TextError("--every: write 0.02s or more")
      }
      return { call in
        call.app.control.followers.add(
          call.client, try call.bound(style), every: every ?? .zero)
        return nil
      }
    },
    VerbRow(
      name: "list", abstract: "List the names of the open windows, one on each line.",
      converse: { _, _, _ in
        try OutputFile(path: "-").write(openWidgets.map { $0 + "\n" }.joined())
      },
      effect: { _ in { _ in .done } }),
  ]

  private static let styles = [
    OptionRow(name: "json", help: "As JSON, in one line."),
    OptionRow(
      name: "format", form: .value("text"),
      help: "As a text with fields, as in \"{{elapsed}} {{lap}}\": \(StatusTemplate.allowed)."),
    OptionRow(
      name: "for", form: .value("bar"),
      help: "As a status bar reads it: waybar, polybar or i3blocks.",
      completion: .list(StatusStyle.Bar.allCases.map(\.rawValue))),
  ]

  static var openWidgets: [String] {
    ControlFolder().names().filter { (try? ControlClient($0, patience: .milliseconds(100))) != nil }
  }
}
