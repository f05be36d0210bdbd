import Geometry
import TestSupport
import Testing

@testable import DisplayLists

@Suite("Frames of slices")
struct FrameTests {
  private func item(_ number: Int) -> DisplayItem {
    .picture(
      Picture(
        marks: [],
        extent: PixelRect(x: number % 10 * 40, y: number / 10 * 40, width: 20, height: 20)))
  }

  private func write(_ items: [DisplayItem], _ frame: inout Frame, at start: Int, count: Int) -> Int
  {
    frame.beginSlice(at: start, count: count)
    for item in items { frame.append(item) }
    return frame.endSlice()
  }

  @Test(
    "slices that grow, shrink and change leave the others alone, and say what differs",
    arguments: 0..<40 as Range<UInt64>)
  func slices(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var frame = Frame()
    frame.setCanvas(DisplayList(width: 400, height: 400, background: .white))
    var slices: [[DisplayItem]] = [[], [], []]
    for _ in 0..<60 {
      frame.removeChanges()
      let before = slices
      let chosen = Int.random(in: 0..<3, using: &random)
      slices[chosen] = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        item(Int.random(in: 0..<100, using: &random))
      }
      let start = slices[..<chosen].joined().count
      let count = write(slices[chosen], &frame, at: start, count: before[chosen].count)
      #expect(count == slices[chosen].count && frame.list.items == Array(slices.joined()))
      #expect((frame.changedItems == nil) == (before[chosen].count != count))
      for place in 0..<max(count, before[chosen].count) {
        let old = place < before[chosen].count ? before[chosen][place] : .none
        let new = place < count ? slices[chosen][place] : .none
        guard old != new else { continue }
        for extent in [old.extent, new.extent] {
          #expect(
            frame.damage.rects.reduce(0) { $0 + $1.intersection(extent).area }
              == extent.area)
        }
        if let changed = frame.changedItems { #expect(changed.contains(start + place)) }
      }
      if before[chosen] == slices[chosen] {
        #expect(frame.damage.isEmpty && frame.changedItems == [])
      }
    }
  }

  @Test("another size or background damages everything, once")
  func canvas() {
    var frame = Frame()
    frame.setCanvas(DisplayList(width: 400, height: 400, background: .white))
    #expect(write([item(3), item(99)], &frame, at: 0, count: 0) == 2)
    #expect(frame.damage.rects == [frame.list.bounds])
    frame.removeChanges()
    frame.setCanvas(DisplayList(width: 400, height: 400, background: .white))
    #expect(frame.damage.isEmpty)
    frame.setCanvas(DisplayList(width: 30, height: 400, background: .white))
    #expect(frame.damage.rects == [frame.list.bounds])
  }
}
