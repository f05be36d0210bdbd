/// A borrowed block of premultiplied 0xAARRGGBB pixels that stands for one rectangle of the window.
///
/// It owns nothing: whoever hands it out keeps the memory alive for the length of the call it is passed to.
public struct PixelBuffer {
  /// The first pixel of the first row.
  public let base: UnsafeMutablePointer<UInt32>
  /// From one row to the next, in pixels; at least the rectangle's width.
  public let stride: Int
  /// The rectangle of the window that the block stands for, in device pixels.
  public let rect: PixelRect

  /// The block at `base` for `rect`, with rows `stride` pixels apart.
  public init(base: UnsafeMutablePointer<UInt32>, stride: Int, rect: PixelRect) {
    self.base = base
    self.stride = stride
    self.rect = rect
  }

  /// The row `y` of the window, from the rectangle's first column on; `y` lies in `rect`.
  public func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
    base + (y &- rect.y) &* stride
  }
}
