/// What a window is to the window manager.
package enum KindOption: String, CaseIterable, Sendable {
  case normal
  /// A small companion of other windows.
  case utility
  /// Beside all windows, as a panel is.
  case dock
  /// Below all windows.
  case desktop
}

/// A place on the screen, in device pixels from its top left corner.
package struct ScreenPosition: Equatable, Sendable {
  package var x: Int
  package var y: Int

  package init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
}

/// How texts become what a window is like.
package enum WindowText {
  /// The coordinates of X.
  private static let positions = -32767...32767

  /// `X,Y` in device pixels.
  package static func position(_ text: String) throws -> ScreenPosition {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let x = parts[0], let y = parts[1], positions.contains(x),
      positions.contains(y)
    else {
      throw ArgumentProblem(
        description:
          "a position is X,Y in device pixels, each from \(positions.lowerBound) to \(positions.upperBound), as in 1600,40"
      )
    }
    return ScreenPosition(x: x, y: y)
  }

  /// How opaque a background is.
  package static func backgroundOpacity(_ text: String) throws -> Double {
    guard let opacity = ArgumentText.number(text[...]), (0...1).contains(opacity) else {
      throw ArgumentProblem(
        description: "an opacity of the background is a number from 0 to 1, as in 0.6")
    }
    return opacity
  }

  /// How opaque a window is.
  package static func opacity(_ text: String) throws -> Double {
    guard let opacity = ArgumentText.number(text[...]), (0.1...1).contains(opacity) else {
      throw ArgumentProblem(description: "an opacity is a number from 0.1 to 1, as in 0.8")
    }
    return opacity
  }
}
