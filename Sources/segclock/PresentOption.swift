import Windowing

/// How frames are to reach the server.
enum PresentOption: String, CaseIterable {
  /// The cheapest way that the server offers.
  case auto
  /// MIT-SHM, where the server has it.
  case sharedMemory = "shared-memory"
  /// RENDER: composed in the server of what is kept there.
  case render
  /// Pixels over the connection.
  case put
}

extension PresentOption {
  /// What the window calls `way`.
  init(_ way: Presentation) {
    switch way {
    case .automatic: self = .auto
    case .sharedMemory: self = .sharedMemory
    case .render: self = .render
    case .put: self = .put
    }
  }

  /// The same as the window has it.
  var presentation: Presentation {
    switch self {
    case .auto: .automatic
    case .sharedMemory: .sharedMemory
    case .render: .render
    case .put: .put
    }
  }
}
