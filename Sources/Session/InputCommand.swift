/// The command of a key, a row of the menu or an action.
package enum InputCommand: Hashable, Sendable {
  case model(Command)
  case window(WindowCommand)
}

extension ModelAt {
  /// Whether `command` would have an effect.
  package func allows(_ command: InputCommand, in window: WindowStatus) -> Bool {
    switch command {
    case .model(let command): allows(command)
    case .window(let command): window.allows(command)
    }
  }
}
