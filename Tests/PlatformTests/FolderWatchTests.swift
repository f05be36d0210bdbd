import Glibc
import Platform
import TestSupport
import Testing

@Suite("The watch on a file")
struct FolderWatchTests {
  /// A folder with a watch on `path` in it.
  private struct Scene {
    let folder: TestFolder
    let watch: FolderWatch

    init(_ path: String, _ prepare: (TestFolder) throws -> Void = { _ in }) throws {
      folder = TestFolder()
      try prepare(folder)
      watch = FolderWatch(path: folder.path + "/" + path)
    }

    /// Whether the kernel has told of anything, and it concerns the file.
    func hasChanged() -> Bool {
      waitFor(watch.descriptor, until: .distantPast) && watch.takeChanges()
    }

    /// Whether the kernel has told of anything at all, which wakes up whoever waits.
    func isWoken() -> Bool {
      guard waitFor(watch.descriptor, until: .distantPast) else { return false }
      _ = watch.takeChanges()
      return true
    }

    func write(_ name: String, _ text: String = "x") throws {
      let descriptor = open(folder.path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
      #expect(descriptor >= 0)
      #expect(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
      close(descriptor)
    }

    func make(_ name: String) { #expect(mkdir(folder.path + "/" + name, 0o755) == 0) }
    func move(_ old: String, _ new: String) {
      #expect(rename(folder.path + "/" + old, folder.path + "/" + new) == 0)
    }
    func remove(_ name: String) { #expect(unlink(folder.path + "/" + name) == 0) }
  }

  @Test("it tells of a file that is written, renamed over and taken away")
  func file() throws {
    let scene = try Scene("a")
    #expect(!scene.hasChanged())
    try scene.write("a")
    #expect(scene.hasChanged() && !scene.hasChanged())
    try scene.write("b")
    _ = scene.hasChanged()
    scene.move("b", "a")
    #expect(scene.hasChanged())
    try scene.write("a")
    #expect(scene.hasChanged())
    scene.remove("a")
    #expect(scene.hasChanged())
  }

  @Test("a file that is still being written is not told of")
  func unwritten() throws {
    let scene = try Scene("a")
    let descriptor = open(scene.folder.path + "/a", O_WRONLY | O_CREAT, 0o644)
    #expect(!scene.hasChanged())
    #expect(Glibc.write(descriptor, "x", 1) == 1)
    #expect(!scene.hasChanged())
    close(descriptor)
    #expect(scene.hasChanged())
  }

  @Test("a file that gets a second name here is whole already")
  func hardLink() throws {
    let scene = try Scene("a")
    try scene.write("b")
    _ = scene.isWoken()
    #expect(link(scene.folder.path + "/b", scene.folder.path + "/a") == 0)
    #expect(scene.hasChanged())
  }

  @Test("folders on the way may come later, move and come again")
  func folders() throws {
    let scene = try Scene("one/two/a")
    scene.make("one")
    #expect(scene.hasChanged())
    scene.make("one/two")
    #expect(scene.hasChanged())
    try scene.write("one/two/a")
    #expect(scene.hasChanged())
    scene.move("one/two", "one/three")
    #expect(scene.hasChanged())
    try scene.write("one/three/a")
    _ = scene.hasChanged()
    scene.make("one/two")
    #expect(scene.hasChanged())
    try scene.write("one/two/a")
    #expect(scene.hasChanged())
  }

  @Test(
    "what others do in folders on the way wakes nobody up, but for names where the next one is to come"
  )
  func neighbours() throws {
    let scene = try Scene("one/two/a") { folder in
      #expect(mkdir(folder.path + "/one", 0o755) == 0)
      close(open(folder.path + "/one/old", O_WRONLY | O_CREAT, 0o644))
    }
    _ = scene.isWoken()
    // Written, deleted, and beside the nearest folder.
    try scene.write("one/old")
    scene.remove("one/old")
    try scene.write("new")
    scene.move("new", "newer")
    #expect(!scene.isWoken())
    scene.make("one/two")
    #expect(scene.hasChanged())
    // The watch that was given up for it says so, once.
    _ = scene.isWoken()
    try scene.write("one/new")
    scene.move("one/new", "one/newer")
    #expect(!scene.isWoken())
    try scene.write("one/two/a")
    #expect(scene.hasChanged())
    // The way itself moves away, and another comes in its place.
    scene.move("one", "three")
    #expect(scene.hasChanged())
    scene.make("one")
    scene.make("one/two")
    #expect(scene.hasChanged())
    try scene.write("one/two/a")
    #expect(scene.hasChanged())
  }

  @Test("where the file is a link, so is what it leads to, even where the link is put elsewhere")
  func links() throws {
    let scene = try Scene("a") { folder in
      #expect(mkdir(folder.path + "/far", 0o755) == 0)
      #expect(symlink("far/b", folder.path + "/a") == 0)
    }
    try scene.write("far/b")
    #expect(scene.hasChanged())
    #expect(symlink("far/c", scene.folder.path + "/new") == 0)
    scene.move("new", "a")
    #expect(scene.hasChanged())
    try scene.write("far/c")
    #expect(scene.hasChanged())
  }

  @Test("a link that leads to itself is followed to no end")
  func loop() throws {
    let scene = try Scene("a") { folder in #expect(symlink("a", folder.path + "/a") == 0) }
    try scene.write("b")
    #expect(scene.hasChanged())
  }
}
