// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HearthWords

/// A package of Anki: `.apkg` with decks, or `.colpkg` with a whole collection; old ones (schema 11) and new ones
/// (schema 18, packed by Zstandard).
///
/// The layout is that of Anki 2.1 to 26: a ZIP archive with `meta`, one of three databases, a list of media, and the
/// media as files that are called by numbers. New packages also have an old database with a single note that asks the
/// reader to update.
public struct AnkiPackage: Sendable, Equatable {
    public var collection: AnkiCollection
    public var media: [AnkiMedia]
    public var report: ImportReport

    public init(_ collection: AnkiCollection, media: [AnkiMedia] = [], report: ImportReport = ImportReport()) {
        (self.collection, self.media, self.report) = (collection, media, report)
    }

    /// Reads a package. Blocks the thread until everything is read: a second for 100,000 notes.
    ///
    /// - Parameters:
    ///   - folder: gets the media, under names that are numbers. It must not exist yet; its parent must. It is the
    ///     caller's to remove after success, and gone after an error.
    ///   - watch: is told how far the work has come, and can stop it.
    /// - Throws: one error that says what is wrong with which part of the package.
    public static func read(
        _ file: URL, media folder: URL, limits: ImportLimits = ImportLimits(),
        watch: @escaping ImportWatch = { _ in true }
    ) throws(AnkiError) -> AnkiPackage {
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) } catch {
            throw AnkiError(.unwritable, folder.lastPathComponent, "cannot be made: \(error.localizedDescription)")
        }
        do throws(AnkiError) {
            var reader = try PackageReader(file, folder: folder, limits, watch)
            return try reader.read()
        } catch {
            // The error says more than that something could not be removed.
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }
}

/// Reads the parts of one package.
private struct PackageReader {
    let archive: ZipArchive
    let folder: URL
    let watch: WorkWatch
    var report = ImportReport()
    var media: [AnkiMedia] = []
    private var mediaBytes = 0

    /// From new to old: both of the newer kinds carry an old database too, which only asks the reader to update.
    private static let databases = ["collection.anki21b", "collection.anki21", "collection.anki2"]
    /// The list of 250,000 files with long names.
    private static let longestList = 64 << 20

    init(_ file: URL, folder: URL, _ limits: ImportLimits, _ watch: @escaping ImportWatch) throws(AnkiError) {
        let input = try InputFile(file)
        archive = try ZipArchive(input, most: limits.entries)
        (self.folder, self.watch) = (folder, WorkWatch(limits, packed: input.size, watch))
    }

    mutating func read() throws(AnkiError) -> AnkiPackage {
        let version = try version()
        guard let name = Self.databases.first(where: { archive[$0] != nil }), let entry = archive[name] else {
            throw AnkiError(
                .notAPackage, archive.file.name, "has no collection in it, which every package of Anki has",
                reason: .init("noCollection"))
        }
        let isNew = name == Self.databases[0]
        guard isNew || version < 3 else {
            throw AnkiError(.damaged, archive.file.name, "has no \(Self.databases[0]), which its version calls for")
        }
        let database = folder.appending(path: "collection")
        try unpackDatabase(entry, isPacked: isNew, to: database)
        let (collection, skipped) = try CollectionReader.read(database, name: name, watch: watch)
        report = skipped
        do { try FileManager.default.removeItem(at: database) } catch {
            throw AnkiError(.unwritable, name, "cannot be removed: \(error.localizedDescription)")
        }
        try unpackMedia(isPacked: isNew)
        return AnkiPackage(collection, media: media, report: report)
    }

    /// The first field of `meta`: 1 and 2 are packages of schema 11, 3 those of schema 18; 0 where old packages do not
    /// say.
    private func version() throws(AnkiError) -> Int {
        guard let meta = archive["meta"] else { return 0 }
        var (reader, version) = (ProtobufReader(try bytes(of: meta, most: 1024, isPacked: false)[...], "meta"), 0)
        while let (field, value) = try reader.next() {
            if field == 1 { version = value.integer ?? 0 }
        }
        guard (0...3).contains(version) else {
            throw AnkiError(
                .unsupported, archive.file.name, "is of version \(version); Hearth reads up to 3",
                reason: .init("newVersion", ["version": "\(version)", "known": "3"]))
        }
        return version
    }

