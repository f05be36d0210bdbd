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

  /// The most frames a second.
  var mostFrames: Int { settings.fps ?? 60 }

  /// The looks that there are.
  var themes: ThemeCatalog {
    let settings = settings
    var own = settings.themes ?? []
    if let glow = settings.neon, !own.contains(where: { $0.name == .neon }) { own.insert(.neon(glow), at: 0) }
    return ThemeCatalog(own: own) { theme in
      theme.digits.ink = settings.ink?.value ?? theme.digits.ink
      theme.font = settings.font?.value ?? theme.font
    }
  }

  /// The size and the scale of a picture or window whose scale is `scale` where nobody says otherwise.
  func extent(scale: Double) throws -> (width: Int, height: Int, scale: Double) {
    let settings = settings
    let scale = settings.scale?.value ?? scale
    let (width, height) = try Configuration.pixels(settings.size ?? Configuration.size, scale: scale)
    return (width, height, scale)
  }

  /// The size in device pixels.
  static func pixels(_ size: Size, scale: Double) throws -> (width: Int, height: Int) {
    let width = Int((size.width * scale).rounded())
    let height = Int((size.height * scale).rounded())
    guard max(width, height) <= ArgumentText.largestSide, width * height <= ArgumentText.mostPixels else {
      throw ValidationError(
        """
        --size times --scale is \(width) x \(height) device pixels; allowed are up to \
        \(ArgumentText.largestSide) a side and \(ArgumentText.mostPixels) in all.
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
    environment.isAnimated = settings.animation != .off
    environment.themes = themes
    environment.bindings = bindings
    let rings = (settings.ring ?? []).compactMap { ring in ring.colors.map { (ring.ring.name, $0) } }
    environment.ringPaints = Dictionary(rings) { first, _ in first }
  }

  /// What the keys do.
  var bindings: KeyBindings { KeyBindings(KeyRow.standard(with: settings.keys ?? [:])) }

  /// What no hand can change.
  var overrides: Overrides {
    let settings = settings
    var overrides = Overrides()
    overrides.targetLap = settings.targetLap?.value
    overrides.ghost = settings.ghost
    overrides.clock = clock
    overrides.themes = themes.names
    let targets = (settings.ring ?? []).compactMap { ring in ring.target.map { (ring.ring.name, $0) } }
    overrides.lapTargets = Dictionary(targets) { first, _ in first }
    return overrides
  }

  /// What a hand can change; an option counts more, and the environment asks anew at each start.
  var wishes: Wishes {
    let said = environment.filled(by: inFile)
    var wishes = Wishes()
    (wishes.mode, wishes.theme, wishes.digits, wishes.timer) = (
      said.mode, said.theme, said.digits, said.timer
    )
    wishes.ring = said.ring?.map(\.ring)
    if said.plan != nil || said.rounds != nil || said.planWaits != nil { wishes.plan = said.planned }
    wishes.overruled = Configuration.wishes(of: options)
    wishes.insistent = Configuration.wishes(of: environment)
    return wishes
  }

  /// The same once it runs: only what is new in the file is of interest.
  var newWishes: Wishes {
    var wishes = wishes
    wishes.overruled.formUnion(wishes.insistent)
    return wishes
  }

  private static func wishes(of settings: ProgramSettings) -> Set<Wish> {
    let said: [(Wish, Bool)] = [
      (.mode, settings.mode != nil), (.theme, settings.theme != nil), (.ring, settings.ring != nil),
      (.timer, settings.timer != nil), (.digits, settings.digits != nil),
      (.plan, settings.plan != nil || settings.rounds != nil || settings.planWaits != nil),
    ]
    return Set(said.filter(\.1).map(\.0))
  }

  /// The zone of the clock, if one was chosen.
  var zone: FollowedZone? { settings.zone?.value.flatMap { try? FollowedZone(named: $0) } }

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
    case let command?: .command(command)
    }
  }
}

extension SceneOptions {
  /// Refuses options that do not fit what all say together.
  func check(_ settings: ProgramSettings) throws {
    try checkCounter(settings)
    try laps.check(settings)
  }
}
