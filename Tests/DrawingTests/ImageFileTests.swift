import DisplayLists
import Drawing
import Files
import Geometry
import Glibc
import PictureSupport
import TestSupport
import Testing

/// A folder of its own, gone with the test.
private final class Folder {
  let path: String

  init() throws {
    var template = Array("/tmp/segclock-drawing-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw FileError(path: "/tmp", code: errno) }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  deinit {
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
  }

  /// What is in it.
  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The first bytes of a file.
  func start(of name: String) -> String {
    guard let file = fopen(path + "/" + name, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}

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
    let folder = try Folder()
    let path = folder.path + "/a.png"
    let raster = try Raster(painting: list())
    try ImageFile.write(list(), to: path, format: .png)
    #expect(raster.firstDifference(from: try Raster(png: path)) == nil)
    #expect(folder.names == ["a.png"])
  }

  @Test("SVG and PDF are written, and are what they say", arguments: [1.0, 2])
  func vectors(scale: Double) throws {
    let folder = try Folder()
    try ImageFile.write(list(), to: folder.path + "/a.svg", format: .svg, scale: scale)
    try ImageFile.write(list(), to: folder.path + "/a.pdf", format: .pdf, scale: scale)
    #expect(folder.names == ["a.pdf", "a.svg"])
    #expect(folder.start(of: "a.svg").hasPrefix("<?xml"))
    #expect(folder.start(of: "a.pdf").hasPrefix("%PDF"))
  }

  @Test(
    "a failure names file and reason, and leaves what was there",
    arguments: ImageFile.Format.allCases)
  func failures(format: ImageFile.Format) throws {
    let folder = try Folder()
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

  @Test("a link goes on pointing to the file that is replaced")
  func links() throws {
    let folder = try Folder()
    let small = DisplayList(width: 2, height: 2, background: .black)
    try ImageFile.write(small, to: folder.path + "/a.png", format: .png)
    #expect(symlink("a.png", folder.path + "/b.png") == 0)
    try ImageFile.write(list(), to: folder.path + "/b.png", format: .png)
    #expect(try Raster(png: folder.path + "/a.png").width == 96)
    #expect(folder.names == ["a.png", "b.png"])
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
