// SPDX-License-Identifier: Apache-2.0

import HearthWords
import Testing

@Suite struct TagTreeTests {
    @Test func `a tag counts the words that have it or one in it, each once`() {
        let tree = TagTree([
            (["animals::birds", "animals::cats"], 2), (["animals"], 1), (["Animals::birds::owls", "b"], 1), (["b"], 4),
            ([], 9),
        ])
        #expect(
            tree.tags.map { "\($0.depth) \($0.name) \($0.words)" } == [
                "0 Animals 1", "1 Animals::birds 1", "2 Animals::birds::owls 1", "0 animals 3", "1 animals::birds 2",
                "1 animals::cats 2", "0 b 5",
            ])
        #expect(tree["animals::birds"]?.ownName == "birds" && tree["birds"] == nil)
    }

    @Test func `odd names are tags too, and depth has an end`() {
        let tree = TagTree([
            (["::", "a::", "::b", "c::::d"], 1), ([Array(repeating: "x", count: 500).joined(separator: "::")], 1),
        ])
        #expect(tree["a"]?.words == 1 && tree["a::"]?.ownName == "a::" && tree["::b"]?.ownName == "b")
        #expect(tree.tags.filter { $0.name.hasPrefix("x") }.count == 20)
        #expect(tree.tags.allSatisfy { !$0.name.isEmpty && !$0.ownName.isEmpty })
    }

    @Test func `a tag takes those in it along, and none comes twice`() {
        var content = FlashcardContent(word: "la chouette")
        content.tags = ["animals::birds", "animals", "animalsx", "birds"]
        #expect(content.tags(renaming: "animals", to: "a") == ["a::birds", "a", "animalsx", "birds"])
        #expect(
            content.tags(renaming: "animals", to: "animals::all") == [
                "animals::all::birds", "animals::all", "animalsx", "birds",
            ])
        #expect(content.tags(renaming: "animals::birds", to: "birds") == ["birds", "animals", "animalsx"])
        #expect(content.tags(renaming: "animals", to: nil) == ["animalsx", "birds"])
    }
}
