import ArgumentParser
import Geometry
import Session
import Settings
import Windowing

/// The options that say how the window stands among the others.
struct DesktopOptions: ParsableArguments {
  @Flag(inversion: .prefixedNo, help: "Stay above the other windows.")
  var above: Bool?

  @Flag(inversion: .prefixedNo, help: "Stay below the other windows.")
  var below: Bool?

  @Flag(inversion: .prefixedNo, help: "Be on all desktops.")
  var sticky: Bool?

  @Flag(inversion: .prefixedNo, help: "Have no frame.")
  var undecorated: Bool?

  @Flag(inversion: .prefixedNo, help: "Be left out of task bars and pagers.")
  var skipTaskbar: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Let clicks go to what lies below; X, ctl click-through off or SIGUSR1 ends that.")
  var clickThrough: Bool?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How opaque a compositor shows the window, from 0.1 to 1.", valueName: "opacity"),
    transform: WindowText.opacity)
  var opacity: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where the top left corner is, in device pixels; by default where it was last.",
      valueName: "X,Y"),
    transform: ArgumentText.choice(read: WindowText.position))
  var position: Choice<ScreenPosition>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What the window is to the window manager: normal, utility, dock or desktop.",
      valueName: "type"),
    completion: .list(KindOption.allCases.map(\.rawValue)),
    transform: { try ArgumentText.name(KindOption.self, "a type", $0) })
  var type: KindOption?

  @Option(
    name: .customLong("global-key"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      A key that works while another window has the keys, as in lap=Ctrl+Alt+L; of start-stop, lap, reset, show and all \
      actions that the configuration has keys for. Any number of times; none is for none of those.
      """, valueName: "action=key"),
    completion: .list(GlobalAction.all.map { "\($0.name)=" } + ["none"]),
    transform: ArgumentText.choice("none", read: KeyText.globalKey))
  var globalKeys: [Choice<GlobalKey>] = []

  func validate() throws {
    let keys = globalKeys.compactMap(\.value)
    if !keys.isEmpty, keys.count < globalKeys.count {
      throw ValidationError("--global-key: allowed are keys or none.")
    }
    if let problem = KeyText.globalProblem(keys) {
      throw ValidationError("--global-key: \(problem.description).")
    }
    if above == true, below == true {
      throw ValidationError("--above and --below: allowed is one or the other.")
    }
  }

  /// Those of them that were given.
  var givenOptions: [String] {
    let options: [(String, Bool)] = [
      ("--above", above != nil), ("--below", below != nil), ("--sticky", sticky != nil),
      ("--undecorated", undecorated != nil), ("--skip-taskbar", skipTaskbar != nil),
      ("--click-through", clickThrough != nil), ("--opacity", opacity != nil),
      ("--position", position != nil), ("--type", type != nil),
      ("--global-key", !globalKeys.isEmpty),
    ]
    return options.filter(\.1).map(\.0)
  }

  /// `settings` with what these options say.
  func settings(_ settings: ProgramSettings) -> ProgramSettings {
    func toggle(_ flag: Bool?) -> Switch? { flag.map { $0 ? .on : .off } }
    var settings = settings
    (settings.above, settings.below) = (toggle(above), toggle(below))
    (settings.sticky, settings.undecorated) = (
      toggle(sticky), toggle(undecorated).map { .value($0) }
    )
    (settings.skipTaskbar, settings.clickThrough) = (toggle(skipTaskbar), toggle(clickThrough))
    (settings.opacity, settings.position, settings.type) = (opacity, position, type)
    settings.globalKeys = globalKeys.isEmpty ? nil : globalKeys.compactMap(\.value)
    return settings
  }
}

extension ProgramSettings {
  /// The states that the window is to have from the start, of those that the settings know.
  var windowStates: WindowStates {
    var states: WindowStates = []
    if above == .on { states.insert(.above) }
    if below == .on { states.insert(.below) }
    if sticky == .on { states.insert(.sticky) }
    if skipTaskbar == .on { states.formUnion([.skipTaskbar, .skipPager]) }
    return states
  }

  /// Whether the window manager is to draw a frame: around what is no rectangle, only if that was asked for.
  var isDecorated: Bool {
    undecorated?.value.map { $0 == .off } ?? ((shape ?? .rectangle) == .rectangle)
  }

  /// Whether the window's pixels are to have an alpha.
  var isTranslucent: Bool { (shape ?? .rectangle) != .rectangle || (backgroundOpacity ?? 1) < 1 }

  /// How the window is to be made, in device pixels.
  func windowOptions(width: Int, height: Int, background: Color) -> WindowOptions {
    var options = WindowOptions(title: "segclock", width: width, height: height)
    (options.minimumWidth, options.minimumHeight) = (24, 24)
    options.background = background
    options.presentation = (present ?? .auto).presentation
    options.states = windowStates
    options.isDecorated = isDecorated
    options.isTranslucent = isTranslucent
    options.isClickThrough = clickThrough == .on
    options.opacity = opacity ?? 1
    if let place = position?.value { options.position = (place.x, place.y) }
    options.kind =
      switch type ?? .normal {
      case .normal: .normal
      case .utility: .utility
      case .dock: .dock
      case .desktop: .desktop
      }
    return options
  }
}
