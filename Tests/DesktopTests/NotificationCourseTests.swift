import Testing

@testable import Desktop

@Suite("The course of a notification")
struct NotificationCourseTests {
  private let first = Notification(title: "one", body: "")
  private let second = Notification(title: "two", body: "")

  @Test("it is asked for, shown, and taken away by its number")
  func course() {
    var course = NotificationCourse()
    #expect(course.isOver && course.close() == [])
    #expect(course.show(first) == [.show(first)] && !course.isOver)
    #expect(course.answered(7, owner: ":1.5") == [] && !course.isOver)
    #expect(course.close() == [.close(7, owner: ":1.5")] && course.isOver)
    #expect(course.close() == [])
  }

  @Test("one that is not wanted any more is taken away when it is known by what number")
  func closedEarly() {
    var course = NotificationCourse()
    _ = course.show(first)
    #expect(course.close() == [] && !course.isOver)
    #expect(course.pressed("stop", on: 7, sender: ":1.5") == nil)
    #expect(course.answered(7, owner: ":1.5") == [.close(7, owner: ":1.5")] && course.isOver)
  }

  @Test("the next takes the place of the one before, and waits while a daemon does not answer")
  func next() {
    var course = NotificationCourse()
    _ = course.show(first)
    #expect(course.show(second) == [] && course.show(second) == [])
    #expect(course.answered(7, owner: ":1.5") == [.close(7, owner: ":1.5"), .show(second)])
    #expect(course.answered(8, owner: ":1.5") == [])
    #expect(course.show(first) == [.close(8, owner: ":1.5"), .show(first)])
    // The one that waits is not wanted either.
    _ = course.show(second)
    _ = course.close()
    #expect(course.answered(9, owner: ":1.5") == [.close(9, owner: ":1.5")] && course.isOver)
  }

  @Test("a failure ends it, and lets the next be tried once")
  func failures() {
    var course = NotificationCourse()
    #expect(course.failed() == [])
    _ = course.show(first)
    #expect(course.failed() == [] && course.isOver)
    _ = course.show(first)
    _ = course.show(second)
    #expect(course.failed() == [.show(second)] && course.failed() == [] && course.isOver)
    // An answer to nothing is none.
    #expect(course.answered(3, owner: ":1.5") == [] && course.isOver)
    _ = course.show(first)
    _ = course.answered(4, owner: ":1.5")
    #expect(course.failed() == [] && !course.isOver && course.answered(5, owner: ":1.6") == [])
    #expect(course.close() == [.close(4, owner: ":1.5")])
  }

  @Test("only what its owner says of its number counts")
  func owners() {
    var course = NotificationCourse()
    _ = course.show(first)
    #expect(course.pressed("stop", on: 7, sender: ":1.5") == nil)
    _ = course.answered(7, owner: ":1.5")
    #expect(course.pressed("stop", on: 8, sender: ":1.5") == nil)
    #expect(course.pressed("stop", on: 7, sender: ":1.6") == nil)
    #expect(course.pressed("stop", on: 7, sender: "") == nil)
    #expect(course.pressed("stop", on: 7, sender: ":1.5") == .action("stop") && !course.isOver)
    #expect(
      course.closed(8, reason: 2, sender: ":1.5") == nil
        && course.closed(7, reason: 2, sender: ":1.6") == nil
    )
    #expect(!course.isOver)
    #expect(course.closed(7, reason: 2, sender: ":1.5") == .dismissed && course.isOver)
    #expect(course.closed(7, reason: 2, sender: ":1.5") == nil && course.close() == [])
  }

  @Test(
    "that it has expired or was closed is nobody's answer", arguments: [0, 1, 3, 4, 77] as [UInt32])
  func expiry(reason: UInt32) {
    var course = NotificationCourse()
    _ = course.show(first)
    _ = course.answered(7, owner: ":1.5")
    #expect(course.closed(7, reason: reason, sender: ":1.5") == nil && course.isOver)
  }
}

@Suite("The address of the bus")
struct BusAddressTests {
  @Test(
    "sockets of this machine are taken, and nothing else",
    arguments: [
      ("unix:path=/run/user/1/bus", "/x", "unix:path=/run/user/1/bus"),
      ("tcp:host=example.org,port=1", "/x", nil), ("unixexec:path=/bin/true", "/x", nil),
      ("nonsense", "/x", nil),
      ("autolaunch:", nil, nil),
      (
        "tcp:host=a;unix:abstract=b;unixexec:path=c;unix:path=d", nil, "unix:abstract=b;unix:path=d"
      ),
      (nil, "/run/user/1", "unix:path=/run/user/1/bus"),
      ("", "/run/user/1", "unix:path=/run/user/1/bus"),
      (nil, "/a b,c;d%=ü\u{1}", "unix:path=/a%20b%2cc%3bd%25%3d%c3%bc%01/bus"), (nil, nil, nil),
      (nil, "run", nil),
      (nil, "", nil),
    ] as [(String?, String?, String?)])
  func addresses(named: String?, directory: String?, address: String?) {
    #expect(BusAddress.find(named: named, runtimeDirectory: directory) == address)
  }
}
