// SPDX-License-Identifier: Apache-2.0

import HearthChat
import Testing

@Suite struct AnswerSettingsTests {
    @Test func `the defaults are those of the product`() {
        let settings = AnswerSettings()
        #expect(settings.temperature == 0.7)
        #expect(settings.maxTokens == 2048)
        #expect(settings.instructions == "you are a helpful assistant")
        #expect(settings.seed == nil)
    }
}
