import ArgumentParser
import Control
import DisplayLists
import Drawing
import Geometry
import Platform
import Scene
import Session
import Settings
import Storage
import Timekeeping
import Windowing

/// The loop that ties the rooms together: events and time in, one frame out, then sleep.
///
/// Data goes one way. An event becomes a command, the command changes the model, the composer writes what has changed
/// into the display list, what differs from before is damage, the compositor paints the damage, the presenter sends
/// it. Time is read once a turn.
final class WindowLoop {
  let controller: WindowController
  private let signals: SignalDescriptor
  private let ending: EndingSignals
  private let clockWatch = ClockWatch()
  private let configurationWatches: [FolderWatch]
  let compositor = Compositor()
  private let printsStatistics: Bool
  /// What of the composed frame is still to be sent.
  private var unsent: [PixelRect] = []
  /// How long an event may wait for the next frame, in nanoseconds: 30 frames a second, or a little less.
  private static let longestWait: Int64 = 36_000_000
  /// How long what was done may wait for the disk within a frame, in nanoseconds; most need a fraction of it.
  private static let patienceWithDisk: Int64 = 3_000_000
  /// How long the disk may take at the end, in nanoseconds.
  private static let longestSave: Int64 = 5_000_000_000
  /// How long each line may take that is told at the end, in nanoseconds.
  private static let longestLastWord: Int64 = 100_000_000

  var frameClock: FrameClock
  var ahead = FramesAhead()
  var statistics = Statistics()
  /// What the window is called, and when time alone may call for another name.
  private var title = ""
  private var nextTurn: Instant?
  /// Whether the start is over.
  private var hasSettled = false
  private var deadline = Deadline()
  /// When the next frame may begin: one a point of the frame clock's grid, however much happens in between.
  var nextFrameStart: Int64 = 0
  private var turns = TurnLimit()

  /// Opens the window, which `control` drives, and runs until it is closed; returns how the program ends.
  static func run(
    _ options: Segclock, from startup: StartupNotice?, _ control: ControlServer?
  ) throws -> ExitCode {
    ProcessSetup.prepareForLoop()
    StandardError.wait(atMost: 0)
    ServerLoss.endProgram()
    do {
      return try WindowLoop(options, from: startup, control).run()
    } catch let error as ConnectionError {
      StandardError.print("segclock: \(error.description)")
      return .noDisplay
    }
  }

  private init(_ options: Segclock, from startup: StartupNotice?, _ control: ControlServer?) throws
  {
    // Watched before it is read: nothing that is written from then on is missed.
    configurationWatches = options.scene.file.paths(ofWidget: options.state.name).map {
      FolderWatch(path: $0.path)
    }
    controller = try WindowController(options, from: startup, control)
    frameClock = FrameClock(rate: controller.configuration.mostFrames, phase: MonotonicClock.now())
    printsStatistics = options.stats
    signals = SignalDescriptor()
    ending = EndingSignals()
    controller.begin(options)
    updateTitle(at: controller.time.now)
  }

  private func run() -> ExitCode {
    ServerLoss.endProgram { [weak self] in self?.finish(.serverGone) ?? .serverGone }
    var descriptors = DescriptorSet()
    let signalPlace = descriptors.add(signals.fileDescriptor)
    _ = descriptors.add(ending.fileDescriptor)
    let serverPlace = descriptors.add(controller.connection.fileDescriptor)
    let diskPlace = controller.kept.descriptor.map { descriptors.add($0) }
    let clockPlace = descriptors.add(clockWatch.fileDescriptor)
    let configurationPlaces = configurationWatches.map { descriptors.add($0.fileDescriptor) }
    controller.ringer.add(to: &descriptors)
    controller.control.add(to: &descriptors)
    controller.desktop.add(to: &descriptors)
    while true {
      controller.takeEvents()
      controller.control.takeTurn(descriptors, on: controller)
      if let end = controller.nextEnd, end <= controller.time.now { controller.apply(.tellEnd) }
      for command in controller.ringer.takeTurn(descriptors, on: controller.window) {
        controller.apply(command)
      }
      controller.desktop.begin(
        isShown: statistics.frames > 1, isFollowed: controller.kept.current.theme == .automatic)
      if controller.desktop.takeTurn(descriptors) { controller.followDesktop() }
      if let exit = controller.exit { return finish(exit) }
      controller.follow {
        $0.awaitDisk(
          until: MonotonicClock.now() + WindowLoop.patienceWithDisk, at: controller.time.now)
      }
      controller.control.answerKept(on: controller)
      controller.isMenuStale = controller.isMenuStale || controller.isStale
      deadline = takeTurn()
      controller.settleMenu()
      controller.place.follow(controller.window, scale: controller.view.environment.scale)
      controller.control.settle(on: controller)
      if !controller.connection.isAlive { return finish(.serverGone) }
      let wait = nextWait()
      descriptors.setWaited(wait.isForServer, at: serverPlace)
      let due = controller.control.prepare(
        &descriptors, isPatient: wait.isPatient, earliest(wait.deadline))
      let next = controller.desktop.prepare(&descriptors, due)
      descriptors.wait(
        until: controller.ringer.prepare(
          &descriptors, for: controller.nextEnd, on: controller.time, next))
      if wait.deadline != 0 { statistics.wakeUps += 1 }
      if ending.isEnding { return finish(.success) }
      if descriptors.isReady(signalPlace), signals.takeRelease() {
        controller.apply(.setClickThrough(false))
      }
      if let diskPlace, descriptors.isReady(diskPlace) {
        controller.follow { $0.takeProgress(at: controller.time.now) }
      }
      if let warning = controller.kept.warningTime, controller.time.now >= warning {
        controller.follow { $0.warn(at: controller.time.now) }
      }
      let hasNews = zip(configurationPlaces, configurationWatches).count { place, watch in
        descriptors.isReady(place) && watch.takeChanges()
      }
      if hasNews > 0 { followConfiguration() }
      if descriptors.isReady(clockPlace) {
        clockWatch.renew()
        controller.isStale = true
      }
    }
  }

