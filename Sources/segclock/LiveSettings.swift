import Desktop
import Drawing
import Geometry
import Platform
import Scene
import Session
import Settings
import Storage
import Timekeeping
import Windowing
import Wording

// Changes of the configuration and the desktop's settings while the window is open.

extension App {
  /// Reads the configuration again and applies it. One with a mistake changes nothing; the mistake is reported.
  func followConfiguration() {
    let before = configuration
    guard configuration.refresh() else { return }
    // The notice of a mistake ends with it.
    let notice = before.faults.joined(separator: "; ")
    if configuration.faults.isEmpty, kept.pending.notice?.text == notice {
      perform(.announce("", for: .zero))
    }
    reportConfiguration()
    guard configuration.fileSettings != before.fileSettings else { return }
    let (old, new) = (before.settings, configuration.settings)
    applyToPicture()
    frames.maxRate = configuration.settings.fps
    globalKeys.follow(new.globalKeys)
    alarm.settings = (configuration.sound, new.atEnd)
    update { kept in
      kept.change(at: time.now) { model in
        model.configure(
          configuration.modelSettings, file: configuration.fileSettings.adjustable)
      }
      return true
    }
    window.setBackground(background)
    resize(from: old, to: new)
    applyWindowStates(from: before, to: configuration)
  }

  /// Does what the options of another start ask of this window.
  func adopt(_ options: [String], at instant: Instant) throws(TextError) {
    var new = ProgramSettings()
    for option in options {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, OpenRequest.adoptedOptions.contains(String(parts[0])),
        let setting = Setting.all.first(where: { $0.name == parts[0] })
      else { throw TextError("\(option.quoted) is not an option that an open window adopts") }
      try setting.takeAll([String(parts[1])], &new)
    }
    let themes = ThemeName.choices(among: view.environment.themes.names)
    if let theme = new.given(\.theme), !themes.contains(theme) {
      throw TextError("--theme: \(TextError(unknownTheme: theme.rawValue, among: themes))")
    }
    if new.isGiven("show") {
      configuration.show(new.show)
      applyToPicture()
    }
    if let mode = new.given(\.mode) { perform(.mode(mode), at: instant) }
    if let theme = new.given(\.theme) { perform(.theme(theme), at: instant) }
    if new.start, kept.pending.asOf(instant).allows(.start) { perform(.start, at: instant) }
  }

  func applyToPicture() {
    configuration.apply(to: &view.environment, on: desktop, globalKeys: globalKeys.rows)
    invalidation = .all
  }

  func reportConfiguration() {
    let faults = configuration.faults
    guard !faults.isEmpty else { return }
    for fault in faults { StandardError.print("segclock: \(fault)") }
    perform(.announce(faults.joined(separator: "; "), for: .seconds(10)))
  }

  /// Applies the desktop's theme, font and reduced motion, unless the settings choose them.
  func followDesktop() {
    applyToPicture()
    let theme = desktop.current.theme
    update { kept in
      guard kept.pending.desktopTheme != theme else { return false }
      kept.change(at: time.now) { $0.desktopTheme = theme }
      return true
    }
  }

  /// Uses alpha under a compositor, else cuts the window; a hidden one, too, as an old shape may be what hides it.
  func fitShape() {
    let showsAlpha = window.isTranslucent && window.isComposited
    if showsAlpha != view.environment.showsAlpha {
      view.environment.showsAlpha = showsAlpha
      window.setBackground(background)
    }
    window.fit(to: view.environment)
  }

  private func resize(from old: ProgramSettings, to new: ProgramSettings) {
    guard old.size != new.size || old.scale != new.scale,
      let (width, height, scale) = try? configuration.extent(scale: connection.scale)
    else { return }
    if old.size != new.size {
      window.placement.resize(width: width, height: height)
    } else {
      // A size set by hand is kept, in the new scale.
      window.placement.rescale(from: view.environment.scale, to: scale)
    }
    view.environment.scale = scale
  }

  private func applyWindowStates(from before: Configuration, to after: Configuration) {
    let (old, new) = (before.settings, after.settings)
    let (before, after) = (before.windowStates(places), after.windowStates(places))
    if before != after {
      window.states.set(before.subtracting(after), false)
      window.states.set(after.subtracting(before), true)
    }
    if old.isDecorated != new.isDecorated { window.setDecorated(new.isDecorated) }
    if old.opacity != new.opacity { window.setOpacity(new.opacity) }
    if old.clickThrough != new.clickThrough {
      perform(.setClickThrough(new.clickThrough))
    }
  }
}

extension PointerCursor {
  /// The side of a cursor in pixels, as the desktop says; 24 units otherwise.
  private static let desktopSide = UserEnvironment.variable("XCURSOR_SIZE").flatMap { Int($0) }
    .flatMap { (8...256).contains($0) ? $0 : nil }

