import DisplayLists
import Geometry
import Session

/// The panel behind the rings' legend and the list on a translucent background, where small texts
/// alone would not be legible. It is one panel, as the two are one block of lines.
struct Backing: StillInstrument {
  private(set) var picture: Picture?

  mutating func update(_ update: inout Update) -> Bool {
    let (panel, box) = (update.panel, update.panel.listBox)
    let (shown, pinned) = RowList.rows(
      of: update.model.listExtent, space: box.rowCount(minText: panel.minText),
      update.pointer.list)
    let rows = Double(shown.count + pinned.count)
    let list = box.frame.inset(bottom: box.frame.height - box.rowHeight * rows)
    let texts = (panel.rings?.legend.map(\.box) ?? []) + (rows > 0 ? [list] : [])
    let new = panel.theme.panel(behind: texts, scale: panel.key.environment.scale)
    defer { picture = new }
    return update.isNew || new != picture
  }
}
