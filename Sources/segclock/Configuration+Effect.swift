import ArgumentParser
import Desktop
import Geometry
import Platform
import Scene
import Session
import Settings
import Storage
import Timekeeping

// What the settings are to the rooms.

extension Configuration {
  /// The size that is built in, in user units.
  static let size = Size(width: 840, height: 480)

  /// The maximum number of frames a second.
  var maxRate: Int { settings.fps ?? 60 }

  /// The looks that there are.
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

  /// The size and the scale of a picture or window whose scale is `scale` where nobody says otherwise.
  func extent(scale: Double) throws -> (width: Int, height: Int, scale: Double) {
    let settings = settings
    let scale = settings.scale?.value ?? scale
    let (width, height) = try Configuration.pixels(
      settings.size ?? Configuration.size, scale: scale)
    return (width, height, scale)
  }

  /// The size in device pixels.
  static func pixels(_ size: Size, scale: Double) throws -> (width: Int, height: Int) {
    let width = Int((size.width * scale).rounded())
    let height = Int((size.height * scale).rounded())
    guard max(width, height) <= Parsers.maxSide, width * height <= Parsers.maxPixels
    else {
      throw ValidationError(
        """
        --size times --scale is \(width) x \(height) device pixels; allowed are up to \
        \(Parsers.maxSide) a side and \(Parsers.maxPixels) in all.
        """)
    }
    return (max(1, width), max(1, height))
  }

  /// Makes `environment` as the settings have it, but for its size.
  func apply(to environment: inout Environment) {
    let settings = settings
    environment.parts = settings.show?.value
    environment.shape = settings.shape ?? .rectangle
    environment.backgroundOpacity = settings.backgroundOpacity ?? 1
    environment.isAnimated = settings.animation?.value != .off
    environment.themes = themes
    environment.bindings = bindings
    let rings = (settings.ring ?? []).compactMap { ring in ring.colors.map { (ring.ring.name, $0) }
    }
    environment.ringPaints = Dictionary(rings) { first, _ in first }
  }

  /// What the keys do.
  var bindings: KeyBindings { KeyBindings(KeyRow.standard(with: settings.keys ?? [:])) }

  /// What only the configuration and the options say of the model.
  var modelSettings: ModelSettings {
    let settings = settings
    var model = ModelSettings()
    model.targetLap = settings.targetLap?.value
    model.ghost = settings.ghost ?? .off
    model.clock = clock
    model.zone = settings.zone?.value
    model.themes = themes.names
    model.digits = settings.digits ?? model.digits
    let targets = (settings.ring ?? []).compactMap { ring in
      ring.target.map { (ring.ring.name, $0) }
    }
    model.lapTargets = Dictionary(targets) { first, _ in first }
    return model
  }

  /// What the file says of the settings that the window can change, too.
  var adjustableInFile: AdjustableSettings { inFile.adjustable }

  /// Those of the options and the environment. A plan is made of the settings of all sources; `--timer` and `--plan` imply
  /// their mode.
  var adjustableInRun: AdjustableSettings {
    let run = options.filled(by: environment)
    var settings = run.adjustable
    if run.mentionsPlan { settings.plan = given.planned }
    if options.mode == nil, options.mentionsPlan || options.timer != nil {
      settings.mode = options.mentionsPlan ? .plan : .timer
    }
    return settings
  }

  /// The zone of the clock, if one was chosen.
  var zone: String? { settings.zone?.value.flatMap { try? Parsers.knownZone($0) } }

  /// How the clock shows the time, which the user's locale has a say in.
  private var clock: ClockStyle {
    let locale = UserLocale()
    let words = locale.map {
      CalendarWords(weekdays: $0.weekdays, months: $0.months, am: $0.am, pm: $0.pm)
    }
    return ClockStyle(
      hours: settings.hours?.value ?? HourCycle(timeFormat: locale?.timeFormat ?? ""),
      showsSeconds: settings.seconds != .off, words: words ?? CalendarWords())
  }

  /// The axis of all times.
  var axis: TimeAxis { settings.suspend == .pause ? .paused : .counted }

  /// What the end of a timer sounds like.
  var sound: SoundChoice {
    switch settings.sound?.value {
    case nil: .automatic
    case "none"?: .none
    case let text? where UserEnvironment.isPlainFile(text): .file(text)
    case let command?: .command(command)
    }
  }
}
