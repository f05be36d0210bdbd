import ArgumentParser
import Desktop
import Geometry
import Glibc
import Platform
import Scene
import Session
import Settings
import Storage
import Timekeeping
import Windowing
import Wording

// Converts the settings to the types of other modules.

extension Configuration {
  var themes: ThemeCatalog {
    var own = settings.themes
    if let glow = settings.given(\.neon), !own.contains(where: { $0.name == .neon }) {
      own.insert(.neon(glow), at: 0)
    }
    return ThemeCatalog(own: own) { theme in
      theme.digits.ink = settings.ink ?? theme.digits.ink
      theme.font = settings.font ?? theme.font
    }
  }

  /// The size in device pixels, and the scale; `scale` is the default.
  func extent(scale: Double) throws -> (width: Int, height: Int, scale: Double) {
    let scale = settings.scale ?? scale
    let width = Int((settings.size.width * scale).rounded())
    let height = Int((settings.size.height * scale).rounded())
    guard max(width, height) <= Parsers.maxSide, width * height <= Parsers.maxPixels
    else {
      throw ValidationError(
        """
        --size times --scale is \(width) x \(height) device pixels; write up to \(Parsers.maxSide) a side and \
        \(Parsers.maxPixels) in all
        """)
    }
    return (max(1, width), max(1, height), scale)
  }

  /// Applies the settings, except the size, to `environment`, with the desktop's as defaults.
  /// `globalKeys` are further rows of the help.
  func apply(
    to environment: inout Environment, on desktop: DesktopAppearance? = nil,
    globalKeys: [KeyRow] = []
  ) {
    environment.parts = settings.show
    environment.shape = settings.shape
    environment.backgroundOpacity = settings.backgroundOpacity
    environment.isAnimated = settings.animation ?? !(desktop?.current.isStill ?? false)
    environment.themes = themes
    environment.bindings = KeyRow.standard(with: settings.keys) + globalKeys
    environment.desktopFont = desktop?.connection.desktopSettings.fontName.flatMap {
      DesktopFont.family(of: $0)
    }
  }

  var modelSettings: ModelSettings {
    var model = ModelSettings()
    model.targetLap = settings.targetLap
    model.ghost = settings.ghost
    model.clock = clock
    model.themes = themes.names
    model.digits = settings.digits
    return model
  }

  func configure(_ model: inout Model) {
    model.configure(modelSettings, file: fileSettings.adjustable, options: adjustableInRun)
  }

  /// Applies the settings at the start of a window: `--timer` and `--plan` replace a timer or a plan that has begun.
  func begin(_ model: inout Model, at time: LocalTime) {
    configure(&model)
    // The zone database may have lost a zone that was chosen in the window.
    if model.zone.flatMap(LocalTime.problem(ofZone:)) != nil {
      model.clockSettings.zone = .some(nil)
    }
    time.zone = model.zone
    let options = run.only(.option)
    let timer = options.given(\.timer).map { time.countdown($0) }
    if let timer, timer.isRunning || model.timer.state != .reset { model.set(timer) }
    if options.mentionsPlan, model.planRun.state != .reset { model.set(settings.planned) }
  }

  /// The settings of the options and the environment that the window can change, too. A plan combines the settings of
  /// all sources; `--timer` and `--plan` imply their mode.
  private var adjustableInRun: AdjustableSettings {
    let options = run.only(.option)
    var adjustable = run.adjustable
    if run.mentionsPlan { adjustable.plan = settings.planned }
    if !options.isGiven("mode"), options.mentionsPlan || options.isGiven("timer") {
      adjustable.mode = options.mentionsPlan ? .plan : .timer
    }
    return adjustable
  }

  private var clock: ClockStyle {
    let locale = UserLocale()
    let words = locale.map {
      CalendarWords(weekdays: $0.weekdays, months: $0.months, am: $0.am, pm: $0.pm)
    }
    return ClockStyle(
      hours: HourCycle(timeFormat: locale?.timeFormat ?? ""), words: words ?? CalendarWords())
  }

  var axis: TimeAxis { settings.suspend == "pause" ? .paused : .counted }

  var sound: SoundChoice {
    switch settings.sound {
    case nil: .automatic
    case "none"?: .none
    case let text? where isPlainFile(text): .file(text)
    case let command?: .command(command)
    }
  }

  private func isPlainFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) != 0
  }

  var faults: [String] { problems + [soundProblem].compactMap { $0 } }

  /// Why the alarm sound will not be heard, as far as the start can see.
  private var soundProblem: String? {
    switch sound {
    case .file(let path) where !AlarmSound.hasPlayer:
      return "sound: no player for \(path.quoted); install pw-play or paplay"
    case .command(let text):
      let endings = [".oga", ".ogg", ".wav", ".mp3", ".flac", ".opus"]
      let isPath = text.hasPrefix("/") || endings.contains { text.hasSuffix($0) }
      // The shell replaces some characters.
      guard isPath, !text.contains(where: { " ~$*?".contains($0) }), access(text, F_OK) != 0 else {
        return nil
      }
      return "sound: there is no file \(text.quoted); write a sound file, a shell command or none"
    default: return nil
    }
  }
}

extension ProgramSettings {
  var windowStates: WindowStates {
    let states: [(isOn: Bool, states: WindowStates)] = [
      (self.above, .above), (self.below, .below), (self.sticky, .sticky),
      (self.skipTaskbar, [.skipTaskbar, .skipPager]),
    ]
    return WindowStates(states.filter(\.isOn).map(\.states))
  }

  /// Whether the window manager draws a frame; by default, only around a rectangle.
  var isDecorated: Bool { self.undecorated.map { !$0 } ?? (self.shape == .rectangle) }

  func windowOptions(width: Int, height: Int) -> WindowOptions {
    var options = WindowOptions(title: "segclock", width: width, height: height)
    options.sharesMemory = self.present != "put"
    options.states = windowStates
    options.isDecorated = isDecorated
    options.isTranslucent = self.shape != .rectangle || self.backgroundOpacity < 1
    if let place = self.position { options.position = (Int(place.x), Int(place.y)) }
    options.kind = WindowKind(rawValue: self.type) ?? .normal
    return options
  }
}
