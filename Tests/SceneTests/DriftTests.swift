import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("Drift in full screen")
struct DriftTests {
  @Test(
    "it starts in the middle, goes a pixel a step from side to side, and comes through every place",
    arguments: [
      (1280.0, 800.0, 4), (1920, 1080, 5), (3840, 2160, 10), (1080, 1920, 5), (480, 400, 2),
    ])
  func path(width: Double, height: Double, reach: Int) {
    let size = Size(width: width, height: height)
    #expect(Drift.place(0, in: size) == .none && Drift.place(-5, in: size) == .none)
    let places = (2 * reach + 1) * (2 * reach + 1)
    var visits: [Drift: Int] = [:]
    var before = Drift.none
    let period = Int64(16 * reach * reach)
    for step in 0..<period {
      let place = Drift.place(step, in: size)
      if step > 0 { #expect(abs(place.dx - before.dx) == 1 && abs(place.dy - before.dy) <= 1) }
      #expect(max(abs(place.dx), abs(place.dy)) <= reach)
      visits[place, default: 0] += 1
      before = place
    }
    #expect(visits.count == places)
    // And on from the beginning.
    #expect(Drift.place(period, in: size) == .none)
    #expect(Double(reach) <= min(width, height) * 0.005)
    let far = Drift.place(.max, in: size)
    #expect(max(abs(far.dx), abs(far.dy)) <= reach)
  }

  @Test("a small window, and one of no size, does not move")
  func small() {
    for size in [
      Size(width: 199, height: 4000), Size(width: 0, height: 0), Size(width: .nan, height: 5),
    ] {
      for step: Int64 in [0, 1, 7, 1000] { #expect(Drift.place(step, in: size) == .none) }
    }
    let huge = Drift.place(77, in: Size(width: 32767, height: 32767))
    #expect(max(abs(huge.dx), abs(huge.dy)) <= Drift.maxPixels)
  }

  @Test(
    "it is the next step's turn on the minute after the screen was filled",
    arguments: [
      (0.0, 0, 60.0), (59.999, 0, 60), (60, 1, 120), (61, 1, 120), (3600, 60, 3660), (-5, 0, 60),
    ])
  func steps(seconds: Double, number: Int64, next: Double) {
    let start = at(1000)
    let size = Size(width: 1280, height: 800)
    let step = Drift.step(at: at(1000 + seconds), since: start, in: size)
    #expect(step.drift == Drift.place(number, in: size) && step.next == at(1000 + next))
  }

  @Test("the pointer meets what is shown under it, wherever the picture has gone")
  func pointer() throws {
    func frame(_ drift: Drift, pointerAt point: Point) -> [DisplayItem] {
      var (environment, pointer) = (Environment.usual, Pointer())
      environment.drift = drift
      pointer.move(to: .zero)
      pointer.move(to: point)
      return stillFrame(Model(), in: environment, pointer: pointer, at: reading(10)).items
    }
    var composer = FrameComposer()
    _ = composer.frame(Model(), at: reading(10))
    let button = try #require(composer.buttons.first { $0.content.role == .startStop }).frame
    let edge = Point(x: button.minX + 2, y: button.center.y)
    #expect(frame(.none, pointerAt: edge) != frame(.none, pointerAt: .zero))
    for drift in [Drift(dx: 4, dy: -3), Drift(dx: -4, dy: 3)] {
      let moved = frame(.none, pointerAt: edge).map { $0.offset(dx: drift.dx, dy: drift.dy) }
      #expect(frame(drift, pointerAt: edge.moved(by: drift)) == moved)
    }
  }
}
