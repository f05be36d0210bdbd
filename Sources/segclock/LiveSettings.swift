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
    applyWindowStates(from: old, to: new)
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

  private func applyWindowStates(from old: ProgramSettings, to new: ProgramSettings) {
    let (before, after) = (old.windowStates, new.windowStates)
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
    guard kept.descriptor != nil else { return }
    let state = window.lastState
    if state != observedState { (observedState, placeDeadline) = (state, .now + .seconds(1)) }
    guard let due = placeDeadline, .now >= due else { return }
    // A server that is too busy to answer is asked again.
    placeDeadline = recordPlace(within: patience / 5) ? nil : .now + .seconds(1)
  }

  /// Returns false if the server does not answer in time.
  @discardableResult func recordPlace(within limit: Duration = patience) -> Bool {
    guard kept.descriptor != nil else { return true }
    guard let state = window.currentState() else { return false }
    let monitors = connection.monitors(within: limit)
    guard !monitors.isEmpty else { return false }
    var book = PlaceBook(kept.pending.windowPlace)
    book.record(state, scale: view.environment.scale, on: monitors)
    update { kept in
      kept.record(windowPlace: book.text)
      return false
    }
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
