// SPDX-License-Identifier: Apache-2.0

/// Place and size of the list of an archive's files. Source: PKWARE APPNOTE 6.3.10, sections 4.3.14 to 4.3.16.
struct ZipDirectory {
    let entries: Int
    let offset: Int
    let size: Int

    private static let endLength = 22
    private static let locatorLength = 20
    private static let wideEndLength = 56

    /// Finds the record at the end of the archive and, where numbers are too large for it, the one that it leads to.
    /// - Throws: `notAPackage` where there is none, `unsupported` for archives in several files, `damaged` where the
    ///   records do not lie behind one another.
    init(of file: InputFile) throws(ArchiveError) {
        let most = 0xFFFF + Self.endLength
        let tail = try file.bytes(at: max(0, file.size - most), count: min(file.size, most))
        guard let start = Self.endRecord(in: tail) else {
            throw ArchiveError(.notAPackage, file.name, "is not a ZIP archive")
        }
        let position = file.size - tail.count + start
        var record = ByteReader(tail[(start + 4)...], file.name)
        let (disk, directoryDisk) = (try record.uint16(), try record.uint16())
        let (here, entries) = (try record.uint16(), try record.uint16())
        let (size, offset) = (try record.uint32(), try record.uint32())
        var narrow = Self(entries: entries, offset: offset, size: size, end: position)
        if [here, entries, disk].contains(0xFFFF) || [size, offset].contains(0xFFFF_FFFF) {
            narrow = try Self.wide(in: file, before: position)
        } else if disk != 0 || directoryDisk != 0 || here != entries {
            throw ArchiveError(.unsupported, file.name, "is one part of an archive in several files")
        }
        guard narrow.offset + narrow.size == narrow.end else {
            throw ArchiveError(.damaged, file.name, "the list of its files is not where its last record says")
        }
        self = narrow
    }

    private var end: Int

    private init(entries: Int, offset: Int, size: Int, end: Int) {
        (self.entries, self.offset, self.size, self.end) = (entries, offset, size, end)
    }

    /// The last record whose comment ends with the file.
    private static func endRecord(in tail: [UInt8]) -> Int? {
        guard tail.count >= endLength else { return nil }
        return stride(from: tail.count - endLength, through: 0, by: -1).first { start in
            tail[start] == 0x50 && tail[start + 1] == 0x4B && tail[start + 2] == 5 && tail[start + 3] == 6
                && start + endLength + Int(tail[start + 20]) + Int(tail[start + 21]) << 8 == tail.count
        }
    }

    private static func wide(in file: InputFile, before position: Int) throws(ArchiveError) -> Self {
        guard position >= locatorLength + wideEndLength else {
            throw ArchiveError(.damaged, file.name, "has no ZIP64 record, which its last record calls for")
        }
        var locator = ByteReader(try file.bytes(at: position - locatorLength, count: locatorLength)[...], file.name)
        guard try locator.uint32() == 0x0706_4B50, try locator.uint32() == 0 else {
            throw ArchiveError(.damaged, file.name, "has no ZIP64 record, which its last record calls for")
        }
        let start = try locator.uint64()
        var record = ByteReader(try file.bytes(at: start, count: wideEndLength)[...], file.name)
        guard try record.uint32() == 0x0606_4B50, try record.uint64() + 12 == position - locatorLength - start else {
            throw ArchiveError(.damaged, file.name, "its ZIP64 record is not where it should be")
        }
        _ = try record.uint32()
        let disks = (try record.uint32(), try record.uint32())
        let (here, entries) = (try record.uint64(), try record.uint64())
        guard disks == (0, 0), here == entries else {
            throw ArchiveError(.unsupported, file.name, "is one part of an archive in several files")
        }
        let (size, offset) = (try record.uint64(), try record.uint64())
        return Self(entries: entries, offset: offset, size: size, end: start)
    }
}
