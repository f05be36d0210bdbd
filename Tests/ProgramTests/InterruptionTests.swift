import Glibc
import ProgramSupport
import Testing

extension Displays.State {
  /// A server that stops or crashes in the middle of a start, behind any piece of what it is told and asked.
  struct Interruption {
    private static let isLong = getenv("SEGCLOCK_LONG") != nil
    /// More pieces than the program sends up to its first frames ahead; how they are cut is another each time.
    private static let pieces = Array(stride(from: 1, through: 120, by: isLong ? 1 : 20))
    /// From there on the time runs for certain, and is kept.
    private static let runningPiece = 60

    @Test(arguments: pieces)
    func aSignalEndsTheProgramWhereverTheServerStops(piece: Int) throws {
      let (desk, program) = try Self.open(.frozen, piece)
      program.signal(SIGTERM)
      let ending = try program.wait()
      #expect(ending == .exited(0), "\(program.standardError)")
      if piece >= Self.runningPiece { #expect(try desk.kept().stopwatch.isRunning) }
    }

    @Test(arguments: pieces)
    func theProgramSaysSoWhereverTheServerGoes(piece: Int) throws {
      let (desk, program) = try Self.open(.gone, piece)
      let ending = try program.wait()
      #expect(ending == .exited(69) || ending == .exited(74), "\(program.standardError)")
      #expect(
        program.standardError.contains("X server") || program.standardError.contains("X display"))
      if piece >= Self.runningPiece { #expect(try desk.kept().stopwatch.isRunning) }
    }

    /// Starts the stopwatch before a server that freezes or ends after `piece` pieces of requests.
    private static func open(_ fate: Wiretap.Fate, _ piece: Int) throws -> (Desk, ChildProcess) {
      let desk = try Desk(isWatched: true, isOpen: false)
      let tap = try #require(desk.tap)
      tap.end(fate, afterPieces: piece)
      let program = try desk.openAnother(["--start"] + Desk.look, display: tap.display)
      try desk.connection.wait(until: "the server's end") { tap.hasEnded }
      return (desk, program)
    }
  }
}
