// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// A prompt that a model has read, in a file, so that it need not be read again.
///
/// A safetensors file: `tokens` as I32 `(tokens)`, then the tables of a `KeyValueCache` for as many tokens. Its
/// metadata names the format, its version and a checksum over all numbers.
struct PromptFile {
    private static let format = "ember-prompt"
    private static let version = "1"
    private static let tokens = "tokens"

    private let url: URL
    /// File name for error messages.
    var name: String { url.lastPathComponent }

    init(_ url: URL) { self.url = url }

    var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    // MARK: Writing

    /// Writes what a cache holds; a file of that name is replaced once all of it is on the disk.
    /// - Throws: `EmberError` `.notWritable`.
    func write(_ cache: KeyValueCache) throws(EmberError) {
        let partial = Self.partial(url, process: getpid())
        removeLeftovers()
        do {
            try write(cache, to: partial)
        } catch {
            unlink(partial.path)
            throw EmberError(error.code, name, error.detail)
        }
        guard rename(partial.path, url.path) == 0 else {
            let error = notWritable(url)
            unlink(partial.path)
            throw error
        }
    }

    private func write(_ cache: KeyValueCache, to url: URL) throws(EmberError) {
        let tables = cache.tables.map { table in
            let layout = cache.layout(table, count: cache.count)
            return (name: table.rawValue, type: layout.type, shape: layout.shape)
        }
        let writer = try SafetensorsWriter(
            url, tensors: [(Self.tokens, .int32, [cache.count])] + tables,
            metadata: [
                "format": .string(Self.format), "version": .string(Self.version),
                "checksum": .string(Self.checksum(cache)),
            ])
        do {
            try cache.tokens.withUnsafeBytes { try writer.write($0, to: Self.tokens, at: 0) }
        } catch {
            throw error as? EmberError ?? notWritable(url)
        }
        var offsets: [KeyValueCache.Table: Int] = [:]
        try cache.forEachRun(of: cache.count) { table, _, _, run throws(EmberError) in
            try writer.write(UnsafeRawBufferPointer(run), to: table.rawValue, at: offsets[table, default: 0])
            offsets[table, default: 0] += run.count
        }
        try writer.finish()
    }

    /// Temporary place of the file while `process` writes it, beside the final one.
    private static func partial(_ url: URL, process: Int32) -> URL {
        url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).\(process).partial")
    }

    /// Removes what programs left that were killed while they wrote this file.
    private func removeLeftovers() {
        let folder = url.deletingLastPathComponent()
        // A folder that cannot be read has nothing that could be removed; writing will say what is wrong with it.
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            let parts = entry.split(separator: ".")
            guard parts.count >= 3, parts.last == "partial", let process = Int32(parts[parts.count - 2]), process > 0,
                Self.partial(url, process: process).lastPathComponent == entry
            else { continue }
            let isAlive = kill(process, 0) == 0 || errno != ESRCH
            if !isAlive || process == getpid() { unlink(folder.appending(path: entry).path) }
        }
    }

    // MARK: Reading

    /// The tokens of the file and what a model of this shape kept of them.
    ///
    /// - Throws: `EmberError` `.malformedFile` for what is no such file at all, `.missingFile`; `.unsupported`
    ///   for one of another version, model or cache format, or that has been damaged since it was written:
    ///   such a one may be replaced.
    func read(shape: CacheShape, format: CacheFormat, context: Int) throws(EmberError) -> KeyValueCache {
        let file = try SafetensorsFile(url)
        guard file.metadata["format"] == Self.format else {
            throw EmberError(.malformedFile, name, "is not a prompt that Ember has kept")
        }
        guard file.metadata["version"] == Self.version else { throw unusable("was written by another version") }
        // Names that differ in their bytes may still be equal as text.
        let tensors = Dictionary(file.tensors.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        guard let stored = tensors[Self.tokens], stored.type == .plain(.int32), stored.shape.count == 1,
            (1...context).contains(stored.count)
        else { throw unusable("has no tokens that fit the model's context") }
        let count = stored.count
        let cache = try KeyValueCache(shape: shape, capacity: count, format: format)
        for table in cache.tables {
            let layout = cache.layout(table, count: count)
            guard let tensor = tensors[table.rawValue], tensor.type == .plain(layout.type),
                tensor.shape == layout.shape
            else { throw unusable("was kept for another model, or in another cache format") }
        }
        var offsets = tensors.mapValues { $0.range.lowerBound }
        cache.forEachRun(of: count) { table, _, _, run in
            let start = offsets[table.rawValue]!
            run.copyMemory(from: UnsafeRawBufferPointer(rebasing: file.file.bytes[start..<start + run.count]))
            offsets[table.rawValue] = start + run.count
        }
        cache.commit(
            (0..<count).map {
                file.file.bytes.loadUnaligned(fromByteOffset: stored.range.lowerBound + 4 * $0, as: Int32.self)
            }[...])
        guard file.metadata["checksum"] == Self.checksum(cache) else { throw unusable("is damaged") }
        return cache
    }

    private func unusable(_ detail: String) -> EmberError { EmberError(.unsupported, name, detail) }

    // MARK: Checksum

    private static func checksum(_ cache: KeyValueCache) -> String {
        var sum = WordHash()
        cache.tokens.withUnsafeBytes { sum.add($0) }
        cache.forEachRun(of: cache.count) { _, _, _, run in sum.add(UnsafeRawBufferPointer(run)) }
        return String(sum.value, radix: 16)
    }
}

/// FNV-1a with words of eight bytes in place of bytes: finds damage, at the speed of the memory;
/// no defence against forgery.
///
/// Source: Fowler, Noll, Vo; constants of the 64-bit variant.
private struct WordHash {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        let words = bytes.count / 8 * 8
        for place in stride(from: 0, to: words, by: 8) {
            add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        }
        for byte in bytes[words...] { add(UInt64(byte)) }
    }

    private mutating func add(_ word: UInt64) {
        value = (value ^ word) &* 0x100_0000_01b3
        // A product carries changes only upwards; this brings them down again.
        value ^= value >> 32
    }
}
