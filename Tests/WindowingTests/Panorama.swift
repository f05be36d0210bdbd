import CX11
import DisplayLists
import Drawing
import Geometry
import Glibc
import RenderSteps
import Scene
import Session
import TestSupport
import Testing
import Timekeeping

@testable import Windowing

/// A panel in a window: kept up to date by damage alone, as the program does.
final class Panorama {
  let test: TestWindow
  let compositor = Compositor()
  var model: Model
  var environment: Environment
  var pointer = Pointer()
  private var composer = FrameComposer()
  /// What of the last frame differed from the one before.
  private(set) var lastDamage: [PixelRect] = []
  var shown: DisplayList { composer.frame.list }

  static let beginning = Instant(nanoseconds: 1_000_000_000_000)

  init(on server: XServer, width: Int, height: Int, _ way: Presentation, _ model: Model) throws {
    test = try TestWindow(on: server, width: width, height: height, way)
    self.model = model
    environment = Environment(width: width, height: height)
    try test.show()
  }

  /// A stopwatch with two laps.
  static func model(
    _ mode: Mode = .stopwatch, theme: ThemeName = .neumorphicLight, total: Int64 = 458_370
  ) -> Model {
    Model(
      mode: mode, theme: theme,
      stopwatch: Stopwatch(
        state: .running, anchor: beginning, elapsedAtAnchor: .milliseconds(total),
        laps: Laps(totals: [.milliseconds(151_200), .milliseconds(296_250)])))
  }

  /// Shows the frame of so many nanoseconds after the beginning, and waits until it is there.
  func show(after nanoseconds: Int64) throws {
    compose(after: nanoseconds)
    try present(lastDamage, by: compositor)
  }

  /// Sends the frame of so many nanoseconds after the beginning without waiting; returns what could not be sent.
  func tryToShow(after nanoseconds: Int64) -> [PixelRect] {
    compose(after: nanoseconds)
    compositor.begin(shown)
    defer { compositor.end() }
    return test.window.present(lastDamage, from: compositor)
  }

  /// Has the server show the frame of so many nanoseconds after the beginning at `due`, behind others that it holds; false where it
  /// cannot.
  func hold(after nanoseconds: Int64, until due: Int64) -> Bool {
    compose(after: nanoseconds)
    guard !lastDamage.isEmpty, let held = test.window.presenter.held else { return true }
    compositor.begin(shown)
    defer { compositor.end() }
    return held.hold(lastDamage, until: due, from: compositor)
  }

  private func compose(after nanoseconds: Int64) {
    let reading = Reading(
      instant: Panorama.beginning + Duration(nanoseconds: nanoseconds),
      wall: WallClock(epochNanoseconds: 1_770_113_376_000_000_000 + nanoseconds, utcOffsetSeconds: 0))
    composer.show(model, in: environment, pointer: pointer)
    composer.advance(to: reading)
    lastDamage = composer.frame.changes.damage.rects
    composer.frame.changes.removeAll()
  }

  func present(_ rects: [PixelRect], by compositor: Compositor) throws {
    var left = rects
    while !left.isEmpty {
      compositor.begin(shown)
      left = test.window.present(left, from: compositor)
      compositor.end()
      test.window.presenter.requestAcknowledgement()
      try test.waitUntil { test.window.presenter.canBeginFrame }
    }
  }

  /// What the window shows.
  func screen() throws -> [UInt32] {
    try test.pixels(shown.bounds).map { $0 | 0xFF00_0000 }
  }

  /// What is painted here for the same frame.
  func truth() throws -> [UInt32] {
    let raster = try Raster(painting: shown)
    return (0..<shown.width * shown.height).map { raster.base[$0] }
  }

  /// How far two pictures differ at `pixels`: the most in a channel, and the peak signal-to-noise ratio in dB.
  func difference(
    _ first: [UInt32], _ second: [UInt32], where isMeant: (_ x: Int, _ y: Int) -> Bool
  ) -> (most: Int, ratio: Double) {
    var most = 0
    var squares = 0.0
    var count = 0
    for y in 0..<shown.height {
      for x in 0..<shown.width where isMeant(x, y) {
        for shift in [0, 8, 16] as [UInt32] {
          let one = Int(first[y * shown.width + x] >> shift & 0xFF)
          let other = Int(second[y * shown.width + x] >> shift & 0xFF)
          most = max(most, abs(one - other))
          squares += Double((one - other) * (one - other))
          count += 1
        }
      }
    }
    guard squares > 0 else { return (most, .infinity) }
    return (most, 10 * log10(255 * 255 / (squares / Double(count))))
  }

  /// For each pixel, whether it lies where a hand is drawn.
  func handMap() -> [Bool] {
    var map = [Bool](repeating: false, count: shown.width * shown.height)
    for case .hand(let hand) in shown.items {
      var list = DisplayList(width: shown.width, height: shown.height, background: .white)
      let before = list
      list.items = [.hand(hand)]
      for rect in list.changes(since: before).damage.rects {
        for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { map[y * shown.width + x] = true } }
      }
    }
    return map
  }
}
