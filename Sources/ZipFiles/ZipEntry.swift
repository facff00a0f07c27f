// SPDX-License-Identifier: Apache-2.0

/// A file in a ZIP archive, as the central directory describes it. Source: PKWARE APPNOTE 6.3.10, section 4.3.12.
public struct ZipEntry: Sendable {
    enum Method: Sendable { case stored, deflated }

    public let name: String
    /// As it stands in the archive: not every writer uses UTF-8.
    let rawName: [UInt8]
    let method: Method
    /// CRC-32 of the unpacked bytes.
    let checksum: UInt32
    /// Bytes in the archive and unpacked.
    public let packed: Int
    public let unpacked: Int
    /// Offset of its local header in the file.
    let offset: Int
    /// Offset of the next local header, or of the directory: the entry's bytes end before it.
    var end = 0
}

extension ZipEntry {
    /// Reads one header of the directory, its name, extra fields and comment.
    /// - Returns: `nil` for a folder.
    /// - Throws: `encrypted`, `unsupported`, `damaged`.
    init?(_ header: inout ByteReader, archive: String) throws(ArchiveError) {
        guard try header.uint32() == 0x0201_4B50 else {
            throw ArchiveError(.damaged, archive, "the list of its files is not one of a ZIP archive")
        }
        let system = try header.uint16() >> 8
        _ = try header.uint16()
        let flags = try header.uint16()
        let method = try header.uint16()
        _ = try header.uint32()
        checksum = UInt32(try header.uint32())
        var (packed, unpacked) = (try header.uint32(), try header.uint32())
        let (nameLength, extraLength) = (try header.uint16(), try header.uint16())
        let commentLength = try header.uint16()
        var disk = try header.uint16()
        _ = try header.uint16()
        let attributes = try header.uint32()
        var offset = try header.uint32()
        rawName = try Self.name(header.take(nameLength), archive)
        name = String(decoding: rawName, as: UTF8.self)
        var extra = ByteReader(try header.take(extraLength), name)
        _ = try header.take(commentLength)
        try Self.readWideNumbers(&extra, &unpacked, &packed, &offset, &disk)
        guard flags & 0x2041 == 0 else { throw ArchiveError(.encrypted, name, "is protected by a password") }
        guard disk == 0 else { throw ArchiveError(.unsupported, archive, "is one part of an archive in several files") }
        if name.hasSuffix("/") { return nil }
        // A link names another file, and must never be followed out of the package. Unix keeps the kind in the upper
        // half.
        guard ![3, 19].contains(system) || attributes >> 28 != 0xA else {
            throw ArchiveError(.unsupported, name, "is a link and not a file")
        }
        switch method {
        case 0: self.method = .stored
        case 8: self.method = .deflated
        default: throw ArchiveError(.unsupported, name, "is packed by method \(method); 0 and 8 are read")
        }
        guard method == 8 || packed == unpacked else {
            throw ArchiveError(.damaged, name, "is not packed, yet \(packed) bytes become \(unpacked)")
        }
        (self.packed, self.unpacked, self.offset) = (packed, unpacked, offset)
    }

    /// A name can do no harm here, since no file is ever called by it; what no file system allows is damage all the
    /// same.
    private static func name(_ bytes: ArraySlice<UInt8>, _ archive: String) throws(ArchiveError) -> [UInt8] {
        guard !bytes.isEmpty, !bytes.contains(0) else {
            throw ArchiveError(.damaged, archive, "has a file whose name is empty or has a zero byte in it")
        }
        return Array(bytes)
    }

    /// Numbers that fit no 32 bits stand in an extra field, in this order. Source: APPNOTE, section 4.5.3.
    private static func readWideNumbers(
        _ extra: inout ByteReader, _ unpacked: inout Int, _ packed: inout Int, _ offset: inout Int, _ disk: inout Int
    ) throws(ArchiveError) {
        // Some writers pad the extra fields with fewer than four bytes.
        while extra.left >= 4 {
            let id = try extra.uint16()
            var field = ByteReader(try extra.take(try extra.uint16()), "the ZIP64 field of a file")
            guard id == 1 else { continue }
            if unpacked == 0xFFFF_FFFF { unpacked = try field.uint64() }
            if packed == 0xFFFF_FFFF { packed = try field.uint64() }
            if offset == 0xFFFF_FFFF { offset = try field.uint64() }
            if disk == 0xFFFF { disk = try field.uint32() }
            return
        }
    }
}
