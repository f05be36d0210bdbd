/// The hash FNV-1a of 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/), the same in every run of the program.
package struct FNV1a: Sendable {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  package mutating func add(_ number: Int64) {
    withUnsafeBytes(of: number.littleEndian) { add($0) }
  }
}
