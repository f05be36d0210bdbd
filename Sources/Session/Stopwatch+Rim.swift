import Timekeeping

extension Stopwatch {
  /// The shortest, the longest, the newest and the running lap, which ends at a turn of the dial.
  var rim: DialRim {
    let extremes = [laps.shortestNumber, laps.longestNumber].compactMap { $0 }
    let others = laps.suffix(DialRim.maxLaps).map(\.number).filter { !extremes.contains($0) }
    let numbers = extremes + others.suffix(DialRim.maxLaps - extremes.count)
    let lengths = numbers.map { laps[$0 - 1].duration }.sorted()
    let longest = lengths.last ?? .zero
    // Caps the scale so one outlier does not shrink the others to dots.
    let second = lengths.count > 3 ? lengths[lengths.count - 2] : .zero
    let scale = second > .zero ? min(longest, second * 3) : longest
    let limit = 4.0 / 3
    let arcs = numbers.sorted().map { number in
      DialRim.LapArc(
        turns: min(limit, LinearTime(laps[number - 1].duration).ratio(to: scale, at: .distantPast)),
        kind: number == extremes.first ? .shortest : number == extremes.last ? .longest : .plain)
    }
    return .laps(arcs, running: .part(currentLap, of: scale, limit: limit))
  }
}
