// SPDX-License-Identifier: Apache-2.0

import Hummingbird

extension WebArea {
    /// The interface for programs, in the wire formats of several vendors. What they ask is answered and not kept.
    static let api = WebArea("API") { router, site in
        let answers = ProgramAnswers(
            pages: site.pages, models: site.models, embedder: site.embedder, places: site.places)
        OpenAIRoutes(answers: answers).add(to: router)
        ResponsesRoutes(answers: answers).add(to: router)
        AnthropicRoutes(answers: answers).add(to: router)
        OllamaRoutes(answers: answers).add(to: router)
    }
}
