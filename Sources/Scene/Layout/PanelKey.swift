import Session
import Timekeeping

extension Panel {
  /// What the layout depends on besides the font.
  struct Key: Equatable {
    /// Without drift, which moves the finished items, and without font metrics.
    var environment: Environment
    var parts: Set<Part>
    var theme: ThemeName
    /// The indices of the shown rings.
    var rings: Range<Int>
    var ringNames: [String]
    /// Whether the rings are around the other instruments.
    var hasBezel = false
    /// Whether the window's edge shows what the mode does.
    var hasEdge = false
    var digits = DigitForm.full
    /// Whether the dial is in the middle, between the rings and the digits, or above the digits.
    var isDialCentered = false
    /// The digits' aspect ratio in this mode, as the layout has it.
    var digitAspect: Double
    /// That of a time that needs fewer digits than the layout has room for; they may fill their column.
    var fillingAspect: Double?
    var minDigits = 1
    /// The value of a part's area, relative to that of a time. A dial has small texts, so it needs
    /// more; rings are read by their colour, and a list only now and then.
    var weights: [Part: Double] = [.digits: 1, .dial: 1.5, .rings: 0.8, .laps: 0.7]
    /// The width of the main buttons by the size of their captions; 0 if there are none.
    var mainWidth: Double
    /// Whether the buttons that set rings have a row of their own, and are always shown.
    var hasRingRow: Bool
    var hasRingButtons: Bool
    var hasList: Bool
    var extent: WindowExtent

    /// The value of a count's area: it is what the window is for, and a few large figures suffice.
    private static let countWeight = 1.7
    /// An ellipse below this aspect ratio looks like a circle, and its rings go around it.
    private static let maxCircleAspect = 1.2
    /// The modes that are a dial in a round window, as they are on a wall.
    private static let watches: Set<Mode> = [.clock, .timer]
    /// From this aspect ratio on, the clock's digits and rings are on either side of its dial.
    private static let minWideAspect = 1.55
    /// A little more than a window that is meant as a square has.
    private static let maxSquareAspect = 1.1
    /// From this one on, a whole line of digits is legible there.
    private static let minLineAspect = 3.0
    /// The minimum width of a window with a row for the rings' buttons, in user units.
    private static let minRingRow = 600.0
    /// The width of a button for a letter of its caption, in ems: 0.66 of a bold one, and nearly as
    /// much again for round ends and gaps.
    private static let buttonLetter = 1.22

    init(_ model: ModelAt, in environment: Environment) {
      self.environment = environment
      self.environment.drift = .none
      self.environment.fonts = []
      parts = environment.parts ?? model.defaultParts
      // It covers the others, wherever they are.
      if parts.remove(.month) != nil, parts.isEmpty { parts = [.digits] }
      theme = model.shownTheme
      let shown = model.shownRings
      rings = shown.indices
      extent = WindowExtent(environment, model.mode)
      let slimness = environment.size.width / environment.size.height
      let isCircle =
        environment.shape == .round && max(slimness, 1 / slimness) < Key.maxCircleAspect
      if isCircle, environment.parts == nil, extent != .tiny, Key.watches.contains(model.mode) {
        parts = [.dial]
      }
      if parts.isSuperset(of: [.rings, .digits]), extent != .usual {
        // Empty rings take no room from the time, nor do others around it, unless asked for.
        let first = shown.firstIndex { $0.source != .manual(0) }
        // By itself, a tiny window has its edge instead.
        let isEdge = extent == .tiny && environment.parts == nil
        if first == nil || isEdge { parts.remove(.rings) }
        if extent == .tiny, let first { rings = first..<first + 1 }
      }
      ringNames = rings.map { shown[$0].title }
      let isTiny = extent == .tiny && parts.contains(.digits)
      let isWatch = isCircle && !parts.isDisjoint(with: [.digits, .dial])
      hasBezel = parts.contains(.rings) && (isTiny || isWatch)
      hasEdge = isTiny && environment.parts == nil && model.edge != nil
      digits = DigitForm(in: environment.size, extent, hasBezel: hasBezel || hasEdge && isCircle)
      let isWide = slimness > Key.minWideAspect
      let isClock =
        model.mode == .clock && extent == .usual && environment.shape != .round
        && (isWide || environment.parts == nil)
      // The clock's own rings, which nobody set, repeat what a large dial says.
      if isClock, !isWide, shown != model.rings { parts.remove(.rings) }
      isDialCentered = isClock && parts == (isWide ? [.digits, .dial, .rings] : [.digits, .dial])
      if isDialCentered, isWide, slimness < Key.minLineAspect { digits = .column }
      digitAspect = digits.aspect
      if case .number(let value, let digits) = model.readout {
        // A number keeps its size as it grows to three digits; room for more would make it small.
        minDigits = extent == .tiny ? 1 : min(digits, 3)
        self.digits = .full
        let count = max(minDigits, String(value.magnitude).utf8.count)
        // A sign makes only the largest numbers smaller.
        digitAspect = DigitRow(text: String(repeating: "8", count: count)).aspect
        weights[.digits] = Key.countWeight
      }
      if digits == .full {
        fillingAspect = model.longestTime.map { DigitRow(text: TimeFormat.length($0)).aspect }
      }
      let letters = model.captions.map(Key.letters).reduce(0, max)
      mainWidth = Key.buttonLetter * Double(model.maxButtons) * letters
      hasRingRow =
        parts.contains(.rings) && environment.size.width >= Key.minRingRow * environment.scale
      hasRingButtons = model.hasRingButtons && hasRingRow
      hasList = model.hasList && parts.contains(.laps)
    }

    /// Whether neither side is much longer than the other.
    var isSquare: Bool {
      let (width, height) = (environment.size.width, environment.size.height)
      return max(width, height) < Key.maxSquareAspect * min(width, height)
    }

    /// The first character of Chinese, Japanese and Korean, and their width by that of a Latin letter: an em.
    private static let (firstWide, wideLetter): (UInt32, Double) = (0x2E80, 1.3)

    private static func letters(of caption: String) -> Double {
      caption.unicodeScalars.map { $0.value < firstWide ? 1 : wideLetter }.reduce(0, +)
    }

    func differsInDigits(from other: Key) -> Bool {
      var key = self
      key.digitAspect = other.digitAspect
      return self != other && key == other
    }
  }
}
