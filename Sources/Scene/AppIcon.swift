package import DisplayLists
import Geometry
import Session
import Timekeeping

/// The program's icon: its dial, a little after the first lap.
package enum AppIcon {
  /// The sizes that task bars and switchers ask for, in pixels.
  package static let sizes = [16, 32, 48, 64, 128]

  package static func picture(size: Int) -> DisplayList {
    let stopwatch = Stopwatch(
      state: .stopped, anchor: .distantPast, elapsedAtAnchor: .seconds(46),
      laps: Laps(totals: [.seconds(38)]))
    var environment = Environment(width: size, height: size, parts: [.dial], isAnimated: false)
    environment.omitsBackground = true
    var composer = FrameComposer()
    composer.show(Model(theme: .highContrast, stopwatch: stopwatch), in: environment)
    composer.advance(
      to: ClockSample(
        instant: .distantPast, wall: WallClock(epochNanoseconds: 0, utcOffsetSeconds: 0)))
    return composer.frame.list
  }
}
