import Testing

@testable import Desktop

@Suite("What a desktop says of looks")
struct PortalCourseTests {
  @Test("each setting is asked for, as of today and then as before, and what means nothing says nothing")
  func course() {
    var course = PortalCourse()
    let questions = course.begin()
    #expect(questions.map(\.key) == [.colorScheme, .contrast, .reducedMotion])
    for (number, question) in questions.enumerated() { course.asked(question, by: UInt32(number) + 5) }
    let first = course.answered(5, 1, hasFailed: false)
    #expect(first == nil && course.appearance.isDark == true)
    // A number of no question of ours, and a second answer.
    let others = [course.answered(99, 1, hasFailed: false), course.answered(5, 2, hasFailed: false)]
    #expect(others == [nil, nil])
    #expect(course.appearance.isDark == true && course.appearance.isHighContrast == nil)
    let old = course.answered(6, nil, hasFailed: true)
    #expect(old == .init(key: .contrast, isOld: true) && old?.member == "Read")
    course.asked(.init(key: .contrast, isOld: true), by: 8)
    let last = course.answered(8, nil, hasFailed: true)
    #expect(last == nil)
    // What is told counts more than an answer that comes after it.
    course.changed("reduced-motion", 1)
    let late = course.answered(7, 0, hasFailed: false)
    #expect(late == nil && course.appearance.isStill == true)
    for (value, isDark) in [(UInt32(2), Bool?(false)), (0, nil), (1, true), (3, nil), (.max, nil)] {
      course.changed("color-scheme", value)
      #expect(course.appearance.isDark == isDark)
    }
    course.changed("color-scheme", 1)
    course.changed("contrast", 1)
    course.changed("accent-color", 1)
    course.changed("contrast", nil)
    #expect(course.appearance.isHighContrast == nil && course.appearance.isDark == true)
    let next = course.begin(isThere: false)
    #expect(next == [] && course.appearance == Appearance())
  }

  @Test(
    "a theme's name tells whether it is dark",
    arguments: [
      ("Adwaita", false, nil), ("Adwaita-dark", true, nil), ("Adwaita:dark", true, nil),
      ("Breeze-Dark", true, nil),
      ("Mint-Y-Dark-Aqua", true, nil), ("Materia-dark-compact", true, nil), ("BreezeDark", true, nil),
      ("HighContrast", false, true), ("HighContrastInverse", true, true), ("Numix-darkblue", false, nil),
      ("", false, nil),
    ] as [(String, Bool, Bool?)])
  func names(name: String, isDark: Bool, isHighContrast: Bool?) {
    let appearance = Appearance(themeName: name, enablesAnimations: nil)
    #expect(appearance.isDark == isDark && appearance.isHighContrast == isHighContrast)
    #expect(appearance.isStill == nil)
  }

  @Test("what one has no preference on, the other says")
  func filled() {
    var portal = Appearance()
    let manager = Appearance(themeName: "HighContrast-dark", enablesAnimations: true)
    #expect(portal.filled(by: manager) == manager && manager.filled(by: portal) == manager)
    (portal.isDark, portal.isStill) = (false, true)
    let both = portal.filled(by: manager)
    #expect(both.isDark == false && both.isStill == true && both.isHighContrast == true)
    #expect(Appearance(themeName: nil, enablesAnimations: false).isStill == true)
  }
}

@Suite("Messages of the bus")
struct BusFrameTests {
  private let call = BusFrame(
    call: 7, "org.example.Name", "/org/example", "org.example.Interface", "Member", ["one", "zwei ü"],
    startsService: false)

  @Test("what is written is read")
  func roundTrip() throws {
    let read = try #require(BusFrame(call.bytes))
    #expect(read.kind == .call && read.serial == 7 && read.path == "/org/example" && read.signature == "ss")
    #expect(read.destination == "org.example.Name" && read.member == "Member" && read.body == call.body)
    var values = read.values
    let texts = [values.text(), values.text(), values.text()]
    #expect(texts == ["one", "zwei ü", nil])
    #expect(call.bytes[2] == 2)
    #expect(BusFrame(call: 1, "a", "/", "b", "c").bytes[2] == 0)
  }

  @Test("a message that is cut, longer, or has any bit flipped is read or refused")
  func damaged() {
    let bytes = call.bytes
    for count in 0..<bytes.count { #expect(BusFrame(Array(bytes[..<count])) == nil) }
    #expect(BusFrame(bytes + [0]) == nil)
    for place in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[place] ^= 1 << UInt8(bit)
        guard let frame = BusFrame(flipped) else { continue }
        var values = frame.values
        while values.text() != nil {}
        var variant = frame.values
        _ = variant.numberInVariant()
      }
    }
  }

  @Test("numbers in variants of variants, up to a depth")
  func variants() {
    func number(_ bytes: [UInt8]) -> UInt32? {
      var reader = BusReader(bytes, at: 0)
      return reader.numberInVariant()
    }
    #expect(number([1, 117, 0, 0, 2, 0, 0, 0]) == 2)
    #expect(number([1, 118, 0, 1, 117, 0, 0, 0, 1, 0, 0, 0]) == 1)
    #expect(number([1, 115, 0, 0, 1, 0, 0, 0, 65, 0]) == nil && number([1, 117, 0, 0, 2]) == nil)
    #expect(number([UInt8](repeating: 0, count: 64)) == nil && number([255]) == nil && number([]) == nil)
    var nested: [UInt8] = []
    for _ in 0..<40 { nested += [1, 118, 0] }
    #expect(number(nested + [1, 117, 0, 0, 0, 0, 0, 0]) == nil)
  }

  @Test("addresses of sockets, as the kernel has them")
  func addresses() {
    func socket(_ text: String) -> [UInt8]? { BusAddress.socket(of: text[...]) }
    #expect(socket("unix:path=/run/user/1000/bus") == Array("/run/user/1000/bus".utf8))
    #expect(socket("unix:guid=12,path=/a%20b") == Array("/a b".utf8))
    #expect(socket("unix:abstract=/tmp/x,guid=1") == [0] + Array("/tmp/x".utf8))
    for text in [
      "", "unix:", "unix:path=", "tcp:host=a", "unix:path=%2", "unix:path=%zz", "unix:path=/a%00b",
    ] {
      #expect(socket(text) == nil, "\(text)")
    }
  }
}
