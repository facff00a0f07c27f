// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels
import Synchronization

/// A model that finds everything a fact: each text that it is held to is likely, an empty list is not. It proposes
/// nothing.
final class SteadyModel: Completing {
    private let asked = Mutex(0)
    var requests: Int { asked.withLock { $0 } }

    func complete(_ request: CompletionRequest) async throws -> AsyncThrowingStream<CompletionEvent, any Error> {
        asked.withLock { $0 += 1 }
        guard case .schema(let schema) = request.form else { throw ModelError(.unsupported, "asked for free text") }
        let value: JSON = schema["const"] ?? ["facts": []]
        let isEmpty = value["facts"]?.array?.isEmpty == true
        let tokens = value.text.map { character in
            TokenLikelihood(
                chosen: .init(bytes: Array(String(character).utf8), logarithm: isEmpty ? -0.5 : -0.001), likeliest: [])
        }
        return AsyncThrowingStream { continuation in
            if request.alternatives != nil { for token in tokens { continuation.yield(.token(token)) } }
            continuation.yield(.text(value.text))
            continuation.finish()
        }
    }
}
