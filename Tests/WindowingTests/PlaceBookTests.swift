import Geometry
import TestSupport
import Testing

@testable import Windowing

@Suite("Places of a window")
struct PlaceBookTests {
  static let one = [PixelRect(x: 0, y: 0, width: 1920, height: 1080)]
  static let two = [PixelRect(x: 1920, y: 0, width: 1280, height: 1024)] + one

  private func place(_ x: Int, _ y: Int, _ width: Int = 840, _ height: Int = 480, scale: Double = 1)
    -> PlaceBook.Place
  {
    PlaceBook.Place(rect: PixelRect(x: x, y: y, width: width, height: height), scale: scale)
  }

  @Test(
    "each set of monitors has a place of its own, in whatever order they are told; the last used is the first"
  )
  func sets() {
    var book = PlaceBook("")
    #expect(book.place(on: Self.one) == nil && book.last == nil)
    book.set(place(10, 20), on: Self.one)
    book.set(place(2000, -5), on: Self.two)
    #expect(book.place(on: Self.one) == place(10, 20))
    #expect(book.place(on: Self.two.reversed()) == place(2000, -5))
    #expect(book.last == place(2000, -5))
    #expect(
      book.text
        == """
        1920x1080+0+0,1280x1024+1920+0 840x480+2000-5 1.0
        1920x1080+0+0 840x480+10+20 1.0

        """)
    #expect(PlaceBook(book.text) == book)
  }

  @Test("the states are a line of their own")
  func states() {
    let state = WindowStateSnapshot([.above, .maximizedDown, .skipPager], desktop: 3)
    #expect(state.states == [.above, .maximizedDown])
    var book = PlaceBook("")
    book.set(place(10, 20), on: Self.one)
    book.state = state
    #expect(book.text == "as 258 3\n1920x1080+0+0 840x480+10+20 1.0\n")
    #expect(PlaceBook(book.text) == book)
    book.state = WindowStateSnapshot([.iconic, .sticky], desktop: nil)
    #expect(PlaceBook(book.text) == book)
  }

  @Test(
    "a line of it that makes no sense is none",
    arguments: ["as", "as -", "as x 1", "as 1", "as -1 1", "as 99999 1", "as 1 2 3", "as  1"])
  func wrongStates(line: String) {
    let book = PlaceBook("\(line)\n1920x1080+0+0 840x480+10+20 1.0\n")
    #expect(book.state == nil && book.place(on: Self.one) == place(10, 20))
  }

  @Test("a desktop that nobody has is none", arguments: ["as 1 -1", "as 1 99999999", "as 1 x"])
  func wrongDesktop(line: String) {
    #expect(PlaceBook(line).state == WindowStateSnapshot(.fullScreen, desktop: nil))
  }

  @Test("no more sets are kept than there are likely to be, the oldest go first")
  func bound() {
    var book = PlaceBook("")
    for width in 100..<150 {
      book.set(place(1, 2), on: [PixelRect(x: 0, y: 0, width: width, height: 1000)])
    }
    #expect(book.text.split(separator: "\n").count == PlaceBook.maxSets)
    #expect(book.place(on: [PixelRect(x: 0, y: 0, width: 149, height: 1000)]) != nil)
    #expect(book.place(on: [PixelRect(x: 0, y: 0, width: 100, height: 1000)]) == nil)
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
    let cases: [(PlaceBook.Place, PlaceBook.Place)] = [
      (place(100, 100), place(100, 100)), (place(1500, 300), place(1500, 300)),
      (place(1900, 300), place(1080, 300)), (place(5000, 5000), place(1080, 600)),
      (place(-800, -470), place(0, 0)), (place(30_000, 0, 3000, 2000), place(0, 0, 3000, 2000)),
    ]
    for (kept, seen) in cases {
      var book = PlaceBook("")
      book.set(kept, on: Self.one)
      #expect(book.place(on: Self.one) == seen, "\(kept)")
    }
  }

  @Test("at another scale it is as large to the eye")
  func scales() {
    #expect(place(10, 20, 840, 480, scale: 1).scaled(to: 2) == place(10, 20, 1680, 960, scale: 2))
    #expect(place(10, 20, 1, 1, scale: 4).scaled(to: 0.25) == place(10, 20, 1, 1, scale: 0.25))
  }
}
