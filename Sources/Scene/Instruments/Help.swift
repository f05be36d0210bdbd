package import DisplayLists
package import Geometry
package import Session
import Timekeeping

struct Help: StillInstrument {
  private var mode: Mode?
  private(set) var picture: Picture?
  private(set) var elements: [Element] = []

  mutating func update(_ update: inout Update) -> Bool {
    let mode = update.model.isHelpShown ? update.model.mode : nil
    guard update.isNew || mode != self.mode else { return false }
    (self.mode, picture, elements) = (mode, nil, [])
    guard mode != nil else { return true }
    let environment = update.panel.key.environment
    let sheet = HelpSheet(update.model, in: environment, measurer: update.panel.measurer)
    // The veil covers the window at any drift.
    let veil = Rect(origin: .zero, size: environment.size).inset(by: -Double(Drift.maxPixels))
    elements = sheet.elements
    picture = Picture([.fill(.rect(veil), update.panel.theme.veil)] + sheet.marks, covering: veil)
    return true
  }
}

/// What the keys do in the present mode, in one or two columns.
package struct HelpSheet {
  /// In the middle of the window, or in a popup of `size`.
  private(set) var marks: [Mark] = []
  package private(set) var elements: [Element] = []
  package let size: Size
  /// If not, a popup shows it instead.
  package let isLegible: Bool
  private let scale: Double

  // In user units: the text in a window, and what is too small.

  private static let text = 16.0
  private static let minText = 10.0
  private static let minWidth = 500.0

  // In ems.

  /// From the top to the first row.
  private static let heading = 2.8
  /// The part of the heading in whose middle the title is, so that it is apart from the rows.
  private static let titlePart = 0.8
  private static let titleSize = 1.4
  private static let pitch = 1.75
  private static let gap = 0.9
  private static let columnGap = 2.2
  private static let padding = 1.2
  /// What rounding to pixels may take of a text's frame, so that it makes no text smaller.
  private static let slack = 0.2

  private typealias Row = (keys: String, words: String)
  /// The widths of the keys, with a gap, and of all are in ems.
  private typealias Column = (rows: ArraySlice<Row>, keys: Double, width: Double)

  /// Creates the largest sheet that fits into the window, or into `popup`.
  package init(
    _ model: ModelAt, in environment: Environment, popup: Size? = nil, measurer: TextMeasurer
  ) {
    let (theme, font) = environment.look(of: model.base)
    scale = environment.scale
    func width(_ texts: [String], isBold: Bool) -> Double {
      (texts.map { measurer($0, isBold, font) }.max() ?? 0) + HelpSheet.slack
    }
    let rows: [Row] = environment.bindings.compactMap { row in
      model.help(of: row).map { (row.label, $0) }
    }
    let room = popup ?? environment.middle.size
    var (columns, extent, em): ([Column], Size, Double) = ([], .zero, 0)
    for count in [2, 1] {
      let height = max(1, (rows.count + count - 1) / count)
      let new = stride(from: 0, to: rows.count, by: height).map { start -> Column in
        let rows = rows[start...].prefix(height)
        let keys = width(rows.map(\.keys), isBold: true) + HelpSheet.gap
        return (rows, keys, keys + width(rows.map(\.words), isBold: false))
      }
      let all = Size(
        width: new.reduce(HelpSheet.padding - HelpSheet.columnGap) {
          $0 + $1.width + HelpSheet.columnGap
        },
        height: HelpSheet.heading + HelpSheet.pitch * Double(height) + HelpSheet.padding)
      let size = min(
        (popup == nil ? HelpSheet.text : MenuLayout.text) * scale, room.width / all.width,
        room.height / all.height)
      if size > em { (columns, extent, em) = (new, all, size) }
    }
    size = Size(
      width: (extent.width * em).rounded(.up), height: (extent.height * em).rounded(.up))
    isLegible =
      em >= HelpSheet.minText * scale && room.width >= HelpSheet.minWidth * scale
    let center =
      popup == nil ? environment.middle.center : Rect(origin: .zero, size: size).center
    let content = Rect(center: center, size: size).inset(by: HelpSheet.padding / 2 * em)
    let title = model.mode.helpTitle.text
    var sheet = Element(.help, .list, title, in: .box(content))
    sheet.states = .modal
    elements.append(sheet)
    func add(
      _ text: String, _ frame: Rect, _ alignment: TextRun.Alignment, size: Double, isBold: Bool
    ) {
      marks.append(
        .text(
          TextRun(
            text, frame: frame.snapped, alignment: alignment, size: size, isBold: isBold,
            color: theme.text)))
    }
    let top = content.inset(
      bottom: content.height - HelpSheet.titlePart * HelpSheet.heading * em)
    add(title, top, .center, size: em * HelpSheet.titleSize, isBold: true)
    var x = content.minX
    for column in columns {
      var row = Rect(
        x: x, y: content.minY + HelpSheet.heading * em, width: column.width * em,
        height: HelpSheet.pitch * em)
      for (keys, words) in column.rows {
        let end = (column.width - column.keys + HelpSheet.gap) * em
        add(keys, row.inset(right: end), .trailing, size: em, isBold: true)
        add(words, row.inset(left: column.keys * em), .leading, size: em, isBold: false)
        var element = Element(.key(elements.count - 1), .row, words, in: .box(row.snapped))
        element.value = .text(keys)
        elements.append(element)
        row.origin.y += row.height
      }
      x += row.width + HelpSheet.columnGap * em
    }
  }

  package func list(
    in theme: Theme, font: FontMetrics, on face: PopupFace = .square
  ) -> DisplayList {
    let bounds = Rect(origin: .zero, size: size)
    return face.list(
      of: [.picture(Picture(marks, covering: bounds))], size: size, in: theme, font: font)
  }
}
