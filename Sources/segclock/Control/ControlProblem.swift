import ArgumentParser
import Control
import Files
import Glibc
import Platform
import Session
import Settings
import Storage
import Wording

struct ControlProblem: Error {
  let code: ExitCode
  let description: String
}

extension ControlProblem {
  init(_ failure: ControlClient.Failure) {
    switch failure {
    case .noWindow(let name):
      self.init(code: .noWindow, description: ControlProblem.noWindow(name))
    case .noAnswer: self.init(code: .noAnswer, description: "the window does not answer")
    case .closed: self.init(code: .noWindow, description: "the window has closed")
    case .system(let error): self.init(code: .noAnswer, description: error.description)
    }
  }

  private static func noWindow(_ name: String) -> String {
    let open = VerbRow.openWidgets.map(\.quoted).joined(separator: ", ")
    if open.isEmpty { return "no window is open; segclock opens one" }
    let what =
      name == StateFolder.defaultName
      ? "the default window is not open" : "no window \(name.quoted) is open"
    return "\(what); open: \(open); choose one with --name"
  }
}
