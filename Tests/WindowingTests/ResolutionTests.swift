import Testing

@testable import Windowing

@Suite("Resolution")
struct ResolutionTests {
  @Test(
    "the scale is Xft.dpi / 96, held within 0.5...8",
    arguments: [("96", 1.0), ("192", 2), ("144", 1.5), ("30", 0.5), ("1000", 8), ("96.0", 1)])
  func scales(dpi: String, scale: Double) {
    #expect(Resolution.scale(resources: "Xcursor.size:\t24\nXft.dpi:\t\(dpi)\nXft.hinting: 1\n") == scale)
  }

  @Test(
    "a number that no screen has is no scale",
    arguments: ["0", "-96", "nan", "inf", "1e9", "", "big", "0x60"])
  func refusesNonsense(dpi: String) {
    #expect(Resolution.scale(resources: "Xft.dpi: \(dpi)\n") == 1)
  }

  @Test("resources without the entry are no scale", arguments: ["", "Xft.dpi", "\n:::\n", "Xft.dpiX: 192"])
  func missing(resources: String) {
    #expect(Resolution.scale(resources: resources) == 1)
  }
}