  /// Shows the cursor for what the pointer is over; nil for the desktop's.
  func show(_ picture: CursorPicture?, scale: Double) {
    side = PointerCursor.desktopSide ?? max(8, min(Int((24 * scale).rounded()), 256))
    switch picture {
    case .hand: shape = .hand
    case .grab: shape = .grab
    case .text: shape = .text
    case nil: shape = .usual
    }
  }

  /// Draws a cursor that is needed for the first time; nil if that fails.
  static func draw(_ shape: Shape, side: Int) -> CursorImage? {
    let pictures: [Shape: CursorPicture] = [.hand: .hand, .grab: .grab, .text: .text]
    guard let picture = pictures[shape],
      let raster = try? Raster(painting: picture.list(side: side))
    else { return nil }
    return withExtendedLifetime(raster) {
      CursorImage(pixels: raster.buffer, hotSpot: picture.hotSpot(side: side))
    }
  }
}

extension Window {
  /// Sets the icon. Only other programs show it, so it waits until the window itself is shown.
  func showIcon() {
    let pictures = AppIcon.sizes.compactMap { try? Raster(painting: AppIcon.picture(size: $0)) }
    withExtendedLifetime(pictures) { setIcon(pictures.map(\.buffer)) }
  }

  func fit(to environment: Environment) {
    setOutline(
      environment.outline, width: environment.width, height: environment.height,
      isCut: !environment.showsAlpha)
  }
}

extension Environment {
  /// Returns the color of unpainted areas; `background` is the theme's.
  func bareBackground(_ background: Color) -> Color {
    showsAlpha && shape != .rectangle ? .clear : backdrop(background)
  }
}

/// The desktop's preferences: from its settings portal, and otherwise from its settings manager (XSETTINGS).
struct DesktopAppearance {
  let portal: PortalSettings
  let connection: Connection

  var current: Appearance {
    let settings = connection.desktopSettings
    return portal.appearance.filled(
      by: Appearance(themeName: settings.themeName, enablesAnimations: settings.enablesAnimations))
  }
}

extension Appearance {
  var theme: ThemeName {
    if isHighContrast ?? false { return .highContrast }
    return isDark ?? false ? .neumorphicDark : .neumorphicLight
  }
}

// The window's saved position, one for each set of monitors, and its state.

/// How long the server may take to list the monitors at the start and the end.
private let patience = Duration.milliseconds(100)

extension App {
  /// Saves position and state a second after a change: a crash loses the last move at most, a drag writes once.
  func followPlace() {
    // What the window manager does about new monitors is not the user's choice of a place.
    guard kept.descriptor != nil, !window.placement.isUnsettled else { return }
    let state = window.lastState
    if state != observedState { (observedState, placeDeadline) = (state, .now + .seconds(1)) }
    guard let due = placeDeadline, .now >= due else { return }
    // A server that is too busy to answer is asked again.
    placeDeadline = recordPlace(within: patience / 5) ? nil : .now + .seconds(1)
    // The server has just answered. From now on it reports new monitors to a still window, too.
    if placeDeadline == nil { window.followSurroundings() }
  }

  /// Moves the window to its place on the new monitors; without one, to where it can be seen.
  func followMonitors(from before: MonitorChange, to monitors: [PixelRect]) {
    let scale = view.environment.scale
    var state = window.lastState
    state.rect = before.rect
    places.record(state, scale: scale, on: before.monitors)
    if let (rect, isKnown) = places.place(on: monitors, scale: scale), isKnown {
      window.placement.place(at: rect)
    } else {
      window.placement.bringIntoView()
    }
    savePlaces()
  }

  func savePlaces() {
    update { kept in
      kept.record(windowPlace: places.text)
      return false
    }
  }

  /// Returns false if the server does not answer in time.
  @discardableResult func recordPlace(within limit: Duration = patience) -> Bool {
    guard kept.descriptor != nil else { return true }
    guard let state = window.currentState() else { return false }
    let monitors = connection.monitors(within: limit)
    guard !monitors.isEmpty else { return false }
    places.record(state, scale: view.environment.scale, on: monitors)
    savePlaces()
    return true
  }
}

extension WindowOptions {
  /// Sets what `given` leaves open, with `--restore` the state, too. On unknown monitors the window manager places it.
  mutating func restore(
    _ book: PlaceBook, _ given: ProgramSettings, scale: Double, on connection: Connection
  ) {
    if given.restore, var saved = book.states {
      if given.isGiven("above") || given.isGiven("below") { saved.subtract([.above, .below]) }
      if given.isGiven("sticky") { saved.remove(.sticky) }
      states.formUnion(saved)
      desktop = states.contains(.sticky) ? nil : book.desktop
    }
    guard !book.text.isEmpty,
      let (rect, isKnown) = book.place(on: connection.monitors(within: patience), scale: scale)
    else { return }
    if !given.isGiven("size") {
      (width, height) = connection.fitted(width: rect.width, height: rect.height)
    }
    if isKnown, position == nil { position = (rect.x, rect.y) }
  }
}
