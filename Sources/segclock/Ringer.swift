import Desktop
import Platform
import Session
import Timekeeping
import Windowing

/// Tells of the timer's end, by all means at once: a notification, a sound, the window's hint, and the person's command.
///
/// Nothing here blocks, and nothing is kept open or waited for where there is no alarm but the one timer that wakes the
/// loop at the end.
final class Ringer {
  private let timer = BootTimer()
  private let notifications = Notifications()
  private var processes = Subprocesses()
  private var sound: AlarmSound
  private var choice: SoundChoice
  private var command: String?
  private var commands: Set<Subprocesses.Identifier> = []
  /// Whether an alarm is out that nobody has attended to.
  private var isRinging = false
  private var places = (timer: 0, notifications: 0)
  /// Whether anything is to be looked after but the timer.
  private var isBusy: Bool { isRinging || notifications.isOpen || !processes.isEmpty }

  /// How long the person's command may take, in nanoseconds: ten minutes, so that those that hang do not
  /// add up.
  private static let commandLimit: Int64 = 600_000_000_000

  private enum Action: String, CaseIterable {
    case stop, longer

    var label: String {
      switch self {
      case .stop: "Stop"
      case .longer: "+1 min"
      }
    }

    var answer: AlarmAnswer {
      switch self {
      case .stop: .stop
      case .longer: .longer
      }
    }
  }

  /// Sounds like `sound`, and runs `command` by a shell at each end.
  init(sound: SoundChoice, command: String?) {
    self.sound = AlarmSound(sound)
    choice = sound
    self.command = command
  }

  /// Sounds like `sound`, and runs `command`, from the next alarm on.
  func change(sound: SoundChoice, command: String?) {
    choice = sound
    self.command = command
  }

  /// Takes its places among what the loop waits for.
  func add(to descriptors: inout DescriptorSet) {
    places = (descriptors.add(timer.fileDescriptor), descriptors.add(-1))
  }

  /// Says what to wait for: the timer's `end`, and what an alarm has set going. Returns `deadline`, or an earlier one.
  func prepare(
    _ descriptors: inout DescriptorSet, for end: Instant?, on time: LocalTime, _ deadline: Int64?
  ) -> Int64? {
    // Only an end that comes while the computer sleeps needs the kernel's timer.
    timer.set(to: time.countsSuspend ? end?.nanoseconds : nil)
    let deadline = [deadline, time.countsSuspend ? nil : end?.nanoseconds].lazy.compactMap { $0 }
      .min()
    guard isBusy else {
      descriptors.set(-1, events: 0, at: places.notifications)
      return deadline
    }
    let wait = notifications.wait
    descriptors.set(wait.descriptor, events: wait.events, at: places.notifications)
    return [deadline, wait.deadline, sound.deadline, processes.deadline].lazy.compactMap { $0 }
      .min()
  }

  /// Gives the alarm that was told at `now`. Only the command is run where it is not open: somebody was quicker.
  func ring(_ alarm: Alarm, isOpen: Bool, at now: Instant, on window: Window) -> [Command] {
    let commands = command.flatMap { run($0, alarm, at: now) }.map { [$0] } ?? []
    guard isOpen else { return commands }
    if !isRinging { sound = AlarmSound(choice) }
    isRinging = true
    window.setUrgent(true)
    sound.start(at: MonotonicClock.now(), isRepeated: alarm.isInsistent)
    notifications.show(
      Notification(
        title: alarm.title, body: alarm.words(at: now),
        actions: Action.allCases.filter { alarm.answers.contains($0.answer) }.map {
          Notification.Action($0.rawValue, $0.label)
        }))
    return commands
  }

  /// Takes the alarm back, if there is one.
  func dismiss(on window: Window) {
    guard isRinging else { return }
    isRinging = false
    window.setUrgent(false)
    sound.stop(&processes, at: MonotonicClock.now())
    notifications.close()
  }

  /// Carries on with what an alarm has set going, and returns what has come of it.
  func takeTurn(_ descriptors: DescriptorSet, on window: Window) -> [Command] {
    guard isBusy else { return [] }
    var commands: [Command] = []
    let now = MonotonicClock.now()
    if descriptors.isReady(places.notifications)
      || notifications.wait.deadline.map({ $0 <= now }) ?? false
    {
      commands += notifications.takeTurn().compactMap(Ringer.command)
    }
    var events = processes.takeTurn(at: now).flatMap { process, ending, wasAsked in
      if self.commands.remove(process) != nil, ending != .exited(0) {
        commands.append(
          failed(
            "--at-end", wasAsked ? "was ended after ten minutes" : "ended \(ending.description)"))
      }
      return sound.finished(process, ending, at: now)
    }
    events += sound.takeTurn(&processes, at: now)
    for event in events {
      switch event {
      case .bell: window.ringBell()
      case .failed(let what): commands.append(failed("--sound", what))
      }
    }
    return commands
  }

  /// Leaves nothing behind but the person's command, which goes on to its end.
  func end() {
    processes.kill(except: commands)
    // The daemon may have answered just now, and only what it has answered can be taken away.
    _ = notifications.takeTurn()
    notifications.close()
  }

  /// Runs the person's command; returns what there is to tell where it cannot be run.
  private func run(_ text: String, _ alarm: Alarm, at now: Instant) -> Command? {
    var invocation = Invocation(shell: text)
    invocation.environment = [
      "SEGCLOCK_WORDS": alarm.words(at: now),
      "SEGCLOCK_OVERRUN": String(alarm.overrun(at: now).components.seconds),
    ]
    if case .timer(let length) = alarm.subject {
      invocation.environment["SEGCLOCK_LENGTH"] = String(length.components.seconds)
    }
    switch processes.start(invocation, until: MonotonicClock.now() + Ringer.commandLimit) {
    case .success(let process):
      commands.insert(process)
      return nil
    case .failure(let error): return failed("--at-end", "cannot be run: \(error.description)")
    }
  }

  private func failed(_ option: String, _ what: String) -> Command {
    StandardError.print("segclock: \(option): the command \(what)")
    return .announce("The command of \(option) \(what)")
  }

  private static func command(_ event: NotificationEvent) -> Command? {
    switch event {
    case .action(let key): Action(rawValue: key).map { .answer($0.answer) }
    case .dismissed: .answer(.notice)
    }
  }
}
