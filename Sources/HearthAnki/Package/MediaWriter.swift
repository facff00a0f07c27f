// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// Writes one picture or sound, and finds out whether it is what the package said.
struct MediaWriter {
    private let target: URL
    private let item: MediaList.Item
    private let watch: WorkWatch
    private let output: OutputFile
    private var hash = Insecure.SHA1()
    private var size = 0

    init(_ target: URL, _ item: MediaList.Item, watch: WorkWatch) throws(AnkiError) {
        (self.target, self.item, self.watch) = (target, item, watch)
        output = try OutputFile(target)
    }

    /// - Throws: `damaged` for more bytes than the package says, `tooLarge` for more than are kept.
    mutating func write(_ piece: UnsafeRawBufferPointer) throws(AnkiError) {
        size += piece.count
        if let announced = item.size, size > announced {
            throw AnkiError(.damaged, item.name, "is larger than the \(announced) bytes that are announced")
        }
        guard size <= watch.limits.mediaFileBytes else {
            throw AnkiError(.tooLarge, item.name, "is larger than \(watch.limits.mediaFileBytes >> 20) MB")
        }
        try watch.unpacked(piece.count, from: "media")
        hash.update(bufferPointer: piece)
        try output.write(piece)
    }

    mutating func finish(called name: String) throws(AnkiError) -> AnkiMedia {
        try output.finish()
        let sha1 = hash.finalize().hexadecimal
        guard item.size == nil || item.size == size, item.sha1 == nil || item.sha1 == sha1 else {
            throw AnkiError(.damaged, item.name, "is not the file that the package lists")
        }
        return AnkiMedia(name: name, file: target, size: size, sha1: sha1)
    }
}
