import Glibc
package import Platform

package enum SoundChoice: Hashable, Sendable {
  /// The desktop's alarm sound, or else the display's bell.
  case automatic
  case none
  /// This file, or else the display's bell.
  case file(String)
  case command(String)
}

/// An alarm sound, repeated for up to a minute.
///
/// Where a player fails, the display's bell is rung from then on. Nothing here blocks. The caller manages the processes.
package struct AlarmSound {
  package enum Event: Equatable, Sendable {
    case bell
    /// The user's command or file failed, for this reason.
    case failed(String)
  }

  private enum State {
    case silent
    case waiting(until: MonotonicTime)
    case playing(Subprocesses.Identifier, since: MonotonicTime)
  }

  private let choice: SoundChoice
  private var state = State.silent
  /// Nil for the bell.
  private var player: Invocation?
  private var end = MonotonicTime.distantPast

  private static let length = Duration.seconds(60)
  /// The minimum time between two starts.
  private static let period = Duration.seconds(2)
  /// The limit of the desktop's sound: a player that waits for a sound server has failed.
  private static let patience = Duration.seconds(20)

  package init(_ choice: SoundChoice) { self.choice = choice }

  package mutating func start(at now: MonotonicTime, isRepeated: Bool = true) {
    switch choice {
    case .none: return
    case .automatic: player = AlarmSound.desktopFile.map(AlarmSound.player)
    case .file(let path): player = AlarmSound.player(of: path)
    case .command(let text):
      player = Invocation(shell: text)
      player?.endsWithItsBackground = true
    }
    state = .waiting(until: now)
    end = now + (isRepeated ? AlarmSound.length : AlarmSound.period)
  }

  package mutating func stop(_ processes: inout Subprocesses, at now: MonotonicTime) {
    if case .playing(let process, _) = state { processes.end(process, at: now) }
    state = .silent
  }

  /// When to call `poll`; nil for never.
  package var deadline: MonotonicTime? {
    switch state {
    case .silent: nil
    case .waiting(let time): min(time, end)
    case .playing: end
    }
  }

  package mutating func poll(_ processes: inout Subprocesses, at now: MonotonicTime) -> [Event] {
    var events: [Event] = []
    while let deadline, now >= deadline {
      guard now < end else {
        stop(&processes, at: now)
        break
      }
      guard let player else {
        state = .waiting(until: now + AlarmSound.period)
        events.append(.bell)
        break
      }
      let limit = choice == .automatic ? now + AlarmSound.patience : nil
      do throws(Subprocesses.StartError) {
        state = .playing(try processes.start(player, until: limit), since: now)
      } catch {
        events += failed(error.description, at: now)
      }
    }
    return events
  }

  package mutating func finished(
    _ process: Subprocesses.Identifier, _ ending: ProcessEnding, at now: MonotonicTime
  ) -> [Event] {
    guard case .playing(process, let start) = state else { return [] }
    guard ending == .exited(0) else { return failed("ended \(ending.description)", at: now) }
    state = .waiting(until: start + AlarmSound.period)
    return []
  }

  private mutating func failed(_ reason: String, at now: MonotonicTime) -> [Event] {
    player = nil
    state = .waiting(until: now)
    return choice == .automatic ? [] : [.failed(reason)]
  }

  /// The desktop's alarm sound, if there is one.
  private static var desktopFile: String? {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    let own = variable("XDG_DATA_HOME") ?? variable("HOME").map { "\($0)/.local/share" }
    let shared = variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    let folders = [own].compactMap { $0 } + shared.split(separator: ":").map(String.init)
    // All sound themes fall back on the freedesktop theme.
    let files = folders.filter { $0.hasPrefix("/") }.flatMap { folder in
      ["oga", "ogg", "wav"].map { ending in
        "\(folder)/sounds/freedesktop/stereo/alarm-clock-elapsed.\(ending)"
      }
    }
    return files.first { access($0, R_OK) == 0 }
  }

  /// Whether a player of sound files is installed.
  package static var hasPlayer: Bool {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    let folders = path.split(separator: ":")
    return ["pw-play", "paplay"].contains { name in
      folders.contains { access("\($0)/\(name)", X_OK) == 0 }
    }
  }

  /// PipeWire's player, or else PulseAudio's.
  private static func player(of file: String) -> Invocation {
    var invocation = Invocation(
      shell: "pw-play \"$SOUND_FILE\" || paplay \"$SOUND_FILE\"", ["SOUND_FILE": file])
    invocation.sharesOutput = false
    return invocation
  }
}
