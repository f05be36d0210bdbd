import CProbe
import DisplayLists
import Drawing
import Geometry
import Glibc
import Windowing

/// Measures one workload at one size by one way of presenting, in a process and on a connection of its own.
///
/// It alternates between frames that are composed and painted, and the bound: the same rectangles at the same
/// moments, presented by the same presenter with nothing drawn into them.
final class Worker {
  private let connection: Connection
  private let window: Window
  private let compositor = Compositor()
  private let server: Int
  private let clock: FrameClock
  private var film: Film
  private var descriptors = DescriptorSet()
  /// The last point of the grid that was waited for.
  private var tick: Int64 = 0

  /// A frame that was shown: how long after the start of its second, in frames, and what was presented.
  private struct Shot {
    var delay: Int
    var rects: [PixelRect]
  }
  private var shots: [Shot] = []

  /// Rounds of drawn frames and of the bound, and how long each of them takes.
  static let roundSeconds = 1
  /// Frames that are composed and painted, but not shown, before the measurement: a minute's worth.
  static let warmUp = 3600

  /// Opens a window; throws what the connection does, or `Failure`.
  init(_ task: Task) throws {
    ProcessSetup.sharpenTimers()
    connection = try Connection()
    probe_watch(connection.fileDescriptor)
    server = Int(probe_peer(connection.fileDescriptor))
    var options = WindowOptions(title: "segclock-bench", width: task.width, height: task.height)
    options.presentation = task.way
    options.position = (0, 0)
    guard let window = Window(connection, options) else { throw Failure("no window") }
    self.window = window
    guard task.way == .automatic || window.presenter.way == task.way else {
      throw Failure("the server has no such way")
    }
    film = Film(task.workload, width: task.width, height: task.height)
    clock = FrameClock(rate: Int(Workload.rate), phase: MonotonicClock.now())
    _ = descriptors.add(connection.fileDescriptor)
    shots.reserveCapacity(2 * Worker.roundSeconds * Int(Workload.rate))
    window.map()
    try awaitFirstExpose()
  }

  /// Measures for `rounds` rounds.
  func run(rounds: Int) -> Outcome {
    var outcome = Outcome()
    warmUp()
    // The caches of the kernel and of both processes warm up for what is shown now.
    _ = drawRound(&outcome)
    _ = boundRound()
    outcome = Outcome()
    for _ in 0..<rounds {
      outcome.drawn.append(drawRound(&outcome))
      outcome.bound.append(boundRound())
    }
    outcome.memory = Kernel.memory
    outcome.seconds = rounds * Worker.roundSeconds
    return outcome
  }

  private func awaitFirstExpose() throws {
    let deadline = MonotonicClock.now() + 5_000_000_000
    while MonotonicClock.now() < deadline {
      while let event = window.nextEvent() {
        if case .exposed = event { return }
      }
      descriptors.wait(until: deadline)
    }
    throw Failure("the window was never shown")
  }

  /// Fills the compositor's caches as a minute of running does, and presents the last frame whole.
  private func warmUp() {
    for _ in 0..<Worker.warmUp {
      film.advance()
      for rect in film.damage.rects {
        let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: rect.area)
        compositor.paint(film.shown, into: PixelBuffer(base: memory, stride: rect.width, rect: rect))
        memory.deallocate()
      }
      film.damage.removeAll()
    }
    var rest = [film.shown.bounds]
    while !rest.isEmpty, connection.isAlive {
      rest = window.present(rest) { compositor.paint(film.shown, into: $0) }
      awaitCompletion()
    }
  }

  /// A round of frames as the program draws them; they are remembered for the bound.
  private func drawRound(_ outcome: inout Outcome) -> Meter {
    shots.removeAll(keepingCapacity: true)
    tick = clock.frame(at: MonotonicClock.now()) + 1
    let first = tick
    let firstNumber = film.number
    let last = first + Workload.rate * Int64(Worker.roundSeconds)
    let start = Meter(server: server, isStart: true)
    var remembered = 0
    while true {
      tick = first + Int64(film.number - firstNumber)
      guard tick < last else { break }
      waitForTick()
      film.advance()
      guard !film.damage.isEmpty else { continue }
      // Remembering takes memory that the program does not.
      let before = probe_allocations()
      shots.append(Shot(delay: Int(tick - first), rects: film.damage.rects.map { $0 }))
      remembered += probe_allocations() - before
      outcome.damagedPixels += film.damage.area
      outcome.rectangles += film.damage.rects.count
      outcome.frames += 1
      compositor.begin(film.shown)
      _ = window.present(film.damage.rects) { compositor.paint(into: $0) }
      film.damage.removeAll()
    }
    awaitCompletion()
    var used = Meter()
    used.add(from: start, to: Meter(server: server, isStart: false))
    used.allocations -= remembered
    return used
  }

  /// The same rectangles at the same distances, and nothing painted.
  private func boundRound() -> Meter {
    let first = clock.frame(at: MonotonicClock.now()) + 1
    let start = Meter(server: server, isStart: true)
    for shot in shots {
      tick = first + Int64(shot.delay)
      waitForTick()
      _ = window.present(shot.rects) { _ in }
    }
    awaitCompletion()
    var used = Meter()
    used.add(from: start, to: Meter(server: server, isStart: false))
    return used
  }

  /// Sleeps until the next frame is due, and takes what the server said meanwhile.
  private func waitForTick() {
    descriptors.setWaited(false, at: 0)
    let deadline = clock.deadline(ofFrame: tick)
    while MonotonicClock.now() < deadline { descriptors.wait(until: deadline) }
    while window.nextEvent() != nil {}
    if !window.presenter.canBeginFrame { awaitCompletion(asking: false) }
  }

  /// Waits until the server has carried out all that was sent; `asking` it to say so where it was not asked yet.
  private func awaitCompletion(asking: Bool = true) {
    if asking { window.presenter.requestAcknowledgement() }
    descriptors.setWaited(true, at: 0)
    let deadline = MonotonicClock.now() + 5_000_000_000
    while connection.isAlive {
      while window.nextEvent() != nil {}
      guard connection.isAlive, !window.presenter.canBeginFrame, MonotonicClock.now() < deadline else {
        return
      }
      descriptors.wait(until: deadline)
    }
  }
}
