// SPDX-License-Identifier: Apache-2.0

import CZlib
import Foundation

/// A folder as a ZIP archive, made piece by piece while it is sent: only the list of its files is kept in memory.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 to 4.5. Sizes follow each file; where the archive has more files or bytes than 16
/// and 32 bits count, its directory uses the wider fields.
final class ZipArchive {
    private struct Entry {
        let name: [UInt8]
        let offset: UInt64
        var checksum: UInt = 0
        var packed: UInt64 = 0
        var size: UInt64 = 0
    }

    private var waiting: [(name: String, file: URL)]
    private var current: (entry: Entry, handle: FileHandle, packer: Packer)?
    private var entries: [Entry] = []
    private var sent: UInt64 = 0
    private var isOver = false
    private let time: UInt16
    private let day: UInt16

    private static let pieceLength = 256 << 10

    /// A file is larger than the archive's format can say without what few programs read.
    struct TooLarge: Error {}

    /// - Parameter root: the folder that everything in the archive lies in.
    init(_ folder: URL, root: String, at now: Date, in calendar: Calendar) throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        waiting = paths.map { ("\(root)/\($0)", folder.appending(path: $0)) }.filter { !$0.file.hasDirectoryPath }
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: now)
        func bits(_ value: Int?, _ shift: Int) -> UInt16 { UInt16(clamping: (value ?? 0) << shift) }
        time = bits(parts.hour, 11) | bits(parts.minute, 5) | bits((parts.second ?? 0) / 2, 0)
        day = bits((parts.year ?? 1980) - 1980, 9) | bits(parts.month, 5) | bits(parts.day, 0)
    }

    /// The next bytes of the archive; `nil` at its end.
    func next() throws -> [UInt8]? {
        while true {
            guard let piece = try make() else { return nil }
            sent += UInt64(piece.count)
            if !piece.isEmpty { return piece }
        }
    }

    private func make() throws -> [UInt8]? {
        if current != nil { return try pack() }
        if waiting.isEmpty {
            guard !isOver else { return nil }
            isOver = true
            return directory()
        }
        let (name, file) = waiting.removeFirst()
        if (try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) != true { return [] }
        let entry = Entry(name: Array(name.utf8), offset: sent)
        guard let packer = Packer() else { throw CocoaError(.fileReadUnknown) }
        current = (entry, try FileHandle(forReadingFrom: file), packer)
        return Fields(0x0403_4b50, as: 4).common(time, day).sizes(Entry(name: [], offset: 0)).add(entry.name.count, 2)
            .add(0, 2).bytes + entry.name
    }

    /// Packs the next piece of the file that is open; after its last one come its checksum and its sizes.
    private func pack() throws -> [UInt8] {
        guard var open = current else { return [] }
        let piece = try open.handle.read(upToCount: Self.pieceLength) ?? Data()
        let plain = [UInt8](piece)
        open.entry.checksum = crc32(open.entry.checksum, plain, UInt32(plain.count))
        open.entry.size += UInt64(plain.count)
        let packed = open.packer.pack(plain, isLast: plain.isEmpty)
        open.entry.packed += UInt64(packed.count)
        guard open.entry.size < UInt32.max, open.entry.packed < UInt32.max else { throw TooLarge() }
        guard plain.isEmpty else {
            current = open
            return packed
        }
        try open.handle.close()
        current = nil
        entries.append(open.entry)
        return packed + Fields(0x0807_4b50, as: 4).sizes(open.entry).bytes
    }

    private func directory() -> [UInt8] {
        let start = sent
        let list = entries.flatMap { entry in
            let isFar = entry.offset >= UInt32.max
            let wide = isFar ? Fields(0x0001, as: 2).add(8, 2).add(entry.offset, 8).bytes : []
            return Fields(0x0201_4b50, as: 4).add(45, 2).common(time, day).sizes(entry).add(entry.name.count, 2)
                .add(wide.count, 2).add(0, 2).add(0, 2).add(0, 2).add(0, 4)
                .add(isFar ? UInt64(UInt32.max) : entry.offset, 4).bytes + entry.name + wide
        }
        let end = start + UInt64(list.count)
        var ending: [UInt8] = []
        if entries.count >= Int(UInt16.max) || end >= UInt32.max {
            ending +=
                Fields(0x0606_4b50, as: 4).add(44, 8).add(45, 2).add(45, 2).add(0, 4).add(0, 4)
                .add(entries.count, 8).add(entries.count, 8).add(list.count, 8).add(start, 8).bytes
            ending += Fields(0x0706_4b50, as: 4).add(0, 4).add(end, 8).add(1, 4).bytes
        }
        let count = min(entries.count, Int(UInt16.max))
        ending +=
            Fields(0x0605_4b50, as: 4).add(0, 2).add(0, 2).add(count, 2).add(count, 2)
            .add(min(list.count, Int(UInt32.max)), 4).add(min(start, UInt64(UInt32.max)), 4).add(0, 2).bytes
        return list + ending
    }

    /// Numbers one after the other, the lowest byte first.
    private struct Fields {
        private(set) var bytes: [UInt8] = []

        init(_ signature: UInt64, as width: Int) { self = Fields().add(signature, width) }
        private init() {}

        func add(_ value: some BinaryInteger, _ width: Int) -> Fields {
            var next = self
            for byte in 0..<width { next.bytes.append(UInt8(truncatingIfNeeded: UInt64(value) >> (8 * UInt64(byte)))) }
            return next
        }

        /// Version, flags (sizes follow; names are UTF-8), method (deflate) and time.
        func common(_ time: UInt16, _ day: UInt16) -> Fields {
            add(20, 2).add(0x0808, 2).add(8, 2).add(time, 2).add(day, 2)
        }

        func sizes(_ entry: Entry) -> Fields { add(entry.checksum, 4).add(entry.packed, 4).add(entry.size, 4) }
    }
}

/// Deflates a stream. Source: RFC 1951; zlib's manual.
private final class Packer {
    // zlib remembers where this lies, so it may not move.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

    /// - Returns: `nil` where zlib has no memory.
    init?() {
        stream.initialize(to: z_stream())
        // A negative window asks for the bare stream, without a header of zlib's.
        let status = deflateInit2_(
            stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { return nil }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    func pack(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        var input = bytes
        return input.withUnsafeMutableBufferPointer { source in
            let capacity = Int(deflateBound(stream, UInt(source.count))) + 64
            stream.pointee.next_in = source.baseAddress
            stream.pointee.avail_in = UInt32(source.count)
            var packed: [UInt8] = []
            repeat {
                packed += [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
                    stream.pointee.next_out = target.baseAddress
                    stream.pointee.avail_out = UInt32(capacity)
                    deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
                    count = capacity - Int(stream.pointee.avail_out)
                }
            } while stream.pointee.avail_out == 0
            return packed
        }
    }
}
