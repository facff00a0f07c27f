// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A model in one GGUF file, or in the numbered pieces of a split one.
package struct GGUFModel: Sendable {
    /// The file that holds the metadata.
    package let file: GGUFFile
    /// All files with tensors, the first included.
    let files: [GGUFFile]

    /// The tensors of all files, as the files name them.
    package var tensors: [TensorEntry] { files.flatMap(\.tensors) }

    /// The files' names, which lie in one folder.
    package var names: [String] { files.map(\.name) }

    /// The most pieces that the numbering of their names allows.
    private static let mostPieces = 99_999

    /// Opens a file, and with a piece of a split model all the others, which lie beside it.
    /// - Throws: `EmberError` that names the file at fault.
    package init(_ url: URL) throws(EmberError) {
        let file = try GGUFFile(url)
        let count = try file.integer("split.count") ?? 1
        guard count > 1 else {
            (self.file, files) = (file, [file])
            return
        }
        guard count <= Self.mostPieces else { throw file.malformed("split.count", "is \(count)") }
        guard let stem = Self.stem(of: file.name, count: count) else {
            throw file.malformed("split.count", "is \(count), but the file's name does not end with its number")
        }
        var files: [GGUFFile] = []
        for number in 1...count {
            let name = Self.name(of: number, of: count, stem: stem)
            let piece = try GGUFFile(url.deletingLastPathComponent().appending(path: name))
            guard try piece.integer("split.count") == count, try piece.integer("split.no") == number - 1 else {
                throw piece.malformed("split.no", "or split.count does not fit the file's name; is it another model's?")
            }
            files.append(piece)
        }
        let tensors = files.reduce(0) { $0 + $1.tensors.count }
        if let promised = try files[0].integer("split.tensors.count"), promised != tensors {
            throw files[0].malformed("split.tensors.count", "is \(promised), the files have \(tensors)")
        }
        (self.file, self.files) = (files[0], files)
    }

    /// The name of a piece: `model-00002-of-00003.gguf`.
    private static func name(of number: Int, of count: Int, stem: String) -> String {
        String(format: "%@-%05d-of-%05d.gguf", stem as NSString, number, count)
    }

    /// Name of a model by that of its file: without the ending and, for a piece of a split model, without the number.
    package static func title(of name: String) -> String {
        if let match = name.wholeMatch(of: /(.+)-\d{5}-of-\d{5}\.gguf/) { return String(match.1) }
        return name.hasSuffix(".gguf") ? String(name.dropLast(5)) : name
    }

    private static func stem(of name: String, count: Int) -> String? {
        let tail = String(format: "-of-%05d.gguf", count)
        guard name.hasSuffix(tail) else { return nil }
        let front = name.dropLast(tail.count)
        let digits = front.suffix(5)
        guard digits.count == 5, digits.allSatisfy(\.isNumber), front.dropLast(5).hasSuffix("-") else { return nil }
        return String(front.dropLast(6))
    }

    /// The model that lies in a folder as GGUF: its only such file, or the first piece of its only split one.
    /// - Throws: `EmberError` `.missingFile` when there are several.
    package static func only(in folder: URL) throws(EmberError) -> URL? {
        // A folder that cannot be listed has no files to offer; whoever needs one says so.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let files = names.filter { $0.hasSuffix(".gguf") && !isLaterPiece($0) }.sorted()
        guard files.count <= 1 else {
            throw EmberError(
                .missingFile, folder.lastPathComponent,
                "has \(files.count) GGUF files; name one of them: \(printable(files.joined(separator: ", ")))")
        }
        return files.first.map { folder.appending(path: $0) }
    }

    /// Whether a file is the second or a later piece of a split model, by its name.
    private static func isLaterPiece(_ name: String) -> Bool {
        guard let match = name.wholeMatch(of: /.*-(\d{5})-of-\d{5}\.gguf/) else { return false }
        return match.1 != "00001"
    }

    // MARK: What the metadata says

    /// Whether there is a model to compute with, rather than a vocabulary or an adapter alone.
    package func holdsModel() throws(EmberError) -> Bool {
        guard let name = try file.text("general.architecture") else { return false }
        return file.value(name + ".block_count") != nil
    }

    /// How this architecture's files are to be read.
    /// - Throws: `EmberError` `.unsupported`, with the list of what is supported.
    func architecture() throws(EmberError) -> GGUFArchitecture {
        guard let name = try file.text("general.architecture") else {
            throw file.malformed("general.architecture", "is missing")
        }
        guard let architecture = ggufArchitectures.first(where: { $0.name == name }) else {
            let known = ggufArchitectures.map(\.name).joined(separator: ", ")
            throw EmberError(
                .unsupported, file.name, "general.architecture is \(printable(name)); supported in GGUF: \(known)")
        }
        return architecture
    }
}
