// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// Checks between a model and its answer: for loops and, with very small models, for claims that are not true and
/// recited instructions.
struct AnswerGuards {
    private var watch: RepetitionWatch
    private var echo: PromptEcho?
    private var claims: UnkeptClaims.Filter?

    init(isTiny: Bool, echo: PromptEcho?, claims: UnkeptClaims.Filter?) {
        watch = RepetitionWatch(isTiny: isTiny)
        (self.echo, self.claims) = (echo, claims)
    }

    /// Whether the model recites its prompt; what it says from there on is not shown.
    var isReciting: Bool { echo?.isReciting ?? false }

    /// - Returns: the event as readers may see it; `nil` for nothing yet.
    mutating func pass(_ event: CompletionEvent) -> CompletionEvent? {
        guard let shown = echo == nil ? event : echo?.pass(event) else { return nil }
        return claims == nil ? shown : claims?.pass(shown)
    }

    /// - Returns: whether the answer, with this event, has become a loop.
    mutating func isStuck(after event: CompletionEvent) -> Bool { watch.isStuck(after: event) }

    /// Ends the checks when the model is done, or has been cut short, and returns the text still to be shown.
    /// - Parameter said: earlier answers of this conversation.
    mutating func end(after said: Set<String>) -> String {
        var rest = echo?.end() ?? ""
        guard claims != nil else { return rest }
        if !rest.isEmpty, case .piece(.text(let shown))? = claims?.pass(.text(rest)) {
            rest = shown
        } else {
            rest = ""
        }
        // An answer that was only recited is not replaced by a sentence that answers nothing.
        return isReciting ? rest : rest + (claims?.end(after: said) ?? "")
    }
}
