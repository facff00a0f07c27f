// SPDX-License-Identifier: Apache-2.0

import HearthModels
import Testing

@Suite struct PlainSpaceTests {
    private func told(_ text: String) -> String {
        CompletionRequest(turns: [.init(role: .user, content: text)]).withPlainSpaces.turns[0].content
    }

    @Test(arguments: [
        ("Que sais-tu\u{202F}?\r\nDis\u{A0}: tout.\n", "Que sais-tu ?\r\nDis : tout.\n"),
        ("Lis\u{A0}!\n```\nx\u{A0}= 1\n```\nEt\u{A0}?", "Lis !\n```\nx\u{A0}= 1\n```\nEt ?"),
        ("- un\n  ~~~py\nx\u{A0}= 1\n  ~~~\nEt\u{A0}?", "- un\n  ~~~py\nx\u{A0}= 1\n  ~~~\nEt ?"),
        ("if x:\n\u{A0}\u{A0}print(x)\n  y\u{A0}= 1\nOui\u{A0}?", "if x:\n\u{A0}\u{A0}print(x)\n  y\u{A0}= 1\nOui ?"),
        ("", ""), ("\u{A0}", "\u{A0}"), ("a\u{A0}\n\n", "a \n\n"),
    ])
    func `no-break spaces of prose are plain, those of code stay`(text: String, plain: String) {
        #expect(told(text) == plain)
    }

    @Test func `only what the user wrote is changed`() {
        var request = CompletionRequest(
            instructions: "Réponds\u{A0}!",
            turns: [
                .init(role: .user, content: "Bien\u{202F}?"), .init(role: .assistant, content: "Oui\u{202F}!"),
                .init(role: .tool, content: "7\u{A0}km"),
            ])
        (request.memory, request.beginning) = ("Il a dit\u{A0}: oui.", "Tu vois\u{202F}:")
        let plain = request.withPlainSpaces
        #expect(plain.turns.map(\.content) == ["Bien ?", "Oui\u{202F}!", "7\u{A0}km"])
        #expect(plain.memory == "Il a dit : oui." && plain.instructions == request.instructions)
        #expect(plain.beginning == request.beginning)
    }
}
