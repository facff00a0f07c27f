// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// A file while it arrives, and a note of what has arrived, so that a crash costs no more than what was not noted yet.
///
/// The note never claims what might not be on the disk: the bytes are synchronised before it is written.
actor PartialFile {
    private let disk = DiskQueue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { disk.asUnownedSerialExecutor() }

    let file: RemoteFile
    private let descriptor: Int32
    private let notes: Folder
    private let limits: DownloadLimits
    private var note: Note
    private var unsaved = 0
    private var savedAt = ContinuousClock.now
    /// Whether bytes are there that another run of the program wrote.
    private var isResumed: Bool

    struct Note: Equatable {
        var etag: String?
        var done = ByteRanges()
        /// The whole file has been read back, and its checksum is right.
        var isVerified = false
    }

    /// - Parameters:
    ///   - files: where the file arrives, at its path in the repository.
    ///   - notes: where its note is kept.
    init(_ file: RemoteFile, files: Folder, notes: Folder, limits: DownloadLimits) throws(HubError) {
        self.file = file
        self.notes = notes
        self.limits = limits
        descriptor = try files.open(making: file.path)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw HubError(.notWritable, "\(file.path)", "something that is not a file is in its place")
        }
        note = Note(of: file, in: notes, length: Int(status.st_size)) ?? Note()
        isResumed = note.done.count > 0
    }

    deinit { close(descriptor) }

    var done: Int { note.done.count }
    var isVerified: Bool { note.isVerified }
    var etag: String? { note.etag }
    /// Ranges that have yet to arrive.
    var missing: [Range<Int>] { note.done.missing(of: file.size, piece: limits.piece(of: file.size)) }

    /// Begins anew, with contents that the server calls `etag`.
    func restart(etag: String?) throws(HubError) {
        guard ftruncate(descriptor, 0) == 0 else { throw HubError.system("\(file.path)", "emptied") }
        note = Note(etag: etag)
        isResumed = false
        try save()
    }

    /// Notes what the server calls these contents, before any of them has arrived.
    func adopt(etag: String?) {
        if note.done.count == 0 { note.etag = etag }
    }

    /// - Returns: how many bytes of the file have arrived with these.
    func write(_ bytes: [UInt8], at offset: Int) throws(HubError) -> Int {
        let number = bytes.withUnsafeBytes { Folder.write($0, to: descriptor, at: offset) }
        guard number == 0 else { throw HubError.system("\(file.path)", "written", number) }
        note.done.insert(offset..<offset + bytes.count)
        unsaved += bytes.count
        if unsaved >= limits.saveBytes || ContinuousClock.now - savedAt >= limits.saveTime { try save() }
        return note.done.count
    }

    /// Writes down what has arrived.
    /// - Throws: `HubError` `.diskFull` when others would be left without room.
    func save() throws(HubError) {
        guard fsync(descriptor) == 0 else { throw HubError.system("\(file.path)", "written") }
        try notes.replace(Note.name(of: file), with: note.json(of: file).text)
        unsaved = 0
        savedAt = .now
        if note.done.count < file.size, let free = notes.freeBytes, free < limits.diskReserve {
            throw HubError.system("\(file.path)", "written", ENOSPC)
        }
    }

    /// Reads the file back.
    /// - Returns: whether it is what the hub's list says. If not, the file begins anew.
    /// - Throws: `HubError` `.wrongContents` when it is not, and all of it came just now.
    func verify() throws -> Bool {
        guard fsync(descriptor) == 0 else { throw HubError.system("\(file.path)", "written") }
        let isRight = try file.checksum.matches(file: descriptor, size: file.size, place: "\(file.path)") { _ in
            try Task.checkCancellation()
        }
        if isRight {
            note.isVerified = true
            try save()
            return true
        }
        let wasResumed = isResumed
        try restart(etag: nil)
        guard wasResumed else {
            throw HubError(
                .wrongContents, "\(file.path)",
                "what arrived is not what the hub's list says (its checksum differs); "
                    + "it was thrown away: try again later")
        }
        return false
    }
}

extension PartialFile.Note {
    /// No repository can choose this name, whatever its files are called.
    static func name(of file: RemoteFile) -> String {
        file.path.components.map { $0.replacing("%", with: "%25") }.joined(separator: "%2F").notedName
    }

    /// Reads the note of an earlier run about the same contents; `nil` when it cannot be trusted.
    fileprivate init?(of file: RemoteFile, in notes: Folder, length: Int) {
        // A damaged note is as good as none.
        guard let bytes = notes.contents(of: Self.name(of: file)), let json = try? JSON(parsing: bytes),
            json["path"]?.string == "\(file.path)", json["size"]?.integer == file.size,
            json["checksum"]?.string == file.checksum.digits,
            let done = ByteRanges(json: json["done"], limit: min(file.size, length))
        else { return nil }
        etag = json["etag"]?.string
        self.done = done
        isVerified = json["verified"]?.bool == true && length == file.size && done.count == file.size
    }

    fileprivate func json(of file: RemoteFile) -> JSON {
        [
            "path": .string("\(file.path)"), "size": .integer(file.size), "checksum": .string(file.checksum.digits),
            "etag": etag.map(JSON.string) ?? .null, "done": done.json, "verified": .bool(isVerified),
        ]
    }
}

extension String {
    /// As the name of a note, within what file systems allow.
    fileprivate var notedName: String {
        utf8.count <= 200 ? self + ".json" : prefix(100) + "-" + String(stableHash, radix: 16) + ".json"
    }

    /// FNV-1a, which is the same in every run. Two long names that share it would share a note, which then fits
    /// neither.
    private var stableHash: UInt64 {
        utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
