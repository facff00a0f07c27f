// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthStore

/// Texts whose words are as frequent as those of a language: the word of rank r occurs 1 / (r + 2.7) as often. Source: Mandelbrot
/// 1953.
struct Texts {
    private var random: SplitMix
    private static let vocabulary = makeVocabulary(20_000)
    private static let cumulative: [Double] = {
        var sum = 0.0
        return vocabulary.indices.map { rank in
            sum += 1 / (Double(rank) + 2.7)
            return sum
        }
    }()

    init(seed: UInt64) { random = SplitMix(state: seed) }

    mutating func text(words count: Int) -> String {
        var text = ""
        for index in 0..<count {
            if index > 0 { text += index.isMultiple(of: 12) ? ". " : " " }
            text += word()
        }
        return text
    }

    mutating func length(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    static func word(rank: Int) -> String { vocabulary[rank] }

    private mutating func word() -> String {
        let target = Double.random(in: 0..<Self.cumulative[Self.cumulative.count - 1], using: &random)
        var (low, high) = (0, Self.cumulative.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if Self.cumulative[middle] < target { low = middle + 1 } else { high = middle }
        }
        return Self.vocabulary[low]
    }

    /// Frequent words are short, as in languages.
    private static func makeVocabulary(_ count: Int) -> [String] {
        var random = SplitMix(state: 1)
        let syllables = [
            "a", "be", "co", "di", "en", "fa", "go", "hi", "in", "ka", "lo", "me", "no", "or", "pa", "ré", "se", "to",
        ]
        var words: [String] = []
        var known: Set<String> = []
        while words.count < count {
            let length = 1 + Int(log10(Double(words.count + 1))) + Int.random(in: 0...1, using: &random)
            let word = (0..<length).map { _ in syllables.randomElement(using: &random) ?? "" }.joined()
            if known.insert(word).inserted { words.append(word) }
        }
        return words
    }
}

/// Source: Steele et al. 2014, SplitMix.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// What is searched for, from what is easy for an index to what is hard.
let queries: [(name: String, query: String)] = [
    ("a rare word", Texts.word(rank: 19_990)),
    ("a middling word", Texts.word(rank: 500)),
    ("the most frequent word", Texts.word(rank: 0) + " "),
    ("the two most frequent words", Texts.word(rank: 0) + " " + Texts.word(rank: 1)),
    ("six frequent words", (0..<6).map { Texts.word(rank: $0 * 3) }.joined(separator: " ")),
    ("two letters", "co"), ("three letters", "coc"), ("four letters", "coco"), ("five letters", "cocob"),
    ("a rare word and two letters", Texts.word(rank: 15_000) + " be"),
    ("a frequent and a rare word", Texts.word(rank: 0) + " " + Texts.word(rank: 19_000)),
    ("side by side, both frequent", "\"\(Texts.word(rank: 3)) \(Texts.word(rank: 5))\""),
    ("side by side, both rare", "\"\(Texts.word(rank: 9_000)) \(Texts.word(rank: 9_001))\""),
    ("two frequent words, never together", "eveneven oddodd"),
    ("a word that is not there", "xyzzyxyzzy"), ("only signs", "?! 🙂"),
]

/// Fills a store with sessions over ten years, a thousand in one transaction.
func fill(_ store: Store, sessions: Int, messages: Int) async throws {
    var texts = Texts(seed: 2026)
    let begin = Date(timeIntervalSince1970: 1_480_000_000)
    for first in stride(from: 0, to: sessions, by: 1000) {
        var conversations: [(session: Session, messages: [Message])] = []
        for number in first..<min(first + 1000, sessions) {
            let date = begin.addingTimeInterval(Double(number) * 31_000)
            let count = (number + 1) * messages / sessions - number * messages / sessions
            conversations.append(conversation(number, count, date, &texts))
        }
        try await store.add(conversations)
        print("\(min(first + 1000, sessions)) sessions")
    }
}

private func conversation(
    _ number: Int, _ count: Int, _ date: Date, _ texts: inout Texts
) -> (session: Session, messages: [Message]) {
    let id = UUID().uuidString.lowercased()
    var session = Session(id: id, createdAt: date, title: texts.text(words: 5))
    var messages: [Message] = []
    for index in 0..<count {
        let isQuestion = index.isMultiple(of: 2)
        // Half of the sessions have the one word in every message, half the other.
        let text =
            texts.text(words: texts.length(isQuestion ? 5...30 : 40...160))
            + (number.isMultiple(of: 2) ? " eveneven" : " oddodd")
        messages.append(
            Message(
                id: UUID().uuidString.lowercased(), session: id, parent: messages.last?.id,
                role: isQuestion ? .user : .assistant, content: text,
                createdAt: date.addingTimeInterval(Double(index) * 30)))
    }
    session.leaf = messages.last?.id
    session.lastMessageAt = messages.last?.createdAt ?? date
    return (session, messages)
}
