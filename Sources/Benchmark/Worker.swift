import CProbe
import DisplayLists
import Drawing
import Geometry
import Glibc
import Measuring
import Platform
import Windowing

/// Measures one workload at one size by one way of presenting, in a process and on a connection of its own.
///
/// It alternates between frames that are composed and painted, and the bound: the same rectangles at the same
/// moments, presented with nothing drawn into them by shared memory, or by the same way where there is none.
final class Worker {
  private let connection: Connection
  private let window: Window
  private let compositor = Compositor()
  private let presenter: Presenter
  private let boundPresenter: Presenter
  private let server: Int
  private let clock: FrameClock
  private var film: Film
  private var descriptors = DescriptorSet()

  /// A frame to be shown: how long after the start of its round, in frames, and what of it is presented.
  private struct Shot {
    var delay: Int
    var rects: [PixelRect]
  }

  /// Rounds of drawn frames and of the bound, and how long each of them takes.
  static let roundSeconds = 1
  private static let roundFrames = Int(Workload.rate) * roundSeconds
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
    presenter = window.presenter
    boundPresenter = task.way == .sharedMemory ? presenter : window.makePresenter(.sharedMemory) ?? presenter
    film = Film(task.workload, width: task.width, height: task.height)
    clock = FrameClock(rate: Int(Workload.rate), phase: MonotonicClock.now())
    _ = descriptors.add(connection.fileDescriptor)
    window.map()
    try awaitFirstExpose()
  }

  /// Measures for `rounds` rounds.
  func run(rounds: Int) -> Outcome {
    warmUp()
    // The caches of the kernel and of both processes warm up for what is shown now.
    var outcome = Outcome()
    measureRound(isDrawnFirst: true, &outcome)
    outcome = Outcome()
    // Each of the two comes first as often as the other.
    for number in 0..<rounds { measureRound(isDrawnFirst: number % 2 == 0, &outcome) }
    outcome.memory = Kernel.memory(Int(getpid()))
    outcome.seconds = rounds * Worker.roundSeconds
    return outcome
  }

  /// Draws a round of frames, and presents the same rectangles with nothing drawn, in either order.
  private func measureRound(isDrawnFirst: Bool, _ outcome: inout Outcome) {
    let shots = nextShots()
    var round = Round()
    round.frames = shots.count
    if isDrawnFirst { round.drawn = drawnRound(shots) }
    round.bound = boundRound(shots)
    if !isDrawnFirst { round.drawn = drawnRound(shots) }
    outcome.rounds.append(round)
    for shot in shots {
      outcome.damagedPixels += shot.rects.reduce(0) { $0 + $1.area }
      outcome.rectangles += shot.rects.count
    }
  }

  /// The frames of the round that comes, found out on a copy of the film.
  private func nextShots() -> [Shot] {
    var preview = film
    var shots: [Shot] = []
    while preview.number - film.number < Worker.roundFrames {
      let delay = preview.number - film.number
      preview.advance()
      if !preview.damage.isEmpty { shots.append(Shot(delay: delay, rects: preview.damage.rects)) }
      preview.passOver()
    }
    return shots
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
      if presenter.way == .render {
        // What is kept in the server gets there by being shown.
        compositor.begin(film.shown, changes: film.changes)
        _ = window.present(film.damage.rects, from: compositor)
        compositor.end()
        film.markPainted()
        if !presenter.canBeginFrame { awaitCompletion(asking: false) }
        continue
      }
      for rect in film.damage.rects {
        let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: rect.area)
        compositor.paint(film.shown, into: PixelBuffer(base: memory, stride: rect.width, rect: rect))
        memory.deallocate()
      }
      film.markPainted()
    }
    var rest = [film.shown.bounds]
    while !rest.isEmpty, connection.isAlive {
      compositor.begin(film.shown)
      rest = window.present(rest, from: compositor)
      compositor.end()
      awaitCompletion()
    }
  }

  /// A round of frames as the program draws them: each is composed when it is due, and what it damages is painted.
  private func drawnRound(_ shots: [Shot]) -> Meter {
    let firstNumber = film.number
    return round { first in
      while film.number - firstNumber < Worker.roundFrames {
        wait(forTick: first + Int64(film.number - firstNumber))
        film.advance()
        guard !film.damage.isEmpty else { continue }
        compositor.begin(film.shown, changes: film.changes)
        _ = window.present(film.damage.rects, from: compositor)
        compositor.end()
        film.markPainted()
      }
    }
  }

  /// The same rectangles at the same distances, and nothing composed or painted.
  private func boundRound(_ shots: [Shot]) -> Meter {
    window.presenter = boundPresenter
    defer { window.presenter = presenter }
    return round { first in
      for shot in shots {
        wait(forTick: first + Int64(shot.delay))
        _ = window.present(shot.rects) { _ in }
      }
    }
  }

  /// What `body` uses, from a moment at which the server rests to the next; it is handed the first tick.
  private func round(_ body: (Int64) -> Void) -> Meter {
    awaitCompletion()
    let first = clock.frame(at: MonotonicClock.now()) + 1
    let start = Meter(server: server, isStart: true)
    body(first)
    awaitCompletion()
    return Meter(from: start, to: Meter(server: server, isStart: false))
  }

  /// Sleeps until the next frame is due, and takes what the server said meanwhile.
  private func wait(forTick tick: Int64) {
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
