import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("Stage")
struct StageTests {
  @Test(
    "once all motion rests, the screen equals what a program shows that has just been started",
    arguments: 0..<150)
  func restIsStateless(seed: UInt64) {
    var play = RandomPlay(seed: seed)
    var stage = Stage()
    for _ in 0..<25 {
      play.act(on: stage)
      _ = stage.frame(play.model, in: play.surroundings, pointer: play.pointer, at: reading(play.now))
      play.wait(play.shortWhile())
    }
    let mode = play.model.mode
    play.apply(.mode(.stopwatch))
    play.apply(.stop)
    play.apply(.mode(mode))
    _ = stage.frame(play.model, in: play.surroundings, pointer: play.pointer, at: reading(play.now))
    play.waitForLateInSecond()
    for wait in [-0.85, 0, 0] {
      play.wait(wait)
      _ = stage.frame(play.model, in: play.surroundings, pointer: play.pointer, at: reading(play.now))
      if wait < 0 { play.wait(-wait) }
    }
    let shown = stage.frame(play.model, in: play.surroundings, pointer: play.pointer, at: reading(play.now))
    #expect(!stage.isInMotion)
    var fresh = Stage()
    let still = fresh.frame(
      play.model, in: play.surroundings.still, pointer: play.pointer, at: reading(play.now))
    #expect(difference(shown, still) == nil)
    #expect(stage.buttons == fresh.buttons && stage.description == fresh.description)
  }

  @Test("composing the same frame again gives the same list, in rest and in motion", arguments: 0..<60)
  func composeTwice(seed: UInt64) {
    var play = RandomPlay(seed: seed)
    var stage = Stage()
    for _ in 0..<30 {
      play.act(on: stage)
      let first = stage.frame(play.model, in: play.surroundings, pointer: play.pointer, at: reading(play.now))
      let second = stage.frame(
        play.model, in: play.surroundings, pointer: play.pointer, at: reading(play.now))
      #expect(difference(first, second) == nil)
      play.wait(play.shortWhile())
    }
  }

  @Test("the same events give the same frames", arguments: 0..<20)
  func deterministic(seed: UInt64) {
    func run() -> [DisplayList] {
      var play = RandomPlay(seed: seed)
      var stage = Stage()
      return (0..<20).map { _ in
        play.act(on: stage)
        defer { play.wait(play.shortWhile()) }
        return stage.frame(play.model, in: play.surroundings, pointer: play.pointer, at: reading(play.now))
      }
    }
    #expect(run() == run())
  }

  @Test("bringing a frame to a later time gives what composing it anew would", arguments: 0..<100)
  func advances(seed: UInt64) {
    var play = RandomPlay(seed: seed)
    var stage = Stage()
    for _ in 0..<40 {
      play.act(on: stage)
      let old = stage.frame(
        play.model, in: play.surroundings, pointer: play.pointer, at: reading(play.now))
      play.wait(play.shortWhile())
      var other = stage
      let new = other.frame(play.model, in: play.surroundings, pointer: play.pointer, at: reading(play.now))
      var list = old
      var changes = Changes()
      changes.removeItems()
      if stage.advance(play.model, at: reading(play.now), in: &list, noting: &changes) {
        #expect(list == new && stage.isInMotion == other.isInMotion)
        #expect(Set(changes.items) == Set(old.items.indices.filter { old.items[$0] != new.items[$0] }))
        var damage = Damage()
        new.addChanges(since: old, to: &damage)
        #expect(changes.damage == damage)
      }
      stage = other
    }
  }

  @Test("of a running stopwatch only the parts that time moves are composed again")
  func advancesRunning() {
    var stage = Stage()
    let model = Model().after([(0, .start), (5, .lap)])
    var list = stage.frame(model, at: reading(7))
    var changes = Changes()
    #expect(changes.isEverything)
    for frame in 1...120 {
      changes.removeItems()
      #expect(stage.advance(model, at: reading(7 + Double(frame) / 60), in: &list, noting: &changes))
      #expect(!changes.isEverything && !changes.items.isEmpty && changes.items.count <= 14)
    }
    // More than time has passed.
    var help = model
    _ = help.apply(.toggleHelp, at: reading(10).instant)
    list = stage.frame(help, at: reading(10))
    #expect(!stage.advance(help, at: reading(10.1), in: &list, noting: &changes))
  }

