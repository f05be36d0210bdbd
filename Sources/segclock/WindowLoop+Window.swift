import Windowing

// What the window is to the desktop.

extension WindowLoop {
  /// The window's size, or that which it goes back to from the full screen, at another scale.
  func scaledSize(from old: Double, to new: Double) -> (width: Int, height: Int) {
    let size = window.windowedSize
    return (
      Int((Double(size.width) * new / old).rounded()), Int((Double(size.height) * new / old).rounded())
    )
  }
}
