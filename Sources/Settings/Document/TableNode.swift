/// A table while a text is read: it may still get keys, from several places of the text.
final class TableNode {
  /// What a table was made by, which says what may still be added to it.
  enum Origin {
    /// A longer head or the text itself: all may be.
    case implied
    /// A head of its own: keys after it, and tables by longer heads.
    case head
    /// A key with points: keys with the same beginning.
    case dottedKey
    /// Braces: nothing.
    case braces
  }

  enum Entry {
    case value(Document.Item)
    case table(TableNode)
    /// The tables of a list, each by a head in double brackets.
    case tables(List)
  }

  /// The tables of a list, of which there is one at least.
  final class List {
    private let first: TableNode
    private(set) var newest: TableNode
    private var all: [TableNode]

    init(_ node: TableNode) { (first, newest, all) = (node, node, [node]) }

    func append(_ node: TableNode) {
      newest = node
      all.append(node)
    }

    fileprivate var item: Document.Item {
      Document.Item(value: .list(all.map(\.item)), place: first.place)
    }
  }

  var origin: Origin
  let place: Place
  private(set) var entries: [String: Entry] = [:]

  init(_ origin: Origin, _ place: Place) { (self.origin, self.place) = (origin, place) }

  subscript(key: String) -> Entry? {
    get { entries[key] }
    set { entries[key] = newValue }
  }

  /// The table as it is now, its keys in the order in which they stand.
  var table: Document.Table {
    let items = entries.map { key, entry in
      switch entry {
      case .value(let item): (key: key, item: item)
      case .table(let node): (key: key, item: node.item)
      case .tables(let list): (key: key, item: list.item)
      }
    }
    return Document.Table(items: items.sorted { ($0.item.place, $0.key) < ($1.item.place, $1.key) })
  }

  fileprivate var item: Document.Item { Document.Item(value: .table(table), place: place) }
}
