import ArgumentParser
import Geometry
import Platform
import Scene
import Session
import Settings
import Storage
import Windowing

extension ProgramSettings {
  var instanceName: String { self.name == StateFolder.defaultName ? "segclock" : self.name }

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
    options.kind = self.type
    return options
  }
}
