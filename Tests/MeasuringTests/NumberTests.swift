import Measuring
import TestSupport
import Testing

@Suite("Numbers")
struct NumberTests {
  @Test(
    "the median is the middle, or the mean of the two middle ones",
    arguments: [
      ([], 0), ([7], 7), ([3, 1], 2), ([9, 1, 5], 5), ([4, 1, 3, 2], 2.5), ([-1, -1, 8], -1),
    ]
      as [([Double], Double)])
  func median(values: [Double], median: Double) {
    #expect(values.median == median)
  }

  @Test("the median does not depend on the order, and at most half of all lie on either side")
  func medianProperties() {
    var random = SplitMix64(seed: 7)
    for count in 1...40 {
      let values = (0..<count).map { _ in Double(Int.random(in: -9...9, using: &random)) }
      let median = values.median
      #expect(values.shuffled(using: &random).median == median)
      #expect(values.count { $0 < median } * 2 <= count)
      #expect(values.count { $0 > median } * 2 <= count)
    }
  }

  @Test(
    "decimals are rounded and padded, and what is no number is a dash",
    arguments: [
      (0, 0, "0"), (0, 2, "0.00"), (1.005, 0, "1"), (2.5, 0, "3"), (-2.5, 0, "-3"),
      (0.049, 1, "0.0"),
      (0.05, 1, "0.1"), (-0.25, 2, "-0.25"), (12.3456, 3, "12.346"), (999.999, 2, "1000.00"),
      (7, -3, "7"),
      (1e30, 1, "-"), (.nan, 1, "-"), (.infinity, 0, "-"),
    ] as [(Double, Int, String)])
  func decimal(value: Double, digits: Int, text: String) {
    #expect(value.text(digits) == text)
  }

  @Test(
    "a size is two whole numbers that a window can have",
    arguments: [
      ("840x480", 840, 480), ("1x32767", 1, 32767), ("0x5", nil, nil), ("32768x5", nil, nil),
      ("840", nil, nil), ("840x", nil, nil), ("840x480x1", nil, nil), ("8.5x4", nil, nil),
      ("-8x4", nil, nil),
    ] as [(String, Int?, Int?)])
  func size(text: String, width: Int?, height: Int?) {
    let size = WindowSize(text)
    #expect(size?.width == width)
    #expect(size?.height == height)
    #expect(size == nil || size?.text == text)
  }
}
