import Settings
import Windowing

extension PresentOption {
  /// What the window calls `way`.
  init(_ way: Presentation) {
    switch way {
    case .automatic: self = .auto
    case .sharedMemory: self = .sharedMemory
    case .put: self = .put
    }
  }

  /// The same as the window has it.
  var presentation: Presentation {
    switch self {
    case .auto: .automatic
    case .sharedMemory: .sharedMemory
    case .put: .put
    }
  }
}
