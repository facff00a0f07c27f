// SPDX-License-Identifier: Apache-2.0

/// An answer, the thoughts that led to it and the calls it asks for, gathered from what is told while it is generated.
package struct GeneratedText: Sendable, Equatable {
    package private(set) var thinking = ""
    package private(set) var answer = ""
    package private(set) var calls: [ToolCall] = []

    package init() {}

    package var isEmpty: Bool { thinking.isEmpty && answer.isEmpty && calls.isEmpty }

    package mutating func append(_ event: Generation) {
        switch event {
        case .thought(let text): thinking += text
        case .chunk(let text): answer += text
        case .toolCall(let call): calls.append(call)
        case .answerWasThought:
            thinking += answer
            answer = ""
        case .omitted, .info: break
        }
    }
}
