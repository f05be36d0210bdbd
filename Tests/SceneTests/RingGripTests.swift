import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("Rings by hand")
struct RingGripTests {
  private let model = Model(rings: [
    RingModel(name: "Goal", source: .manual(0.4)), RingModel(name: "Day", source: .day),
  ])

  private func composer(_ model: Model) -> FrameComposer {
    var composer = FrameComposer()
    _ = composer.frame(model, at: reading(10))
    return composer
  }

  /// The point on ring `index` at `turns` from the top.
  private func point(_ index: Int, _ turns: Double, on composer: FrameComposer) throws -> Point {
    let circle = try #require(composer.panel?.rings).circles[index]
    return circle.center.polar(
      angle: Angle(turns: turns), distance: circle.radius - circle.thickness / 2)
  }

  @Test("a click on a ring or on its words selects it, another click all of them")
  func click() throws {
    let composer = composer(model)
    let words = try #require(composer.panel?.rings?.legend).map { $0.box.center }
    for (place, id) in [
      (try point(0, 0.2, on: composer), 1), (try point(1, 0.9, on: composer), 2), (words[0], 1),
      (words[1], 2),
    ] as [(Point, RingID)] {
      var pointer = Pointer()
      let isTaken = pointer.press(at: place, on: composer)
      let done = pointer.release(at: place.offset(dx: 2, dy: 1), on: composer)
      let command = try #require(done)
      #expect(isTaken && command == .selectRing(id) && pointer.ring == nil)
      let chosen = model.after([(10, command)])
      #expect(chosen.rings.chosen == id && chosen.after([(11, command)]).rings.chosen == nil)
    }
    // The hole and the space around are the window's.
    let middle = try #require(composer.panel?.rings).circles[0].center
    var pointer = Pointer()
    let isTaken = pointer.press(at: middle, on: composer)
    #expect(!isTaken && pointer.ring == nil)
  }

  @Test("a press that just misses a ring, or falls between two, does not move the window")
  func nearMiss() throws {
    let composer = composer(model)
    let circles = try #require(composer.panel?.rings).circles
    let (outer, inner) = (circles[0], circles[1])
    let edges = [
      (outer.radius + 5, true), (outer.radius + 8, false),
      ((outer.radius - outer.thickness + inner.radius) / 2, true),
      (inner.radius - inner.thickness - 5, true), (inner.radius - inner.thickness - 8, false),
    ]
    for (distance, isNear) in edges {
      let point = outer.center.polar(angle: Angle(turns: 0.9), distance: distance)
      var pointer = Pointer()
      let isTaken = pointer.press(at: point, on: composer)
      let command = pointer.release(at: point, on: composer)
      #expect(
        isTaken == isNear && command == nil && !composer.isPressable(at: point), "\(distance)")
    }
    #expect(composer.isPressable(at: try point(0, 0.9, on: composer)))
  }

  @Test("a drag brings the arc to the pointer, past the top and back to nothing")
  func drag() throws {
    var composer = composer(model)
    var pointer = Pointer()
    let isTaken = pointer.press(at: try point(0, 0.4, on: composer), on: composer)
    try #require(isTaken)
    var model = model
    func move(to place: Double) throws {
      let command = try #require(pointer.move(to: try point(0, place, on: composer)))
      _ = model.apply(command, at: at(10))
    }
    func shown() -> Double? {
      composer.frame(model, pointer: pointer, at: reading(10)).rings.first?.progress
    }
    for (place, expected) in [
      (0.5, 0.5), (0.75, 0.75), (0.99, 0.99), (0.2, 1.2), (0.6, 1.6), (0.3, 1.3), (0.9, 0.9),
      (0.45, 0.45),
      (0.05, 0.05), (0.9, 0),
    ] {
      try move(to: place)
      // It is there at once, without the motion of a value that is set.
      let value = try #require(shown())
      #expect(abs(value - expected) < 1e-9, "\(place)")
    }
    try move(to: 0.25)
    let done = pointer.release(at: try point(0, 0.25, on: composer), on: composer)
    let command = try #require(done)
    guard case .dragRing(1, let value, drag: 1) = command else {
      Issue.record("\(command)")
      return
    }
    #expect(abs(value - 0.25) < 1e-9)
    // One undo takes back the whole drag.
    #expect(model.after([(11, command), (12, .undo)]).rings[0].source == .manual(0.4))
  }

  @Test(
    "a ring that follows something is not dragged, and one that is let go of elsewhere stays as it is"
  )
  func refused() throws {
    let composer = composer(model)
    var pointer = Pointer()
    _ = pointer.press(at: try point(1, 0.1, on: composer), on: composer)
    pointer.move(to: try point(1, 0.6, on: composer))
    let command = pointer.release(at: try point(1, 0.6, on: composer), on: composer)
    #expect(command == .selectRing(2))
    _ = pointer.press(at: try point(0, 0.1, on: composer), on: composer)
    let dragged = pointer.move(to: try point(0, 0.6, on: composer))
    let lost = pointer.move(to: Point(x: 1, y: 1), isDown: false)
    #expect(dragged != nil && lost == nil)
    let nothing = pointer.release(at: Point(x: 1, y: 1), on: composer)
    #expect(pointer.ring == nil && nothing == nil)
  }

  @Test("the wheel turns a ring by whole per cents, however many notches come at once")
  func wheel() throws {
    let composer = composer(model)
    var pointer = Pointer()
    let place = try point(0, 0.8, on: composer)
    var turned = model.after([(9, .setRing(1, .manual(0.404)))])
    for notches in [-1, -1, -3, 1] {
      let done = pointer.scroll(by: notches, at: place, on: composer)
      let command = try #require(done)
      turned = turned.after([(10, command)])
    }
    #expect(turned.rings[0].source == .manual(0.44))
    let other = try point(1, 0.8, on: composer)
    let nothing = pointer.scroll(by: 1, at: other, on: composer)
    #expect(nothing == nil)
    let emptied = turned.after([
      (11, .turnRing(1, percents: -90)), (11, .turnRing(2, percents: 5)),
      (11, .turnRing(8, percents: 5)),
    ])
    #expect(emptied.rings[0].source == .manual(0) && emptied.rings[1].source == .day)
  }

  @Test(
    "a double click on a ring's words renames it; a slow one, or one on the ring, selects twice")
  func doubleClick() throws {
    let composer = composer(model)
    let words = try #require(composer.panel?.rings?.legend).map { $0.box.center }
    let rename = Command.edit(.begin(.ringName(1)))
    for (places, times, commands) in [
      ([words[0], words[0]], [1000, 1300], [.selectRing(1), rename]),
      ([words[0], words[0], words[0]], [1000, 1200, 1400], [.selectRing(1), rename, rename]),
      ([words[0], words[0]], [1000, 1500], [.selectRing(1), .selectRing(1)]),
      ([words[0], words[1]], [1000, 1100], [.selectRing(1), .selectRing(2)]),
      ([words[0], words[0]], [UInt32.max - 100, 100], [.selectRing(1), rename]),
      (
        [try point(0, 0.2, on: composer), try point(0, 0.2, on: composer)], [1000, 1100],
        [.selectRing(1), .selectRing(1)]
      ),
    ] as [([Point], [UInt32], [Command])] {
      var pointer = Pointer()
      let done = zip(places, times).map { place, time in
        _ = pointer.press(at: place, on: composer)
        return pointer.release(at: place, on: composer, time: time)
      }
      #expect(done == commands)
    }
  }
}
