import Geometry
import TestSupport
import Testing

@testable import Windowing

@Suite("Places of a window")
struct PlaceBookTests {
  static let one = [PixelRect(x: 0, y: 0, width: 1920, height: 1080)]
  static let two = [PixelRect(x: 1920, y: 0, width: 1280, height: 1024)] + one

  private func rect(_ x: Int, _ y: Int, _ width: Int = 840, _ height: Int = 480) -> PixelRect {
    PixelRect(x: x, y: y, width: width, height: height)
  }

  private func book(_ places: [(rect: PixelRect, monitors: [PixelRect])]) -> PlaceBook {
    var book = PlaceBook("")
    for (rect, monitors) in places {
      let state = WindowState(rect: rect, states: [], desktop: nil)
      book.record(state, scale: 1, on: monitors)
    }
    return book
  }

  private func known(_ book: PlaceBook, on monitors: [PixelRect]) -> PixelRect? {
    book.place(on: monitors, scale: 1).flatMap { $0.isKnown ? $0.rect : nil }
  }

  @Test("each set of monitors has a place of its own, in whatever order they are listed")
  func sets() {
    #expect(PlaceBook("").place(on: Self.one, scale: 1) == nil)
    let book = book([(rect(10, 20), Self.one), (rect(2000, -5), Self.two)])
    #expect(known(book, on: Self.one) == rect(10, 20))
    #expect(known(book, on: Self.two.reversed()) == rect(2000, -5))
    // On others it has the last size.
    let other = book.place(on: [rect(0, 0, 800, 600)], scale: 2)
    #expect(other.map { !$0.isKnown && ($0.rect.width, $0.rect.height) == (1680, 960) } == true)
    #expect(
      book.text
        == """
        as 0 -1
        1920x1080+0+0,1280x1024+1920+0 840x480+2000-5 1.0
        1920x1080+0+0 840x480+10+20 1.0

        """)
    #expect(PlaceBook(book.text) == book)
  }

  @Test("no more sets are kept than there are likely to be, the oldest go first")
  func bound() {
    let sets = (100..<150).map { [rect(0, 0, $0, 1000)] }
    let book = book(sets.map { (rect(1, 2), $0) })
    #expect(book.text.split(separator: "\n").count == PlaceBook.maxSets + 1)
    #expect(known(book, on: sets[49]) != nil && known(book, on: sets[0]) == nil)
  }

  @Test(
    "what makes no sense is left out, and the rest counts",
    arguments: [
      "x", "1920x1080+0+0 840x480+10+20", "1920x1080+0+0 840x480+10+20 0",
      "1920x1080+0+0 840x480+10+20 nan",
      "1920x1080+0+0 0x480+10+20 1.0", "1920x1080+0+0 840x40000+10+20 1.0",
      "1920x1080+0+0 840x480+99999999999999999999+2 1.0",
      "1920x1080+0+0  840x480+1+2 1.0",
    ])
  func faults(line: String) {
    let book = PlaceBook(line + "\n1920x1080+0+0 840x480+10+20 1.0\n")
    #expect(book.text == "1920x1080+0+0 840x480+10+20 1.0\n")
  }

  @Test("any text is a book, and what is written is read again equal")
  func anything() {
    var random = SplitMix64(seed: 7)
    let pieces = [
      "1920x1080+0+0", ",", " ", "\n", "840x480+10-20", "1.5", "x", "+", "-", "0", "é", "\0",
    ]
    for _ in 0..<5000 {
      let count = Int(random.next() % 12)
      let text = (0..<count).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
      let book = PlaceBook(text)
      #expect(PlaceBook(book.text) == book)
    }
  }

  @Test("a place that can hardly be seen is brought back onto the monitor that has most of it")
  func broughtBack() {
    let cases: [(PixelRect, PixelRect)] = [
      (rect(100, 100), rect(100, 100)), (rect(1500, 300), rect(1500, 300)),
      (rect(1900, 300), rect(1080, 300)), (rect(5000, 5000), rect(1080, 600)),
      (rect(-800, -470), rect(0, 0)), (rect(30_000, 0, 3000, 2000), rect(0, 0, 3000, 2000)),
    ]
    for (kept, seen) in cases {
      #expect(known(book([(kept, Self.one)]), on: Self.one) == seen, "\(kept)")
    }
  }

  @Test("at another scale it is as large to the eye")
  func scales() {
    let book = PlaceBook("1920x1080+0+0 840x480+10+20 1.0\n1x1+0+0 1x1+0+0 4\n")
    #expect(book.place(on: Self.one, scale: 2)?.rect == rect(10, 20, 1680, 960))
    #expect(book.place(on: [rect(0, 0, 1, 1)], scale: 0.25)?.rect == rect(0, 0, 1, 1))
  }
}
