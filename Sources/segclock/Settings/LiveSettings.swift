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
  func reloadConfiguration() {
    let before = configuration
    guard configuration.refresh() else { return }
    // The notice of a mistake ends with it.
    if configuration.faults.isEmpty { perform(.endNotice(about: .configuration)) }
    reportFaults()
    guard configuration.fileSettings != before.fileSettings else { return }
    let (old, new) = (before.settings, configuration.settings)
    applyToPicture()
    frames.maxRate = configuration.settings.fps
    globalKeys.set(new.globalKeys)
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

  /// Mistakes read as in the file, whose words are English.
  func reportFaults() { report(configuration.faults, about: .configuration) }

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

  /// Applies the desktop's theme, font and reduced motion, unless the settings choose them.
  func applyDesktopAppearance() {
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
    let before = before.windowStates(places)
    places.forgetAbove(unlessConfigured: after.fileSettings.above)
    savePlaces()
    let after = after.windowStates(places)
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

  /// Takes over the desktop's scale, unless the settings choose one.
  func followScale(_ scale: Double) {
    guard configuration.settings.scale == nil, scale != view.environment.scale else { return }
    window.placement.rescale(from: view.environment.scale, to: scale)
    view.environment.scale = scale
  }

  /// Names the settings that the window manager is known to ignore.
  func reportIgnoredSettings() {
    guard let surroundings = connection.surroundings, surroundings.ignoresHints else { return }
    let settings = configuration.settings
    let ignored = [
      ("above", settings.above), ("below", settings.below), ("sticky", settings.sticky),
      ("opacity", settings.opacity < 1), ("skip-taskbar", settings.skipTaskbar),
    ].filter(\.1).map(\.0)
    guard !ignored.isEmpty else { return }
    let manager = surroundings.windowManager.quoted
    StandardError.report(
      "compositors that are called \(manager) ignore \(ignored.joined(separator: ", ")): "
        + "see WAYLAND in the manual")
  }
}
