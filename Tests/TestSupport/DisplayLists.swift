package import DisplayLists

extension DisplayList {
  /// What a frame that shows `old` has to repaint to show this one.
  package func changes(since old: DisplayList) -> Changes {
    var frame = Frame()
    frame.show(old)
    frame.changes.removeAll()
    frame.show(self)
    return frame.changes
  }
}

extension SegmentGroup {
  /// The brightness of a part.
  package func level(_ index: Int) -> Int {
    Int((levels >> UInt64(index * 8)) & 0xFF)
  }
}
