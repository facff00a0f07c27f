// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// Style sheets, modules, icons and fonts, read once and compressed when a browser first asks for them.
///
/// All stand under one folder whose name is a hash of all of them: browsers keep them for good, and sheets and modules
/// name each other as they lie in `Assets/`.
struct Assets: Sendable {
    final class File: Sendable {
        let type: String
        let plain: ByteBuffer
        private let packed = Mutex(Packed.notYet)

        private enum Packed {
            case notYet
            case ready(ByteBuffer?)
        }

        init(type: String, plain: ByteBuffer) { (self.type, self.plain) = (type, plain) }

        /// `nil` for what is compressed already, or would not get smaller.
        var compressed: ByteBuffer? {
            packed.withLock { packed in
                if case .ready(let bytes) = packed { return bytes }
                let smaller = type.hasPrefix("font/") ? nil : gzip(Array(plain.readableBytesView), level: 9)
                let bytes = smaller.flatMap { $0.count < plain.readableBytes ? ByteBuffer(bytes: $0) : nil }
                packed = .ready(bytes)
                return bytes
            }
        }
    }

    /// By the path below `Assets/`.
    let files: [String: File]
    let hash: String
    /// The beginning of every file's address.
    var base: String { "/assets/\(hash)" }
    /// The scripts that draw formulas, by their names; `nil` where there are none.
    var formulas: String? {
        let names = [FormulaScripts.katex, FormulaScripts.chemistry].filter { files[$0] != nil }
        return names.first == FormulaScripts.katex ? names.joined(separator: " ") : nil
    }

    /// - Parameter formulas: folders that may have KaTeX, which draws formulas. A copy in `folder` comes first.
    init(folder: URL, formulas: [URL] = []) throws {
        var files: [String: File] = [:]
        var digest = SHA256()
        func add(_ name: String, _ type: String, _ data: Data) {
            digest.update(data: Data(name.utf8))
            digest.update(data: data)
            files[name] = File(type: type, plain: ByteBuffer(bytes: data))
        }
        let names = (FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []).sorted()
        for name in names {
            guard let type = Self.types[(name as NSString).pathExtension] else { continue }
            add(name, type, try Data(contentsOf: folder.appending(path: name)))
        }
        if files[FormulaScripts.katex] == nil {
            for (name, data) in FormulaScripts.found(in: formulas) { add(name, Self.types["js"] ?? "", data) }
        }
        self.files = files
        hash = digest.finalize().prefix(6).map { String(format: "%02x", $0) }.joined()
    }

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
        "png": "image/png", "woff2": "font/woff2",
    ]

    /// - Parameter keeps: whether browsers may keep it for good.
    func response(_ name: String, to request: Request, keeps: Bool = true) -> Response? {
        guard let file = files[name] else { return nil }
        let body = request.takesGzip ? file.compressed : nil
        var headers: HTTPFields = [
            .contentType: file.type, .vary: "Accept-Encoding",
            .cacheControl: keeps ? "private, max-age=31536000, immutable" : "no-cache",
        ]
        if body != nil { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body ?? file.plain))
    }
}

extension Request {
    /// Whether the browser says that it can read gzip.
    var takesGzip: Bool {
        (headers[.acceptEncoding] ?? "").split(separator: ",").contains { part in
            let words = part.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            return words.first?.lowercased() == "gzip" && !words.dropFirst().contains { $0 == "q=0" }
        }
    }
}
