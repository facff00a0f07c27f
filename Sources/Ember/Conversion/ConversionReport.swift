// SPDX-License-Identifier: Apache-2.0

/// Events that a conversion reports while it runs.
package enum ConversionEvent {
    /// A source has its place in the result. One that serves several tensors is told of several times.
    case converted(TensorMapping)
    /// A source has no place in the result.
    case dropped(source: TensorEntry, reason: String)
}

/// Source and target of one converted tensor.
package struct TensorMapping: Sendable {
    package let source: TensorEntry
    package let target: String
    /// Before quantisation.
    package let targetShape: [Int]
    /// How its numbers are stored, such as `BF16` or `4 bits in groups of 64, BF16 scales`.
    package let format: String
    /// How it was fitted in; empty when it was taken as it is.
    package let note: String

    init(_ part: TargetTensor.Part, _ item: ConversionPlan.Item) {
        source = part.source.entry
        target = item.target.name
        targetShape = item.target.shape
        note = part.note
        switch item.form {
        case .plain(let type): format = type.rawValue
        case .quantised(let scheme, let type):
            format = "\(scheme.bits) bits in groups of \(scheme.group), \(type.rawValue) scales"
        }
    }
}

/// Totals of a finished conversion.
package struct ConversionSummary: Sendable {
    /// Of all tensors together.
    package let bytes: Int
    package let parameters: Int
    package let files: Int
    package let dropped: Int
    /// Why padding changes no output, or `nil` when nothing was padded.
    package let padding: String?
    package let time: Duration

    package var bitsPerWeight: Double { Double(bytes) * 8 / Double(max(1, parameters)) }
}
