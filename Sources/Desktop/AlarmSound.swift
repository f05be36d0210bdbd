import Glibc
package import Platform

/// What an alarm sounds like.
package enum SoundChoice: Hashable, Sendable {
  /// The desktop's alarm sound, by the first player that works, else the display's bell.
  case automatic
  case none
  /// This file, by the first player that works, else the display's bell.
  case file(String)
  /// A shell command.
  case command(String)
}

/// The sound of an alarm, played over and over until it is stopped or a minute is over.
///
/// A player that fails is not tried again; without one, the display's bell is rung. Nothing here blocks. The caller looks
/// after the processes.
package struct AlarmSound {
  package enum Event: Equatable, Sendable {
    /// Ring the display's bell.
    case bell
    /// The user's command or file cannot be played, for this reason.
    case failed(String)
  }

  private enum State {
    case silent
    case waiting(until: MonotonicTime)
    case playing(Subprocesses.Identifier, since: MonotonicTime)
  }

  private let choice: SoundChoice
  private var state = State.silent
  /// The players that have not failed.
  private var players: ArraySlice<Invocation> = []
  private var end = MonotonicTime.distantPast

  /// How long an alarm sounds.
  private static let length = Duration.seconds(60)
  /// The minimum time from one beginning to the next.
  private static let period = Duration.seconds(2)
  /// How long the desktop's sound may take: a player that waits for a sound server has failed.
  private static let patience = Duration.seconds(20)

  package init(_ choice: SoundChoice) { self.choice = choice }

  /// Begins to sound, once or over and over.
  package mutating func start(at now: MonotonicTime, isRepeated: Bool = true) {
    let variable = { (name: String) in getenv(name).map { String(cString: $0) } }
    switch choice {
    case .none: return
    case .automatic: players = AlarmSound.players(variable)[...]
    case .file(let path): players = AlarmSound.players(of: path, variable)[...]
    case .command(let text):
      var invocation = Invocation(shell: text)
      invocation.endsWithItsBackground = true
      players = [invocation]
    }
    state = .waiting(until: now)
    end = now + (isRepeated ? AlarmSound.length : AlarmSound.period)
  }

  /// Ends the sound and its player.
  package mutating func stop(_ processes: inout Subprocesses, at now: MonotonicTime) {
    if case .playing(let process, _) = state { processes.end(process, at: now) }
    state = .silent
  }

  /// When to call `poll`; nil for not at all.
  package var deadline: MonotonicTime? {
    switch state {
    case .silent: nil
    case .waiting(let time): min(time, end)
    case .playing: end
    }
  }

  /// Plays the sound again if it is time to.
  package mutating func poll(_ processes: inout Subprocesses, at now: MonotonicTime) -> [Event] {
    var events: [Event] = []
    while let deadline, now >= deadline {
      guard now < end else {
        stop(&processes, at: now)
        break
      }
      guard let player = players.first else {
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

  /// Handles the end of a process, if it has played this sound.
  package mutating func finished(
    _ process: Subprocesses.Identifier, _ ending: ProcessEnding, at now: MonotonicTime
  ) -> [Event] {
    guard case .playing(process, let start) = state else { return [] }
    guard ending == .exited(0) else { return failed("ended \(ending.description)", at: now) }
    state = .waiting(until: start + AlarmSound.period)
    return []
  }

  private mutating func failed(_ reason: String, at now: MonotonicTime) -> [Event] {
    players = players.dropFirst()
    state = .waiting(until: now)
    // Another player may be able to play the file.
    switch choice {
    case .command: return [.failed(reason)]
    case .file: return players.isEmpty ? [.failed(reason)] : []
    case .none, .automatic: return []
    }
  }
}

extension AlarmSound {
  /// The ways to play the desktop's alarm sound, the best first; none where there is no such sound, or no player.
  static func players(_ variable: (String) -> String?) -> [Invocation] {
    func value(_ name: String, else standard: String?) -> String? {
      variable(name).flatMap { $0.isEmpty ? nil : $0 } ?? standard
    }
    let own = value("XDG_DATA_HOME", else: variable("HOME").map { "\($0)/.local/share" })
    let shared = value("XDG_DATA_DIRS", else: "/usr/local/share:/usr/share") ?? ""
    let folders = [own].compactMap { $0 } + shared.split(separator: ":").map(String.init)
    // The freedesktop theme is the one that all others fall back on.
    let files = folders.filter { $0.hasPrefix("/") }.flatMap { folder in
      ["oga", "ogg", "wav"].map { ending in
        "\(folder)/sounds/freedesktop/stereo/alarm-clock-elapsed.\(ending)"
      }
    }
    let sound = files.first { access($0, R_OK) == 0 }
    return sound.map { players(of: $0, variable) } ?? []
  }

  /// The ways to play a file: by PipeWire's player, then by PulseAudio's.
  static func players(of sound: String, _ variable: (String) -> String?) -> [Invocation] {
    let folders = (variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return ["pw-play", "paplay"].compactMap { name in
      folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }.map { Invocation($0, [sound]) }
  }
}
