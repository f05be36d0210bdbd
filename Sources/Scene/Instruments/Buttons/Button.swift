import DisplayLists
package import Geometry
package import Session

/// A button of the panel.
package struct Button: Equatable, Sendable {
  /// What it says and does.
  package var content: ButtonContent
  /// The name of a key that does the same; empty where there is none.
  package var hint: String
  /// Where it stands, in device pixels.
  package var frame: Rect
  /// Whether it does anything now.
  package var isEnabled: Bool
  /// The size of its caption, and of all captions of its row, in device pixels.
  var captionSize: Double

  /// How much of the colour of words is left of what does nothing now.
  static let disabledStrength: Float = 0.4
  /// How much of a button's width its caption may take.
  private static let captionShare = 0.74
  /// The mean width of a caption's letters in ems: that of "100%" in bold, the widest.
  private static let letterWidth = 0.78

  /// The size of captions of up to `length` characters, so that each is within its button of `size`; in device pixels.
  static func captionSize(length: Int, in size: Size) -> Double {
    min(size.height * 0.345, size.width * captionShare / (Double(max(length, 1)) * letterWidth))
  }

  /// Whether `point` is on its face, whose ends are round.
  func contains(_ point: Point) -> Bool {
    guard frame.contains(point) else { return false }
    let radius = frame.height / 2
    let dx = max(frame.minX + radius - point.x, point.x - (frame.maxX - radius), 0)
    let dy = point.y - frame.midY
    return dx * dx + dy * dy <= radius * radius
  }

  /// The button's look in `theme`: `hover` and `press` from 0 to 1 say how far it is lit and pushed in.
  func picture(
    theme: Theme, hover: Double, press: Double, leastText: Double
  ) -> Picture {
    let style = theme.style(of: content.kind)
    let strength: Float = isEnabled ? 1 : Button.disabledStrength
    let height = frame.height
    let face = Path.roundedRect(frame, radius: height / 2)
    var marks: [Mark] = theme.buttonShadows.map { shadow in
      // A button that is held down casts less: it sinks toward the surface.
      .shadow(
        face,
        Shadow(
          color: shadow.color.opacity(Float(1 - press) * (isEnabled ? 1 : 0.55)),
          radius: shadow.radius / 100 * height * (1 - press * 0.4),
          dx: shadow.offset / 100 * height * (1 - press * 0.7),
          dy: shadow.offset / 100 * height * (1 - press * 0.7)), knockout: true)
    }
    let fill = style.face.mixed(with: style.hover, by: Float(hover)).mixed(
      with: style.pressed, by: Float(press))
    marks.append(.fill(face, isEnabled ? fill : theme.background.mixed(with: fill, by: 0.5)))
    // Held down it is a hollow.
    if press > 0 {
      marks += theme.buttonShadows.map { shadow in
        let offset = shadow.offset / 100 * height * 0.6
        return .innerShadow(
          face,
          Shadow(
            color: shadow.color.opacity(Float(press)), radius: shadow.radius / 100 * height * 0.6,
            dx: offset,
            dy: offset))
      }
    }
    if style.border.alpha > 0 {
      let width = max(1, height / 34)
      marks.append(
        .stroke(
          .roundedRect(frame.inset(by: width / 2), radius: height / 2), width: width, round: false,
          style.border.opacity(strength)))
    }
    let hintSize = height * 0.235
    let hasHint = !hint.isEmpty && hintSize >= leastText && frame.width > hintSize * 5
    func line(at fraction: Double, height share: Double) -> Rect {
      Rect(
        x: frame.midX - frame.width * Button.captionShare / 2,
        y: frame.minY + height * (fraction - share / 2),
        width: frame.width * Button.captionShare, height: height * share)
    }
    // From the title's capitals to the hint's baseline is a block: its middle is a little above the button's, as descenders
    // weigh on it from below.
    marks.append(
      .text(
        TextRun(
          content.title, frame: line(at: hasHint ? 0.35 : 0.5, height: 0.6), size: captionSize,
          isBold: true,
          color: style.text.opacity(strength))))
    if hasHint {
      marks.append(
        .text(
          TextRun(
            hint, frame: line(at: 0.68, height: 0.4), size: hintSize,
            color: theme.secondaryText.shade(toward: style.text, by: Contrast.text, on: style.face)
              .opacity(strength))))
    }
    let reach =
      theme.buttonShadows.map { ($0.radius * 3 + abs($0.offset)) / 100 * height }.max() ?? 0
    return Picture(marks: marks, extent: PixelRect(covering: frame.inset(by: -reach - 1)))
  }

  /// What says that keys are on it: a ring about it, as far from it as it is wide.
  func focusRing(theme: Theme, scale: Double) -> Picture {
    let width = theme.focusWidth(scale: scale)
    let ring = frame.inset(by: -1.5 * width)
    return Picture(
      marks: [
        .stroke(
          .roundedRect(ring, radius: ring.height / 2), width: width, round: false, theme.focus)
      ],
      extent: PixelRect(covering: ring.inset(by: -width)))
  }
}

extension Theme {
  /// How a button of `kind` looks.
  fileprivate func style(of kind: ButtonContent.Kind) -> ButtonStyle {
    switch kind {
    case .plain: button
    case .start: startButton
    case .stop: stopButton
    }
  }
}
