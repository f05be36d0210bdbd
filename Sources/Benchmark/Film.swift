import CProbe
import DisplayLists
import Drawing
import Geometry
import Glibc
import Scene
import Session
import Timekeeping

struct WindowSize {
  var width: Int
  var height: Int
  var scale: Int

  static let all = [
    WindowSize(width: 840, height: 480, scale: 1),
    WindowSize(width: 1440, height: 840, scale: 2),
    WindowSize(width: 2880, height: 1680, scale: 2),
  ]

  var text: String { "\(width)x\(height)" }
  var arguments: [String] {
    ["--size", "\(width / scale)x\(height / scale)", "--scale", "\(scale)"]
  }
}

/// Composes the frames of a running stopwatch as the program does.
struct Film {
  static let rate = 60

  private static let start = Instant(nanoseconds: 1_000_000_000_000)
  var composer = FrameComposer()
  private var number = 0

  init(_ size: WindowSize, laps: Laps = Laps()) {
    let stopwatch = Stopwatch(
      state: .running, anchor: Film.start, elapsedAtAnchor: .seconds(458), laps: laps)
    composer.show(
      Model(stopwatch: stopwatch).asOf(Film.start),
      in: Environment(width: size.width, height: size.height, scale: Double(size.scale)))
  }

  /// Composes the next frame, and returns its time; remove its changes afterwards.
  @discardableResult
  mutating func advance() -> ClockSample {
    let passed = Int64(number) * 1_000_000_000 / Int64(Film.rate)
    let sample = ClockSample(
      instant: Instant(nanoseconds: Film.start.nanoseconds + passed),
      wall: WallClock(epochNanoseconds: passed, utcOffsetSeconds: 0))
    composer.advance(to: sample)
    number += 1
    return sample
  }

  func damage(frames count: Int) -> [[PixelRect]] {
    var film = self
    return (0..<count).map { _ in
      film.advance()
      defer { film.composer.frame.removeChanges() }
      return film.composer.frame.damage.rects
    }
  }
}

final class Specimen {
  private var film: Film
  private let compositor = Compositor()
  private let memory: UnsafeMutablePointer<UInt32>
  /// May be larger than the film.
  private let window: WindowSize
  /// What the program would restore if scheduled frames were cancelled.
  private var restorePoint: RestorePoint
  /// Microseconds of processor time a frame, for each round.
  private(set) var times: [Double] = []
  private(set) var allocations = 0

  init(_ film: Film, in window: WindowSize) {
    self.film = film
    self.window = window
    restorePoint = RestorePoint(film.composer)
    memory = .allocate(capacity: window.width * window.height)
    memory.initialize(repeating: 0, count: window.width * window.height)
    // Warm up for a minute of frames, to exclude one-time costs.
    draw(60 * Film.rate)
  }

  deinit { memory.deallocate() }

  func measure() {
    let (start, before) = (clock(), probe_allocations())
    draw(Film.rate)
    times.append(Double(clock() - start) / Double(Film.rate))
    allocations += probe_allocations() - before
  }

  private func draw(_ count: Int) {
    for _ in 0..<count {
      restorePoint.record(film.advance())
      var list = film.composer.frame.list
      (list.width, list.height) = (window.width, window.height)
      compositor.begin(list, changed: film.composer.frame.changedItems)
      var used = 0
      for rect in film.composer.frame.damage.rects {
        compositor.paint(into: PixelBuffer(base: memory + used, stride: rect.width, rect: rect))
        used += rect.area
      }
      film.composer.frame.removeChanges()
    }
  }
}
