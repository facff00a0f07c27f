// SPDX-License-Identifier: Apache-2.0

/// Puts the special tokens of a model around one text or a pair of texts.
indirect enum PostProcessor: Sendable {
    case sequence([PostProcessor])
    case template(single: [Piece], pair: [Piece])
    /// Concerns only the places of tokens in the text, which we do not report.
    case nothing

    enum Piece: Sendable, Equatable {
        case first
        case second
        case tokens([UInt32])
    }

    private static let supported = [
        "Sequence", "TemplateProcessing", "BertProcessing", "RobertaProcessing", "ByteLevel",
    ]

    init(_ part: FilePart) throws(TokenizerError) {
        switch try part.type(among: Self.supported) {
        case "Sequence":
            var steps: [PostProcessor] = []
            for step in try part.required("processors").elements { steps.append(try PostProcessor(step)) }
            self = .sequence(steps)
        case "TemplateProcessing":
            let tokens = try Self.specialTokens(part.required("special_tokens"))
            self = .template(
                single: try Self.pieces(part.required("single"), tokens),
                pair: try Self.pieces(part.required("pair"), tokens))
        case "BertProcessing":
            let (sep, cls) = (try Self.namedToken(part.required("sep")), try Self.namedToken(part.required("cls")))
            self = .template(single: [cls, .first, sep], pair: [cls, .first, sep, .second, sep])
        case "RobertaProcessing":
            let (sep, cls) = (try Self.namedToken(part.required("sep")), try Self.namedToken(part.required("cls")))
            self = .template(single: [cls, .first, sep], pair: [cls, .first, sep, sep, .second, sep])
        default: self = .nothing
        }
    }

    private static func namedToken(_ part: FilePart) throws(TokenizerError) -> Piece {
        let elements = try part.elements
        guard elements.count == 2 else { throw part.malformed("expected [\"token\", id]") }
        return .tokens([UInt32(try elements[1].count())])
    }

    private static func specialTokens(_ part: FilePart) throws(TokenizerError) -> [String: [UInt32]] {
        var tokens: [String: [UInt32]] = [:]
        let names = part.keys
        for name in names {
            var ids: [UInt32] = []
            for id in try part.required(name).required("ids").elements { ids.append(UInt32(try id.count())) }
            tokens[name] = ids
        }
        return tokens
    }

    private static func pieces(_ part: FilePart, _ tokens: [String: [UInt32]]) throws(TokenizerError) -> [Piece] {
        var pieces: [Piece] = []
        for element in try part.elements {
            if let sequence = element.member("Sequence") {
                switch try sequence.string("id") {
                case "A": pieces.append(.first)
                case "B": pieces.append(.second)
                default: throw sequence.malformed("the sequence is A or B")
                }
            } else if let special = element.member("SpecialToken") {
                let name = try special.string("id")
                guard let ids = tokens[name] else {
                    throw special.malformed("the token \"\(name.prefix(60))\" is not among special_tokens")
                }
                pieces.append(.tokens(ids))
            } else {
                throw element.malformed("expected \"Sequence\" or \"SpecialToken\"")
            }
        }
        return pieces
    }

    /// The ids of the whole input, with or without special tokens.
    func apply(_ first: [UInt32], _ second: [UInt32]?, addSpecialTokens: Bool) -> [UInt32] {
        switch self {
        case .nothing: return first + (second ?? [])
        case .sequence(let steps):
            let active = steps.filter { if case .nothing = $0 { false } else { true } }
            guard let step = active.first else { return first + (second ?? []) }
            let result = step.apply(first, second, addSpecialTokens: addSpecialTokens)
            let rest = PostProcessor.sequence(Array(active.dropFirst()))
            return rest.apply(result, nil, addSpecialTokens: addSpecialTokens)
        case .template(let single, let pair):
            var result: [UInt32] = []
            for piece in second == nil ? single : pair {
                switch piece {
                case .first: result += first
                case .second: result += second ?? []
                case .tokens(let ids): if addSpecialTokens { result += ids }
                }
            }
            return result
        }
    }
}
