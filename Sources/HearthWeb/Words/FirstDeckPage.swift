// SPDX-License-Identifier: Apache-2.0

import HearthWords

/// The first deck, in three steps: what is in it, how it is studied, and off one goes.
struct FirstDeckPage: Page {
    static let template = "first-deck"

    enum Kind: String, Sendable, CaseIterable { case sample, empty, file }

    let title: String
    let sub: String
    let step: String
    let first: FirstView?
    let second: SecondView?
    let third: ThirdView?
    /// The three steps as dots: done, now or later.
    let dots: [DotView]

    struct DotView: Sendable {
        let kind: String
    }

    struct FirstView: Sendable {
        let kinds: [KindView]
    }

    struct KindView: Sendable {
        let value: String
        let name: String
        let note: String
        let isChosen: Bool
    }

    struct SecondView: Sendable {
        let kind: String
        let name: String
        let amounts: [ChoiceView]
    }

    struct ThirdView: Sendable {
        /// `nil` for a deck without words.
        let study: String?
        let add: String
    }

    /// - Parameters:
    ///   - kind: what was chosen in the first step; `nil` before.
    ///   - made: the deck, once it is there.
    ///   - words: how many words it has.
    ///   - samples: how many words the sample deck has.
    init(_ kind: Kind?, made: Deck?, words: Int = 0, samples: Int, _ say: Phrases) {
        let place = made != nil ? 3 : kind != nil ? 2 : 1
        step = say("words.step", ["n": say.number(place)])
        dots = (1...3).map { DotView(kind: $0 < place ? "done" : $0 == place ? "now" : "later") }
        title = say("words.first\(place)Title")
        let isEmpty = made != nil && words == 0
        sub = say(isEmpty ? "words.firstEmptySub" : "words.first\(place)Sub", ["name": made?.name ?? ""])
        first =
            place != 1
            ? nil
            : FirstView(
                kinds: Kind.allCases.map {
                    KindView(
                        value: $0.rawValue, name: say("words.\($0.rawValue)Kind"),
                        note: say("words.\($0.rawValue)KindNote", ["n": say.number(samples)]), isChosen: $0 == .sample)
                })
        second =
            place != 2
            ? nil
            : SecondView(
                kind: kind?.rawValue ?? "",
                name: kind == .sample ? SampleDeck.name(say) : say("words.firstName"),
                amounts: [5, 10, 20].map {
                    ChoiceView(value: String($0), label: say.number($0), isChosen: $0 == 10)
                })
        third = made.map {
            ThirdView(study: isEmpty ? nil : "/words/decks/\($0.id)/study", add: "/words/add?deck=\($0.id)")
        }
    }
}

/// The name of one more deck.
struct NewDeckPage: Page {
    static let template = "new-deck"

    let title: String
    let back = "/words"
    let backLabel: String
    let fault: String?

    init(fault: String? = nil, _ say: Phrases) {
        title = say("words.newDeck")
        backLabel = say("words.backTo")
        self.fault = fault
    }
}
