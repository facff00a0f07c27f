// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// Checksum that a file's bytes must have.
enum Checksum: Sendable, Hashable {
    /// Of the bytes: files that the hub keeps in large file storage. 64 hexadecimal digits.
    case sha256(String)
    /// Of `blob SIZE\0` and the bytes, as Git names a file: all others. 40 hexadecimal digits.
    case gitBlob(String)

    init?(sha256 text: String?) {
        guard let digits = Self.digits(text, count: 64) else { return nil }
        self = .sha256(digits)
    }

    init?(gitBlob text: String?) {
        guard let digits = Self.digits(text, count: 40) else { return nil }
        self = .gitBlob(digits)
    }

    var digits: String {
        switch self {
        case .sha256(let digits), .gitBlob(let digits): digits
        }
    }

    private static func digits(_ text: String?, count: Int) -> String? {
        guard let text, text.utf8.count == count, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        return text.lowercased()
    }

    /// Whether the file's first `size` bytes are all of it and have this checksum.
    /// - Parameter tell: is told of bytes as they are read, and stops the work by throwing.
    /// - Throws: `HubError` `.notWritable` when the file cannot be read; what `tell` throws.
    func matches(file: Int32, size: Int, place: String, tell: (Int) throws -> Void = { _ in }) throws -> Bool {
        switch self {
        case .sha256(let expected):
            return try hash(SHA256(), file, size, place, tell) == expected
        case .gitBlob(let expected):
            // Names a file, and is all that the hub gives for small ones; what it protects from is damage, not malice.
            var hash = Insecure.SHA1()
            hash.update(data: Data("blob \(size)\0".utf8))
            return try self.hash(hash, file, size, place, tell) == expected
        }
    }

    private func hash<Function: HashFunction>(
        _ start: Function, _ file: Int32, _ size: Int, _ place: String, _ tell: (Int) throws -> Void
    ) throws -> String? {
        var function = start
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var position = 0
        while true {
            let count = pread(file, &buffer, buffer.count, off_t(position))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw HubError.system(place, "read") }
            guard count > 0 else { break }
            position += count
            guard position <= size else { return nil }
            buffer.withUnsafeBytes { function.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            try tell(count)
        }
        guard position == size else { return nil }
        return function.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
