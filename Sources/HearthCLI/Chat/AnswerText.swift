// SPDX-License-Identifier: Apache-2.0

/// An answer and the thoughts that led to it, gathered from pieces.
package struct AnswerText: Sendable, Equatable {
    package private(set) var thinking = ""
    package private(set) var answer = ""

    package init() {}

    package mutating func append(_ pieces: [ThinkingSplitter.Piece]) {
        for piece in pieces {
            switch piece {
            case .thought(let text): thinking += text
            case .answer(let text): answer += text
            case .answerWasThought:
                thinking += answer
                answer = ""
            }
        }
    }
}
