// SPDX-License-Identifier: Apache-2.0

package import Ember
import EmberJSON
import EmberTokenizers
package import HearthModels

/// A conversation as a prompt that leaves room for an answer.
package struct ContextFit: Sendable {
    package let input: ModelInput
    /// How many of the oldest turns had no room.
    package let omitted: Int

    /// Lays a request out for a model. Turns that do not fit are left out, oldest first; instructions and the newest
    /// question stay, with the calls and results behind it.
    ///
    /// The cut is found by steps of a quarter of the room, counted from the conversation's beginning. So most turns
    /// begin like the ones before them, whose keys and values the model still has.
    package init(_ request: CompletionRequest, _ parameters: GenerateParameters, in context: ModelContext) throws {
        let turns = try ChatMessage.conversation(request.turns)
        let system = request.instructions.map { [ChatMessage.system($0)] } ?? []
        func prompt(_ turns: some Sequence<ChatMessage>) throws -> ModelInput {
            let question = try context.prepare(
                .chat(system + turns, tools: request.offered, variables: parameters.templateVariables))
            guard let beginning = request.beginning else { return question }
            return try context.prepare(question, answeredWith: beginning)
        }
        let all = try prompt(turns)
        let wanted = parameters.maxTokens ?? context.contextLength
        let room = context.contextLength - min(wanted, context.contextLength / 4)
        guard request.mayOmit, all.tokens.count > room, turns.count > 1 else {
            (input, omitted) = (all, 0)
            return
        }

        // What the template puts around each turn, seen at three that say next to nothing.
        let little = ChatMessage.user("a")
        let three = try prompt([little, .assistant("a"), little]).tokens.count
        let frame = max(0, (three - (try prompt([little]).tokens.count)) / 2 - 1)
        let ends = try Self.ends(of: turns, frame: frame, in: context)
        let step = max(1, room / 4)
        var cut = (all.tokens.count - room + step - 1) / step * step
        while true {
            // A conversation begins with a question.
            let first = turns.indices.dropFirst().first { ends[$0 - 1] >= cut && turns[$0].role == .user }
            let start = first ?? turns.lastIndex { $0.role == .user } ?? turns.count - 1
            let rest = try prompt(turns[start...])
            if rest.tokens.count <= room || first == nil {
                (input, omitted) = (rest, start)
                return
            }
            cut += step
        }
    }

    /// How many tokens there are up to the end of each turn, nearly.
    private static func ends(of turns: [ChatMessage], frame: Int, in context: ModelContext) throws -> [Int] {
        var count = 0
        return try turns.map { turn in
            count += try context.tokenizer.encode(turn.content, addSpecialTokens: false).count + frame
            return count
        }
    }
}

extension GenerateParameters {
    package init(_ request: CompletionRequest) {
        self.init(
            maxTokens: request.maxTokens, temperature: request.temperature, topP: request.topP, topK: request.topK,
            minP: request.minP, repetitionPenalty: request.repetitionPenalty, seed: request.seed, stop: request.stop)
        alternatives = request.alternatives
        // What is held to a form is all answer; what goes on has been thought about.
        let mayThink = request.thinks && request.form == .free && !request.hasToCall && request.beginning == nil
        thinkingBudget = mayThink ? request.maxThoughtTokens : 0
    }
}
