// SPDX-License-Identifier: Apache-2.0

/// A message, read as far as `longest`: its own words, their sentences and clauses, and the spirit of the whole.
struct MessageReading: Sendable {
    let own: OwnWords
    let lexicon: Lexicon
    let sentences: [Sentence]
    let frame: MessageFrame
    let told: ToldFrames
    /// Whether any sentence asks something.
    let asks: Bool

    static let longest = Utterance.longestRead

    /// - Parameters:
    ///   - language: a code such as `en`, where it is known.
    ///   - earlier: what the user wrote before in the same conversation, oldest first.
    init(_ text: String, language: String? = nil, earlier: [String] = []) {
        own = OwnWords(Self.beginning(of: text))
        let words = own.runs.flatMap { [own] in WordReader.words(in: own.characters, $0) }
        let known = language.map { String($0.prefix(2)).lowercased() }
        lexicon = Lexicon.of(known == "en" || known == "fr" ? known ?? "en" : Lexicon.language(of: words))
        sentences = ClauseSplitter(own: own, lexicon: lexicon).sentences()
        frame = MessageFrame(sentences, own, lexicon, earlier: earlier.map(Self.beginning))
        told = ToldFrames(sentences, own, lexicon)
        asks = sentences.contains(where: \.isQuestion)
    }

    /// A text to the end of its last paragraph, sentence or word within `longest`.
    static func beginning(of text: String) -> String {
        text.utf8.count <= longest ? text : String(PassageCutter(longest: longest).first(of: text[...]))
    }

    /// As it was written.
    func text(_ range: Range<Int>) -> String { String(own.original[range]) }

    /// The same without the marks of Markdown.
    func plain(_ range: Range<Int>) -> String {
        let written = text(range)
        let read = String(own.characters[range])
        return read == written ? written : Markup.closedUp(read)
    }
}
