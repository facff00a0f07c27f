// SPDX-License-Identifier: Apache-2.0

/// Does what a form asks for once, however often the form is sent: somebody who clicks twice means it once.
///
/// Every form that is shown has a mark of its own. What was sent with a mark before waits for the first to end, and
/// ends as it did.
actor SentForms {
    private var outcomes: [String: Task<Void, any Error>] = [:]
    /// The oldest first.
    private var marks: [String] = []
    /// Marks that are remembered; nobody clicks again after as many other forms.
    private static let most = 256

    /// - Parameter mark: what only this form has; `nil` for one without, which is done each time.
    /// - Throws: what `work` throws. A form whose work failed can be sent again.
    func once(_ mark: String?, _ work: @escaping @Sendable () async throws -> Void) async throws {
        guard let mark, !mark.isEmpty, mark.utf8.count <= 200 else { return try await work() }
        let outcome = outcomes[mark] ?? begin(mark, work)
        do { try await outcome.value } catch {
            if outcomes[mark] == outcome { outcomes[mark] = nil }
            throw error
        }
    }

    private func begin(_ mark: String, _ work: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
        // It goes on when the browser leaves.
        let outcome = Task { try await work() }
        outcomes[mark] = outcome
        marks.append(mark)
        if marks.count > Self.most { outcomes[marks.removeFirst()] = nil }
        return outcome
    }
}
