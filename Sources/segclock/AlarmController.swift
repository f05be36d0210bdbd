import Desktop
import Files
import Platform
import Session
import Storage
import Timekeeping
import Windowing
import Wording

/// Announces the end of the timer or of a step: by a notification, a sound, the urgency hint and the user's command.
///
/// Never blocks, and holds no resources while there is no alarm.
final class AlarmController: EventSource {
  var perform: (Command) -> Void = { _ in }
  var report: (_ problem: String, _ notice: Phrase) -> Void = { _, _ in }
  private let window: Window
  private let bus: SessionBus
  private let notifications: Notifications
  private var sound = AlarmSound()
  private var commands = Subprocesses()
  /// Applies from the next alarm on.
  var settings: (sound: SoundChoice, command: String?)
  /// The widget's name, unless it is the unnamed one; in the texts of alarms.
  private let widget: String?
  private let name: String
  /// Those that call for attention.
  private var ringing: [Alarm] = []
  /// Whether the last command was ended for having hung, which is reported once in a row.
  private var isHanging = false

  /// How long the user's command may take, so that those that hang do not add up.
  private static let commandLimit = Duration.seconds(600)
  /// The maximum number of commands at a time; a further one ends the oldest.
  private static let maxCommands = 8

  init(
    _ window: Window, _ bus: SessionBus, _ settings: (sound: SoundChoice, command: String?),
    name: String
  ) {
    (self.window, self.bus, self.settings, self.name) = (window, bus, settings, name)
    widget = name == StateFolder.defaultName ? nil : name
    notifications = Notifications(bus)
    notifications.handler = { [unowned self] source, key in
      let answer = key.map { AlarmAnswer(rawValue: $0) } ?? .acknowledge
      if let answer { perform(.answer(answer, of: AlarmSource(rawValue: source))) }
    }
  }

  func addInterest(to interest: inout Interest) {
    interest.add(sound.deadline)
    interest.add(commands.deadline)
  }

  /// Continues the sound and the commands; also called when a child process has ended.
  func handle(_ turn: Turn) {
    for (_, ending, wasAsked) in commands.poll(at: turn.start) {
      if !wasAsked, ending != .exited(0) { reportCommand(of: "--at-end", ending) }
      if wasAsked, !isHanging { reportHangingCommand() }
      isHanging = wasAsked
    }
    switch sound.poll(at: turn.start) {
    case .bell: window.ringBell()
    case .failed(let ending): reportCommand(of: "--sound", ending)
    case nil: break
    }
  }

  /// Announces an alarm. If the alarm was already answered, only the command runs.
  func ring(_ alarm: Alarm, isOpen: Bool, at now: Instant) {
    if let command = settings.command { run(command, alarm, at: now) }
    guard isOpen else { return }
    let wasInsistent = ringing.contains { $0.isInsistent && $0.source != alarm.source }
    ringing.removeAll { $0.source == alarm.source }
    ringing.append(alarm)
    // A step that goes on does not cut short the sound of what waits for a person.
    if alarm.isInsistent || !wasInsistent {
      sound.start(settings.sound, at: .now, isRepeated: alarm.isInsistent)
    }
    window.setUrgent(true)
    let title = alarm.title.text
    let content = Notifications.Content(
      title: widget.map { "\(title) – \($0)" } ?? title, body: words(alarm, at: now),
      actions: alarm.answers.map { .init(key: $0.rawValue, label: $0.label) },
      isLasting: alarm.isInsistent)
    notifications.show(content, as: alarm.source.rawValue)
  }

  /// Ends what called for attention for alarms that are not `open` any more.
  func update(_ openAlarms: @autoclosure () -> [Alarm]) {
    guard !ringing.isEmpty else { return }
    let (open, before) = (openAlarms(), ringing)
    ringing.removeAll { !open.contains($0) }
    guard ringing != before else { return }
    for alarm in before where !ringing.contains(alarm) {
      notifications.close(alarm.source.rawValue)
    }
    if ringing.isEmpty { window.setUrgent(false) }
    if !ringing.contains(where: \.isInsistent) { sound.stop(at: .now) }
  }

  /// Plays a sound for a listener who wants to know it, unless an alarm sounds.
  func playOnce(_ choice: SoundChoice) {
    if ringing.isEmpty { sound.start(choice, at: .now, isRepeated: false) }
  }

  private func words(_ alarm: Alarm, at now: Instant) -> String {
    (widget.map { "\($0): " } ?? "") + alarm.words(at: now).text
  }

  /// Ends everything except the user's command.
  func end() {
    sound.kill()
    // The answer may have just come, and a notification can be closed only once the daemon has answered.
    perform = { _ in }
    bus.handle(Turn())
    notifications.closeAll()
  }

  private func run(_ text: String, _ alarm: Alarm, at now: Instant) {
    let variables = [
      "SEGCLOCK_NAME": name,
      "SEGCLOCK_WORDS": words(alarm, at: now),
      "SEGCLOCK_OVERRUN": String(alarm.overrun(at: now).components.seconds),
      "SEGCLOCK_LENGTH": String(alarm.length.components.seconds),
    ]
    do throws(ProcessEnding) {
      let limit = MonotonicTime.now + AlarmController.commandLimit
      commands.limit(to: AlarmController.maxCommands - 1, at: .now)
      _ = try commands.start(Invocation(text, variables), until: limit)
    } catch {
      reportCommand(of: "--at-end", error)
    }
  }

  private func reportCommand(of option: String, _ ending: ProcessEnding) {
    // TRANSLATORS: {0} is an option, as in --at-end; {1} is a number, or what is wrong.
    let notice =
      switch ending {
      case .exited(let status):
        mark("The command of {0} ended with status {1}", option, Int(status))
      case .signalled(let signal):
        mark("The command of {0} ended by signal {1}", option, Int(signal))
      case .failed(let code):
        mark("The command of {0} cannot be run: {1}", option, SystemError.phrase(of: code))
      }
    report("\(option): the command \(ending)", notice)
  }

  private func reportHangingCommand() {
    report(
      "--at-end: the command does not end by itself, and was ended",
      mark("The command of {0} does not end by itself, and was ended", "--at-end"))
  }
}

extension AlarmAnswer {
  fileprivate var label: String { self == .longer ? tr("+{0} min", 1) : trc("button", "Stop") }
}
