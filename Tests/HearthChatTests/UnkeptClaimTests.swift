// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthModels
import Testing

@Suite struct UnkeptClaimTests {
    private let claims = UnkeptClaims(
        beginnings: ["c est note", "i ll remember"], instead: ["I’m listening.", "Go on."])

    /// Returns the text that readers see of an answer that comes letter by letter, and in one piece.
    private func shown(_ answer: String, after said: Set<String> = []) -> [String] {
        [answer.map(String.init), [answer]].map { pieces in
            var filter = UnkeptClaims.Filter(claims)
            var shown = ""
            for piece in pieces {
                if case .piece(.text(let text))? = filter.pass(.text(piece)) { shown += text }
            }
            return shown + (filter.end(after: said) ?? "")
        }
    }

    @Test(arguments: [
        ("C'est noté. Qu'est-ce que tu aimerais ajouter ?", "Qu'est-ce que tu aimerais ajouter ?"),
        ("C’est noté : le bébé aussi. Bien dormi ?", "Bien dormi ?"), ("c'est note!! Et toi ?", "Et toi ?"),
        ("I’ll remember that. How do you feel about it?", "How do you feel about it?"),
        ("C'est noté : ta coloc a adopté un chat", "I’m listening."), ("C'est noté.", "I’m listening."),
        // What only begins alike is said whole, to the last letter.
        ("C'est notable.", "C'est notable."), ("C'est", "C'est"), ("I’ll", "I’ll"),
        ("Bravo. C'est noté.", "Bravo. C'est noté."),
        ("  Salut", "  Salut"), ("C'est-à-dire ?", "C'est-à-dire ?"),
    ])
    func `a claim at the beginning is left out, and all else is said as it came`(answer: String, seen: String) {
        #expect(shown(answer) == [seen, seen])
    }

    @Test func `what is said in its place is not said twice in a row`() {
        #expect(shown("C'est noté.", after: ["I’m listening."])[0] == "Go on.")
        #expect(shown("C'est noté.", after: ["I’m listening.", "Go on."])[0] == "I’m listening.")
    }
}