  /// How long to sleep after a turn, whether what the server says ends the sleep, and whether other programs are left to
  /// wait.
  ///
  /// Signals always end it, and are looked for even where there is no time to sleep.
  private func nextWait() -> (deadline: Int64?, isForServer: Bool, isPatient: Bool) {
    // There is more than one turn takes: on with it, as frames and signals have had their turn.
    if controller.window.hasLeftovers { return (0, true, false) }
    // While every frame is drawn anyway, what the server has to say is read with the frame: a wake-up a frame and
    // no more. In between the descriptor is left out.
    let isPaced =
      deadline.isFrame && !deadline.isForServer && frameClock.period <= WindowLoop.longestWait
    if isPaced, !controller.control.isUsed { return (deadline.time, false, false) }
    // A program that sends events without end gets a few turns a frame, and what has come by the next one as one.
    let now = MonotonicClock.now()
    if turns.isReached(in: frameClock.frame(at: now)) {
      let next = frameClock.deadline(after: now)
      return (min(deadline.time ?? next, next), false, true)
    }
    if isPaced { return (deadline.time, false, false) }
    return (controller.window.hasQueuedEvents ? 0 : deadline.time, true, false)
  }

  /// Composes and presents what changed and says when to come back.
  private func takeTurn() -> Deadline {
    let now = MonotonicClock.now()
    if controller.isStale { followRate(at: now) }
    let lateness = deadline.lateness(at: now, period: frameClock.period)
    let moment = controller.time.moment.later(by: -lateness)
    let reading = controller.time.read(at: moment)
    controller.kept.expireNotice(at: reading.instant)
    let isTitleDue = controller.isStale || nextTurn.map { $0 <= reading.instant } ?? false
    let isInTime = passFramesAhead(at: now, reading)
    let isExpected =
      isInTime && !controller.isStale && isFrameComplete && controller.isVisible
    if !isExpected { cancelFramesAhead() }
    guard controller.isVisible else {
      if controller.isStale { controller.fitShape() }
      if isTitleDue { updateTitle(at: reading.instant) }
      frameClock.rest()
      return Deadline(
        time: nextTurn.map { now + max(0, ($0 - reading.instant).nanosecondsClamped) })
    }
    // An acknowledgement wakes the loop, too, and is no reason for a frame before its time.
    if isExpected, let time = deadline.time, now < time {
      guard ahead.isOpen, let held = controller.window.presenter.openSchedule,
        makeFramesAhead(held, from: now, at: moment)
      else { return deadline }
      return nextDeadline(after: ahead.last?.due ?? now, at: now, reading)
    }
    if now < nextFrameStart { return Deadline(time: nextFrameStart, isFrame: true) }
    guard controller.window.presenter.canBeginFrame else {
      // The server is behind, or has yet to hear that frames were taken back. Whatever it says next, or the next frame, tries again.
      statistics.held += 1
      let held = controller.window.presenter.scheduled
      held?.end()
      if held?.isOverdue(at: now) ?? false { cancelFramesAhead() }
      return Deadline(
        time: frameClock.deadline(after: now), isFrame: controller.view.nextChange == .nextFrame,
        isForServer: true)
    }
    cancelFramesAhead()
    // A frame that takes a slow connection long is shown whole before the next is composed. So no part of it starves.
    if !unsent.isEmpty {
      send(unsent)
      return Deadline(time: frameClock.deadline(after: now), isForServer: true)
    }
    if controller.isStale { controller.refreshView() }
    controller.view.advance(
      to: reading, isStale: controller.isStale, isFirst: statistics.frames == 0)
    // Not before the picture: who reads the title may click at once on what it says.
    if isTitleDue { updateTitle(at: reading.instant) }
    controller.isStale = false
    controller.window.presenter.expectsMore = controller.view.nextChange == .nextFrame
    if isExpected { openFramesAhead(from: now - lateness, at: moment) }
    present(at: now)
    // What is left goes as soon as the server has taken what was sent.
    if !isFrameComplete { return Deadline(time: frameClock.deadline(after: now)) }
    settle()
    return nextDeadline(after: now, at: now, reading)
  }

