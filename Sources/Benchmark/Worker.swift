import CProbe
import DisplayLists
import Drawing
import Geometry
import Measuring
import Platform
import Windowing

import struct ProgramSupport.Failure

/// A way for frames to reach the server.
enum Way: String, CaseIterable {
  case sharedMemory = "shared-memory"
  case put

  var presentation: Presentation {
    switch self {
    case .sharedMemory: .sharedMemory
    case .put: .put
    }
  }
}

/// Measures one workload at one size by one way of presenting, in a process and on a connection of its own.
///
/// It alternates between frames that are composed and painted, and two bounds: the same rectangles at the same moments,
/// presented by shared memory, or by the same way where there is none, with nothing drawn into them and with pixels copied
/// into them.
final class Worker {
  private let connection: Connection
  private let window: Window
  private let compositor = Compositor()
  private let presenter: Presenter
  private let boundPresenter: Presenter
  private let server: Int32
  private let clock: FrameClock
  private var film: Film
  /// What the program would go back to if frames made ahead were cancelled: its cost is measured too.
  private var restorePoint: Film?
  /// A picture of the window, from which pixels are copied.
  private let picture: Raster
  private var descriptors = DescriptorSet()

  /// A frame to be shown: how long after the start of its round, in frames, and what of it is presented.
  private struct Shot {
    var delay: Int
    var rects: [PixelRect]
  }

  /// The frames of a second, as long as each of the two takes in a round.
  private let roundFrames: Int
  /// Frames that are composed and painted, but not shown, before the measurement: a minute's worth.
  static let warmUp = 3600
  /// How long to wait for a server that does not answer, in nanoseconds.
  private static let patience: Int64 = 5_000_000_000
  /// How often to look again for what may have come unseen, in nanoseconds.
  private static let glance: Int64 = 50_000_000

  /// Opens a window; throws what the connection does, or `Failure`.
  init(_ trial: Trial) throws {
    ProcessSetup.sharpenTimers()
    connection = try Connection()
    server = probe_peer(connection.fileDescriptor)
    let (width, height) = (trial.size.width, trial.size.height)
    var options = WindowOptions(title: "segclock-bench", width: width, height: height)
    options.presentation = trial.way.presentation
    options.position = (0, 0)
    guard let window = Window(connection, options) else { throw Failure("no window") }
    guard window.presenter.way == trial.way.presentation else {
      throw Failure("the server does not do \(trial.way.rawValue)")
    }
    self.window = window
    presenter = window.presenter
    boundPresenter =
      trial.way == .sharedMemory ? presenter : window.makePresenter(.sharedMemory) ?? presenter
    film = Film(trial.workload, width: width, height: height, rate: trial.rate)
    roundFrames = trial.rate
    picture = try Raster(width: width, height: height)
    clock = FrameClock(rate: FrameRate(trial.rate), phase: .now)
    _ = descriptors.add(connection.fileDescriptor)
    window.map()
    try awaitFirstExpose()
  }

  /// Measures for `rounds` rounds.
  func run(rounds: Int) -> [Round] {
    warmUp()
    // The caches of the kernel and of both processes warm up for what is shown now.
    _ = measureRound(isDrawnFirst: true)
    // Each of the two comes first as often as the other.
    return (0..<rounds).map { measureRound(isDrawnFirst: $0 % 2 == 0) }
  }

  /// Draws a round of frames, and presents the same rectangles with nothing drawn and with pixels copied, in either order.
  private func measureRound(isDrawnFirst: Bool) -> Round {
    let shots = nextShots()
    var round = Round()
    round.frames = shots.count
    round.rectangles = shots.reduce(0) { $0 + $1.rects.count }
    round.pixels = shots.reduce(0) { $1.rects.reduce($0) { $0 + $1.area } }
    if isDrawnFirst { round.drawn = drawnRound() }
    if !isDrawnFirst { round.copied = copyRound(shots) }
    round.bound = boundRound(shots) { _ in }
    if isDrawnFirst { round.copied = copyRound(shots) } else { round.drawn = drawnRound() }
    return round
  }

  /// The frames of the round that comes, found out on a copy of the film.
  private func nextShots() -> [Shot] {
    var preview = film
    var shots: [Shot] = []
    while preview.number - film.number < roundFrames {
      let delay = preview.number - film.number
      preview.advance()
      if !preview.damage.isEmpty { shots.append(Shot(delay: delay, rects: preview.damage.rects)) }
      preview.passOver()
    }
    return shots
  }

  private func awaitFirstExpose() throws {
    let deadline = MonotonicClock.now() + Worker.patience
    while MonotonicClock.now() < deadline {
      while let event = window.nextEvent() {
        if case .exposed = event { return }
      }
      // Xlib may have read the event while it waited for something else.
      descriptors.wait(until: min(deadline, MonotonicClock.now() + Worker.glance))
    }
    throw Failure("the window was never shown")
  }

