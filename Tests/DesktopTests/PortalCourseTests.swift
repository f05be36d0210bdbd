import Testing

@testable import Desktop

@Suite("What a desktop says of looks")
struct PortalCourseTests {
  @Test(
    "each setting is asked for, as of today and then as before, and what means nothing says nothing"
  )
  func course() {
    var course = PortalCourse()
    let questions = course.begin()
    #expect(questions.map(\.key) == [.colorScheme, .contrast, .reducedMotion])
    for (number, question) in questions.enumerated() {
      course.asked(question, by: UInt32(number) + 5)
    }
    let first = course.answered(5, 1, hasFailed: false)
    #expect(first == nil && course.appearance.isDark == true)
    // A number of no question of ours, and a second answer.
    let others = [
      course.answered(99, 1, hasFailed: false), course.answered(5, 2, hasFailed: false),
    ]
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
      ("Mint-Y-Dark-Aqua", true, nil), ("Materia-dark-compact", true, nil),
      ("BreezeDark", true, nil),
      ("HighContrast", false, true), ("HighContrastInverse", true, true),
      ("Numix-darkblue", false, nil),
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
