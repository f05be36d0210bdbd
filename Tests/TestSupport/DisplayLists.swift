package import DisplayLists
package import Geometry

extension DisplayList {
  /// What a frame that shows `old` has to repaint to show this one.
  package func damage(since old: DisplayList) -> Damage {
    var frame = Frame()
    frame.show(old)
    frame.removeChanges()
    frame.show(self)
    return frame.damage
  }
}

extension Damage {
  package var area: Int { rects.reduce(0) { $0 + $1.area } }

  package func covers(_ rect: PixelRect) -> Bool {
    rects.reduce([rect]) { rest, part in rest.flatMap { $0.subtracting(part) } }.isEmpty
  }
}

extension SegmentGroup {
  /// The brightness of a part.
  package func level(_ index: Int) -> Int {
    Int((levels >> UInt64(index * 8)) & 0xFF)
  }
}
