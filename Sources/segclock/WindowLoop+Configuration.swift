import Geometry
import Platform
import Session
import Settings
import Timekeeping

// The configuration while the window is open.

extension WindowLoop {
  /// Reads the configuration again if it has changed, and makes the window as it says; where it has a mistake all stays as it
  /// is, and the person is told.
  func followConfiguration() {
    guard configurationWatch?.takeChanges() ?? false else { return }
    let before = configuration
    guard configuration.refresh() else { return }
    tellOfConfiguration()
    guard configuration.inFile != before.inFile else { return }
    let settings = configuration.settings
    configuration.apply(
      to: &view.environment, on: connection.desktopSettings, desktop.appearance(connection.desktopSettings))
    bindings = view.environment.bindings
    followGlobalKeys()
    ringer.change(sound: configuration.sound, command: settings.atEnd?.value)
    if let rate = settings.fps, rate != mostFrames {
      mostFrames = rate
      frameClock.setRate(
        FrameRate.even(on: window.refreshRate, within: mostFrames), at: MonotonicClock.now())
    }
    if settings.zone != before.settings.zone {
      time.setZone(configuration.zone)
    }
    let (wishes, overrides) = (configuration.newWishes, configuration.overrides)
    follow { kept in
      kept.change(at: time.now) { model in
        model.follow(wishes)
        model.apply(overrides)
      }
      return true
    }
    window.setBackground(background)
    resize(from: before.settings, to: settings)
    stand(from: before.settings, to: settings)
  }

  /// Tells what is wrong with the configuration, if anything is.
  func tellOfConfiguration() {
    guard let words = configuration.words else { return }
    StandardError.print("segclock: \(words)")
    apply(.announce(words, for: .seconds(10)))
  }

  /// Gives the window the size of `new` where that is another one than before.
  private func resize(from old: ProgramSettings, to new: ProgramSettings) {
    fixedScale = new.scale?.value
    guard old.size != new.size || old.scale != new.scale else { return }
    let scale = fixedScale ?? connection.scale
    let scaled = scaledSize(from: view.environment.scale, to: scale)
    // A size that was given by hand stays, at another scale.
    let wanted = old.size == new.size ? nil : new.size
    let size = wanted.flatMap { try? Configuration.pixels($0, scale: scale) } ?? scaled
    view.environment.scale = scale
    window.resize(width: size.0, height: size.1)
  }
}
