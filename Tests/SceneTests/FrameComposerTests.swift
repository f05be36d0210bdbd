import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("Frame composer")
struct FrameComposerTests {
  @Test(
    "once all motion rests, the screen equals what a program shows that has just been started",
    arguments: 0..<150)
  func restIsStateless(seed: UInt64) {
    var play = RandomPlay(seed: seed)
    var composer = FrameComposer()
    for _ in 0..<25 {
      play.show(on: &composer)
      play.wait(play.shortWhile())
    }
    let mode = play.model.mode
    for mode in [Mode.stopwatch, .timer, .plan] {
      play.apply(.mode(mode))
      play.apply(.stop)
    }
    play.apply(.mode(mode))
    _ = composer.frame(
      play.model, in: play.environment, pointer: play.pointer, at: reading(play.now))
    play.waitForLateInSecond()
    for wait in [-0.85, 0, 0] {
      play.wait(wait)
      _ = composer.frame(
        play.model, in: play.environment, pointer: play.pointer, at: reading(play.now))
      if wait < 0 { play.wait(-wait) }
    }
    let shown = composer.frame(
      play.model, in: play.environment, pointer: play.pointer, at: reading(play.now))
    #expect(composer.nextChange != .nextFrame)
    var fresh = FrameComposer()
    let still = fresh.frame(
      play.model, in: play.environment.still, pointer: play.pointer, at: reading(play.now))
    #expect(difference(shown, still) == nil)
    #expect(composer.buttons == fresh.buttons && composer.description == fresh.description)
  }

  @Test(
    "composing the same frame again gives the same list, in rest and in motion", arguments: 0..<60)
  func composeTwice(seed: UInt64) {
    var play = RandomPlay(seed: seed)
    var composer = FrameComposer()
    for _ in 0..<30 {
      play.act(on: composer)
      let first = composer.frame(
        play.model, in: play.environment, pointer: play.pointer, at: reading(play.now))
      let second = composer.frame(
        play.model, in: play.environment, pointer: play.pointer, at: reading(play.now))
      #expect(difference(first, second) == nil)
      play.wait(play.shortWhile())
    }
  }

  @Test("while nothing happens, going on in time is enough", arguments: 0..<100)
  func advances(seed: UInt64) {
    var play = RandomPlay(seed: seed)
    var composer = FrameComposer()
    for _ in 0..<40 {
      play.show(on: &composer)
      play.wait(play.shortWhile())
      var other = composer
      _ = other.frame(
        play.model, in: play.environment, pointer: play.pointer, at: reading(play.now))
      composer.goOn(play.model, in: play.environment, pointer: play.pointer, to: reading(play.now))
      #expect(difference(composer.frame.list, other.frame.list) == nil)
      #expect(composer.nextChange == other.nextChange)
    }
  }

  @Test("of a running stopwatch only the parts that time moves are touched")
  func touchesWhatRuns() {
    var composer = FrameComposer()
    let model = Model().after([(0, .start), (5, .lap)])
    _ = composer.frame(model, at: reading(7))
    for frame in 1...120 {
      composer.frame.removeChanges()
      composer.advance(to: reading(7 + Double(frame) / 60))
      #expect((1...14).contains(composer.frame.changedItems?.count ?? 0))
      #expect(composer.nextChange == .nextFrame)
    }
    // The help comes and goes at once, and is a change of its own.
    for isShown in [true, false] {
      let count = composer.frame.list.pictures.count
      _ = composer.frame(model.after(isShown ? [(10, .toggleHelp)] : []), at: reading(10))
      #expect(composer.frame.list.pictures.count == count + (isShown ? 1 : -1))
      composer.frame.removeChanges()
    }
  }

  @Test("where nothing has happened and nothing moves, nothing is asked and nothing differs")
  func rests() {
    for model in [
      Model(), Model(mode: .counter), Model().after([(0, .start), (5, .lap), (6, .stop)]),
    ] {
      var composer = FrameComposer()
      for seconds in [10.0, 20] { _ = composer.frame(model, at: reading(seconds)) }
      composer.frame.removeChanges()
      let before = composer.frame.list
      _ = composer.frame(model, at: reading(4000))
      composer.advance(to: reading(5000))
      #expect(composer.frame.list == before && composer.nextChange == .never)
      #expect(composer.frame.damage.isEmpty)
    }
  }

  @Test(
    "the changes cover all that differs, however many frames they are gathered over",
    arguments: 0..<100)
  func changesCover(seed: UInt64) {
    var play = RandomPlay(seed: seed)
    var composer = FrameComposer()
    var old = composer.frame.list
    for frame in 0..<25 {
      play.show(on: &composer)
      play.wait(play.shortWhile())
      if frame % 3 == 1 { continue }
      let new = composer.frame.list
      let damage = composer.frame.damage
      #expect(damage.rects.allSatisfy { new.bounds.contains($0) })
      if new.bounds != old.bounds || new.background != old.background {
        #expect(damage.rects == [new.bounds])
      } else {
        let changed = composer.frame.changedItems
        expectCover(damage, changed, from: old, to: new)
        expectCover(damage, changed, from: new, to: old)
        if let changed {
          #expect(new.items.count == old.items.count)
          for index in new.items.indices where new.items[index] != old.items[index] {
            #expect(changed.contains(index), "item \(index)")
          }
        }
      }
      old = new
      composer.frame.removeChanges()
    }
  }

