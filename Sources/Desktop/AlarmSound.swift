import Glibc
package import Platform

/// The sound of an alarm, played over and over until it is stopped or a minute is over.
///
/// Nothing here blocks. The processes that play it are the caller's to look after. Times are CLOCK_MONOTONIC in
/// nanoseconds.
package struct AlarmSound {
  /// What is asked of the caller.
  package enum Event: Equatable, Sendable {
    /// To ring the display's bell.
    case bell
    /// To tell that the command of the person has failed; the bell is rung from then on.
    case failed(String)
  }

  private let choice: SoundChoice
  private var sequence: SoundSequence<Invocation>?
  private var player: Subprocesses.Identifier?

  /// How long a player of ours may take over the desktop's sound, in nanoseconds: one that waits for a server has failed.
  private static let patience: Int64 = 20_000_000_000

  /// A silent sound of this choice.
  package init(_ choice: SoundChoice) {
    self.choice = choice
  }

  /// Begins to sound, once or over and over.
  package mutating func start(at now: Int64, isRepeated: Bool = true) {
    let length = isRepeated ? SoundSequence<Invocation>.length : SoundSequence<Invocation>.period
    switch choice {
    case .none: break
    case .automatic:
      let players = SoundPlayers.find { getenv($0).map { String(cString: $0) } }
      sequence = SoundSequence(players, from: now, for: length)
    case .file(let path):
      let players = SoundPlayers.players(of: path) { getenv($0).map { String(cString: $0) } }
      sequence = SoundSequence(players, from: now, for: length)
    case .command(let text):
      var invocation = Invocation(shell: text)
      invocation.endsWithItsBackground = true
      sequence = SoundSequence([invocation], from: now, for: length)
    }
  }

  /// Is silent from now on.
  package mutating func stop(_ processes: inout Subprocesses, at now: Int64) {
    sequence = nil
    if let player { processes.end(player, at: now) }
    player = nil
  }

  /// When to come back; nil where there is nothing to be done.
  package var deadline: Int64? { sequence?.deadline }

  /// Plays it again where it is time to.
  package mutating func takeTurn(_ processes: inout Subprocesses, at now: Int64) -> [Event] {
    var events: [Event] = []
    while let step = sequence?.next(at: now) {
      switch step {
      case .bell: events.append(.bell)
      case .end: stop(&processes, at: now)
      case .play(let invocation):
        let limit = choice == .automatic ? now + AlarmSound.patience : .max
        switch processes.start(invocation, until: limit) {
        case .success(let process): player = process
        case .failure(let error): events += failed(error.description, at: now)
        }
      }
    }
    return events
  }

  /// Takes note of a process that has ended; what it means where it has played this sound.
  package mutating func finished(
    _ process: Subprocesses.Identifier, _ ending: ProcessEnding, at now: Int64
  ) -> [Event] {
    guard process == player else { return [] }
    player = nil
    guard ending != .exited(0) else {
      sequence?.finished(at: now, hasFailed: false)
      return []
    }
    return failed("ended \(ending.description)", at: now)
  }

  private mutating func failed(_ what: String, at now: Int64) -> [Event] {
    sequence?.finished(at: now, hasFailed: true)
    // A player that cannot play the file is no news while there is another one.
    switch choice {
    case .command: return [.failed(what)]
    case .file: return sequence?.hasPlayer == false ? [.failed(what)] : []
    case .none, .automatic: return []
    }
  }
}