    private func unpackDatabase(_ entry: ZipEntry, isPacked: Bool, to target: URL) throws(AnkiError) {
        let output = try OutputFile(target)
        var count = 0
        try unpack(entry, isPacked: isPacked) { (piece) throws(AnkiError) in
            count += piece.count
            guard count <= watch.limits.collectionBytes else {
                throw AnkiError(
                    .tooLarge, entry.name, "is larger than \(watch.limits.collectionBytes >> 20) MB",
                    reason: .init("larger", ["size": "\(watch.limits.collectionBytes >> 20)"]))
            }
            try watch.unpacked(piece.count, from: entry.name)
            try watch.reached(.collection, count, of: isPacked ? nil : entry.unpacked)
            try output.write(piece)
        }
        try output.finish()
    }

    private func unpack(_ entry: ZipEntry, isPacked: Bool, _ sink: ByteSink) throws(AnkiError) {
        guard isPacked else { return try archive.unpack(entry, sink) }
        let decoder = try ZstandardDecoder(entry.name)
        try archive.unpack(entry) { (piece) throws(AnkiError) in try decoder.unpack(piece, sink) }
        try decoder.finish()
    }

    private func bytes(of entry: ZipEntry, most: Int, isPacked: Bool) throws(AnkiError) -> [UInt8] {
        var bytes: [UInt8] = []
        try unpack(entry, isPacked: isPacked) { (piece) throws(AnkiError) in
            guard bytes.count + piece.count <= most else {
                throw AnkiError(.tooLarge, entry.name, "is larger than \(most) bytes")
            }
            try watch.unpacked(piece.count, from: entry.name)
            bytes.append(contentsOf: piece)
        }
        return bytes
    }

    private mutating func unpackMedia(isPacked: Bool) throws(AnkiError) {
        guard let entry = archive["media"] else { return }
        let bytes = try bytes(of: entry, most: Self.longestList, isPacked: isPacked)
        let most = watch.limits.entries
        let list = isPacked ? try MediaList(protobuf: bytes, most: most) : try MediaList(json: bytes, most: most)
        var (names, entries) = (Set<String>(), Set<String>())
        for (position, item) in list.items.enumerated() {
            try watch.reached(.media, position, of: list.items.count)
            guard let name = mediaName(item.name) else {
                report.skip(.unsafeName, "media", item.name)
                continue
            }
            guard names.insert(name).inserted else {
                report.skip(.repeatedName, "media", name)
                continue
            }
            guard item.entry.allSatisfy(\.isNumber), let entry = archive[item.entry] else {
                report.skip(.missingFile, "media", name)
                continue
            }
            // One file under 250,000 names would fill a disk.
            guard entries.insert(item.entry).inserted else {
                report.skip(.repeatedName, "media", name)
                continue
            }
            // Of what says itself that it is too large, nothing is unpacked.
            guard (item.size ?? 0) <= watch.limits.mediaFileBytes,
                isPacked || entry.unpacked <= watch.limits.mediaFileBytes
            else {
                report.skip(.tooLarge, "media", name)
                continue
            }
            try unpackMedia(entry, item, called: name, isPacked: isPacked)
        }
        try watch.reached(.media, list.items.count, of: list.items.count)
    }

    /// Unpacks one file; one that is damaged or too large is left out, and the others are not.
    private mutating func unpackMedia(
        _ entry: ZipEntry, _ item: MediaList.Item, called name: String, isPacked: Bool
    ) throws(AnkiError) {
        let target = folder.appending(path: "\(media.count)")
        var total = mediaBytes
        defer { mediaBytes = total }
        do throws(AnkiError) {
            var writer = try MediaWriter(target, item, watch: watch)
            try unpack(entry, isPacked: isPacked) { (piece) throws(AnkiError) in
                total += piece.count
                guard total <= watch.limits.mediaBytes else { throw Self.tooManyBytes(watch.limits) }
                try writer.write(piece)
            }
            media.append(try writer.finish(called: name))
        } catch  where error.code == .damaged || error.code == .tooLarge && error.part == item.name {
            report.skip(error.code == .damaged ? .damagedFile : .tooLarge, "media", name)
            // It is overwritten by nothing: the next file would fail where this one could not be removed.
            try? FileManager.default.removeItem(at: target)
        }
    }

    private static func tooManyBytes(_ limits: ImportLimits) -> AnkiError {
        AnkiError(
            .tooLarge, "media", "are more than \(limits.mediaBytes >> 20) MB in all",
            reason: .init("larger", ["size": "\(limits.mediaBytes >> 20)"]))
    }
}
