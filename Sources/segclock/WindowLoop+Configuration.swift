import Geometry
import Platform
import Session
import Settings
import Timekeeping

// The controller.configuration while the controller.window is open.

extension WindowLoop {
  /// Reads the configuration again, and makes the window as it says; where it has a mistake all stays as it is, and the
  /// person is told.
  func followConfiguration() {
    let before = controller.configuration
    guard controller.configuration.refresh() else { return }
    controller.tellOfConfiguration()
    guard controller.configuration.inFile != before.inFile else { return }
    let settings = controller.configuration.settings
    let desktop = controller.connection.desktopSettings
    controller.configuration.apply(
      to: &controller.view.environment, on: desktop, controller.desktop.appearance(desktop))
    controller.bindings = controller.view.environment.bindings
    controller.followGlobalKeys()
    controller.ringer.change(sound: controller.configuration.sound, command: settings.atEnd?.value)
    if settings.zone != before.settings.zone {
      controller.time.setZone(controller.configuration.zone)
    }
    let configuration = controller.configuration
    controller.follow { kept in
      kept.change(at: controller.time.now) { model in
        model.configure(configuration.modelSettings, file: configuration.adjustableInFile)
      }
      return true
    }
    controller.window.setBackground(controller.background)
    resize(from: before.settings, to: settings)
    stand(from: before.settings, to: settings)
  }

  /// Gives the window the size of `new` where that is another one than before.
  private func resize(from old: ProgramSettings, to new: ProgramSettings) {
    controller.fixedScale = new.scale?.value
    guard old.size != new.size || old.scale != new.scale else { return }
    let scale = controller.fixedScale ?? controller.connection.scale
    let scaled = controller.scaledSize(from: controller.view.environment.scale, to: scale)
    // A size that was given by hand stays, at another scale.
    let wanted = old.size == new.size ? nil : new.size
    let size = wanted.flatMap { try? Configuration.pixels($0, scale: scale) } ?? scaled
    controller.view.environment.scale = scale
    controller.window.resize(width: size.0, height: size.1)
  }

  /// Makes the window stand among the others as `new` has it where that is another way than `old`.
  private func stand(from old: ProgramSettings, to new: ProgramSettings) {
    let (before, after) = (old.windowStates, new.windowStates)
    if before != after {
      controller.window.setStates(before.subtracting(after), false)
      controller.window.setStates(after.subtracting(before), true)
    }
    if old.isDecorated != new.isDecorated { controller.window.setDecorated(new.isDecorated) }
    if old.opacity != new.opacity { controller.window.setOpacity(new.opacity ?? 1) }
    if old.clickThrough != new.clickThrough {
      controller.apply(.setClickThrough(new.clickThrough == .on))
    }
  }
}
