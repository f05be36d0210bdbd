import Geometry
import Settings
import Windowing

extension ProgramSettings {
  /// The states that the window has from the start.
  var windowStates: WindowStates {
    var states: WindowStates = []
    if above == .on { states.insert(.above) }
    if below == .on { states.insert(.below) }
    if sticky == .on { states.insert(.sticky) }
    if skipTaskbar == .on { states.formUnion([.skipTaskbar, .skipPager]) }
    return states
  }

  /// Whether the window manager draws a frame: by default around a rectangle alone.
  var isDecorated: Bool {
    undecorated?.value.map { $0 == .off } ?? ((shape ?? .rectangle) == .rectangle)
  }

  /// Whether the window's pixels have an alpha.
  var isTranslucent: Bool { (shape ?? .rectangle) != .rectangle || (backgroundOpacity ?? 1) < 1 }

  /// The options of the window, in device pixels.
  func windowOptions(width: Int, height: Int, background: Color) -> WindowOptions {
    var options = WindowOptions(title: "segclock", width: width, height: height)
    options.background = background
    options.presentation = (present ?? .auto).presentation
    options.states = windowStates
    options.isDecorated = isDecorated
    options.isTranslucent = isTranslucent
    options.isClickThrough = clickThrough == .on
    options.opacity = opacity ?? 1
    if let place = position?.value { options.position = (place.x, place.y) }
    options.kind = type.flatMap { WindowKind(rawValue: $0.rawValue) } ?? .normal
    return options
  }
}

extension PresentOption {
  init(_ way: Presentation) {
    switch way {
    case .automatic: self = .auto
    case .sharedMemory: self = .sharedMemory
    case .put: self = .put
    }
  }

  var presentation: Presentation {
    switch self {
    case .auto: .automatic
    case .sharedMemory: .sharedMemory
    case .put: .put
    }
  }
}
