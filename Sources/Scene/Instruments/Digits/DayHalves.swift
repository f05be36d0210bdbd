import DisplayLists
import Geometry
import Timekeeping

/// The words for both halves of the day beside the digits of a clock of twelve hours, one above the other: the one that
/// holds is lit.
struct DayHalves {
  private var am: TextRun
  private var pm: TextRun
  private let lit: Color
  private let dark: Color

  /// From the digits to the words, and how wide those are, in digit widths.
  static let spacing = 0.3
  static let width = 0.8
  /// The size of the words, in digit widths; smaller where they are long.
  private static let size = 0.46

  /// The words beside digits of `width` whose top edge is `y`, from the column `x` on; nil where they would be too small
  /// to be read.
  init?(_ words: CalendarWords, x: Int, y: Int, digitWidth: Double, theme: Theme, leastText: Double)
  {
    let longest = max(DayHalves.length(of: words.am), DayHalves.length(of: words.pm))
    let size = min(DayHalves.size, DayHalves.width / longest) * digitWidth
    guard size >= leastText else { return nil }
    // Capitals are 0.73 of the size high, and stand in the middle of their box: the first word's end at the top edge of
    // the digits, the second one's at their foot.
    let inset = 0.365 * size
    let top = Double(y)
    let middles = [top + inset, top + SevenSegment.height * digitWidth - inset]
    let runs = zip([words.am, words.pm], middles).map { word, middle in
      TextRun(
        word,
        frame: Rect(
          center: Point(x: Double(x) + DayHalves.width / 2 * digitWidth, y: middle),
          size: Size(width: DayHalves.width * digitWidth, height: size * 1.4)
        ).snapped, alignment: .leading, size: size, isBold: true, color: theme.digits.unlit)
    }
    (am, pm) = (runs[0], runs[1])
    (lit, dark) = (theme.litFill, theme.digits.unlit)
  }

  /// Both words, of which that of the second half is lit, or the other one.
  mutating func items(isPM: Bool) -> [DisplayItem] {
    (am.color, pm.color) = isPM ? (dark, lit) : (lit, dark)
    return [.text(am), .text(pm)]
  }

  /// About how long a word is in bold type, in ems, and rather more: capitals and ideographs are the widest.
  private static func length(of word: String) -> Double {
    word.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 0.87 : 1.05) }
  }
}
