import Wording

/// On or off.
package enum Switch: String, CaseIterable, Sendable {
  case on, off
}

/// What a suspend is to a time that runs.
package enum Suspend: String, CaseIterable, Sendable {
  case count, pause
}

/// How frames are to reach the server.
package enum PresentOption: String, CaseIterable, Sendable {
  /// The cheapest way that the server offers.
  case auto
  /// MIT-SHM, where the server has it.
  case sharedMemory = "shared-memory"
  /// Pixels over the connection.
  case put
}

/// A value that was asked for, or the wish that the program finds one by itself.
package enum Choice<Value: Sendable & Equatable>: Equatable, Sendable {
  case automatic
  case value(Value)

  /// The value that was asked for, if one was.
  package var value: Value? {
    switch self {
    case .automatic: nil
    case .value(let value): value
    }
  }
}

extension ArgumentText {
  /// What `read` makes of a text; `word` alone leaves it to the program.
  package static func choice<Value>(
    _ word: String = "auto", read: @escaping @Sendable (String) throws -> Value
  ) -> @Sendable (String) throws -> Choice<Value> {
    { text in
      if text == word { return .automatic }
      do {
        return .value(try read(text))
      } catch let problem as ArgumentProblem {
        throw ArgumentProblem(description: "\(problem.description); or \(word)")
      }
    }
  }

  /// True or false; on and off mean the same.
  package static func toggle(_ text: String) throws -> Switch {
    switch text {
    case "true", "on": return .on
    case "false", "off": return .off
    default: throw ArgumentProblem(description: "\(text.quoted) is neither true nor false")
    }
  }
}
