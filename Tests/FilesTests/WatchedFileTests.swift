import Files
import Glibc
import TestSupport
import Testing

@Suite("A file that is watched") struct WatchedFileTests {
  private func bytes(_ text: String) -> WatchedFile.Change { .success(Array(text.utf8)) }

  private func failure(_ path: String, _ code: Int32) -> WatchedFile.Change {
    .failure(FileError(path: path, code: code))
  }

  @Test("it is read at first, and again when it is written, replaced, taken away or there again")
  func changes() throws {
    let folder = TestFolder()
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
    let folder = TestFolder()
    try folder.make("a", "one")
    try folder.make("b", "two")
    let link = folder.file("link")
    #expect(symlink("a", link) == 0)
    var file = WatchedFile(path: link, maxBytes: 100)
    #expect(file.change() == bytes("one"))
    #expect(symlink("b", folder.file("new")) == 0 && rename(folder.file("new"), link) == 0)
    #expect(file.change() == bytes("two") && file.change() == nil)
  }

  @Test("what is no file, or too large, is refused, and nothing is waited for")
  func refused() throws {
    let folder = TestFolder()
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
