import Drawing
import Scene
import TestSupport
import Testing
import Timekeeping
import Wording

@testable import Session

/// Films of changes at 60 frames a second: nothing jumps.
@Suite("Transitions")
struct TransitionTests {
  private let turn = DrawingTurn()

  /// A window, painted as the program does, by one compositor.
  private struct Window {
    private var scenes: Scenes
    private let compositor = Compositor()

    init(isAnimated: Bool) { scenes = Scenes(width: 300, height: 172, isAnimated: isAnimated) }

    mutating func picture(of model: Model, after seconds: Double) throws -> Raster {
      try scenes.picture(of: model, after: seconds, by: compositor)
    }
  }

  /// The change of a whole window, frame by frame, from the one before it on.
  private func film(
    of change: [Command], from model: Model, isAnimated: Bool = true, seconds: Double = 0.5
  ) throws -> [Raster] {
    var window = Window(isAnimated: isAnimated)
    // All motion of the start is over.
    for step in 0...2 { _ = try window.picture(of: model, after: Double(step)) }
    var frames = [try window.picture(of: model, after: 3)]
    var model = model
    for command in change { _ = model.apply(command, at: Scenes.beginning + .seconds(3)) }
    for step in 1...Int(seconds * 60) {
      frames.append(try window.picture(of: model, after: 3 + Double(step) / 60))
    }
    return frames
  }

  /// By how much two frames differ, in the mean of all channels.
  private func difference(_ one: Raster, _ other: Raster) -> Double {
    let count = one.width * one.height
    var sum = 0
    for index in 0..<count {
      let (first, second) = (one.base[index], other.base[index])
      for shift in [0, 8, 16] as [UInt32] {
        sum += abs(Int(first >> shift & 255) - Int(second >> shift & 255))
      }
    }
    return Double(sum) / Double(3 * count)
  }

  private static let changes: [(String, [Command], Model)] = [
    ("theme", [.theme(.flatDark)], Scenes.model(state: .stopped)),
    ("mode", [.mode(.clock)], Scenes.model(state: .stopped)),
    ("mode with other parts", [.mode(.counter)], Scenes.model(state: .stopped)),
    ("help", [.toggleHelp], Scenes.model(state: .stopped)),
    ("start", [.start], Scenes.model(state: .stopped)),
    ("chosen ring", [.selectRing(1, isHeld: true)], Scenes.model(state: .stopped)),
    ("notice", [.announce(Phrase(verbatim: "Copied"))], Scenes.model(state: .stopped)),
    ("reset", [.reset], Scenes.model(state: .stopped)),
  ]

  @Test("no step of a change is a large part of it", arguments: 0..<8)
  func steps(number: Int) throws {
    let (name, commands, model) = TransitionTests.changes[number]
    let frames = try film(of: commands, from: model)
    let first = try #require(frames.first)
    // What crosses the window is away from both ends in between.
    let whole = frames.map { difference(first, $0) }.max() ?? 0
    try #require(whole > 0.01, "\(name)")
    let steps = zip(frames, frames.dropFirst()).map { difference($0, $1) }
    let largest = try #require(steps.max())
    // Eased over 12 frames the largest step of a fade is a seventh. What travels differs by both of its edges.
    #expect(largest < whole * 0.5, "\(name): \(largest) of \(whole)")
    // It has come to rest, but for a stopwatch that runs.
    let rest = steps.suffix(3).max() ?? 0
    #expect(rest < whole * (commands == [.start] ? 0.45 : 0.1), "\(name): \(rest) of \(whole)")
  }

  @Test("with reduced motion every change is there at once", arguments: 0..<8)
  func cuts(number: Int) throws {
    let (name, commands, model) = TransitionTests.changes[number]
    let frames = try film(of: commands, from: model, isAnimated: false, seconds: 0.2)
    let changed = difference(frames[0], frames[1])
    #expect(changed > 0.01, "\(name)")
    guard commands != [.start] else { return }
    let rest = zip(frames.dropFirst(), frames.dropFirst(2)).map { difference($0, $1) }.max() ?? 0
    #expect(rest == 0, "\(name)")
  }

  @Test("changes one upon the other fade on without a jump")
  func chain() throws {
    var window = Window(isAnimated: true)
    var model = Scenes.model(state: .stopped)
    model.settings.themes = ThemeName.builtIn
    for step in 0...3 { _ = try window.picture(of: model, after: Double(step)) }
    var last = try window.picture(of: model, after: 4)
    var largest = 0.0
    for step in 1...60 {
      if step % 4 == 0, step < 40 {
        _ = model.apply(.cycleTheme(.forward), at: Scenes.beginning + .seconds(4))
      }
      let next = try window.picture(of: model, after: 4 + Double(step) / 60)
      largest = max(largest, difference(last, next))
      last = next
    }
    // From black to white in one step it would be near 200.
    #expect(largest < 60, "\(largest)")
    var still = Window(isAnimated: false)
    let end = try still.picture(of: model, after: 5)
    #expect(difference(last, end) == 0)
  }
}
