// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthWords

/// Decks by path, each once.
struct DeckPaths {
    private(set) var decks: [ImportedDeck] = []
    private var places: [[String]: Int] = [:]

    /// Hearth has 20 decks in each other at most.
    static let mostDeep = 20
    private static let longestName = 200

    /// - Returns: the place of the deck in `decks`, where it is added if it is new.
    mutating func place(of name: String, settings: DeckSettings? = nil) -> Int {
        let path = Self.path(name)
        if let place = places[path] { return place }
        decks.append(ImportedDeck(path: path, settings: settings))
        places[path] = decks.count - 1
        return decks.count - 1
    }

    /// The names in a path of Anki's. Empty ones become "blank", as in Anki, and what lies too deep goes into the last
    /// deck.
    static func path(_ name: String) -> [String] {
        let names = name.components(separatedBy: Deck.separator).prefix(mostDeep).map { part in
            let clean = String(
                String.UnicodeScalarView(part.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
            let trimmed = clean.trimmingCharacters(in: .whitespacesAndNewlines).prefix(longestName)
            return trimmed.isEmpty ? "blank" : String(trimmed)
        }
        return Array(names)
    }
}

extension DeckSettings {
    /// Anki's options, moved into Hearth's ranges.
    init(_ options: AnkiDeckOptions, desiredRetention: Double?) {
        self.init()
        self.desiredRetention = min(max(desiredRetention ?? options.desiredRetention, 0.7), 0.99)
        learningSteps = Self.seconds(options.learningSteps)
        relearningSteps = Self.seconds(options.relearningSteps)
        newPerDay = min(max(0, options.newPerDay), 9_999)
        reviewsPerDay = min(max(0, options.reviewsPerDay), 9_999)
        maximumInterval = min(max(1, options.maximumInterval), 36_500)
        leechThreshold = min(max(0, options.leechThreshold), 99)
        leechAction = options.leechAction == 1 ? .tag : .suspend
        buriesSiblings = options.buriesNew || options.buriesReviews
        // Parameters that FSRS does not take are as good as none.
        if let parameters = try? Parameters(
            clipping: options.parameters, as: .six, relearningSteps: relearningSteps.count)
        {
            self.parameters = parameters.values
        }
    }

    private static func seconds(_ minutes: [Double]) -> [Double] {
        Array(minutes.map { ($0 * 60).rounded() }.filter { $0 >= 1 && $0 <= 365 * 86_400 }.prefix(20))
    }
}
