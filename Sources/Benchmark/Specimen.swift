import CProbe
import DisplayLists
import Drawing
import Measuring

/// A film that is composed and painted without a display, round by round.
final class Specimen {
  private var film: Film
  private let name: String
  private let compositor = Compositor()
  private let memory: UnsafeMutablePointer<UInt32>
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
    composeTimes.reserveCapacity(64)
    paintTimes.reserveCapacity(64)
  }

  deinit {
    memory.deallocate()
  }

  /// Makes what is made once; it is not counted.
  func warmUp(frames: Int) {
    Offline.draw(&film, frames: frames, with: compositor, into: memory)
  }

  /// Composes, compares and paints so many frames, with a frame's time of sleep before each where it is `paced`.
  func measure(frames count: Int, isPaced: Bool = false) {
    var compose: Int64 = 0
    var paint: Int64 = 0
    let allocationsBefore = probe_allocations()
    for _ in 0..<count {
      if isPaced { sleepFor(seconds: 1 / Double(Workload.rate)) }
      let start = Kernel.ownTime
      film.advance()
      let middle = Kernel.ownTime
      Offline.paint(film.shown, film.changes, with: compositor, into: memory)
      let end = Kernel.ownTime
      compose += middle - start
      paint += end - middle
      pixels += film.damage.area
      rectangles += film.damage.rects.count
      film.markPainted()
    }
    allocations += probe_allocations() - allocationsBefore
    frames += count
    composeTimes.append(Double(compose) / Double(count) / 1000)
    paintTimes.append(Double(paint) / Double(count) / 1000)
  }

  /// The same, and forgets what it found.
  func settle(frames count: Int, isPaced: Bool = false) {
    measure(frames: count, isPaced: isPaced)
    composeTimes.removeAll(keepingCapacity: true)
    paintTimes.removeAll(keepingCapacity: true)
    (frames, pixels, rectangles, allocations) = (0, 0, 0, 0)
  }

  /// What was found: medians of the rounds.
  var row: Growth.Row {
    let all = Double(max(1, frames))
    var row = Growth.Row(name: name)
    row.pixels = Double(pixels) / all
    row.rectangles = Double(rectangles) / all
    row.compose = composeTimes.median
    row.paint = paintTimes.median
    row.allocations = Double(allocations) / all
    return row
  }
}
