import DisplayLists
import Drawing
import Files
import Geometry
import Glibc
import PictureSupport
import TestSupport
import Testing

@Suite("Image files") struct ImageFileTests {
  private let turn = DrawingTurn()

  private func list() -> DisplayList {
    var scenery = Scenery(seed: 9)
    var items: [DisplayItem] = []
    for _ in 0..<30 { items.append(scenery.item()) }
    return DisplayList(width: 96, height: 72, background: .white, items: items)
  }

  @Test("a PNG read back is what was written")
  func roundTrip() throws {
    let folder = TestFolder()
    let path = folder.path + "/a.png"
    let raster = try Raster(painting: list())
    try ImageFile.write(list(), to: path, format: .png)
    #expect(raster.firstDifference(from: try Raster(png: path)) == nil)
    #expect(folder.names == ["a.png"])
  }

  @Test("SVG and PDF are written, and are what they say", arguments: [1.0, 2])
  func vectors(scale: Double) throws {
    let folder = TestFolder()
    try ImageFile.write(list(), to: folder.path + "/a.svg", format: .svg, scale: scale)
    try ImageFile.write(list(), to: folder.path + "/a.pdf", format: .pdf, scale: scale)
    #expect(folder.names == ["a.pdf", "a.svg"])
    let svg = try #require(folder.text(of: "a.svg"))
    #expect(svg.hasPrefix("<?xml"))
    // Pixels of CSS, whose unit may be left out.
    let sides = "width=\"\(Int(96 / scale))\" height=\"\(Int(72 / scale))\" viewBox="
    #expect(svg.replacing("px\"", with: "\"").contains(sides))
    #expect(folder.text(of: "a.pdf")?.hasPrefix("%PDF") == true)
  }

  @Test(
    "a failure names file and reason, and leaves what was there",
    arguments: ImageFile.Format.allCases)
  func failures(format: ImageFile.Format) throws {
    let folder = TestFolder()
    let missing = folder.path + "/none/a.png"
    #expect(throws: FileError(path: missing, code: ENOENT)) {
      try ImageFile.write(list(), to: missing, format: format)
    }
    #expect(throws: FileError(path: folder.path, code: EISDIR)) {
      try ImageFile.write(list(), to: folder.path, format: format)
    }
    #expect(throws: FileError(path: "/dev/full", code: ENOSPC)) {
      try ImageFile.write(list(), to: "/dev/full", format: format)
    }
    #expect(throws: ImageError.unsupportedSize(width: 40000, height: 10)) {
      let vast = DisplayList(width: 40000, height: 10, background: .white)
      try ImageFile.write(vast, to: folder.path + "/a.png", format: format)
    }
    #expect(folder.names == [])
  }

  @Test("the end of a path names the format")
  func formats() {
    #expect(ImageFile.Format(path: "a.png") == .png)
    #expect(ImageFile.Format(path: "/b/C.SVG") == .svg)
    #expect(ImageFile.Format(path: "x.y.pdf") == .pdf)
    #expect(ImageFile.Format(path: "png") == nil)
    #expect(ImageFile.Format(path: "a.jpeg") == nil)
  }
}