  /// When to come back, behind the frame of `last`, the last that was made; it is `now`, and the clocks say `reading`.
  private func nextDeadline(after last: Int64, at now: Int64, _ reading: Reading) -> Deadline {
    let change = controller.view.nextChange
    if change != .nextFrame, ahead.isEmpty { frameClock.rest() }
    var deadline = Deadline(change, after: last, on: frameClock, at: now, reading.instant)
    deadline.isForServer = ahead.isOpen || !ahead.isEmpty
    return deadline
  }

  /// Gives back what was needed to start, once nothing moves any more, or for a second and a half of frames.
  func settle() {
    guard !hasSettled, controller.view.nextChange != .nextFrame || statistics.frames > 90 else {
      return
    }
    hasSettled = true
    controller.window.showIcon()
    StartupMemory.giveBack()
  }

  private func present(at now: Int64) {
    guard !controller.view.changes.damage.isEmpty else { return }
    let rest = statistics.frames == 0 ? controller.view.postponeAllButDigits() : nil
    countFrame(at: now, of: controller.view.changes.damage.area)
    send(controller.view.changes.damage.rects)
    controller.view.changes.removeAll()
    if let rest { controller.view.changes.damage.add(rest) }
    nextFrameStart = isFrameComplete ? frameClock.deadline(after: now) : 0
  }

  /// Whether nothing is left to send of the frame that was composed last.
  private var isFrameComplete: Bool { unsent.isEmpty && controller.view.changes.damage.isEmpty }

  /// Sends these rectangles of the frame, or as many of them as the connection takes at once.
  private func send(_ rects: [PixelRect]) {
    compositor.begin(controller.view.frame, changes: controller.view.changes)
    unsent = controller.window.present(rects, paint: compositor.paint(into:))
    compositor.end()
  }

  /// Notes that a frame of so many pixels is shown at `now`.
  func countFrame(at now: Int64, of pixels: Int) {
    guard pixels > 0 else { return }
    frameClock.begin(at: now)
    statistics.frames += 1
    statistics.damagedPixels += pixels
  }

  /// Draws as many frames as the monitor shows evenly and the configuration allows.
  private func followRate(at now: Int64) {
    frameClock.setRate(
      FrameRate.even(
        on: controller.window.refreshRate, within: controller.configuration.mostFrames), at: now)
  }

  /// Has the title say what the model does at `now`.
  private func updateTitle(at now: Instant) {
    let model = controller.kept.shown.asOf(now)
    nextTurn = model.nextTurn
    guard model.title != title else { return }
    title = model.title
    controller.window.setTitle("\(title) – segclock")
  }

  /// The earliest of `deadline` and those that have nothing to do with frames, on CLOCK_MONOTONIC.
  private func earliest(_ deadline: Int64?) -> Int64? {
    // When to tell that the disk takes long, if that is to come.
    let warning = controller.kept.warningTime.map {
      MonotonicClock.now() + max(0, ($0 - controller.time.now).nanosecondsClamped)
    }
    return [deadline, warning, controller.window.deadline, controller.place.deadline].lazy
      .compactMap { $0 }
      .min()
  }

  private func finish(_ reason: ExitCode) -> ExitCode {
    // What the signal's timer has shut was not lost.
    let code = ending.isEnding && reason == .serverGone ? .success : reason
    ending.begin()
    StandardError.wait(atMost: WindowLoop.longestLastWord)
    controller.ringer.end()
    let deadline = MonotonicClock.now() + WindowLoop.longestSave
    // The window is asked first: the disk may take longer than the connection lasts.
    controller.place.note(controller.window, scale: controller.view.environment.scale)
    let unsaved = controller.kept.close(by: deadline)
    controller.place.finish(by: deadline)
    if let unsaved {
      StandardError.print("segclock: the last change is not saved: \(unsaved.description)")
    }
    if printsStatistics { statistics.print(way: controller.window.presenter.way, frameClock) }
    if code == .serverGone { StandardError.print("segclock: \(controller.connection.epitaph()).") }
    return code == .success && unsaved != nil ? .cannotWrite : code
  }
}