  /// Expects what differs of the items of `list` to be covered. Where a slice has grown or shrunk, all items after it
  /// have moved up or down in the list, and are looked for everywhere.
  private func expectCover(
    _ damage: Damage, _ changed: [Int]?, from other: DisplayList, to list: DisplayList
  ) {
    let rects = damage.rects
    for (index, item) in list.items.enumerated() {
      let partners = changed == nil ? other.items + [.none] : [other.items[index]]
      if partners.contains(item) { continue }
      let isFound = partners.contains { partner in
        touched(item, besides: partner, in: list.font).allSatisfy {
          isCovered($0.intersection(list.bounds), by: rects)
        }
      }
      #expect(isFound, "item \(index)")
    }
  }

  /// The pixels that an item colours and `other`, which was there before or comes after, may not: its extent, of a hand
  /// only the squares along its bar, of a number the figures that differ, of a ring squares along the longer arc, or where it is longer.
  private func touched(
    _ item: DisplayItem, besides other: DisplayItem, in font: FontMetrics
  ) -> [PixelRect] {
    if case .text(let run) = item, case .text(var former) = other {
      let string = former.string
      former.string = run.string
      let advances = run.string.unicodeScalars.map {
        font.advance(of: $0, size: run.size, isBold: run.isBold)
      }
      if run == former, run.isTabular, !advances.contains(nil), string.count == run.string.count {
        var x = Int(run.figuresStart(width: Double(advances.reduce(0) { $0 + ($1 ?? 0) })))
        var rects: [PixelRect] = []
        for (new, old) in zip(run.string.unicodeScalars, string.unicodeScalars) {
          let advance = font.advance(of: new, size: run.size, isBold: run.isBold) ?? 0
          let box = PixelRect(covering: run.frame)
          if new != old {
            let figure = PixelRect(x: x, y: box.y, width: advance, height: box.height)
            rects.append(figure.intersection(box))
          }
          x += advance
        }
        return rects
      }
    }
    if case .ring(let ring) = item, case .ring(var former) = other {
      let progress = former.progress
      former.progress = ring.progress
      if former == ring {
        // Of an arc of one colour only what one is longer than the other differs.
        // The cap at the start stays as it is where both have an arc.
        let hasStart = min(progress, ring.progress) <= Ring.minProgress
        let cap =
          hasStart ? 0 : ring.thickness * 0.3 / (2 * .pi * (ring.radius - ring.thickness / 2))
        let start = ring.isPlain ? min(progress, ring.progress) : cap
        let step = ring.isPlain ? 0.0005 : 0.01
        return stride(from: start, through: min(max(progress, ring.progress), 1), by: step).map {
          turns in
          let place = ring.point(at: turns)
          let side = ring.thickness * 0.6
          return PixelRect(covering: Rect(center: place, size: Size(width: side, height: side)))
        }
      }
    }
    guard case .hand(let hand) = item else { return [item.extent] }
    return stride(from: -hand.tail, through: hand.length, by: 2).map { distance in
      PixelRect(
        covering: Rect(
          center: hand.center.polar(angle: hand.angle, distance: distance),
          size: Size(width: hand.width * 0.7, height: hand.width * 0.7)))
    }
  }

  private func isCovered(_ rect: PixelRect, by rects: [PixelRect]) -> Bool {
    if rect.isEmpty || rects.contains(where: { $0.contains(rect) }) { return true }
    guard let part = rects.lazy.map(rect.intersection).first(where: { !$0.isEmpty }) else {
      return false
    }
    return rect.subtracting(part).allSatisfy { isCovered($0, by: rects) }
  }

  @Test("the description has a line for every part of the window of the design")
  func description() {
    var composer = FrameComposer()
    #expect(composer.description.isEmpty)
    let model = Model().after([(0, .start), (1, .lap)])
    _ = composer.frame(model, at: reading(2))
    let names = composer.description.map { $0.split(separator: " ").first.map(String.init) ?? "" }
    let buttons = ["lapOrReset", "startStop", "ringsEmpty", "ringsHalf", "ringsFull", "ringsOver"]
    var expected = ["dial", "minidial", "readout"] + buttons.map { "button.\($0)" }
    expected += ["digit.0", "digit.1", "colon.0", "digit.2", "digit.3", "point.0"]
    expected += ["digit.4", "digit.5", "laps", "ring.0", "ring.1", "ring.2"]
    expected += ["legend.0", "legend.1", "legend.2"]
    expected += ["mode.stopwatch", "mode.timer", "mode.plan", "mode.clock", "mode.counter"]
    #expect(names == expected)
    for line in composer.description {
      for word in line.split(separator: " ").dropFirst()
      where word != "enabled" && word != "disabled" {
        #expect(Double(word)?.isFinite == true, "\(line)")
      }
    }
  }
}
