import CX11
import Geometry
import Glibc

import struct ProgramSupport.Deadline
import struct ProgramSupport.Failure

/// A window that only copies rectangles of a picture: the minimum cost of a client that paints.
struct CopyClient {
  private let display: OpaquePointer
  private let window: Window
  private let context: GC
  private let image: UnsafeMutablePointer<XImage>
  private let shown: UnsafeMutablePointer<UInt32>
  private let picture: UnsafeMutablePointer<UInt32>
  private let (width, height): (Int, Int)

  init(_ size: WindowSize) throws {
    (width, height) = (size.width, size.height)
    let count = width * height
    let segment = UnsafeMutablePointer<XShmSegmentInfo>.allocate(capacity: 1)
    segment.initialize(to: XShmSegmentInfo())
    segment.pointee.shmid = shmget(IPC_PRIVATE, count * 4, IPC_CREAT | 0o600)
    guard let display = XOpenDisplay(nil), XShmQueryExtension(display) != 0,
      let memory = shmat(segment.pointee.shmid, nil, 0),
      memory != UnsafeMutableRawPointer(bitPattern: -1)
    else { throw Failure("no display with shared memory") }
    self.display = display
    let screen = XDefaultScreen(display)
    segment.pointee.shmaddr = memory.assumingMemoryBound(to: CChar.self)
    let depth = UInt32(XDefaultDepth(display, screen))
    guard
      let image = XShmCreateImage(
        display, XDefaultVisual(display, screen), depth, ZPixmap, segment.pointee.shmaddr, segment,
        UInt32(width), UInt32(height)), image.pointee.bits_per_pixel == 32,
      XShmAttach(display, segment) != 0
    else { throw Failure("no display with 32 bits a pixel") }
    self.image = image
    shown = memory.bindMemory(to: UInt32.self, capacity: count)
    picture = .allocate(capacity: count)
    // More than one colour, which `awaitPaintedWindow` looks for.
    for index in 0..<count {
      picture[index] = UInt32(truncatingIfNeeded: index &* 2_654_435_761)
      shown[index] = picture[index]
    }
    window = XCreateSimpleWindow(
      display, XDefaultRootWindow(display), 0, 0, UInt32(width), UInt32(height), 0, 0, 0)
    context = XDefaultGC(display, screen)
    XSelectInput(display, window, ExposureMask)
    XMapWindow(display, window)
    waitFor(Expose)
    shmctl(segment.pointee.shmid, IPC_RMID, nil)
    put(PixelRect(x: 0, y: 0, width: width, height: height), isLast: true)
    waitFor(completion)
  }

  /// Presents `frames` in a loop, at `Film.rate` a second, until the process is killed.
  func run(_ frames: [[PixelRect]]) {
    var due = Int(Deadline.now())
    while true {
      for rects in frames {
        due += 1_000_000_000 / Film.rate
        if rects.isEmpty { continue }
        var time = timespec(tv_sec: due / 1_000_000_000, tv_nsec: due % 1_000_000_000)
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
        for (index, rect) in rects.enumerated() {
          copy(rect)
          put(rect, isLast: index == rects.count - 1)
        }
        waitFor(completion)
      }
    }
  }

  private func copy(_ rect: PixelRect) {
    for y in rect.y..<rect.maxY {
      let offset = y * width + rect.x
      (shown + offset).update(from: picture + offset, count: rect.width)
    }
  }

  private func put(_ rect: PixelRect, isLast: Bool) {
    let (x, y) = (Int32(rect.x), Int32(rect.y))
    XShmPutImage(
      display, window, context, image, x, y, x, y, UInt32(rect.width), UInt32(rect.height),
      isLast ? 1 : 0)
  }

  /// The event sent when the server has read the memory.
  private var completion: Int32 { XShmGetEventBase(display) + ShmCompletion }

  private func waitFor(_ type: Int32) {
    var event = XEvent()
    repeat { XNextEvent(display, &event) } while event.type != type
  }
}
