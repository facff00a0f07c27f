// SPDX-License-Identifier: Apache-2.0

import Ember
import Foundation
import HearthEngine

/// The lines that `/stats` prints.
struct ChatStatistics {
    let model: ChatModel
    let session: ChatSession
    /// How the last answer went; `nil` before the first, and when it was stopped.
    let last: GenerationInfo?

    func lines() async -> ScreenText {
        let context = await model.container.perform { $0 }
        var rows = [
            ("model", "\(model.name), weights \(Self.bytes(context.weightBytes))"),
            ("memory", Self.memory),
            ("context", await used(context)),
        ]
        if let last {
            let (answer, prompt) = (last.tokensPerSecond, last.promptTokensPerSecond)
            rows.append(("speed", String(format: "%.1f tokens/s, prompt %.1f tokens/s", answer, prompt)))
            rows.append(("prompt", "\(last.promptTokens) tokens, \(last.cachedPromptTokens) of them cached"))
        } else {
            rows.append(("speed", "not known; it is measured with each finished answer"))
        }
        return rows.map { name, value in
            "  \(name.padding(toLength: 9, withPad: " ", startingAt: 0))\(line: value)\n" as ScreenText
        }.joined()
    }

    /// How full the context is with the conversation so far, as the model's template lays it out.
    private func used(_ context: ModelContext) async -> String {
        let messages = await session.messages.dropFirst(session.omitted)
        let all = "\(context.contextLength) tokens"
        guard !messages.isEmpty else { return "0 of \(all)" }
        let system = await session.instructions.map { [ChatMessage.system($0)] } ?? []
        // A template that wants a question at the end refuses this.
        guard let input = try? context.prepare(.chat(system + messages)) else {
            return "an unknown number of \(all)"
        }
        let used = input.tokens.count
        return used < context.contextLength ? "\(used) of \(all)" : "full, \(all); the oldest messages will be left out"
    }

    /// The memory that this process takes, including weights read from a file.
    private static var memory: String {
        let most = "at most \(bytes(ProcessMemory.peak)) so far"
        return ProcessMemory.now.map { "\(bytes($0)) now, " + most } ?? most
    }

    private static func bytes(_ count: Int) -> String {
        count >= 1_000_000_000
            ? String(format: "%.2f GB", Double(count) / 1e9) : String(format: "%.1f MB", Double(count) / 1e6)
    }
}
