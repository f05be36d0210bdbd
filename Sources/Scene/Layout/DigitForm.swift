import Geometry

/// How the digits show a time.
enum DigitForm {
  /// In one line, with all parts.
  case full
  /// `mm:ss`.
  case short
  /// `mm` above `ss`.
  case stacked
  /// Hours, minutes and seconds in three lines.
  case column

  /// From this aspect ratio on, the digits of `mm:ss` are larger in one line than in two: they are
  /// as wide as 5.1 digits, and two lines as high as 3.9.
  private static let minLineAspect = 1.3

  /// The form for a window of this extent.
  init(in size: Size, _ extent: WindowExtent, hasBezel: Bool) {
    let isLow = size.width > size.height * DigitForm.minLineAspect
    switch extent {
    case .tiny: self = isLow && !hasBezel ? .short : .stacked
    case .small: self = size.width < size.height ? .stacked : .full
    case .usual: self = .full
    }
  }

  var lineCount: Int { self == .column ? 3 : self == .stacked ? 2 : 1 }

  var aspect: Double {
    switch self {
    case .full: DigitRow.usualAspect
    case .short: DigitRow(text: "00:00").aspect
    case .stacked: DigitRow(text: "0000", lineCount: 2).aspect
    case .column: DigitRow(text: "000000", lineCount: 3).aspect
    }
  }
}
