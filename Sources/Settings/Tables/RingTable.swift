import Geometry
import Scene
import Session

extension TableReading {
  /// The rings that the tables `items` say.
  mutating func rings(_ items: [Document.Item]) -> [RingSetting] {
    if items.count > RingModel.maximumCount {
      note(
        "allowed are up to \(RingModel.maximumCount) rings",
        at: items[RingModel.maximumCount].place, "ring")
    }
    var names: Set<String> = []
    return items.prefix(RingModel.maximumCount).compactMap { item in
      guard var inner = inner(item, "ring") else { return nil }
      let ring = inner.ring()
      if let ring, !names.insert(ring.ring.name).inserted {
        inner.note("there is a ring of that name already", at: inner.table["name"]?.place, "name")
      }
      take(inner)
      return ring
    }
  }

  /// The ring that the table says.
  private mutating func ring() -> RingSetting? {
    let name = value("name") { text in
      guard RingText.isName(text) else {
        throw ArgumentProblem(
          description: """
            a ring's name has 1 to \(RingText.longestName) characters, of \(RingModel.maxNameBytes) bytes at most
            """)
      }
      return text
    }
    if table["name"] == nil { note("a ring needs a name") }
    let value = value("value") { text in
      guard let source = RingText.source(text[...]), case .manual = source else {
        throw ArgumentProblem(
          description: """
            a value is like 50%, 50 (per cent) or 3/7, up to \(Int(RingModel.maximum * 100))%; what a ring follows is its source
            """)
      }
      return source
    }
    let source = self.value("source") { text in
      guard let named = RingSource.named.first(where: { $0.key == text }) else {
        throw ArgumentProblem(description: "a source is one of \(RingText.sources)")
      }
      return named.value
    }
    if let item = table["source"], table["value"] != nil {
      note("a ring that follows something has no value of its own", at: item.place, "source")
    }
    let colors = item("color").flatMap { paint($0) }
    let target = self.value("target", ArgumentText.lap)
    if let item = table["target"], source != .lap {
      note("a target is for a ring whose source is lap", at: item.place, "target")
    }
    refuseOthers("allowed are name, value, source, color, target")
    return name.map {
      RingSetting(
        RingModel(name: $0, source: source ?? value ?? .manual(0)), colors: colors, target: target)
    }
  }

  /// The colours of a ring: a name that stands for two, one colour, or those of the start and of the tip.
  private mutating func paint(_ item: Document.Item) -> RingPaint? {
    if case .list(let items) = item.value {
      let colors = items.prefix(2).compactMap { value(of: $0, "color", ColorText.opaque) }
      guard items.count == 2 else {
        note("allowed is one colour, or two: of the start and of the tip", at: item.place, "color")
        return nil
      }
      return colors.count == 2 ? RingPaint(start: colors[0], end: colors[1]) : nil
    }
    if case .text(let text) = item.value,
      let pair = ColorText.namedPairs.first(where: { $0.key == text })?.value
    {
      return RingPaint(start: Color(hex: pair.start), end: Color(hex: pair.end))
    }
    return value(of: item, "color", ColorText.opaque).map {
      RingPaint(start: $0, end: $0.mixed(with: .white, by: 0.3))
    }
  }
}
