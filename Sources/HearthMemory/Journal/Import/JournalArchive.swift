// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import ZipFiles

/// A ZIP archive of a journal, whose files are read one by one.
final class JournalArchive: @unchecked Sendable {
    // One caller at a time: it is read first, and added then.
    private let archive: ZipArchive
    private let packed: Int
    private let limits: JournalImportLimits
    private var unpackedText = 0
    private var unpackedPhotos = 0
    private var unpacked = 0
    /// The file that it is, as long as somebody reads it.
    private let holder: (any AnyObject & Sendable)?

    init(_ file: InputFile, holder: (any AnyObject & Sendable)?, limits: JournalImportLimits) throws(JournalError) {
        do { archive = try ZipArchive(file, most: limits.files) } catch { throw JournalError(error) }
        (packed, self.limits, self.holder) = (file.size, limits, holder)
    }

    /// Names of files, but for those that systems leave behind.
    var names: [String] {
        archive.names.filter { name in
            let parts = name.split(separator: "/")
            return !parts.isEmpty && !parts.contains { ($0.hasPrefix(".") && $0 != ".") || $0 == "__MACOSX" }
        }.sorted()
    }

    func has(_ name: String) -> Bool { archive[name] != nil }

    /// The bytes of a file of text.
    func text(_ name: String) throws(JournalError) -> [UInt8] {
        let bytes = try bytes(name, most: limits.textFileBytes)
        unpackedText += bytes.count
        guard unpackedText <= limits.textBytes else {
            throw JournalError(.tooLarge, "the texts have more than \(limits.textBytes >> 20) MB")
        }
        return bytes
    }

    /// A photo, checked and without what does not make the picture.
    func photo(_ name: String) throws(JournalError) -> PhotoFile {
        let bytes = try bytes(name, most: PhotoFile.longestData)
        unpackedPhotos += bytes.count
        guard unpackedPhotos <= 2 * limits.photoBytes else {
            throw JournalError(.tooLarge, "the photos have more than \(limits.photoBytes >> 30) GB")
        }
        return try PhotoFile(Data(bytes))
    }

    private func bytes(_ name: String, most: Int) throws(JournalError) -> [UInt8] {
        guard let entry = archive[name] else { throw JournalError(.missing, "\(name) is not in the archive") }
        guard entry.unpacked <= most else {
            throw JournalError(.tooLarge, "\(name) has \(entry.unpacked >> 20) MB; \(most >> 20) are read")
        }
        var bytes: [UInt8] = []
        do {
            try archive.unpack(entry) { (piece) throws(ArchiveError) in
                guard !Task.isCancelled else { throw ArchiveError(.cancelled, name, "nobody waits for it any more") }
                StepCounter.add(piece.count)
                unpacked += piece.count
                guard unpacked <= 64 << 20 || unpacked / limits.expansion <= 2 * packed else {
                    throw ArchiveError(.tooLarge, name, "becomes far larger than its archive, as no journal does")
                }
                bytes += piece
            }
        } catch { throw JournalError(error) }
        return bytes
    }
}

extension JournalError {
    init(_ error: ArchiveError) {
        let code: Code =
            switch error.code {
            case .damaged, .notAPackage, .unreadable, .tooSlow, .unwritable: .damaged
            case .unsupported, .encrypted: .unsupported
            case .tooLarge: .tooLarge
            case .cancelled: .cancelled
            }
        self.init(code, error.description)
    }
}
