import CProbe
import Drawing
import Geometry
import Measuring
import ProgramSupport

/// A film that is composed and painted without a display, round by round.
final class Specimen {
  private var film: Film
  private let name: String
  private let compositor = Compositor()
  private let memory: UnsafeMutablePointer<UInt32>
  /// Nanoseconds a frame, of each round.
  private var composeTimes: [Double] = []
  private var paintTimes: [Double] = []
  private var frames = 0
  private var pixels = 0
  private var rectangles = 0
  private var allocations = 0

  init(_ name: String, _ scenario: Scenario) {
    self.name = name
    film = Film(scenario)
    let window = scenario.window ?? (scenario.environment.width, scenario.environment.height)
    memory = .allocate(capacity: window.width * window.height)
    memory.initialize(repeating: 0, count: window.width * window.height)
  }

  deinit {
    memory.deallocate()
  }

  /// Composes, compares and paints so many frames without a look at any meter.
  func draw(frames: Int) {
    for _ in 0..<frames {
      film.advance()
      paint()
      film.markPainted()
    }
  }

  /// The same with a look, and with a frame's time of sleep before each where it is `paced`.
  func measure(frames count: Int, isPaced: Bool) {
    var compose = 0
    var paint = 0
    let allocationsBefore = probe_allocations()
    for _ in 0..<count {
      if isPaced { Deadline.observe(seconds: 1 / Double(Workload.rate)) }
      let start = ownProcessorTime()
      film.advance()
      let middle = ownProcessorTime()
      self.paint()
      let end = ownProcessorTime()
      compose += middle - start
      paint += end - middle
      pixels += film.damage.area
      rectangles += film.damage.rects.count
      film.markPainted()
    }
    allocations += probe_allocations() - allocationsBefore
    frames += count
    composeTimes.append(Double(compose) / Double(count))
    paintTimes.append(Double(paint) / Double(count))
  }

  /// Forgets what was measured.
  func forget() {
    composeTimes.removeAll(keepingCapacity: true)
    paintTimes.removeAll(keepingCapacity: true)
    (frames, pixels, rectangles, allocations) = (0, 0, 0, 0)
  }

  /// What was found: medians of the rounds.
  var row: Growth.Row {
    let all = Double(max(1, frames))
    var row = Growth.Row(name)
    row.pixels = Double(pixels) / all
    row.rectangles = Double(rectangles) / all
    row.compose = composeTimes.median / 1000
    row.paint = paintTimes.median / 1000
    row.allocations = Double(allocations) / all
    return row
  }

  /// Paints what is damaged, one rectangle behind the other.
  private func paint() {
    guard !film.damage.isEmpty else { return }
    compositor.begin(film.shown, changes: film.changes)
    var used = 0
    for rect in film.damage.rects {
      compositor.paint(into: PixelBuffer(base: memory + used, stride: rect.width, rect: rect))
      used += rect.area
    }
    compositor.end()
  }
}
