import Desktop

// What is being typed.

extension AccessibilityConnection {
  func answerText(_ call: BusMessage, _ text: AccessibleText, of id: String) -> [BusValue]? {
    let scalars = Array(text.content.unicodeScalars)
    /// A part of the text, and where it begins and ends; an end of -1 is that of the text.
    func part(_ start: Int, _ end: Int) -> (text: String, bounds: Range<Int>) {
      let last = end < 0 ? scalars.count : min(end, scalars.count)
      let first = max(0, min(start, last))
      var part = String.UnicodeScalarView()
      part.append(contentsOf: scalars[first..<last])
      return (String(part), first..<last)
    }
    func answer(_ found: (text: String, bounds: Range<Int>)) -> [BusValue] {
      [
        .text(found.text), .integer(Int32(clamping: found.bounds.lowerBound)),
        .integer(Int32(clamping: found.bounds.upperBound)),
      ]
    }
    switch call.member {
    case "GetDefaultAttributes", "GetDefaultAttributeSet": return [.array("{ss}", [])]
    case "GetNSelections": return [.integer(text.selection.isEmpty ? 0 : 1)]
    default: break
    }
    guard let first = call.integer() else { return nil }
    switch call.member {
    case "GetText":
      guard let end = call.integer() else { return nil }
      return [.text(part(Int(first), Int(end)).text)]
    case "GetCharacterAtOffset":
      let scalar = scalars.indices.contains(Int(first)) ? scalars[Int(first)].value : 0
      return [.integer(Int32(clamping: scalar))]
    case "GetStringAtOffset", "GetTextAtOffset":
      // Granularity or boundary 0 is a character; all else is the line, which is the whole text.
      guard let unit = call.number() else { return nil }
      return answer(unit == 0 ? part(Int(first), Int(first) + 1) : part(0, -1))
    case "GetTextBeforeOffset": return answer(part(Int(first) - 1, max(0, Int(first))))
    case "GetTextAfterOffset": return answer(part(Int(first) + 1, max(0, Int(first) + 2)))
    case "GetSelection":
      let selection = first == 0 ? text.selection : 0..<0
      return [
        .integer(Int32(clamping: selection.lowerBound)),
        .integer(Int32(clamping: selection.upperBound)),
      ]
    case "GetAttributes", "GetAttributeRun":
      return [
        .array("{ss}", []), .integer(0), .integer(Int32(clamping: scalars.count)),
      ]
    case "SetCaretOffset": return [.truth(window?.setCaret(Int(first), of: id) ?? false)]
    case "AddSelection", "RemoveSelection", "SetSelection": return [.truth(false)]
    default: return nil
    }
  }

  func answerEditable(_ call: BusMessage, _ text: AccessibleText, of id: String) -> [BusValue]? {
    var scalars = Array(text.content.unicodeScalars)
    switch call.member {
    case "SetTextContents":
      guard let new = call.text() else { return nil }
      scalars = Array(new.unicodeScalars)
    case "InsertText":
      guard let offset = call.integer(), let new = call.text(), let count = call.integer() else {
        return nil
      }
      let added = new.unicodeScalars.prefix(max(0, Int(count)))
      scalars.insert(contentsOf: added, at: max(0, min(Int(offset), scalars.count)))
    case "DeleteText":
      guard let start = call.integer(), let end = call.integer() else { return nil }
      let last = end < 0 ? scalars.count : min(Int(end), scalars.count)
      scalars.removeSubrange(max(0, min(Int(start), last))..<last)
    default: return nil
    }
    var new = String.UnicodeScalarView()
    new.append(contentsOf: scalars)
    return [.truth(window?.setText(String(new), of: id) ?? false)]
  }
}
