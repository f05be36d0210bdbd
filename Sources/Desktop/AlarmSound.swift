import Glibc
package import Platform

/// An alarm sound, repeated for up to a minute.
///
/// Where a player fails, the display's bell is rung from then on. Nothing here blocks.
package struct AlarmSound {
  package enum Event: Equatable, Sendable {
    case bell
    /// The user's command or file failed, for this reason.
    case failed(ProcessEnding)
  }

  private var choice = SoundChoice.none
  /// Nil for the bell.
  private var player: Invocation?
  private var processes = Subprocesses()
  private(set) var process: Subprocesses.Identifier?
  /// When to start again; nil while silent.
  private var next: MonotonicTime?
  private var end = MonotonicTime.distantPast

  private static let length = Duration.seconds(60)
  /// The minimum time between two starts.
  private static let period = Duration.seconds(2)
  /// The limit of the desktop's sound: a player that waits for a sound server has failed.
  private static let patience = Duration.seconds(20)

  package init() {}

  package mutating func start(
    _ choice: SoundChoice, at now: MonotonicTime, isRepeated: Bool = true
  ) {
    self.choice = choice
    switch choice {
    case .none: return
    case .automatic: player = AlarmSound.desktopFile.map(AlarmSound.player)
    case .file(let path): player = AlarmSound.player(of: path)
    case .command(let text):
      player = Invocation(text, endsWithItsBackground: true)
    }
    next = now
    end = now + (isRepeated ? AlarmSound.length : AlarmSound.period)
  }

  package mutating func stop(at now: MonotonicTime) {
    if let process { processes.end(process, at: now) }
    (process, next) = (nil, nil)
  }

  package func kill() { processes.kill() }

  /// When to call `poll` even without SIGCHLD; nil for never.
  package var deadline: MonotonicTime? { earliest(nextStep, processes.deadline) }

  private var nextStep: MonotonicTime? { next.map { process == nil ? min($0, end) : end } }

  package mutating func poll(at now: MonotonicTime) -> Event? {
    for (process, ending, _) in processes.poll(at: now) where process == self.process {
      self.process = nil
      if ending != .exited(0), let event = failed(ending, at: now) {
        return event
      }
    }
    guard let nextStep, now >= nextStep else { return nil }
    guard now < end else {
      stop(at: now)
      return nil
    }
    next = now + AlarmSound.period
    guard let player else { return .bell }
    do throws(ProcessEnding) {
      let limit = choice == .automatic ? now + AlarmSound.patience : nil
      process = try processes.start(player, until: limit)
      return nil
    } catch {
      return failed(error, at: now)
    }
  }

  private mutating func failed(_ ending: ProcessEnding, at now: MonotonicTime) -> Event? {
    (player, next) = (nil, now)
    return choice == .automatic ? nil : .failed(ending)
  }

  private static var desktopFile: String? {
    let own = UserEnvironment.folder("XDG_DATA_HOME", or: ".local/share")
    let shared = UserEnvironment.variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    let folders = [own].compactMap { $0 } + shared.split(separator: ":").map(String.init)
    // All sound themes fall back on the freedesktop theme.
    let files = folders.filter { $0.hasPrefix("/") }.flatMap { folder in
      ["oga", "ogg", "wav"].map { ending in
        "\(folder)/sounds/freedesktop/stereo/alarm-clock-elapsed.\(ending)"
      }
    }
    return files.first { access($0, R_OK) == 0 }
  }

  package static var hasPlayer: Bool {
    ["pw-play", "paplay"].contains(where: UserEnvironment.hasProgram)
  }

  /// PipeWire's player, or else PulseAudio's.
  private static func player(of file: String) -> Invocation {
    Invocation(
      "exec >/dev/null 2>&1; pw-play \"$SOUND_FILE\" || paplay \"$SOUND_FILE\"",
      ["SOUND_FILE": file])
  }
}
