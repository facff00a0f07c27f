// SPDX-License-Identifier: Apache-2.0

import HearthModels

extension Completing {
    /// The whole text of an answer about words that are learned, without thoughts.
    /// - Throws: `ModelError`, and what the stream throws; `CancellationError`.
    func answer(to request: CompletionRequest) async throws -> String {
        var answer = AnswerText()
        var request = request
        request.purpose = .words
        request.makeRoomForThoughts()
        for try await event in try await complete(request) {
            if case .piece(let piece) = event { answer.append(piece) }
        }
        // A stream ends silently when its reader is called off.
        try Task.checkCancellation()
        return answer.text
    }
}
