import ProgramSupport
import Testing

@testable import Windowing

@Suite("Resolution")
struct ResolutionTests {
  private func scale(_ resources: String, _ settings: DesktopSettings = DesktopSettings()) -> Double
  {
    settings.scale(resources: DesktopSettings.dotsPerInch(resources: resources))
  }

  @Test(
    "the scale is Xft.dpi / 96, held within 0.5...8",
    arguments: [("96", 1.0), ("192", 2), ("144", 1.5), ("30", 0.5), ("1000", 8), ("96.0", 1)])
  func scales(dpi: String, expected: Double) {
    #expect(scale("Xcursor.size:\t24\nXft.dpi:\t\(dpi)\nXft.hinting: 1\n") == expected)
  }

  @Test(
    "a number that no screen has is no scale",
    arguments: ["0", "-96", "nan", "inf", "1e9", "", "big", "0x60"])
  func refusesNonsense(dpi: String) {
    #expect(scale("Xft.dpi: \(dpi)\n") == 1)
  }

  @Test(
    "resources without the entry are no scale",
    arguments: ["", "Xft.dpi", "\n:::\n", "Xft.dpiX: 192"])
  func missing(resources: String) {
    #expect(scale(resources) == 1)
  }

  /// What is said of the resolution in three places, and what comes of it.
  struct Case: CustomTestStringConvertible, Sendable {
    var resources = ""
    var dots: Int32?
    var factor: Int32?
    let scale: Double

    var testDescription: String {
      "resources \(resources), Xft/DPI \(dots ?? 0), factor \(factor ?? 0): \(scale)"
    }
  }

  @Test(
    "without an entry the desktop's settings count",
    arguments: [
      Case(dots: 96 * 1024, scale: 1), Case(dots: 144 * 1024, scale: 1.5),
      Case(dots: 72 * 1024, scale: 0.75),
      Case(factor: 1, scale: 1), Case(factor: 2, scale: 2), Case(factor: 9, scale: 1),
      Case(factor: 0, scale: 1),
      // Both are said for programs that know one of them.
      Case(dots: 192 * 1024, factor: 2, scale: 2), Case(dots: 240 * 1024, factor: 2, scale: 2.5),
      Case(dots: 96 * 1024, factor: 2, scale: 2), Case(dots: 72 * 1024, factor: 1, scale: 0.75),
      Case(dots: -1, scale: 1), Case(dots: 0, factor: 3, scale: 3), Case(dots: 5, scale: 1),
      Case(dots: .max, scale: 1), Case(dots: .min, scale: 1),
      Case(resources: "Xft.dpi: 96", dots: 192 * 1024, factor: 2, scale: 1),
      Case(resources: "Xft.dpi: nan", dots: 192 * 1024, scale: 2),
    ])
  func desktops(example: Case) throws {
    var settings: [(name: String, value: SettingsManager.Value)] = []
    if let dots = example.dots { settings.append(("Xft/DPI", .number(dots))) }
    if let factor = example.factor { settings.append(("Gdk/WindowScalingFactor", .number(factor))) }
    let read = try #require(DesktopSettings(SettingsManager.bytes(settings)))
    #expect(scale(example.resources, read) == example.scale)
  }
}
