// SPDX-License-Identifier: Apache-2.0

/// A ZIP archive from a stranger, whose files are read one by one.
///
/// We read the format ourselves and not through libarchive, because the whole directory has to be known before anything
/// is unpacked: files that lie over one another, names that come twice and sizes that contradict each other are how
/// archives do harm, and a reader that goes from file to file does not notice them.
public final class ZipArchive {
    public let file: InputFile
    private var entries: [String: ZipEntry] = [:]

    /// Reads the directory and checks that its files lie one behind another.
    /// - Parameter most: how many files it may have.
    /// - Throws: `notAPackage`, `damaged`, `unsupported`, `encrypted`, `tooLarge`.
    public init(_ file: InputFile, most: Int) throws(ArchiveError) {
        self.file = file
        let directory = try ZipDirectory(of: file)
        guard directory.entries <= most else {
            throw ArchiveError(.tooLarge, file.name, "has \(directory.entries) files; up to \(most) are read")
        }
        // 46 bytes are the least that a file takes, and 4,096 more than any with a name of a usual length.
        guard directory.size >= 46 * directory.entries, directory.size <= 4096 * (directory.entries + 1) else {
            throw ArchiveError(
                .damaged, file.name, "lists \(directory.entries) files in \(directory.size) bytes, which cannot be")
        }
        var list = ByteReader(try file.bytes(at: directory.offset, count: directory.size)[...], file.name)
        var found: [ZipEntry] = []
        found.reserveCapacity(directory.entries)
        for _ in 0..<directory.entries {
            if let entry = try ZipEntry(&list, archive: file.name) { found.append(entry) }
        }
        guard list.left == 0 else {
            throw ArchiveError(.damaged, file.name, "lists more files than the \(directory.entries) that it announces")
        }
        try place(found, before: directory.offset)
    }

    private func place(_ found: [ZipEntry], before directory: Int) throws(ArchiveError) {
        var end = directory
        for var entry in found.sorted(by: { $0.offset > $1.offset }) {
            entry.end = end
            guard entry.offset <= end - 30, entry.packed <= end - 30 - entry.offset else {
                throw ArchiveError(.damaged, entry.name, "lies over another file of the archive")
            }
            end = entry.offset
            guard entries.updateValue(entry, forKey: entry.name) == nil else {
                throw ArchiveError(.damaged, entry.name, "is in the archive twice")
            }
        }
    }

    public var names: some Collection<String> { entries.keys }

    public subscript(name: String) -> ZipEntry? { entries[name] }

    /// Range of an entry's packed bytes in the file.
    /// - Throws: `damaged` when its local header contradicts the directory. Source: APPNOTE, section 4.3.7.
    func bytes(of entry: ZipEntry) throws(ArchiveError) -> Range<Int> {
        var header = ByteReader(try file.bytes(at: entry.offset, count: 30)[...], entry.name)
        guard try header.uint32() == 0x0403_4B50 else {
            throw ArchiveError(.damaged, entry.name, "is not where the list of files says")
        }
        _ = try header.uint16()
        let (flags, method) = (try header.uint16(), try header.uint16())
        _ = (try header.uint32(), try header.uint32(), try header.number(UInt64.self))
        let (nameLength, extraLength) = (try header.uint16(), try header.uint16())
        let name = try file.bytes(at: entry.offset + 30, count: nameLength)
        guard flags & 1 == 0, method == (entry.method == .stored ? 0 : 8), name == entry.rawName else {
            throw ArchiveError(.damaged, entry.name, "is described twice, and differently")
        }
        let start = entry.offset + 30 + nameLength + extraLength
        guard start <= entry.end, entry.packed <= entry.end - start else {
            throw ArchiveError(.damaged, entry.name, "lies over another file of the archive")
        }
        return start..<start + entry.packed
    }
}
