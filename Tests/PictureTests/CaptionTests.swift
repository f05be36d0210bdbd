import PictureSupport
import Scene
import Session
import TestSupport
import Testing

@Suite("Captions stand in the middle of their buttons, on one line")
struct CaptionTests {
  private let turn = DrawingTurn()

  @Test("by what can be seen of them, with a key under them and without", arguments: [1.0, 2, 3])
  func middle(scale: Double) throws {
    let (width, height) = (Int(840 * scale), Int(480 * scale))
    var scenes = Scenes(width: width, height: height, scale: scale)
    let raster = try scenes.picture(of: Scenes.model(theme: .flatLight, state: .stopped))
    let buttons = scenes.description.filter { $0.hasPrefix("button.") }
    #expect(buttons.count >= 6)
    var tops = Set<Int>()
    for button in buttons {
      let box = button.split(separator: " ").compactMap { Double($0) }.map { Int($0) }
      let (x, y, width, height) = (box[0], box[1], box[2], box[3])
      // Within the straight part of the face, a little inside of its border.
      let columns = (x + height / 2)..<(x + width - height / 2)
      let face = raster[x + height / 2, y + height / 8]
      let inked = (y + height / 10..<y + height - height / 10).filter { row in
        columns.contains { raster[$0, row] != face }
      }
      let (first, last) = (try #require(inked.first), try #require(inked.last))
      let (above, below) = (first - y, y + height - 1 - last)
      tops.insert(first)
      // Without a key, its title is on the line of the others.
      guard !button.hasPrefix("button.ringsOver") else { continue }
      // A letter that goes below the baseline, as the p of Space does, takes some of what is free there.
      #expect(
        Double(abs(above - below)) <= Double(height) * 0.05 + 1, "\(button): \(above), \(below)")
    }
    // A round letter is a little higher than others.
    let (highest, lowest) = (try #require(tops.min()), try #require(tops.max()))
    #expect(Double(lowest - highest) <= scale, "\(tops)")
  }
}
