import ArgumentParser
import Desktop
import Geometry
import Platform
import Scene
import Session
import Settings
import Storage
import Timekeeping
import Windowing

// Converts the settings to the types of other modules.

extension Configuration {
  static let size = Size(width: 840, height: 480)

  var maxRate: Int { settings.fps ?? 60 }

  var themes: ThemeCatalog {
    let settings = settings
    var own = settings.themes ?? []
    if let glow = settings.neon, !own.contains(where: { $0.name == .neon }) {
      own.insert(.neon(glow), at: 0)
    }
    return ThemeCatalog(own: own) { theme in
      theme.digits.ink = settings.ink?.value ?? theme.digits.ink
      theme.font = settings.font?.value ?? theme.font
    }
  }

  /// The size in device pixels, and the scale; `scale` is the default.
  func extent(scale: Double) throws -> (width: Int, height: Int, scale: Double) {
    let settings = settings
    let scale = settings.scale?.value ?? scale
    let (width, height) = try Configuration.pixels(
      settings.size ?? Configuration.size, scale: scale)
    return (width, height, scale)
  }

  static func pixels(_ size: Size, scale: Double) throws -> (width: Int, height: Int) {
    let width = Int((size.width * scale).rounded())
    let height = Int((size.height * scale).rounded())
    guard max(width, height) <= Parsers.maxSide, width * height <= Parsers.maxPixels
    else {
      throw ValidationError(
        """
        --size times --scale is \(width) x \(height) device pixels; write up to \(Parsers.maxSide) a side and \
        \(Parsers.maxPixels) in all
        """)
    }
    return (max(1, width), max(1, height))
  }

  /// Applies all but the size.
  func apply(to environment: inout Environment) {
    let settings = settings
    environment.parts = settings.show?.value
    environment.shape = settings.shape ?? .rectangle
    environment.backgroundOpacity = settings.backgroundOpacity ?? 1
    environment.isAnimated = settings.animation?.value != .off
    environment.themes = themes
    environment.bindings = bindings
    environment.ringPaints = settings.byRing(\.colors)
  }

  var bindings: KeyBindings { KeyBindings(KeyRow.standard(with: settings.keys ?? [:])) }

  var modelSettings: ModelSettings {
    let settings = settings
    var model = ModelSettings()
    model.targetLap = settings.targetLap?.value
    model.ghost = settings.ghost ?? .off
    model.clock = clock
    model.zone = settings.zone?.value
    model.themes = themes.names
    model.digits = settings.digits ?? model.digits
    model.lapTargets = settings.byRing(\.target)
    return model
  }

  /// The settings of the options and the environment that the window can change, too. A plan combines the settings of
  /// all sources; `--timer` and `--plan` imply their mode.
  var adjustableInRun: AdjustableSettings {
    let run = options.filled(by: environment)
    var settings = run.adjustable
    if run.mentionsPlan { settings.plan = given.planned }
    if options.mode == nil, options.mentionsPlan || options.timer != nil {
      settings.mode = options.mentionsPlan ? .plan : .timer
    }
    return settings
  }

  /// The clock's zone; nil for the user's.
  var zone: String? {
    settings.zone?.value.flatMap { LocalTime.problem(ofZone: $0) == nil ? $0 : nil }
  }

  private var clock: ClockStyle {
    let locale = UserLocale()
    let words = locale.map {
      CalendarWords(weekdays: $0.weekdays, months: $0.months, am: $0.am, pm: $0.pm)
    }
    return ClockStyle(
      hours: settings.hours?.value ?? HourCycle(timeFormat: locale?.timeFormat ?? ""),
      showsSeconds: settings.seconds != .off, words: words ?? CalendarWords())
  }

  var axis: TimeAxis { settings.suspend == .pause ? .paused : .counted }

  var sound: SoundChoice {
    switch settings.sound?.value {
    case nil: .automatic
    case "none"?: .none
    case let text? where UserEnvironment.isPlainFile(text): .file(text)
    case let command?: .command(command)
    }
  }
}

extension ProgramSettings {
  /// The values of `property`, by ring name.
  fileprivate func byRing<Value>(_ property: KeyPath<RingSetting, Value?>) -> [String: Value] {
    let values = (ring ?? []).compactMap { ring in
      ring[keyPath: property].map { (ring.ring.name, $0) }
    }
    return Dictionary(values) { first, _ in first }
  }

  var windowStates: WindowStates {
    var states: WindowStates = []
    if above == .on { states.insert(.above) }
    if below == .on { states.insert(.below) }
    if sticky == .on { states.insert(.sticky) }
    if skipTaskbar == .on { states.formUnion([.skipTaskbar, .skipPager]) }
    return states
  }

  /// Whether the window manager draws a frame; by default, only around a rectangle.
  var isDecorated: Bool {
    undecorated?.value.map { $0 == .off } ?? ((shape ?? .rectangle) == .rectangle)
  }

  /// Whether the window needs an alpha channel.
  var isTranslucent: Bool { (shape ?? .rectangle) != .rectangle || (backgroundOpacity ?? 1) < 1 }

  func windowOptions(width: Int, height: Int, background: Color) -> WindowOptions {
    var options = WindowOptions(title: "segclock", width: width, height: height)
    options.background = background
    options.presentation = Presentation(rawValue: (present ?? .auto).rawValue) ?? .automatic
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