  /// Fills the compositor's caches as a minute of running does, and presents the last frame whole.
  private func warmUp() {
    for _ in 0..<Worker.warmUp {
      film.advance()
      compositor.begin(film.shown, changes: film.changes)
      for rect in film.damage.rects {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: rect.area) { pixels in
          guard let base = pixels.baseAddress else { return }
          compositor.paint(into: PixelBuffer(base: base, stride: rect.width, rect: rect))
        }
      }
      compositor.end()
      film.markPainted()
    }
    var rest = [film.shown.bounds]
    while !rest.isEmpty, connection.isAlive {
      compositor.begin(film.shown)
      compositor.paint(into: picture.buffer)
      rest = window.present(rest, paint: compositor.paint(into:))
      compositor.end()
      awaitCompletion()
    }
  }

  /// Paints what is damaged, and presents it.
  private func presentFrame() {
    compositor.begin(film.shown, changes: film.changes)
    _ = window.present(film.damage.rects, paint: compositor.paint(into:))
    compositor.end()
    film.markPainted()
  }

  /// A round of frames as the program draws them: one is composed when it is due, and what it damages is painted; some that
  /// follow are made right behind it, and shown when they are due.
  private func drawnRound() -> Meter {
    let firstNumber = film.number
    return metered { first in
      while film.number - firstNumber < roundFrames {
        wait(forTick: first + Int64(film.number - firstNumber))
        film.advance()
        guard !film.damage.isEmpty else { continue }
        let held = film.canLookAhead ? presenter.prepareToSchedule() : nil
        presentFrame()
        guard let held else { continue }
        repeat {
          waitUntil { presenter.openSchedule != nil }
        } while hold(held, upTo: firstNumber + roundFrames, from: first - Int64(firstNumber))
        held.end()
        waitUntil { presenter.canBeginFrame }
      }
    }
  }

  /// Makes as many frames as there is room for, none from `last` on, to be shown when they are due, that of number 0 at the tick
  /// `start`; false where none were made.
  private func hold(_ held: ScheduledFrames, upTo last: Int, from start: Int64) -> Bool {
    let count = held.room(for: ScheduledFrames.capacity)
    restorePoint = film
    var made = 0
    while made < count, film.canLookAhead, film.number < last {
      let due = clock.deadline(ofFrame: start + Int64(film.number))
      film.advance()
      compositor.begin(film.shown, changes: film.changes)
      let isHeld = held.add(film.damage.rects, due: due.nanoseconds, paint: compositor.paint(into:))
      compositor.end()
      guard isHeld else { break }
      film.markPainted()
      made += 1
    }
    if made > 0 { held.send() }
    return made > 0
  }

  /// The same rectangles at the same distances, their pixels copied from the picture.
  private func copyRound(_ shots: [Shot]) -> Meter {
    let source = picture.buffer
    return boundRound(shots) { buffer in
      for y in buffer.rect.y..<buffer.rect.maxY {
        buffer.row(y).update(from: source.row(y) + buffer.rect.x, count: buffer.rect.width)
      }
    }
  }

  /// The same rectangles at the same distances, nothing composed, and painted by `paint`.
  private func boundRound(_ shots: [Shot], paint: (PixelBuffer) -> Void) -> Meter {
    window.presenter = boundPresenter
    defer { window.presenter = presenter }
    return metered { first in
      for shot in shots {
        wait(forTick: first + Int64(shot.delay))
        _ = window.present(shot.rects, paint: paint)
      }
    }
  }

  /// What `body` uses, from a moment at which the server rests to the next; it is handed the first tick.
  private func metered(_ body: (Int64) -> Void) -> Meter {
    awaitCompletion()
    let first = clock.frame(at: .now) + 1
    let start = Meter(server: server, isStart: true)
    body(first)
    awaitCompletion()
    return Meter(server: server, isStart: false) - start
  }

  /// Sleeps until the next frame is due, and takes what the server said meanwhile.
  private func wait(forTick tick: Int64) {
    descriptors.setWaited(false, at: 0)
    let deadline = clock.deadline(ofFrame: tick)
    while MonotonicTime.now < deadline { descriptors.wait(until: deadline.nanoseconds) }
    while window.nextEvent() != nil {}
    if !window.presenter.canBeginFrame { awaitCompletion(asking: false) }
  }

  /// Waits until the server has carried out all that was sent; `asking` it to say so where it was not asked yet.
  private func awaitCompletion(asking: Bool = true) {
    if asking { window.presenter.requestAcknowledgement() }
    waitUntil { window.presenter.canBeginFrame }
  }

  /// Takes what the server says until `condition` holds.
  private func waitUntil(_ condition: () -> Bool) {
    descriptors.setWaited(true, at: 0)
    let deadline = MonotonicClock.now() + Worker.patience
    while connection.isAlive {
      while window.nextEvent() != nil {}
      guard connection.isAlive, !condition(), MonotonicClock.now() < deadline else { return }
      descriptors.wait(until: deadline)
    }
  }
}
