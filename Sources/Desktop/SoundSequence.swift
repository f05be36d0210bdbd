/// What an alarm sounds like.
package enum SoundChoice: Hashable, Sendable {
  /// The desktop's alarm, by the first player that there is, else the display's bell.
  case automatic
  /// Nothing.
  case none
  /// This file, by the first player that there is.
  case file(String)
  /// What this text says to a shell.
  case command(String)
}

/// When an alarm's sound is played, and by what: over and over, by the next player where one fails, until a limit.
///
/// Times are CLOCK_MONOTONIC in nanoseconds.
struct SoundSequence<Player> {
  /// What is to be done.
  enum Step {
    /// To play it once.
    case play(Player)
    /// To ring the display's bell.
    case bell
    /// To make an end of what plays, if anything does.
    case end
  }

  private enum State {
    case resting(until: Int64)
    case playing(since: Int64)
    case over
  }

  /// Those that have not failed; without any, it is the bell.
  private var players: ArraySlice<Player>
  var hasPlayer: Bool { !players.isEmpty }
  private var state: State
  /// When the sound ends, heard or not.
  let end: Int64

  /// How long an alarm sounds, in nanoseconds: a minute.
  static var length: Int64 { 60_000_000_000 }
  /// The least time from one beginning to the next, in nanoseconds.
  static var period: Int64 { 2_000_000_000 }

  /// A sequence that begins at `start` and sounds for `length` nanoseconds.
  init(_ players: [Player], from start: Int64, for length: Int64 = SoundSequence.length) {
    self.players = players[...]
    state = .resting(until: start)
    end = start + length
  }

  /// What is to be done at `now`, if anything.
  mutating func next(at now: Int64) -> Step? {
    if now >= end {
      if case .over = state { return nil }
      state = .over
      return .end
    }
    guard case .resting(let time) = state, now >= time else { return nil }
    guard let player = players.first else {
      state = .resting(until: now + SoundSequence.period)
      return .bell
    }
    state = .playing(since: now)
    return .play(player)
  }

  /// Takes note that the player has come to its end, or has failed, and is not asked again.
  mutating func finished(at now: Int64, hasFailed: Bool) {
    guard case .playing(let start) = state else { return }
    if hasFailed { players = players.dropFirst() }
    state = .resting(until: hasFailed ? now : start + SoundSequence.period)
  }

  /// When there is something to be done without anybody's doing; nil where there is not.
  var deadline: Int64? {
    switch state {
    case .resting(let time): min(time, end)
    case .playing: end
    case .over: nil
    }
  }
}
