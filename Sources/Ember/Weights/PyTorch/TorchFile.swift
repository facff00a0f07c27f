// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A PyTorch checkpoint (`.bin`, `.pt`, `.pth`) as `torch.save` has written it since version 1.6: a zip file with a
/// pickle that describes the tensors, and an entry for each storage.
///
/// The tensors are used where they lie in the mapped file, as those of a safetensors file are. Source: PyTorch,
/// `torch/serialization.py`.
package struct TorchFile: Sendable {
    let file: MappedFile
    /// In the order of the pickle.
    package let tensors: [TensorEntry]

    /// More than the description of any checkpoint takes.
    private static let pickleLimit = 64_000_000

    /// - Throws: `EmberError` `.missingFile`, `.malformedFile`, or `.unsupported` for what is sound but not allowed.
    package init(_ url: URL) throws(EmberError) {
        file = try MappedFile(url)
        let name = url.lastPathComponent
        try Self.refuseOldFormats(file.bytes, name)
        let archive: TorchArchive
        do { archive = try TorchArchive(file.bytes) } catch { throw EmberError(.malformedFile, name, error.detail) }
        // All entries lie in one folder, which is called as the file was when it was saved.
        guard let pickle = archive.entries.keys.filter({ $0 == "data.pkl" || $0.hasSuffix("/data.pkl") }).min() else {
            throw EmberError(.malformedFile, name, "has no data.pkl; is it a PyTorch checkpoint?")
        }
        let folder = pickle.dropLast("data.pkl".count)
        if let order = archive.entries[folder + "byteorder"], !file.bytes[order].elementsEqual("little".utf8) {
            throw EmberError(.unsupported, name, "was written on a big-endian machine")
        }
        let range = archive.entries[pickle]!
        guard range.count <= Self.pickleLimit else {
            throw EmberError(.malformedFile, name, "data.pkl takes \(range.count) bytes, more than any checkpoint's")
        }
        let described: [(name: String, tensor: PickledTensor)]
        do {
            described = try Unpickler.tensors(in: UnsafeRawBufferPointer(rebasing: file.bytes[range]))
        } catch {
            throw EmberError(
                error.isForbidden ? .unsupported : .malformedFile, name,
                "data.pkl, byte \(error.place): \(error.detail)")
        }
        var seen: Set<String> = []
        var tensors: [TensorEntry] = []
        for (tensorName, tensor) in described {
            guard seen.insert(tensorName).inserted else {
                throw EmberError(.malformedFile, name, "\(printable(tensorName)) appears twice")
            }
            tensors.append(try Self.entry(tensorName, tensor, in: archive, folder: String(folder), of: name))
        }
        self.tensors = tensors
    }

    /// Names the formats that older versions of PyTorch wrote, and the zip file's absence.
    private static func refuseOldFormats(_ bytes: UnsafeRawBufferPointer, _ name: String) throws(EmberError) {
        let advice = "open it with PyTorch and save it again, or convert it to safetensors"
        let isTar = bytes.count > 262 && bytes[257..<262].elementsEqual("ustar".utf8)
        guard !isTar else { throw EmberError(.unsupported, name, "is a tar file of PyTorch before 0.1.10; \(advice)") }
        guard bytes.first != 0x80 else {
            throw EmberError(.unsupported, name, "is a bare pickle, as PyTorch before 1.6 wrote it; \(advice)")
        }
    }

    /// Checks that a tensor lies, row after row, within its storage, and that within the file.
    private static func entry(
        _ tensorName: String, _ tensor: PickledTensor, in archive: TorchArchive, folder: String, of name: String
    ) throws(EmberError) -> TensorEntry {
        let (shown, storage) = (printable(tensorName), tensor.storage)
        func malformed(_ detail: String) -> EmberError { EmberError(.malformedFile, name, "\(shown): \(detail)") }
        guard let data = archive.entries[folder + "data/" + storage.key] else {
            throw malformed("its storage \(printable(storage.key)) is not in the file")
        }
        let (storageBytes, tooLarge) = storage.count.multipliedReportingOverflow(by: storage.type.size)
        guard !tooLarge, storageBytes == data.count else {
            throw malformed("its storage has \(data.count) bytes, expected \(storage.count) \(storage.type.rawValue)")
        }
        guard let count = TensorEntry.count(of: tensor.shape) else {
            throw malformed("impossible shape \(tensor.shape)")
        }
        guard tensor.offset <= storage.count, count <= storage.count - tensor.offset else {
            throw malformed("shape \(tensor.shape) from \(tensor.offset) on does not lie in \(storage.count) numbers")
        }
        var expected = 1
        for (size, stride) in zip(tensor.shape, tensor.strides).reversed() {
            guard stride == expected || size <= 1 || count == 0 else {
                throw EmberError(
                    .unsupported, name,
                    "\(shown): is not stored row after row (shape \(tensor.shape), strides \(tensor.strides)); "
                        + "make it contiguous and save it again")
            }
            expected &*= size
        }
        let start = data.lowerBound + tensor.offset * storage.type.size
        return TensorEntry(
            name: tensorName, type: .plain(storage.type), shape: tensor.shape,
            range: start..<start + count * storage.type.size)
    }
}
