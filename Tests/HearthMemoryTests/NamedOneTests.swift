// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HearthMemory

/// "My wife is called Anna": who somebody is, and what they are called.
@Suite struct NamedOneTests {
    private func message(_ text: String) -> Utterance {
        Utterance(id: "m", session: "s", speaker: .user, text: text, date: Date(timeIntervalSinceReferenceDate: 0))
    }

    @Test(arguments: [
        ("my wife is called Anna", "Anna"), ("My little sister's called Ella", "Ella"),
        ("my brother’s name is Jean-Luc Martin", "Jean-Luc Martin"),
        ("ma sœur s’appelle Ella", "Ella"),
    ])
    func `who has a name is one of the user's people`(text: String, name: String) throws {
        let fact = try #require(MemoryCommands.fact(text, from: message("Remember this: \(text)")))
        #expect(fact.kind == .people && fact.person == name)
        #expect(ProfileSection.of(fact) == .people)
    }

    @Test(arguments: ["our dog is named Biscuit", "Mon chien s'appelle Biscuit"])
    func `an animal with a name stands among the pets`(text: String) throws {
        let fact = try #require(MemoryCommands.fact(text, from: message("Remember this: \(text)")))
        #expect(fact.slot?.value == "Biscuit" && ProfileSection.of(fact) == .pets)
    }

    @Test(arguments: [
        "my street is called Rue Lepic", "my favourite dish is called Ribollita", "the shop is called Anna's",
        "her sister is called Ella", "mon livre s'appelle Nadja", "my sister called Ella yesterday",
    ])
    func `other things with a name are nobody`(text: String) {
        #expect(NamedOne(text) == nil)
    }

    @Test func `a name in small letters leaves what they are`() throws {
        let fact = try #require(MemoryCommands.fact("my wife is called anna", from: message("my wife is called anna")))
        #expect(fact.kind == .people && fact.person == "Wife")
    }
}
