import Desktop
import Platform
import Session
import Timekeeping
import Windowing

/// Announces the end of the timer or of a step: by a notification, a sound, the urgency hint and the user's command.
///
/// Never blocks, and holds no resources while there is no alarm.
final class AlarmController: EventSource {
  var perform: (Command) -> Void = { _ in }
  private let window: Window
  private let bus: SessionBus
  private let notifications: Notifications
  private var sound = AlarmSound()
  private var commands = Subprocesses()
  /// Applies from the next alarm on.
  var settings: (sound: SoundChoice, command: String?)
  private var isRinging = false

  /// How long the user's command may take, so that those that hang do not add up.
  private static let commandLimit = Duration.seconds(600)

  init(_ window: Window, _ bus: SessionBus, _ settings: (sound: SoundChoice, command: String?)) {
    (self.window, self.bus, self.settings) = (window, bus, settings)
    notifications = Notifications(bus)
    notifications.handler = { [unowned self] key in
      let answer = key.map { AlarmAnswer(rawValue: $0) } ?? .notice
      if let answer { perform(.answer(answer)) }
    }
  }

  var interest: Interest {
    Interest(deadline: earliest(sound.deadline, commands.deadline))
  }

  /// Continues the sound and the commands; also called when a child process has ended.
  func handle(at now: MonotonicTime) {
    for (_, ending, wasAsked) in commands.poll(at: now) where ending != .exited(0) {
      report("--at-end", wasAsked ? "was ended after ten minutes" : ending.description)
    }
    switch sound.poll(at: now) {
    case .bell: window.ringBell()
    case .failed(let what): report("--sound", what)
    case nil: break
    }
  }

  /// Announces an alarm. If the alarm was already answered, only the command runs.
  func ring(_ alarm: Alarm, isOpen: Bool, at now: Instant) {
    if let command = settings.command { run(command, alarm, at: now) }
    guard isOpen else { return }
    isRinging = true
    window.setUrgent(true)
    sound.start(settings.sound, at: .now, isRepeated: alarm.isInsistent)
    notifications.show(
      title: alarm.title, body: alarm.words(at: now),
      actions: alarm.answers.map { ($0.rawValue, $0 == .stop ? "Stop" : "+1 min") })
  }

  func dismiss() {
    guard isRinging else { return }
    isRinging = false
    window.setUrgent(false)
    sound.stop(at: .now)
    notifications.close()
  }

  /// Ends everything except the user's command.
  func end() {
    sound.kill()
    // The answer may have just come, and a notification can be closed only once the daemon has answered.
    perform = { _ in }
    bus.handle(at: .now)
    notifications.close()
  }

  private func run(_ text: String, _ alarm: Alarm, at now: Instant) {
    var variables = [
      "SEGCLOCK_WORDS": alarm.words(at: now),
      "SEGCLOCK_OVERRUN": String(alarm.overrun(at: now).components.seconds),
    ]
    if let length = alarm.timer {
      variables["SEGCLOCK_LENGTH"] = String(length.components.seconds)
    }
    do throws(ProcessEnding) {
      let limit = MonotonicTime.now + AlarmController.commandLimit
      _ = try commands.start(Invocation(text, variables), until: limit)
    } catch {
      report("--at-end", error.description)
    }
  }

  private func report(_ option: String, _ what: String) {
    StandardError.print("segclock: \(option): the command \(what)")
    perform(.announce("The command of \(option) \(what)"))
  }
}
