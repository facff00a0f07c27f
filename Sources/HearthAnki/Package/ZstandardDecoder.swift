// SPDX-License-Identifier: Apache-2.0

import CZstd

/// Unpacks a Zstandard stream (RFC 8878) piece by piece.
final class ZstandardDecoder {
    /// The most that a frame may ask to look back, as a power of two: 128 MiB, as the `zstd` command has it. Anki's
    /// files ask for less than 8 MiB.
    private static let windowPower: Int32 = 27

    private let name: String
    private let stream: OpaquePointer
    private let output = PieceBuffer(count: ZSTD_DStreamOutSize())
    /// Last return value of the decoder: 0 at the end of a frame.
    private var state = 1

    init(_ name: String) throws(AnkiError) {
        self.name = name
        guard let stream = ZSTD_createDStream() else {
            throw AnkiError(.tooLarge, name, "there is no memory to unpack it")
        }
        self.stream = stream
        ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, Self.windowPower)
    }

    deinit { ZSTD_freeDStream(stream) }

    /// - Throws: `damaged` for what is no such stream, and what `sink` throws.
    func unpack(_ piece: UnsafeRawBufferPointer, _ sink: ByteSink) throws(AnkiError) {
        var input = ZSTD_inBuffer(src: piece.baseAddress, size: piece.count, pos: 0)
        var isFull = false
        while input.pos < input.size || isFull {
            var made = ZSTD_outBuffer(dst: output.bytes.baseAddress, size: output.bytes.count, pos: 0)
            state = ZSTD_decompressStream(stream, &made, &input)
            guard ZSTD_isError(state) == 0 else {
                throw AnkiError(
                    .damaged, name, "cannot be unpacked by Zstandard: \(String(cString: ZSTD_getErrorName(state)))")
            }
            // A full output may have left bytes inside the decoder.
            isFull = made.pos == made.size && state != 0
            try sink(output.first(made.pos))
        }
    }

    /// - Throws: `damaged` where the stream was cut short.
    func finish() throws(AnkiError) {
        guard state == 0 else { throw AnkiError(.damaged, name, "ends too early") }
    }
}
