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
/// A player that fails is not tried again; without one, the display's bell is rung. Nothing here blocks. The caller
/// manages the processes.
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
  private var players: ArraySlice<Invocation> = []
  private var end = MonotonicTime.distantPast

  private static let length = Duration.seconds(60)
  /// The minimum time between two starts.
  private static let period = Duration.seconds(2)
  /// The limit of the desktop's sound: a player that waits for a sound server has failed.
  private static let patience = Duration.seconds(20)

  package init(_ choice: SoundChoice) { self.choice = choice }

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
    // Another player may support the file.
    switch choice {
    case .command: return [.failed(reason)]
    case .file: return players.isEmpty ? [.failed(reason)] : []
    case .none, .automatic: return []
    }
  }
}

extension AlarmSound {
  /// Players of the desktop's alarm sound, best first; empty without a sound file or a player.
  static func players(_ variable: (String) -> String?) -> [Invocation] {
    func value(_ name: String, else standard: String?) -> String? {
      variable(name).flatMap { $0.isEmpty ? nil : $0 } ?? standard
    }
    let own = value("XDG_DATA_HOME", else: variable("HOME").map { "\($0)/.local/share" })
    let shared = value("XDG_DATA_DIRS", else: "/usr/local/share:/usr/share") ?? ""
    let folders = [own].compactMap { $0 } + shared.split(separator: ":").map(String.init)
    // All sound themes fall back on the freedesktop theme.
    let files = folders.filter { $0.hasPrefix("/") }.flatMap { folder in
      ["oga", "ogg", "wav"].map { ending in
        "\(folder)/sounds/freedesktop/stereo/alarm-clock-elapsed.\(ending)"
      }
    }
    let sound = files.first { access($0, R_OK) == 0 }
    return sound.map { players(of: $0, variable) } ?? []
  }

  /// Whether a player of sound files is installed.
  package static var hasPlayer: Bool {
    !players(of: "") { name in getenv(name).map { String(cString: $0) } }.isEmpty
  }

  /// Players of a file: PipeWire's, then PulseAudio's.
  static func players(of sound: String, _ variable: (String) -> String?) -> [Invocation] {
    let folders = (variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return ["pw-play", "paplay"].compactMap { name in
      folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }.map { Invocation($0, [sound]) }
  }
}
