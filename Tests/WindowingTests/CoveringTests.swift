import Geometry
import Testing

@testable import Windowing

struct CoveringTests {
  private let own = PixelRect(x: 10, y: 10, width: 40, height: 40)

  @Test("what several windows leave over nothing of is covered; a pixel makes it visible")
  func together() {
    let left = PixelRect(x: 0, y: 0, width: 30, height: 60)
    #expect(own.isCovered(by: [left, PixelRect(x: 30, y: 10, width: 20, height: 40)]))
    #expect(!own.isCovered(by: [left, PixelRect(x: 31, y: 10, width: 20, height: 40)]))
    #expect(!own.isCovered(by: [left, PixelRect(x: 30, y: 10, width: 20, height: 39)]))
    #expect(!own.isCovered(by: []))
  }

  @Test("nothing of a window off the screen can be seen")
  func offScreen() {
    #expect(PixelRect(x: 100, y: 0, width: 0, height: 40).isCovered(by: []))
  }
}