  @Test("the changes between two frames cover all that differs", arguments: 0..<100)
  func changesCover(seed: UInt64) {
    var play = RandomPlay(seed: seed)
    var stage = Stage()
    var old = DisplayList(width: 0, height: 0, background: .clear)
    for _ in 0..<25 {
      play.act(on: stage)
      let new = stage.frame(play.model, in: play.surroundings, pointer: play.pointer, at: reading(play.now))
      var damage = Damage()
      new.addChanges(since: old, to: &damage)
      if new.bounds != old.bounds || new.background != old.background {
        #expect(damage.rects == [new.bounds])
      } else {
        for index in 0..<max(new.items.count, old.items.count) {
          let items = [old, new].map { $0.items.indices.contains(index) ? $0.items[index] : .none }
          guard items[0] != items[1] else { continue }
          for (item, other) in [(items[0], items[1]), (items[1], items[0])] {
            for rect in touched(item, besides: other) {
              #expect(isCovered(rect.intersection(new.bounds), by: damage.rects), "item \(index), \(rect)")
            }
          }
        }
      }
      old = new
      play.wait(play.shortWhile())
    }
  }

  /// The pixels that an item colours and `other`, which was there before or comes after, may not: its extent, of a hand
  /// only the squares along its bar, of a number the figures that differ, of a ring squares along the longer arc.
  private func touched(_ item: DisplayItem, besides other: DisplayItem) -> [PixelRect] {
    if case .text(let run) = item, case .text(var former) = other {
      let string = former.string
      former.string = run.string
      if run == former, let width = run.figuresWidth, string.count == run.string.count {
        var x = Int(run.figuresStart(width: Double(width)))
        var rects: [PixelRect] = []
        for (new, old) in zip(run.string.unicodeScalars, string.unicodeScalars) {
          let advance = TextRun.figureAdvance(of: new, size: run.size, isBold: run.isBold) ?? 0
          let box = PixelRect(covering: run.frame)
          if new != old { rects.append(PixelRect(x: x, y: box.y, width: advance, height: box.height)) }
          x += advance
        }
        return rects
      }
    }
    if case .ring(let ring) = item, case .ring(var former) = other {
      let progress = former.progress
      former.progress = ring.progress
      if former == ring {
        let middle = ring.radius - ring.thickness / 2
        return stride(from: 0, through: min(max(progress, ring.progress), 1), by: 0.01).map { turns in
          let place = ring.center.polar(angle: Angle(turns: turns), distance: middle)
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
    guard let part = rects.lazy.map(rect.intersection).first(where: { !$0.isEmpty }) else { return false }
    return rect.subtracting(part).allSatisfy { isCovered($0, by: rects) }
  }

  @Test("items keep their places in the list while the stopwatch runs")
  func steadyItems() {
    var stage = Stage()
    let model = Model().after([(0, .start), (1, .lap)])
    let first = stage.frame(model, at: reading(1))
    for frame in 1..<100 {
      let list = stage.frame(model, at: reading(1 + Double(frame) * 0.61))
      #expect(list.items.count == first.items.count)
      for (a, b) in zip(list.items, first.items) where a != b { #expect(kind(a) == kind(b)) }
    }
  }

  private func kind(_ item: DisplayItem) -> Int {
    switch item {
    case .none: 0
    case .picture: 1
    case .lights: 2
    case .text: 3
    case .hand: 4
    case .ring: 5
    }
  }

  @Test("the description has a line for every part of the window of the design")
  func description() {
    var stage = Stage()
    #expect(stage.description.isEmpty)
    let model = Model().after([(0, .start), (1, .lap)])
    _ = stage.frame(model, at: reading(2))
    let names = stage.description.map { $0.split(separator: " ").first.map(String.init) ?? "" }
    let expected =
      ["dial", "minidial", "readout"] + ["digit.0", "digit.1", "colon.0", "digit.2", "digit.3", "point.0"]
      + ["digit.4", "digit.5"]
      + ["ring.0", "ring.1", "ring.2", "legend.0", "legend.1", "legend.2", "laps"]
      + ["lapOrReset", "startStop", "ringsEmpty", "ringsHalf", "ringsFull"].map { "button.\($0)" }
    #expect(names == expected)
    for line in stage.description {
      for word in line.split(separator: " ").dropFirst() where word != "enabled" && word != "disabled" {
        #expect(Double(word)?.isFinite == true, "\(line)")
      }
    }
  }
}
