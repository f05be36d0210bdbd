import Files
import Glibc
import TestSupport
import Testing

@Suite("A file that is watched") struct WatchedFileTests {
  private func bytes(_ text: String) -> WatchedFile.Change { .bytes(Array(text.utf8)) }

  private func failure(_ path: String, _ code: Int32) -> WatchedFile.Change {
    .failure(FileError(path: path, code: code))
  }

  @Test("it is read at first, and again when it is written, replaced, taken away or there again")
  func changes() throws {
    let folder = try TestFolder()
    let path = try folder.make("a", "one")
    var file = WatchedFile(path: path, maxBytes: 100)
    #expect(file.change() == bytes("one") && file.change() == nil)
    try folder.make("a", "two!")
    #expect(file.change() == bytes("two!") && file.change() == nil)
    // Of the same size, by another file's name.
    try folder.make("b", "tree")
    #expect(rename(folder.file("b"), path) == 0)
    #expect(file.change() == bytes("tree") && file.change() == nil)
    unlink(path)
    #expect(file.change() == failure(path, ENOENT) && file.change() == nil)
    try folder.make("a", "")
    #expect(file.change() == bytes("") && file.change() == nil)
  }

  @Test("a link is followed, to another file once it leads there")
  func links() throws {
    let folder = try TestFolder()
    try folder.make("a", "one")
    try folder.make("b", "two")
    let link = folder.file("link")
    #expect(symlink("a", link) == 0)
    var file = WatchedFile(path: link, maxBytes: 100)
    #expect(file.change() == bytes("one"))
    #expect(symlink("b", folder.file("new")) == 0 && rename(folder.file("new"), link) == 0)
    #expect(file.change() == bytes("two") && file.change() == nil)
  }

  @Test("one that leads out of its folder is refused, however it does")
  func outside() throws {
    let (folder, other) = (try TestFolder(), try TestFolder())
    try other.make("secret", "x")
    let inside = try folder.make("inside", "y")
    #expect(symlink("inside", folder.file("near")) == 0)
    #expect(symlink(other.file("secret"), folder.file("far")) == 0)
    #expect(symlink(other.path, folder.file("folder")) == 0)
    // A folder whose name begins as the other's does is another one.
    let beside = folder.path + "-beside"
    #expect(mkdir(beside, 0o700) == 0)
    defer {
      unlink(beside + "/z")
      rmdir(beside)
    }
    #expect(
      rename(other.file("secret"), beside + "/z") == 0
        && symlink(beside + "/z", other.file("secret")) == 0)
    for (name, isIn) in [
      ("inside", true), ("near", true), ("far", false), ("folder/secret", false),
      ("../\(beside.split(separator: "/").last ?? "")/z", false),
    ] {
      let path = folder.file(name)
      var file = WatchedFile(path: path, in: folder.path, maxBytes: 100)
      #expect(file.change() == (isIn ? bytes("y") : failure(path, EXDEV)), "\(name)")
      // Without a folder it may lead anywhere.
      var free = WatchedFile(path: path, maxBytes: 100)
      #expect(free.change() == bytes(isIn ? "y" : "x"), "\(name)")
    }
    var file = WatchedFile(path: inside, in: "/", maxBytes: 100)
    #expect(file.change() == bytes("y"))
    var nowhere = WatchedFile(path: inside, in: folder.file("none"), maxBytes: 100)
    #expect(nowhere.change() == failure(inside, ENOENT))
  }

  @Test("what is no file, or too large, is refused, and nothing is waited for")
  func refused() throws {
    let folder = try TestFolder()
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let large = try folder.make("large", "12345")
    for (path, code) in [
      (pipe, EINVAL), (folder.path, EINVAL), ("/dev/zero", EINVAL), (large, EFBIG),
    ] {
      var file = WatchedFile(path: path, maxBytes: 4)
      #expect(file.change() == failure(path, code) && file.change() == nil)
    }
    var whole = WatchedFile(path: large, maxBytes: 5)
    #expect(whole.change() == bytes("12345"))
    // What the kernel makes up as it is read tells no size.
    var endless = WatchedFile(path: "/proc/self/status", maxBytes: 5)
    #expect(endless.change() == failure("/proc/self/status", EFBIG))
  }
}
