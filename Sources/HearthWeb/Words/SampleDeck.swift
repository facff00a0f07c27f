// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// The words that a learner can begin with: everyday French, with its pronunciation and an example for each.
///
/// Written for Hearth. A line of the file is a word, its pronunciation in IPA, its translation and a sentence, with
/// tabs between.
enum SampleDeck {
    static func name(_ say: Phrases) -> String { say("words.sampleName") }

    /// - Throws: `CocoaError` where the file is gone; `WordsError` `.invalid` for a line that is not of four parts.
    static func words() throws -> [FlashcardContent] {
        let file = WebServer.resources.appending(path: "SampleDeck/french.tsv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 4 else { throw WordsError(.invalid, "the line \"\(line)\" has not four parts") }
            var content = FlashcardContent(word: parts[0])
            (content.phonetic, content.translation, content.example) = ("[\(parts[1])]", parts[2], parts[3])
            return content
        }
    }
}
