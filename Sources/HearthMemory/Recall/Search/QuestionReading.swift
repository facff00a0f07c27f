// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A question to the memory.
public struct MemoryQuestion: Sendable {
    public var text: String
    /// The moment from which `last spring` is meant.
    public var now: Date
    public var calendar: Calendar
    /// The asking speaker: `I` in the question means this speaker.
    public var asker: String?
    /// `nil` finds it out.
    public var language: MemoryLanguage?
    /// Passages of these sources are not wanted: they are in the prompt already.
    public var excludedThreads: Set<String> = []

    public init(
        _ text: String, now: Date, calendar: Calendar = .current, asker: String? = nil, language: MemoryLanguage? = nil
    ) {
        self.text = text
        self.now = now
        self.calendar = calendar
        self.asker = asker
        self.language = language
    }
}

/// Contents of a question: what to look for, who said it, and when.
struct QuestionReading {
    let stems: [String]
    /// For each stem, those of its family.
    let families: [Set<String>]
    /// For each stem, those of other words on its topic.
    let related: [Set<String>]
    let cues: [TimeCue]
    /// The speakers that it names.
    let speakers: Set<String>
    /// Asks for a time.
    let isWhen: Bool
    /// `nil` where its words do not tell.
    let language: MemoryLanguage?
    private let languages: [MemoryLanguage]

    /// More words than that are a pasted text, of which the beginning has to do.
    private static let mostWords = 400
    /// A text of more stems has words enough of its own.
    private static let mostTopics = 16

    init(_ question: MemoryQuestion, speakers names: [String]) {
        let words = Array(FoldedWords.all(in: question.text).prefix(Self.mostWords))
        let language = question.language ?? MemoryLanguage(of: words)
        self.language = language
        languages = language.map { [$0] } ?? MemoryLanguage.allCases
        let bare = words.map(\.withoutAccents)
        let time = TimeReader(now: question.now, calendar: question.calendar).read(bare, language)
        let named = Self.speakers(in: words, names, asker: question.asker)
        let nameWords = Set(names.flatMap(FoldedWords.all))
        let sought = words.indices.filter {
            !time.used.contains($0) && !nameWords.contains(words[$0]) && !Self.asking.contains(bare[$0])
        }.map { words[$0] }
        cues = time.cues
        speakers = named
        isWhen = bare.prefix(3).contains { ["when", "quand"].contains($0) }
        let stems = Self.stems(of: sought, languages)
        families = stems.map { stem in language?.family(of: stem) ?? [] }
        let hasTopics = stems.count <= Self.mostTopics
        related = stems.map { stem in hasTopics ? language?.related(to: stem) ?? [] : [] }
        self.stems = stems
    }

    /// All stems that a search looks up, the question's own first.
    var sought: [String] {
        stems + events.flatMap(\.stems) + families.reduce(Set(related.joined())) { $0.union($1) }.sorted()
    }

    /// Events before or after what is sought, as stems.
    var events: [(side: TimeCue.Side, stems: [String])] {
        cues.compactMap { cue in
            if case .event(let side, let words) = cue { (side, stems(of: words)) } else { nil }
        }
    }

    /// Stems of words in the question's language, or in each where it is not known.
    private func stems(of words: [String]) -> [String] { Self.stems(of: words, languages) }

    private static func stems(of words: [String], _ languages: [MemoryLanguage]) -> [String] {
        var seen: Set<String> = []
        return languages.flatMap { $0.stems(of: words) }.filter { seen.insert($0).inserted }
    }

    private static func speakers(in words: [String], _ names: [String], asker: String?) -> Set<String> {
        let said = Set(words)
        var speakers = Set(names.filter { name in FoldedWords.all(in: name).contains { said.contains($0) } })
        if let asker, !said.isDisjoint(with: firstPerson) { speakers.insert(asker) }
        return speakers
    }

    /// Words of the request that are not what is sought, in both languages and without accents.
    private static let asking = Set(
        """
        tell told say said remember remembers remembered recall remind know knew mention mentioned dis dire dit raconte souviens souvenir
        rappelle rappeler sais savoir connais parle parler
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    private static let firstPerson: Set<String> = ["i", "me", "my", "mine", "je", "j", "mon", "ma", "mes", "moi"]
}
